"""The one reader of YAML and the one of JSON: what they refuse, at every door, and with which line."""

import io
import json
import re
from pathlib import Path
from time import thread_time

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.cards.files import CardFileError, cards_from
from kb.cli import main
from kb.formats.json_text import JsonError, read_json
from kb.formats.yaml_text import DEEPEST, YamlError, yaml_documents
from kb.play.errors import PlayError
from kb.play.yaml_io import documents
from tests.hostile import corpus
from web.app import create_app

KILLERS = corpus("yaml")
NAMES = [row["name"] for row in KILLERS]
ROOT = Path(__file__).resolve().parent.parent
VALUES = corpus("valores")
"""Plain values that PyYAML's constructors choke on, or read as what nobody wrote: here they are texts, or one sentence."""


@pytest.fixture(scope="module")
def client(shipped_kb: Path) -> FlaskClient:
    return create_app(shipped_kb).test_client()


@pytest.mark.parametrize("row", KILLERS, ids=NAMES)
def test_refused_with_its_line(row: dict) -> None:
    with pytest.raises(YamlError, match=re.escape(row["reason"])) as error:
        yaml_documents(row["text"])
    assert error.value.line == row["line"]
    with pytest.raises(CardFileError) as file:
        list(cards_from(row["text"], "x.yaml"))
    with pytest.raises(PlayError) as scenario:
        documents("x.yaml", row["text"])
    assert str(file.value) == str(scenario.value) == f"x.yaml:{row['line']}: {error.value.reason}."


@pytest.mark.parametrize("command", [["lint"], ["compile"], ["fmt"], ["run"], ["order"]], ids=lambda c: c[0])
def test_every_command_refuses_in_one_line(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for row in KILLERS:
        path = tmp_path / "x.yaml"
        path.write_text(row["text"], "utf-8")
        assert main([*command, str(path)]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1 and f"x.yaml:{row['line']}: " in told, (row["name"], told)


def test_every_page_refuses(client: FlaskClient) -> None:
    for row in (*KILLERS, *VALUES):
        text = row["text"] if "text" in row else f"- text: Tira 1 dado.\n  id: {row['value']}\n"
        sent = {"fichero": (io.BytesIO(text.encode("utf-8", "replace")), "a.yaml")}
        assert client.post("/taller/fichero", data=sent).status_code in ((400, 413) if "text" in row else (200,)), row["name"]
        text = row["text"] if "text" in row else f"juego: xwing\ntitulo: {row['value']}\nentonces: {{a: {row['value']}}}\n"
        assert client.post("/situaciones/escenario", data={"texto": text}).status_code in (200, 400)
        assert client.get("/api/v1/scenario", query_string={"texto": text[:3000]}).status_code in (200, 400)


@pytest.mark.parametrize("level", [5, 8])
def test_the_bombs_of_the_audit(client: FlaskClient, level: int) -> None:
    """542 bytes took 56 s and 2 GB, as an anchor may begin with a sign that no word has."""
    lists = [f"&-a{n} [{','.join([f'*-a{n - 1} '] * 10 if n else 'x' * 10)}]" for n in range(level)]
    bomb = f"- text: Tira 1 dado.\n  x: [{', '.join(lists)}]\n  id: *-a{level - 1}\n"
    start = thread_time()
    answer = client.post("/taller/fichero", data={"fichero": (io.BytesIO(bomb.encode()), "a.yaml")})
    assert answer.status_code == 400 and "anclas" in answer.text
    assert thread_time() - start < 5


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row["name"])
def test_scalars_are_texts_until_they_are_read(row: dict) -> None:
    (tree,) = yaml_documents(f"a: {row['value']}\n")
    assert tree.value == {"a": row["value"]}
    if row.get("refused"):
        with pytest.raises(PlayError, match=r"x:1: .*cifras"):
            documents("x", f"a: {row['value']}")
    else:
        assert documents("x", f"a: {row['value']}")[0].data == {"a": row["means"]}
        assert documents("x", f"a: '{row['value']}'")[0].data == {"a": row["value"]}


def test_lines_of_keys_and_of_words() -> None:
    (tree,) = yaml_documents("a: 1\nb:\n  - c: |\n      uno\n  - d:\n      dos\n")
    assert tree.value == {"a": "1", "b": [{"c": "uno\n"}, {"d": "dos"}]}
    assert tree.lines[("b",)] == 2 and tree.lines["b", 1] == 5 and tree.lines["b", 0, "c"] == 3
    assert tree.starts["b", 0, "c"] == 4 and tree.starts["b", 1, "d"] == 6


def test_a_limit_of_tokens() -> None:
    text = "- a\n" * 100
    assert len(yaml_documents(text, 300)[0].value) == 100
    with pytest.raises(YamlError, match="200 piezas") as error:
        yaml_documents(text, 200)
    assert error.value.too_long and 80 < error.value.line <= 101


def test_the_limit_of_tokens_is_exact() -> None:
    """Found by mutants: one more or less, and the line at which it is passed."""
    text = "- a\n" * 10
    assert len(yaml_documents(text, 22)[0].value) == 10
    for most, line in ((21, 11), (20, 10), (15, 8)):
        with pytest.raises(YamlError) as told:
            yaml_documents(text, most)
        assert (told.value.line, told.value.too_long) == (line, True)


def test_the_depth_of_yaml_is_exact() -> None:
    deepest = max(depth for depth in range(1, 60) if _is_read("[" * depth + "]" * depth))
    assert (deepest, _is_read("- " * deepest + "a")) == (DEEPEST, True)
    assert not _is_read("- " * (deepest + 1) + "a")


def _is_read(text: str) -> bool:
    try:
        return bool(yaml_documents(text))
    except YamlError:
        return False


@pytest.mark.parametrize("unit", ["[", "{a: ", "- ", "? ", "[\n", "{", "'", '"', "a ", "- a\n", "a: b\n", "!a ", "&a ", "%A\n"])
def test_time_does_not_grow_with_the_square(unit: str) -> None:
    """Twelve thousand characters are what the site takes; brackets alone once took seconds."""
    start = thread_time()
    with pytest.raises(YamlError):
        yaml_documents(unit * (12_000 // len(unit)), 1_500)
        raise YamlError(0, "it was read in time")
    assert thread_time() - start < 5


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab1:-?[]{},&*!|>'\"%@`# \n\t~<=.\\uUx0é\ud800\0\x85\u2028"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        trees = yaml_documents(text)
    except YamlError as error:
        assert 1 <= error.line <= len(text.splitlines()) + 2 and str(error).startswith("línea ")
    else:
        json.dumps([tree.value for tree in trees], ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "no es JSON"),
        ('{"a": 1, "a": 2}', "repite"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("[1e999]", "demasiado grande"),
        ("9" * 20, "cifras"),
        ("9" * 5000, "cifras"),
        ('"\\ud800"', "medio carácter"),
        ("[" * 61 + "]" * 61, "anidado"),
        ('[{"a":' * 31 + "1" + "}]" * 31, "anidado"),
        ("[" * 100_000, "anidado"),
    ],
)
def test_json_refused(text: str, reason: str) -> None:
    with pytest.raises(JsonError, match=reason):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{"a": 1,\n "b" 2}', 2, "no es JSON a partir de la columna 6"),
        ("[1,]", 1, "no es JSON a partir de la columna 4"),
        ("nul", 1, "no es JSON a partir de la columna 1"),
        ("[" * 61 + "]" * 61, 1, "está anidado demasiadas veces"),
        ('{"a": 1, "a": 2}', 1, "repite una clave"),
    ],
)
def test_where_json_is_wrong(text: str, line: int, reason: str) -> None:
    with pytest.raises(JsonError) as told:
        read_json(text)
    assert (told.value.line, told.value.reason) == (line, reason)


