"""The readers of books, piece by piece: pages, paragraphs, lists of labels, tables of contents, files of a folder."""

from pathlib import Path

import pytest

from kb.books import layers, raw, source
from kb.books.blocks import blocks_from, numbered, plain_text, tokens_from
from kb.books.html import marked_from
from kb.books.links import Target
from kb.books.marked import front_title, is_marked, markdown_of, opening_title, outline_marked
from kb.books.profiles import GENERIC
from kb.books.raw import _in_list, _pages, paragraphs
from kb.books.refs import _is_label
from kb.books.source import Source, books_in, joined, natural, read_source, source_from
from kb.books.tables import _row, contents_from, index_from
from kb.errors import ReadError


@pytest.mark.parametrize(
    ("size", "numbers", "pages"),
    [
        (3, {}, {}),
        (6, {3: 7}, {1: 7, 2: 7, 3: 7, 4: 8, 5: 8, 6: 8}),  # a number ends its page
        (6, {3: 7, 5: 8}, {1: 7, 2: 7, 3: 7, 4: 8, 5: 8, 6: 9}),
        (5, {1: 4, 3: 5}, {1: 4, 2: 4, 3: 5, 4: 5, 5: 5}),  # the first opens the text
        (4, {2: 9}, {2: 9, 3: 9, 4: 9}),
        (3, {3: 1}, {1: 1, 2: 1, 3: 1}),
    ],
)
def test_the_page_of_each_line(size: int, numbers: dict[int, int], pages: dict[int, int]) -> None:
    assert _pages(size, numbers) == pages


LONG = "El farero enciende la linterna cuando la niebla llega al arrecife norte"


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (["El faro se en-", "ciende."], ["El faro se enciende."]),
        (["El faro -", "Alto."], ["El faro -", "Alto."]),  # a capital is no broken word
        ([LONG, "y la apaga.", "Otra frase."], [LONG, "y la apaga.", "", "Otra frase."]),  # short and with its stop
        ([LONG, f"{LONG}.", "Otra."], [LONG, f"{LONG}.", "", "Otra."]),  # long, but it stops
        ([LONG, LONG, "sigue."], [LONG, LONG, "sigue."]),
        (["Haz esto", "• Uno", "• Dos"], ["Haz esto", "", "- Uno", "", "- Dos"]),
        (["3 · Coloca el bote"], ["3. Coloca el bote"]),
        (["Uno.", "", "Dos."], ["Uno.", "", "Dos."]),
    ],
)
def test_lines_are_put_together_in_paragraphs(lines: list[str], read: list[str]) -> None:
    assert [text for _, text in paragraphs(list(enumerate(lines, 1)))] == read


@pytest.mark.parametrize(
    ("lines", "n", "upper", "listed"),
    [
        (["Bote", "Ancla", "Vela", LONG], 1, False, False),  # the first may head the rest
        (["Bote", "Ancla", "Vela", LONG], 2, False, True),
        (["Bote", "Ancla", "Vela", LONG], 3, False, True),
        (["Bote", "Ancla", LONG], 2, False, False),
        ([LONG, "Bote", LONG], 2, False, False),
        (["BOTE", "ANCLA", "VELA"], 1, True, True),
        (["BOTE", "ANCLA", LONG], 1, True, False),
        ([LONG, "BOTE", LONG], 2, True, False),
        (["Bote", "VELA", "Ancla"], 2, True, False),
    ],
)
def test_one_of_several_short_lines_is_no_title(lines: list[str], n: int, upper: bool, listed: bool) -> None:
    assert _in_list(lines, n, len(LONG), upper) is listed


@pytest.mark.parametrize(
    ("files", "books"),
    [
        (["1-a.md", "2-b.md"], [["1-a.md", "2-b.md"]]),
        (["1-a.md"], [["1-a.md"]]),  # one number alone is a book
        (["1-a.md", "2-b.txt"], [["1-a.md"], ["2-b.txt"]]),  # and so are two of other kinds
        (["a.md", ".oculto.md"], [["a.md"]]),
    ],
)
def test_the_books_of_a_folder(files: list[str], books: list[list[str]], tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).write_text("x", "utf-8")
    assert [[path.name for path in paths] for _, paths in books_in(tmp_path)] == books


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Por ejemplo, un bote vira.\n\nA continuación, el otro lo sigue.", ["ejemplo", "ejemplo"]),
        ("Por ejemplo, un bote vira.\n\nLos botes no reman solos.", ["ejemplo", "parrafo"]),
        ("Un bote vira.\n\nA continuación, el otro lo sigue.", ["parrafo", "parrafo"]),
    ],
)
def test_an_example_goes_on(text: str, kinds: list[str]) -> None:
    assert [b.kind for b in blocks_from(tokens_from(text))] == kinds


