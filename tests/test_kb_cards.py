"""Card files and commands: three formats in, four formats out, fixes that touch only the text."""

import io
import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from kb.cards.bench import bench_cards
from kb.cards.commands import main
from kb.cards.config import config_for
from kb.cards.coverage import as_markdown, coverage
from kb.cards.files import (
    MOST_UNPACKED,
    Card,
    CardFileError,
    Sheet,
    _lines,
    _mark,
    cards_from,
    read_cards,
    sheet_from,
    write_texts,
)
from kb.cards.output import FORMATS, as_sarif
from kb.cards.plain import explain
from kb.cards.spots import Spot, csv_rows, escaped_spot, json_strings, yaml_spot

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
    assert lines[marked - 1][start : start + lines[marked].count("^")] == "evasión"


def test_sarif_is_well_formed() -> None:
    log = json.loads(as_sarif([]))
    assert log["version"] == "2.1.0" and log["runs"][0]["results"] == []
    assert log["runs"][0]["tool"]["driver"]["name"] == "kb lint"


@pytest.mark.parametrize(
    ("content", "path", "reason"),
    [("{no", "x.jsonl", "no es JSON"), ("a: [", "x.yaml", "no es YAML"), ('{"id": 1}', "x.jsonl", "su «text»"),
     ('{"text": "x", "game": "ajedrez"}', "x.jsonl", "ajedrez"),
     ('{"text": "x", "game": ["xwing"]}', "x.jsonl", "no se conoce"),
     ("[1]", "x.json", "se esperaba una carta"), ("[{", "x.json", "no es JSON"),
     ('{"text": "x", "name": []}', "x.jsonl", "debe ser un texto"),
     ("nombre,coste\nUno,3\n", "x.csv", "falta la columna"), ('"text\nUno', "x.csv", "comillas sin cerrar"),
     ('"text"x\n', "x.csv", "algo detrás de las comillas"), ("- 3\n", "x.yaml", "se esperaba una carta")],
)  # fmt: skip
def test_bad_files_say_where(content: str, path: str, reason: str) -> None:
    with pytest.raises(CardFileError, match=reason) as error:
        list(cards_from(content, path))
    assert str(error.value).startswith(f"{path}:1:")


def test_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So is a folder without cards, and what is no text at all."""
    (tmp_path / "vacia").mkdir()
    (tmp_path / "foto.txt").write_bytes(b"\xff\xd8\xff\0\0")
    for name in ("no-existe.jsonl", str(tmp_path / "vacia"), str(tmp_path / "foto.txt")):
        assert main(["lint", name]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_text_that_cannot_be_changed_with_certainty_is_left(tmp_path: Path) -> None:
    """Letters that the file's encoding lacks: all of it stays as it was, and it is told."""
    path = tmp_path / "viejo.csv"
    path.write_bytes("id;texto\r\n1;cañón\r\n".encode("cp1252"))
    cards = read_cards(str(path))
    with pytest.raises(CardFileError, match="no se puede cambiar con seguridad"):
        write_texts(str(path), cards, ["cañón → 1"])
    assert path.read_bytes() == "id;texto\r\n1;cañón\r\n".encode("cp1252")
    write_texts(str(path), cards, ["Tira 1 dado."])
    assert read_cards(str(path))[0].text == "Tira 1 dado."


@pytest.mark.parametrize(
    ("rows", "texts"), [([["Coste"], [3]], None), ([["Texto", "Coste"], [None, None], ["Tira 1 dado.", 3]], 1)]
)
def test_sheets_without_texts(tmp_path: Path, rows: list[list[object]], texts: int | None) -> None:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(tmp_path / "cartas.xlsx")
    if texts is None:
        with pytest.raises(CardFileError, match="falta la columna"):
            read_cards(str(tmp_path / "cartas.xlsx"))
    else:
        assert len(read_cards(str(tmp_path / "cartas.xlsx"))) == texts


