"""The readers of books, piece by piece: pages, paragraphs, lists of labels, tables of contents, files of a folder."""

from pathlib import Path

import pytest

from kb.books.blocks import blocks_from, tokens_from
from kb.books.html import marked_from
from kb.books.raw import _in_list, _pages, paragraphs
from kb.books.source import books_in
from kb.books.tables import _row


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