def test_stray_marks_of_a_scan_are_words_of_the_book() -> None:
    (block,) = blocks_from(tokens_from("```bote\nancla y\n  vela\n```"))
    assert (block.kind, block.text, block.depth) == ("parrafo", "bote ancla y vela", 0)


@pytest.mark.parametrize(
    ("term", "row"),
    [
        ("Bote", ("Bote", False, None)),
        ("BOTE ..", ("BOTE", True, None)),
        ("Lancha (ver Bote)", ("Lancha", False, "Bote")),
    ],
)
def test_a_row_of_the_index(term: str, row: tuple[str, bool, str | None]) -> None:
    found = _row(4, term, 12, None)
    assert (found.term, found.upper, found.see) == row and (found.line, found.page) == (4, 12)


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<p>Uno</p><p>Dos</p>", ["Uno", "Dos"]),
        ("<ul><li>Uno<li>Dos</ul>Fin", ["- Uno", "- Dos", "Fin"]),
        ("<h2>Bote</h2>Flota.", ["## Bote", "Flota."]),
        ("<table><tr><td><p>Uno</p>dos</td><td>a|b</td></tr></table>", ["| Uno dos | a/b |"]),
    ],
)
def test_a_page_of_the_web_as_marked_text(page: str, read: list[str]) -> None:
    text, _ = marked_from(f"<html><body>{page}</body></html>")
    lines = text.splitlines()
    assert [line for line in lines if line.strip() and not set(line) <= set("|- ")] == read


def test_an_index_row_by_row() -> None:
    lines = ["# A", "Ancla ..... 4", "- de proa ..... 5", "Bote de re-", "mos ..... 7", "Faro", "alto ..... 8, 12", "B",
             "Vela 9", "Cabo12", "Timón\t14", "", "Quilla . . . 16", "Proa …… 3",
             "<b>POPA</b> ..... 2", "Red (ver Malla) ..... 15"]  # fmt: skip
    rows = [(r.line, r.term, r.page, r.upper, r.sub_of, r.see) for r in index_from(lines, 1, len(lines))]
    assert rows == [
        (2, "Ancla", 4, False, None, None),
        (3, "de proa", 5, False, "Ancla", None),
        (5, "Bote de remos", 7, False, None, None),
        (7, "Faro alto", 8, False, None, None),
        (9, "Vela", 9, False, "Faro alto", None),  # a space before the page
        (10, "Cabo", 12, False, None, None),
        (11, "Timón", 14, False, None, None),
        (13, "Quilla", 16, False, None, None),
        (14, "Proa", 3, False, "Quilla", None),
        (15, "POPA", 2, True, None, None),
        (16, "Red", 15, False, None, "Malla"),
    ]
    assert [r.sub_of for r in index_from(lines, 3, 4)] == [None]


def test_contents_in_two_columns() -> None:
    lines = ["Índice", "Bote\t3\tVELA\t9", "Ancla\t4", "Bote\t4\tVela\t9", "\t5\tRed\t10", "Faro\tx\t\t7", "Faro\t6\tVELA"]
    rows = [(r.line, r.term, r.page, r.upper) for r in contents_from(lines, 2, len(lines))]
    left = [(2, "Bote", 3, False), (3, "Ancla", 4, False), (4, "Bote", 4, False), (7, "Faro", 6, False)]
    assert rows == [*left, (2, "VELA", 9, True), (5, "Red", 10, False)]


TITLES = [
    "El bote",
    "3. El bote",
    "EL BOTE",
    "BOTE: ANCLA",
    "“Bote”",
    "2º turno",
    "Uno dos tres cuatro cinco seis siete ocho nueve diez",
]
NO_TITLES = [
    "el bote", "El bote.", "El bote de", "Atraca el bote:", "Bo", "A 3", "1 2 El bote", "Bote: Ancla", "Escribe a bote@faro.es",
    "Bote\tvela", "Bote ..... 4", "¿Qué bote?", "Mira www faro", "X" + "x" * 63, "EL FARO " * 8 + "X",
    "Uno dos tres cuatro cinco seis siete ocho nueve diez once",
]  # fmt: skip