WRONG, RIGHT = "Recibes 1 ficha de evasión.", "Recibes 1 ficha de Evasión."
KEPT = {
    "array.json": '[\n  {"nota": "x",  "texto": "TEXTO", "juego": "X-Wing"},\n\t{"texto":"Tira 1 dado."}\n]',
    "escapes.jsonl": '{"id": "\\u00e1", "text": "Tira \\u0031 dado.\\n\\tTEXTO", "c": 3.50}\n\n{"text": "Tira 1 dado."}\n',
    "literal.yaml": "# mías\n- id: a   # una\n  text: |\n    Tira 1 dado.\n\n    TEXTO\n- text: 'Tira 1 dado.'\n",
    "folded.yaml": "- text: >-\n    Tira 1 dado.\n    TEXTO\n  id: b\n",
    "simple.yaml": "- text: 'Tira 1\n    dado. TEXTO'\n- {text: Tira 1 dado., id: 7}\n",
    "double.yaml": '- text: "Tira \\x31 dado.\\nTEXTO"\n',
    "plain.yaml": "- id: x\n  text: TEXTO  # nota\n",
    "puntos.csv": 'Nombre;Texto;Juego\r\n"Uno ""1""";"Tira 1 dado; TEXTO";xwing\r\nDos;Tira 1 dado.;xwing\r\n',
    "comas.csv": "id,text\na,TEXTO\nb,Tira 1 dado.\n",
    "escapes.yaml": '- text: "Tira \\\n    1 dado.\\u0020TEXTO"\n',
    "pareja.jsonl": '{"text": "Tira 1 dado.\\n", "nota": "\\ud83d\\ude00"}\n{"text": "TEXTO"}\n',
    "corta.csv": "text,id\nTEXTO,a\nTira 1 dado.\n",
    "bom.csv": "\ufeffid,text\na,TEXTO\n",
    "crlf.md": "# Cartas\r\n\r\n## Uno\r\n<!-- de prueba -->\r\nTira 1 dado.\r\n\r\nTEXTO\r\n\r\n## Dos\r\nTira 1 dado.\r\n",
    "suelto.txt": "Tira 1 dado.\nTEXTO\n\n\nTira 1 dado.\n",
}


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_fix_keeps_every_other_byte(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(KEPT[name].replace("TEXTO", WRONG).encode("utf-8"))
    assert main(["lint", "--fix", "--select", "KB203", str(path)]) == 0
    assert path.read_bytes() == KEPT[name].replace("TEXTO", RIGHT).encode("utf-8")


def test_latin_1_is_read_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "viejo.csv"
    path.write_bytes(f"id;texto\r\n1;{WRONG}\r\n".encode("cp1252"))
    assert main(["lint", "--fix", str(path)]) == 0
    assert path.read_bytes() == f"id;texto\r\n1;{RIGHT}\r\n".encode("cp1252")
    assert "Latin-1" in capsys.readouterr().err


def test_sheets_are_read_and_fixed(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Nombre", "Texto", "Juego"])
    book.worksheets[0].append(["Uno", WRONG, "X-Wing"])
    path = tmp_path / "cartas.xlsx"
    book.save(path)
    (card,) = read_cards(str(path))
    assert (card.cell, card.name, card.game) == ("B2", "Uno", "xwing")
    assert main(["lint", "--fix", str(path)]) == 0
    assert openpyxl.load_workbook(path).worksheets[0]["B2"].value == RIGHT


BOOK = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    ("part", "content", "why"),
    [
        ("xl/media/bomba.bin", b"\0" * (MOST_UNPACKED + 1), "ocupa más de 16 MB"),
        (BOOK, b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>', "entidades"),
        (BOOK, b"<worksheet><sheetData><row", "que se pueda leer"),
        (None, b"", "más de 500 ficheros"),
        ("lejos", b"", "más de 500000 casillas"),
        ("nada", b"no es un zip", "que se pueda leer"),
    ],
)
def test_sheets_that_bomb(tmp_path: Path, part: str | None, content: bytes, why: str) -> None:
    """A ZIP of a few kilobytes unpacks into gigabytes, XML calls itself, one cell at the far corner makes billions of cells."""
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Texto"])
    if part == "lejos":
        book.worksheets[0]["XFD1048576"] = "x"
    path = tmp_path / "cartas.xlsx"
    book.save(path)
    if part == "nada":
        path.write_bytes(content)
    elif part != "lejos":
        with ZipFile(path) as whole:
            parts = {name: whole.read(name) for name in whole.namelist()}
        parts |= {part: content} if part else {f"xl/{n}.xml": b"" for n in range(501)}
        with ZipFile(path, "w", ZIP_DEFLATED) as packed:
            for name, told in parts.items():
                packed.writestr(name, told)
    with pytest.raises(CardFileError, match=why):
        read_cards(str(path))


def test_a_folder_and_its_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "legion").mkdir()
    (tmp_path / "legion" / "a.txt").write_text("PERFORANTE 1", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(json.dumps({"text": WRONG, "nota": "reglario: ignora KB203"}), encoding="utf-8")
    (tmp_path / "c.jsonl").write_text(json.dumps({"text": f"{WRONG} Tira 1  dado."}), encoding="utf-8")
    (tmp_path / "reglario.toml").write_text(
        'ignora = ["KB215"]\nnombres = ["Zxcvb"]\n[juegos]\n"legion/*" = "legion"\n[gravedad]\nKB203 = "error"\n', "utf-8"
    )
    config_for.cache_clear()
    assert main(["lint", "--format", "json", str(tmp_path)]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["code"], row["severity"], Path(row["file"]).name) == ("KB203", "error", "c.jsonl")
    base = tmp_path / "conocidos"
    assert main(["lint", str(tmp_path), "--write-baseline", str(base)]) == 0
    assert main(["lint", str(tmp_path), "--baseline", str(base)]) == 0
    assert main(["lint", "--diff", str(tmp_path / "c.jsonl")]) == 1
    assert f"+{json.dumps({'text': RIGHT}, ensure_ascii=False)[:20]}" in capsys.readouterr().out
    (tmp_path / "reglario.toml").write_text("colores = 1\n", "utf-8")
    config_for.cache_clear()
    assert main(["lint", str(tmp_path)]) == 2
    config_for.cache_clear()


def test_sarif_offers_the_fix_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text('{"text": "Tira 1 dado.\\n' + WRONG + '"}\n', encoding="utf-8")
    main(["lint", "--format", "sarif", str(path)])
    run = json.loads(capsys.readouterr().out)["runs"][0]
    (change,) = run["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"]
    region = change["deletedRegion"]
    line = path.read_text("utf-8").splitlines()[0]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "evasión"
    assert change["insertedContent"]["text"] == "Evasión"
    assert run["tool"]["driver"]["rules"][0]["helpUri"].startswith("https://")


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
    assert "Cuándo: mientras te defiendes." in out and "Hace: tira" in out


def test_a_text_of_two_meanings_is_explained_by_both() -> None:
    told = explain("Recibes 1 ficha de Evasión o 1 de Concentración y 1 de Cálculos.", "xwing").splitlines()
    assert [line.strip()[:2] for line in told[2:]] == ["1.", "2."]
    assert told[2] != told[3]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (  # a condition of the second step is not the first one's
            "Durante la fase de Sistemas, tira 1 dado de ataque. Si sacas un resultado [impacto], recibes 1 ficha de Cálculos.",
            "Durante la fase de Sistemas, tira 1 dado de ataque. "
            "Luego, si sacas 1 resultado [impacto], recibes 1 ficha de Cálculos.",
        ),
        (  # what one may pay, as one says it; a header is a header
            "Acción: Puedes gastar 1 [carga] para retirar 1 ficha de Tensión o 1 ficha de Iones.",
            "Acción: puedes gastar 1 [carga] → retira 1 ficha de Iones o de Tensión.",
        ),
        (  # of several chosen ones each does it
            "Elige hasta 2 naves aliadas a alcance 0-2. Esas naves pueden retirar 1 ficha roja.",
            "Elige hasta 2 naves aliadas que tengas a alcance 0-2. Luego, cada una de esas naves aliadas puede retirar 1 ficha "
            "roja. Aquí «esas naves aliadas» es hasta 2 naves aliadas que tengas a alcance 0-2.",
        ),
        (  # what hangs on a choice stays in its sentence
            "Antes de que te actives, puedes elegir 1 nave enemiga dañada situada en tu [arco-trasero]. Esa nave puede retirar "
            "1 ficha azul.",
            "Antes de que te actives, puedes elegir 1 nave dañada enemiga que está en tu [arco-trasero]; "
            "esa nave enemiga puede retirar 1 ficha azul. "
            "Aquí «esa nave enemiga» es 1 nave dañada enemiga que está en tu [arco-trasero].",
        ),
    ],
)
def test_each_step_is_told_with_its_own_condition(text: str, told: str) -> None:
    assert explain(text, "xwing").splitlines()[0] == f"Entiendo: {told}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Todas las figuras Imperiales descartan 1 estado Perjudicial.", "Cada figura Imperial descarta 1 estado Perjudicial."),
        (  # a test is each one's own
            "Cada Héroe debe hacer una prueba de [fuerza]. Si fallan, sufren 1 [daño].",
            "Cada Héroe realiza una prueba de [fuerza]. Luego, si alguno de esos Héroes no supera esa prueba de [fuerza], "
            "ese Héroe sufre 1 [daño].",
        ),
        (
            "Cada figura hostil a 2 casillas o menos de ti sufre 1 [daño]. Esas figuras adquieren Hemorragia.",
            "Cada figura enemiga situada a 2 casillas o menos sufre 1 [daño]. Luego, cada una de esas figuras enemigas "
            "adquiere Hemorragia.",
        ),
    ],
)
def test_what_all_of_them_do_is_told_of_each(text: str, told: str) -> None:
    assert explain(text, "imperial-assault").splitlines()[0].startswith(f"Entiendo: {told}")


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("xwing", "Las naves enemigas a alcance 0-1 no pueden gastar fichas verdes.", "Ninguna nave enemiga "),
        ("imperial-assault", "De lo contrario, sufres 1 [daño].", "Si lo que se dijo antes no se cumple, sufres 1 [daño]."),
        (
            "legion",
            "Como acción de carta, una unidad con esta cualidad puede elegir una unidad aliada situada a [alcance-2]. Esa "
            "unidad gana una ficha de Esquiva.",
            "Como acción de carta: esta unidad puede elegir 1 unidad aliada situada a [alcance-2] y, con ello, esa unidad "
            "aliada recibe 1 ficha de Esquiva.",
        ),
        (
            "imperial-assault",
            "Mientras estés adyacente a una puerta que esté abierta, aplica +1 [bloqueo] a tus resultados de defensa.",
            "Mientras estás adyacente a 1 puerta abierta,",
        ),
    ],
)
def test_the_reading_says_it_as_one_says_it(game: str, text: str, told: str) -> None:
    assert explain(text, game).startswith(f"Entiendo: {told}")


