"""Card files and commands: three formats in, four formats out, fixes that touch only the text."""

import io
import json
from pathlib import Path

import pytest

from kb.cards.bench import bench_cards
from kb.cards.commands import main
from kb.cards.coverage import as_markdown, coverage
from kb.cards.files import Card, CardFileError, cards_from, read_cards, write_texts
from kb.cards.output import FORMATS, as_sarif
from kb.cards.plain import explain

GOOD = "Mientras te defiendes, tira 1 dado de defensa adicional."
BAD = "Recibes 1 ficha de evasión."
FILES = {
    "cartas.jsonl": f'{{"id": "a", "game": "xwing", "text": "TEXTO", "coste": 3}}\n\n{{"id": "b", "text": "{GOOD}"}}\n',
    "cartas.yaml": f"- id: a\n  name: Uno\n  text: TEXTO\n- id: b\n  text: {GOOD}\n",
    "cartas.md": f"# Mis cartas\n\n## Uno {{xwing; a}}\n\nTEXTO\n\n## Dos\n\n{GOOD}\n",
}


@pytest.fixture(params=sorted(FILES))
def card_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    path.write_text(FILES[request.param].replace("TEXTO", BAD), encoding="utf-8")
    return path


def test_three_formats_give_the_same_cards(card_file: Path) -> None:
    cards = read_cards(str(card_file))
    assert [card.text for card in cards] == [BAD, GOOD]
    assert [card.game for card in cards] == ["xwing", "xwing"]
    assert cards[0].id == "a"


def test_lines_point_at_the_text(card_file: Path) -> None:
    lines = card_file.read_text(encoding="utf-8").split("\n")
    assert all(card.text in lines[card.line - 1] for card in read_cards(str(card_file)))


def test_fix_changes_only_the_text(card_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = card_file.read_text(encoding="utf-8")
    assert main(["lint", str(card_file)]) == 1
    assert "KB203" in capsys.readouterr().out
    assert main(["lint", "--fix", str(card_file)]) == 0
    assert card_file.read_text(encoding="utf-8") == before.replace("de evasión", "de Evasión")


def test_fmt_writes_the_canonical_wording(card_file: Path) -> None:
    card_file.write_text(
        card_file.read_text("utf-8").replace(BAD, "Mientras realizas un ataque, lanza 1 dado adicional."), "utf-8"
    )
    assert main(["fmt", "--check", str(card_file)]) == 1
    assert main(["fmt", str(card_file)]) == 0
    assert main(["fmt", "--check", str(card_file)]) == 0
    assert read_cards(str(card_file))[0].text == "Mientras efectúas un ataque, tira 1 dado adicional."


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_names_the_place(name: str, card_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--format", name, str(card_file)]) == 1
    out = capsys.readouterr().out
    assert "KB203" in out and card_file.name in out


def test_text_format_has_a_caret(card_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", str(card_file)])
    lines = capsys.readouterr().out.splitlines()
    marked = next(number for number, line in enumerate(lines) if set(line.strip()) == {"^"})
    start = lines[marked].index("^")
    assert lines[marked - 1][start : start + lines[marked].count("^")] == "de evasión"


def test_sarif_is_well_formed() -> None:
    log = json.loads(as_sarif([]))
    assert log["version"] == "2.1.0" and log["runs"][0]["results"] == []
    assert log["runs"][0]["tool"]["driver"]["name"] == "kb lint"


@pytest.mark.parametrize(
    ("content", "path", "reason"),
    [("{no", "x.jsonl", "no es JSON"), ("a: [", "x.yaml", "no es YAML"), ('{"id": 1}', "x.jsonl", "su «text»"),
     ('{"text": "x", "game": "ajedrez"}', "x.jsonl", "ajedrez")],
)  # fmt: skip
def test_bad_files_say_where(content: str, path: str, reason: str) -> None:
    with pytest.raises(CardFileError, match=reason) as error:
        list(cards_from(content, path))
    assert str(error.value).startswith(f"{path}:1:")


def test_missing_file_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "no-existe.jsonl"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_unwritable_text_is_not_forced(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text("- text: 'Tira 1\n    dado.'\n", encoding="utf-8")
    cards = read_cards(str(path))
    with pytest.raises(CardFileError, match="con seguridad"):
        write_texts(str(path), cards, ["Tira 2 dados."])


def test_compile_reads_lines_and_answers_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    feed = "".join(
        json.dumps({"id": name, "game": "xwing", "text": text}) + "\n" for name, text in (("a", GOOD), ("b", "Bzzz."))
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(feed))
    assert main(["compile", "-", "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["id"], first["status"], first["canonical"]) == ("a", "exacto", GOOD)
    assert second["status"] == "rechazado" and second["diagnostics"][0]["severity"] == "error"


def test_compile_draws_a_tree(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"text": GOOD})))
    main(["compile", "-"])
    out = capsys.readouterr().out
    assert "momento [mientras] «mientras te defiendes»" in out and "efecto [tirar]" in out


def test_explain_text_in_plain_words() -> None:
    text = explain("Mientras te defiendes, si estás dañado, puedes gastar 1 [carga] para tirar 1 dado adicional.", "xwing")
    for piece in (
        "Cuándo: mientras te defiendes.",
        "Sólo: si estás dañado.",
        "opcional",
        "Cuesta: gastar 1 [carga].",
        "Hace: tirar",
    ):
        assert piece in text


def test_explain_and_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "kb203"]) == 0
    assert "Mayúscula" in capsys.readouterr().out
    assert main(["explain", "KB999"]) == 2
    assert main(["schema", "effect"]) == 0
    assert json.loads(capsys.readouterr().out)["type"] == "array"


def test_coverage_counts_and_names_the_obstacle() -> None:
    cards = [
        Card("a", "xwing", GOOD),
        Card("b", "xwing", "Mientras realizas un ataque, lanza 1 dado."),
        Card("c", "xwing", "Recibes bzzz."),
    ]
    (found,) = coverage(cards)
    assert (found.exact, found.variant, found.declined) == (1, 1, 1)
    assert "1 × KB101 bzzz" in as_markdown([found])


def test_bench_gives_figures() -> None:
    found = bench_cards()
    assert {"xwing_median_ms", "times_lark", "load_cold_s", "load_cached_s"} <= set(found)
    assert all(value > 0 for value in found.values())