@pytest.mark.parametrize("text", [*TITLES, *NO_TITLES])
def test_what_may_be_a_title(text: str) -> None:
    assert raw._is_title([f"{LONG}.", text, LONG], 2, len(LONG)) is (text in TITLES)


@pytest.mark.parametrize(
    ("lines", "n", "title"),
    [
        ([f"{LONG}.", "El bote"], 2, False),  # nothing below
        (["El bote", LONG], 1, True),
        ([LONG, "El bote", LONG], 2, False),  # in the middle of a sentence
        ([f"{LONG}.", "El bote", "y luego"], 2, False),
        ([f"{LONG}.", "", "El bote", "", LONG], 3, True),
    ],
)
def test_a_title_by_its_neighbours(lines: list[str], n: int, title: bool) -> None:
    assert raw._is_title(lines, n, len(LONG)) is title


def test_what_stands_around_a_title() -> None:
    closed = {"": True, "Fin.": True, "Fin)": True, "Corta": True, "x" * 59: True, "...": True,
              "Fin,": False, "a-": False, "Corta de": False, "x" * 60: False, "—": False}  # fmt: skip
    assert {text: raw._closed(text, 100) for text in closed} == closed
    opens = {
        "Una": True,
        "3 a": True,
        "- a": True,
        "¿Una": True,
        "*Una": True,
        "a) x": True,
        "": False,
        "una": False,
        "(una": False,
    }
    assert {text: raw._opens(text) for text in opens} == opens
    lines = ["a", "", "", "b", ""]
    assert [raw._near(lines, n, step) for n, step in ((1, 1), (4, -1), (4, 1), (1, -1))] == ["b", "a", "", ""]


@pytest.mark.parametrize(
    ("lines", "titles", "kept"),
    [
        (["Bote", "Flota bien.", "Vela", "Red", "Malla", "Firma"], [1, 3, 4, 6], [1, 3]),
        (["Bote", "En este orden:", "Vela", "- a"], [1, 3], [1, 3]),
        (["Bote", "palabras", "Vela", "Sopla."], [1, 3], [3]),
        (["Bote", "En este orden:"], [1], []),
        (["Bote"], [1], []),
        (["Bote", "", "3 a"], [1], [1]),
    ],
)
def test_a_title_heads_something(lines: list[str], titles: list[int], kept: list[int]) -> None:
    assert raw._with_text(lines, titles) == kept


FAR = [f"A{n}" for n in range(7)]


@pytest.mark.parametrize(
    ("titles", "levels"),
    [
        (["EL BOTE", "La vela", "LA RED"], [1, 2, 1]),  # a book that shouts
        (["EL BOTE", "La vela", "La red"], [1, 1, 1]),
        (["Bote", "1. El ancla", "1.2. El cabo", "1.2.3 Nudo", "2º turno"], [1, 2, 2, 3, 2]),
        (["Turno", "Vela", "Turno del bote", "Red"], [1, 2, 2, 1]),
        (["Turno de noche", *FAR[1:], "Turno de noche larga"], [1, *[2] * 7]),
        (["Turno de noche", *FAR, "Turno de noche larga"], [1] * 9),  # too far away
    ],
)
def test_the_level_of_a_title(titles: list[str], levels: list[int]) -> None:
    assert raw._levels(titles, range(1, len(titles) + 1)) == list(enumerate(levels, 1))


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (["a", "4", "b", "5", "c", "6"], {2: 4, 4: 5, 6: 6}),
        (["a4", "b5", "c6"], {1: 4, 2: 5, 3: 6}),
        (["a", "4", "5"], {}),  # two are no run
        (["4", "x", "6", "5", "6", "7", "8"], {1: 4, 4: 5, 5: 6, 6: 7, 7: 8}),
        (["- 4 -", "pág. 5", "fin.6"], {1: 4, 2: 5, 3: 6}),
    ],
)
def test_numbers_of_pages(lines: list[str], numbers: dict[int, int]) -> None:
    assert raw._page_numbers(lines) == numbers