def test_explain_text_in_plain_words() -> None:
    text = explain("Mientras te defiendes, si estás dañado, puedes gastar 1 [carga] para tirar 1 dado adicional.", "xwing")
    for piece in (
        "Cuándo: mientras te defiendes.",
        "Solo si: estás dañado.",
        "opcional",
        "Cuesta: gasta 1 [carga].",
        "Hace: tira",
    ):
        assert piece in text


def test_explain_and_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "kb203"]) == 0
    assert "Mayúscula" in capsys.readouterr().out
    assert main(["explain", "KB999"]) == 2
    assert main(["schema", "effect"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Capacidad"


def test_coverage_counts_and_names_the_obstacle() -> None:
    cards = [
        Card("a", "xwing", GOOD),
        Card("b", "xwing", "Mientras realizas un ataque, lanzas 1 dado."),
        Card("c", "xwing", "Recibes bzzz."),
    ]
    (found,) = coverage(cards)
    assert (found.exact, found.variant, found.declined) == (1, 1, 1)
    assert "1 × KB103 bzzz" in as_markdown([found])


def test_bench_gives_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.cards.bench.ROUNDS", 1)
    found = bench_cards()
    assert {"xwing_median_ms", "xwing_p99_ms", "start_s"} <= set(found)
    assert all(value > 0 for value in found.values())


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("", []),
        ("texto sin título\n", []),
        ("# no\n##no\n### no\n## \n", []),
        ("## Uno\n\nTira 1 dado.\n\n##\tDos  {legion; x/2}  \nTira 2 dados.", ["Uno", "Dos"]),
        ("## Uno {xwing\nTira 1 dado.\n## Dos {XWING}\n## Tres {legion} más\n", []),
        ("##" + " " * 3000 + "0{\n", []),
    ],
)
def test_headings_of_markdown(content: str, names: list[str]) -> None:
    """The last took minutes."""
    assert [card.name for card in cards_from(content, "x.md")] == names