def test_json_as_deep_as_may_be() -> None:
    assert read_json("[" * 60 + "]" * 60) and read_json("[" + "[]," * 61 + '"' + "[" * 70 + '"]')


def test_json_read() -> None:
    assert read_json('{"a": [1, -2.5, "\\ud83d\\ude00", "' + "[{" * 80 + '"], "b": null}')["a"][2] == "😀"
    assert read_json("[" + "[]," * 100 + "[]]") == [[]] * 101
    assert read_json(str(10**17)) == 10**17


def test_only_one_module_reads_yaml() -> None:
    """`yaml.safe_dump` may be used; everything that reads is in kb/formats/yaml_text.py."""
    reads = re.compile(r"yaml\.(?!safe_dump\b)\w+|from yaml")
    files = [p for package in ("grammar", "kb", "web") for p in (ROOT / package).rglob("*.py")]
    assert [p.name for p in files if reads.search(p.read_text("utf-8"))] == ["yaml_text.py"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a: 1\nb: 2\nc: &x 3\n", 3, "no se admiten anclas ni alias de YAML (&nombre, *nombre)"),
        ("a: 1\nb: \x07\n", 2, "no es YAML válido: hay un carácter que no se puede escribir"),
        ("a: 1\n\nb: 'dos\n", 4, "no es YAML válido: unas comillas no se cierran"),
        ("%YAML 2.0\n---\na: 1\n", 1, "no es YAML válido"),
        ("\x07", 1, "no es YAML válido: hay un carácter que no se puede escribir"),
        ("a: [1\nb: 2", 2, "no es YAML válido: falta una coma, o el corchete que cierra («]»)"),
        ("? [a]\n: 1\n", 1, "el nombre de un valor debe ser un texto"),
        ("a: 1\nb:\n  " + "[" * 60, 3, "hay demasiados niveles"),
    ],
)
def test_the_line_and_the_reason_are_told_exactly(text: str, line: int, why: str) -> None:
    """Found by mutants: a line too far, and a reason that ended in «None», were noticed by nobody."""
    with pytest.raises(YamlError) as told:
        yaml_documents(text)
    assert (told.value.line, told.value.reason) == (line, why)


def test_numbers_of_json_are_themselves() -> None:
    assert read_json('{"a": 1.5, "b": -2, "c": [1e3]}') == {"a": 1.5, "b": -2, "c": [1000.0]}