def test_running_heads_widths_and_raw_texts() -> None:
    lines = ["Faro 4", "a", "4", "Faro 5", "b", "5", "Faro 6", "c", "6", "d", "Faro"]
    assert raw._running_heads(lines, {3: 4, 6: 5, 9: 6}) == {1, 4, 7, 11}
    assert raw._running_heads(["x" * 60] * 6, {3: 4}) == {1, 2, 4, 5}
    assert raw._running_heads(["x" * 61] * 6, {3: 4}) == set()
    assert raw._width(["a" * n for n in range(1, 12)]) == 10 and raw._width([]) == 80 and raw._width(["", "abc"]) == 3
    texts = [["a"] * 12, ["a"] * 11, ["a"] * 23 + [""] * 2, ["a"] * 24 + [""] * 2, ["a"] * 92 + [""] * 8]
    assert [raw.is_raw(text) for text in texts] == [True, False, False, True, False]


def test_titles_of_marked_texts() -> None:
    opening = [["", "# Bote", "x"], ["## Bote"], ["x", "# Bote"], [], ["Bote", "===="], ["Bote", "----"]]
    assert [opening_title(lines) for lines in opening] == ["Bote", "", "", "", "Bote", ""]
    marked = [["# Bote", "## Vela"], ["# Bote"], ["# BOTE", "# VELA", "# Red"], ["# BOTE", "# VELA"],
              ["# BOTE", "# VELA", "# RED", "# MAR", "# Faro"]]  # fmt: skip
    assert [is_marked(lines) for lines in marked] == [True, False, True, False, False]
    front = [["---", "title: Bote", "x: 1", "---", "a"], ["---", "---", "a"], ["+++", "title = 'Bote'", "+++"],
             ["---", "una frase", "---"], ["---", "title: Bote", "---", "", "---", "title: Vela", "---"]]  # fmt: skip
    assert [front_title(lines) for lines in front] == ["Bote", "", "Bote", "", ""]


NOTHING = "no se ha reconocido ningún título; todo el texto queda en una sola entrada"
WHOLE = ("T", "seccion", None)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Hola\n# Bote\nFlota.\n\n## Vela\nSopla.\n# Red\nPesca.",
         [("T", "portada", None, (1, 1)), ("Bote", "seccion", None, (3, 3)), ("Vela", "apartado", 1, (6, 6)),
          ("Red", "seccion", None, (8, 8))]),
        ('# Bote\n!!! nota "Ojo"\n    Cuidado.\n\nSigue.\n## Vela\nx',  # after a box, the section goes on
         [("Bote", "seccion", None, (5, 5)), ("Ojo", "recuadro", 0, (3, 3)), ("Vela", "apartado", 0, (7, 7))]),
        ("Bote\n====\nFlota.\n\nVela\n----\nSopla.\n\n2. El turno\n-----------\nx\n\n2. El turno\n---\ny",
         [("Bote", "seccion", None, (3, 3)), ("Vela", "apartado", 0, (7, 7)), ("2. El turno", "apartado", 0, (11, 15))]),
        ("# Glosario\n## Bote\n### Quilla\nx\n# Ejemplos\ny\n# Apéndice A\nz\n# Historial\nw",
         [("Glosario", "seccion", None), ("Bote", "termino", 0), ("Quilla", "termino", 1, (4, 4)),
          ("Ejemplos", "ejemplo", None, (6, 6)), ("Apéndice A", "apendice", None, (8, 8)),
          ("Historial", "historial", None, (10, 10))]),
        ("---\ntitle: Bote\n---\n# Bote\nx\n\n---\ntitle: Vela\n---\n## Red\ny",  # several documents
         [("Bote", "seccion", None, (3, 7)), ("Vela", "seccion", None, (9, 9)), ("Red", "apartado", 1, (11, 11))]),
        ("---\ntitle: Bote\n---\nx", [(*WHOLE, (4, 4))]),
        ("```\n# no\n```\n# sí\na", [("T", "portada", None, (1, 3)), ("sí", "seccion", None, (5, 5))]),
        ("    # hondo\nx", [(*WHOLE, (1, 2))]),
        ("   # hondo #\nx", [("hondo", "seccion", None, (2, 2))]),
        ("#Bote\nx", [("Bote", "seccion", None, (2, 2))]),
        ("#bote\nx", [(*WHOLE, (1, 2))]),
        ("a | b\n-----\nx", [(*WHOLE, (1, 3))]),
        ("x" * 121 + "\n---\ny", [(*WHOLE, (1, 3))]),
        ("x" * 120 + "\n---\ny", [("x" * 120, "seccion", None, (3, 3))]),
        ("Frase sin fin\nBote\n----\nx", [(*WHOLE, (1, 4))]),
        ("Frase.\nBote\n----\nx", [("T", "portada", None, (1, 1)), ("Bote", "seccion", None, (4, 4))]),
        ("# Índice\n- [Bote](#b)\n- [Vela](#v)\nRed ..... 4\nUna frase larga\n- [Red](#r)\n# Bote\nx",
         [("Bote", "seccion", None, (8, 8))]),
        ("# Índice\n- [Bote](#b)\nUna frase larga\n# Bote\nx",
         [("Índice", "seccion", None, (2, 3)), ("Bote", "seccion", None, (5, 5))]),
        ("# Contenidos\n## Bote\nx", [("Contenidos", "seccion", None), ("Bote", "apartado", 0, (3, 3))]),
    ],
)  # fmt: skip
def test_the_outline_of_a_marked_text(text: str, parts: list[tuple[object, ...]]) -> None:
    book = outline_marked(text.split("\n"), "T")
    assert [(part.title, part.node.kind, part.node.parent, *part.spans) for part in book.parts] == parts
    assert book.warnings == ([NOTHING] if parts[0][:3] == WHOLE else [])


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (['!!! nota "Ojo"', "    Sopla.", "      mucho", "", "    más", "Fuera", "    dentro?"],
         ["Ojo", "Sopla.", "  mucho", "", "más", "Fuera", "    dentro?"]),
        (["  Uno", "  !!! nota", "      Dos", "   Tres"], ["Uno", "", "Dos", " Tres"]),
        (["\tUno", "\tDos\ttres", "***", "a<br>b <i>c</i>", "[[Bote|el bote]] y [[Vela]]", "- - -"],
         ["    Uno", "\tDos\ttres", "", "a  b c", "[el bote](#) y [Vela](#)", ""]),
        (["!!! a", "   Casi", "  Corto", "    Otra vez"], ["", "Casi", "Corto", "Otra vez"]),
    ],
)  # fmt: skip
def test_boxes_lose_their_mark(lines: list[str], read: list[str]) -> None:
    assert markdown_of(lines, [(1, len(lines))]) == ("\n".join(["", *read]), tuple(range(len(lines) + 1)))