def test_places_of_cards_in_markdown() -> None:
    first, second = cards_from("## Uno\n\nTira 1 dado.\n\n## Dos {legion; x/2}\nTira 2 dados.\nMás.\n", "x.md")
    assert (first.line, first.text, first.game) == (3, "Tira 1 dado.", "xwing")
    assert (second.line, second.text, second.game, second.id) == (6, "Tira 2 dados.\nMás.", "legion", "x/2")


WRITTEN = [
    ("json", 'a "b"\n', 'a \\"b\\"\\n'), ("double", 'a "b"\n', 'a \\"b\\"\\n'), ("simple", "d'a", "d''a"),
    ("csv", 'a "b"', 'a ""b""'),
    ("block", "a\nb", "a\n  b"), ("plain", 'd\'a "b"', 'd\'a "b"'), ("cell", 'a "b"', 'a "b"'),
]  # fmt: skip


@pytest.mark.parametrize(("style", "words", "written"), WRITTEN)
def test_a_change_is_written_as_its_file_writes(style: str, words: str, written: str) -> None:
    assert Spot((3, 4), (4, 5), style, 3, "  ").written(words) == written


@pytest.mark.parametrize(
    ("spot", "start", "end", "told"),
    [
        (Spot((3, 5), (5, 6), "plain", 3), 0, 2, (3, 6, "x")),
        (Spot((3, 5), (5, 6), "plain", 3), 1, 1, (5, 5, "x")),
        (Spot((3, 5), (5, 6), "plain", 3), 2, 2, (6, 6, "x")),  # after the last character
        (Spot((), (), "plain", 7), 0, 0, (7, 7, "x")),
    ],
)
def test_a_change_stands_at_its_characters(spot: Spot, start: int, end: int, told: tuple[int, int, str]) -> None:
    assert spot.edit(start, end, "x") == told
    assert spot.place(start) == told[0]