def test_blocks_have_their_lines_and_labels() -> None:
    raws = blocks_from(tokens_from("Uno.\n\n1. Dos\n   - a. Tres\n     - b. Cuatro\n\n   Cinco\n\n- Seis"))
    blocks = numbered(raws, (0, 0, 4, 5, 6, 0, 8, 0, 11))
    assert [(b.anchor, b.kind, b.depth, b.label, b.lines) for b in blocks] == [
        ("r1", "parrafo", 0, None, None),
        ("r2", "paso", 0, "1", (4, 4)),
        ("r3", "paso", 1, "1a", (5, 5)),
        ("r4", "paso", 1, "1b", (6, 6)),  # «b.» set under «a.» is its neighbour
        ("r5", "parrafo", 1, None, (8, 8)),
        ("r6", "vineta", 0, None, (11, 11)),
    ]
    assert plain_text(blocks) == "Uno.\n1. Dos\n  1a. Tres\n  1b. Cuatro\n  Cinco\n- Seis"
    assert [b.lines for b in numbered(raws, None)] == [None] * 6


def test_files_that_are_no_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_BYTES", 2**20)
    book = tmp_path / "libro.md"
    book.write_bytes(b"x" * 2**20)
    assert read_source(book).name == "libro.md"
    book.write_bytes(b"x" * (2 * 2**20))
    with pytest.raises(ReadError, match="ocupa 2 MB y el límite es 1 MB"):
        read_source(book)
    for data, told in (
        (b" \n", "está vacío"),
        (b"a" * 65535 + b"\0", "no es un fichero de texto"),
        (b"PK\x03\x04a", "no es un fichero de texto"),
    ):
        with pytest.raises(ReadError, match=told):
            source_from("a.md", data)
    assert source_from("a.md", b"a" * 65536 + b"\0").lines
    old = source_from("a.md", "uno\ndos\nseñal".encode("cp1252"))
    assert old.lines == ("uno", "dos", "señal") and "(línea 3)" in old.warnings[0]
    assert [source_from(name, b"# Bote\nx").title for name in ("a.md", "a.txt")] == ["Bote", ""]
    assert source_from("a.MD", b"x").marked and not source_from("a.txt", b"x").marked


def test_several_files_are_one_book(tmp_path: Path) -> None:
    assert sorted(["10.md", "2.md", "b.md", "a10", "a9"], key=lambda n: natural(Path(n))) == [
        "2.md",
        "10.md",
        "a9",
        "a10",
        "b.md",
    ]
    parts = [
        Source("01-la_vela.md", ("a", "b"), "h1", ("aviso",), marked=True, pages={1: 7}),
        Source("2.md", ("# Red", "c"), "h2", marked=True, pages={2: 8}),
        Source("3.md", ("x", "y", "# Red"), "h3", title="Bote", marked=True),
        Source("4.md", ("x", "y", "z", "# Red"), "h4", marked=False),
    ]
    book = joined("l.md", parts)
    assert book.lines == ("# La vela", "", "a", "b", "", "# Red", "c", "", "x", "y", "# Red", "", "x", "y", "z", "# Red", "")
    assert book.pages == {1: 7, 7: 8} and book.warnings == ("01-la_vela.md: aviso",) and book.marked
    assert joined("l.md", parts[:1]) is parts[0] and not joined("l.md", [parts[3], parts[3]]).marked
    (tmp_path / "tomo" / "dentro").mkdir(parents=True)
    for name in ("b.txt", "tomo/2.md", "tomo/dentro/10.md", "tomo/foto.png"):
        (tmp_path / name).write_text("x", "utf-8")
    (tmp_path / "vacio").mkdir()
    assert [(name, [f.name for f in files]) for name, files in books_in(tmp_path)] == [
        ("b.txt", ["b.txt"]),
        ("tomo.md", ["2.md", "10.md"]),
    ]


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<ol><li>Uno<ul><li>Dos</ul><li>Tres</ol>Fin", ["1. Uno", "   - Dos", "2. Tres", "Fin"]),
        ("<ol><li><p>Uno</p><p>sigue</p></ol>", ["1. Uno", "   sigue"]),
        ("<script>x<b>y</b></script>z</script>w", ["zw"]),
        ("<p>· Uno</p>", ["- Uno"]),
        ("<ul><li>a</li>· b</ul>", ["- a", "   · b"]),
        ("<h1>La <b>vela</b></h1>", ["# La vela"]),
        ("<p style='font-size: 14.0pt'><b>Vela</b></p><p style='font-size: 12.0pt'><b>Red</b></p>x", ["# Vela", "## Red", "x"]),
        ("<p style='font-size: 11.0pt'><b>Vela</b></p>x", ["**Vela**", "x"]),
        ("<p class=MsoHeading3>Vela</p>x", ["### Vela", "x"]),
        ("<table><tr><th>A<th>B</th></tr><tr><td></td></tr><tr><td>c</td></tr></table>", ["| B |", "| c |"]),
    ],
)
def test_pages_of_word_processors_and_lists(page: str, read: list[str]) -> None:
    lines = marked_from(f"<html><body>{page}</body></html>")[0].splitlines()
    assert [line for line in lines if line.strip() and not set(line) <= set("|- ")] == read


@pytest.mark.parametrize(
    ("bold", "kind", "title", "label"),
    [
        ("Aparejo:", "cualidad", "Aparejo X", True),  # a line of a list, not the keyword
        ("Aparejo", "cualidad", "Aparejo X", False),
        ("Aparejo:", "cualidad", "Aparejo", False),
        ("Aparejo:", "termino", "Aparejos", False),
    ],
)
def test_a_label_is_no_keyword_without_its_number(bold: str, kind: str, title: str, label: bool) -> None:
    assert _is_label(bold, bold.strip(":"), Target(title, kind, "", 0)) is label


def test_a_question_draws_the_icons_that_the_profile_knows() -> None:
    profile = GENERIC.model_copy(update={"iconos_de_titulos": {"gastar 1 ♣": "gastar 1 [viento]"}})
    assert layers.spelled("¿Hay que gastar 1 ♣ o una ♣?", profile) == "¿Hay que gastar 1 [viento] o una ♣?"


def test_a_title_loses_the_letter_that_stood_for_its_icon() -> None:
    profile = GENERIC.model_copy(update={"iconos_de_titulos": {"Vela (v)": "Vela"}})
    assert [layers.drawn(title, profile) for title in ("Vela (v)", "Vela (x)")] == ["Vela", "Vela (x)"]