def test_every_string_of_json_has_its_path() -> None:
    content = '{"a": "x", "b": [["y", 1, "z"], {"c": "w"}, "v"], "d": "u"}'
    found = [(path, content[a:b]) for path, a, b in json_strings(content, 0, len(content))]
    assert found == [
        (("a",), "x"), (("b", 0, 0), "y"), (("b", 0, 2), "z"), (("b", 1, "c"), "w"), (("b", 2), "v"), (("d",), "u"),
    ]  # fmt: skip


def test_cells_know_their_places() -> None:
    content = 'id;texto\r\na;"di ""no""\r\ny ya"\r\nb;x\n'
    rows = list(csv_rows(content, ";"))
    assert [[cell.text for cell in row] for row in rows] == [["id", "texto"], ["a", 'di "no"\ny ya'], ["b", "x"]]
    assert [row[0].line for row in rows] == [1, 2, 4]
    for cell in (cell for row in rows for cell in row):
        spot = cell.spot(content, ";")
        read = [content[a:b].replace('""', '"').replace("\r\n", "\n") for a, b in zip(spot.starts, spot.ends, strict=True)]
        assert "".join(read) == cell.text and len(read) == len(cell.text)
        assert spot.here == cell.start + cell.quoted and spot.style == ("csv" if cell.quoted else "cell")


@pytest.mark.parametrize(
    ("first", "mark"),
    [("id,texto", ","), ("id;texto", ";"), ("id\ttexto", "\t"), ("texto", ","), ("a;b;c,d", ";"),
     ('"id";"texto, largo";x', ";"), ("a, b; texto", ";")],
)  # fmt: skip
def test_what_stands_between_two_cells(first: str, mark: str) -> None:
    assert _mark(f"{first}\nx") == mark


def test_cards_of_arrays_and_sheets_are_numbered(tmp_path: Path) -> None:
    cards = list(cards_from('[\n {"text": "Tira 1 dado."},\n\n {"name": "Dos",\n  "text": "Tira 2 dados."}]', "x.json"))
    assert [(card.id, card.line) for card in cards] == [("xwing/1", 2), ("xwing/2", 5)]
    book = openpyxl.Workbook()
    for row in (["Coste", "Texto"], [1, "Tira 1 dado."], [None, None], [3, "Tira 2 dados."]):
        book.worksheets[0].append(row)
    book.create_sheet("otra").append(["Texto", "de otra"])
    book.save(tmp_path / "cartas.xlsx")
    found = read_cards(str(tmp_path / "cartas.xlsx"))
    assert [(card.id, card.line, card.cell, card.text) for card in found] == [
        ("xwing/1", 2, "B2", "Tira 1 dado."), ("xwing/3", 4, "B4", "Tira 2 dados."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [("a.md", "x\r\ny", "1\r\n2"), ("a.md", "x\ny", "1\n2"), ("a.jsonl", "x\r\ny", "1\n2"), ("a.json", "x\r\ny", "1\n2")],
)
def test_a_change_of_lines_ends_them_as_its_file_does(name: str, content: str, told: str) -> None:
    assert _lines(Sheet(name, content, "utf-8", False, (), b""), "1\n2") == told


def test_a_block_that_ends_with_the_file(tmp_path: Path) -> None:
    for end in ("", "\n", "\n\n"):
        path = tmp_path / "fin.yaml"
        path.write_bytes(f"- id: a\n  text: |\n    Tira 1 dado.\n    {WRONG}{end}".encode())
        assert main(["lint", "--fix", "--select", "KB203", str(path)]) == 0
        assert path.read_bytes() == f"- id: a\n  text: |\n    Tira 1 dado.\n    {RIGHT}{end}".encode()


@pytest.mark.parametrize("written", ["a\\u00e1b", "\\ud83d\\ude00x", "\\uD83D\\uDE00", 'a\\n\\"b', "", "ñ", "\\\\u0041"])
def test_every_character_of_an_escaped_text_has_its_place(written: str) -> None:
    content = f'["{written}"]'
    spot = escaped_spot(content, 2, len(content) - 2, "json")
    pieces = [content[a:b] for a, b in zip(spot.starts, spot.ends, strict=True)]
    assert [json.loads(f'"{piece}"') for piece in pieces] == list(json.loads(content)[0])
    assert "".join(pieces) == written and spot.here == 2


@pytest.mark.parametrize(
    ("content", "value", "style", "pieces"),
    [
        ("'d''a b'", "d'a b", "'", ["d", "''", "a", " ", "b"]),
        ('"a\\x41 b"', "aA b", '"', ["a", "\\x41", " ", "b"]),
        ("a b", "a b", None, ["a", " ", "b"]),
        ("'a\n   b'", "a b", "'", ["a", "\n   ", "b"]),
        ("|\n  a\n  b", "a\nb", "|", ["a", "\n", "b"]),
        ("'ab'", "ac", "'", None),
    ],
)
def test_every_character_of_a_scalar_has_its_place(
    content: str, value: str, style: str | None, pieces: list[str] | None
) -> None:
    spot = yaml_spot(content, value, 0, len(content), style)
    assert (spot and [content[a:b] for a, b in zip(spot.starts, spot.ends, strict=True)]) == pieces


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ("", []),
        ("a", [["a"]]),
        ("a,", [["a", ""]]),
        ("a,b\n", [["a", "b"]]),
        ("a\n\n\nb", [["a"], ["b"]]),
        ('a,""', [["a", ""]]),
        ('""', []),
        ('"a\n""b""",c\r\nd', [['a\n"b"', "c"], ["d"]]),
        (",", [["", ""]]),
    ],
)
def test_rows_of_csv(content: str, rows: list[list[str]]) -> None:
    assert [[cell.text for cell in row] for row in csv_rows(content, ",")] == rows


def test_what_is_no_text_is_told_with_its_line() -> None:
    with pytest.raises(CardFileError) as error:
        sheet_from(b"uno\ndos\n\xff\0", "x.txt")
    assert error.value.line == 3
    first, second = cards_from("id,texto\na,Tira 1 dado.\n,Tira 2 dados.\n", "x.csv")
    assert (first.id, second.id, first.line, second.line) == ("a", "xwing/2", 2, 3)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", '{"version": 2,\n "cartas": [{"texto": "TEXTO", "juego": "xwing"}]}\n'),
        ("a.json", '{"text": "TEXTO", "game": "xwing"}\n{"text": "TEXTO", "game": "xwing"}\n'),
        ("a.json", '{\n "text": "TEXTO",\n "game": "xwing"\n}\n'),
        ("a.yaml", "# mías\ncartas:\n  - nombre: Una # x\n    juego: xwing\n    texto: |\n      TEXTO\n"),
    ],
)
def test_cards_are_found_where_a_file_keeps_them(tmp_path: Path, name: str, content: str) -> None:
    """A file may be a list of cards, one card, a card on each line, or have its list under some name."""
    wrong, right = (f"Mientras {verb} un ataque, tira 1 dado adicional." for verb in ("efectuas", "efectúas"))
    (tmp_path / name).write_text(content.replace("TEXTO", wrong), "utf-8")
    assert main(["lint", "--fix", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text("utf-8") == content.replace("TEXTO", right)


def test_what_comes_by_the_standard_input_has_its_own_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An editor sends what is not saved yet: the file of that name says something else."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "Tira 1 dado de ataque."}\n', "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO('{"game": "xwing", "text": "Mientras efectuas un ataque, tira 1 dado."}\n'))
    assert main(["lint", "--stdin-filename", str(path), "-"]) == 1
    assert f"{path}:1:37: aviso KB120" in capsys.readouterr().out


def test_a_file_without_cards_does_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text('{"version": 2}', "utf-8")
    (tmp_path / "b.txt").write_text("Mientras efectuas un ataque, tira 1 dado adicional.\n", "utf-8")
    assert main(["lint", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "KB120" in out and "a.json:1: se esperaba una carta" in err


def test_cards_that_do_not_say_their_game_are_read_as_of_the_one_they_are_written_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Elige una figura hostil adyacente. Esa figura sufre 1 [daño].\n\nUn Héroe adyacente sufre 1 [tensión].\n")
    assert main(["lint", str(path)]) == 0
    assert "parece de Imperial Assault" in capsys.readouterr().err
    assert main(["lint", "--game", "legion", str(path)]) == 1
    assert "parece de Imperial Assault" not in capsys.readouterr().err
