"""The reader on small rulebooks of our own, one in each style of marking levels; no profile knows them."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.anchors import block_at, marks
from kb.books.official import Book, read_book
from kb.books.source import source_from
from kb.models import Block, Entry

FIXTURES = Path(__file__).parent / "fixtures" / "books"
STYLES = sorted(path.stem for path in FIXTURES.glob("*.txt"))


def read(style: str) -> Book:
    return read_book(source_from(f"{style}.txt", (FIXTURES / f"{style}.txt").read_bytes()))


def tree(entries: list[Entry], lines: list[str]) -> str:
    """One line an entry: kind, title, `-> redirect`, `+ see also`, `> references`."""
    depth: dict[str | None, int] = {None: -1}
    children: dict[str | None, list[Entry]] = {}
    for e in entries:
        children.setdefault(e.parent, []).append(e)
    out = []
    closings = any("Temas" in line for line in lines)

    def walk(parent: str | None) -> None:
        for e in children.get(parent, []):
            depth[e.id] = depth[parent] + 1
            slug = lambda id: id.split("/", 1)[1]  # noqa: E731
            line = "  " * depth[e.id] + f"{e.kind} {e.title}"
            line += f" -> {slug(e.redirect)}" if e.redirect else ""
            line += " + " + " ".join(map(slug, e.see_also)) if closings and e.see_also else ""
            refs = [i for i in dict.fromkeys([*e.refs, *e.see_also]) if not (closings and i in e.see_also)]
            line += " > " + " ".join(map(slug, refs)) if refs and not e.redirect else ""
            out.append(line)
            walk(e.id)

    walk(None)
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("style", STYLES)
def test_structure(style: str) -> None:
    lines = (FIXTURES / f"{style}.txt").read_text("utf-8").split("\n")
    assert tree(read(style).entries, lines) == (FIXTURES / f"{style}.esperado").read_text("utf-8")


def entry(style: str, slug: str) -> Entry:
    return next(e for e in read(style).entries if e.id.endswith(f"/{slug}"))


def test_blocks_have_labels_depths_and_source_lines() -> None:
    blocks = entry("alfabetico", "bote").blocks
    shape = [(b.kind, b.depth, b.label, b.term) for b in blocks]
    assert shape == [
        ("parrafo", 0, None, None),
        ("paso", 0, "1", "Elegir rumbo"),
        ("paso", 1, "1a", "Medir"),
        ("paso", 1, "1b", "Virar"),
        ("vineta", 2, None, None),
        ("paso", 0, "2", "Mover"),
        ("vineta", 0, None, None),
    ]
    source = (FIXTURES / "alfabetico.txt").read_text("utf-8").split("\n")
    assert all(b.lines and b.text.split(":")[0][:12] in source[b.lines[0] - 1].replace("*", "") for b in blocks)
    assert [b.anchor for b in blocks] == [f"r{n}" for n in range(1, 8)]
    assert [b.mark for b in blocks][1:4] == ["r-elegir-rumbo", "r-medir", "r-virar"]


def test_a_mark_survives_a_bullet_put_before_it() -> None:
    before = marks([(None, "Mueve el bote."), ("Coste", "Coste: 1 remo."), (None, "Mueve el bote.")])
    assert before[1] == "r-coste" and before[2] == f"{before[0]}-2"
    after = marks([(None, "Algo nuevo."), (None, "Mueve el bote."), ("Coste", "Coste: 2 remos."), (None, "Mueve el bote.")])
    assert after[1:] == before
    assert marks([("Una palabra interminablemente larguísima", "x")]) == ["r-una-palabra"]


@pytest.mark.parametrize("anchor", ["r-coste", "r2", "r9"])
def test_a_block_is_found_by_its_mark_its_place_and_what_it_was_before(anchor: str) -> None:
    blocks = (Block(anchor="r1", kind="parrafo", text="a", md="a"),
              Block(anchor="r2", mark="r-coste", old=("r9",), kind="parrafo", text="b", md="b"))  # fmt: skip
    assert block_at(blocks, anchor) == blocks[1]
    assert block_at(blocks, "r3") is None


def test_lost_step_numbers_are_restored_and_recorded() -> None:
    book = read("contenido")
    steps = [(b.label, b.term) for b in entry("contenido", "linternas").blocks if b.kind == "paso"]
    assert steps == [("1", "Yesca"), ("2", "Mecha"), ("3", "Llama")]
    assert {r.why for r in book.repairs} == {
        "negrita sin apertura",
        "número de paso perdido",
        "párrafo partido por un salto de página",
    }


def test_split_paragraph_is_one_block() -> None:
    (block,) = entry("contenido", "botes-varados").blocks
    assert block.text.endswith("puede seguir encendiendo linternas desde la orilla.")


def test_question_has_verdict_and_steps() -> None:
    first, second = (e for e in read("alfabetico").entries if e.kind == "pregunta")
    assert first.verdict is not None and first.verdict.verdict == "no"
    assert second.verdict is not None and (second.verdict.verdict, second.verdict.steps) == ("si", ("1b",))
    assert second.step_refs == ("alfabetico/bote#paso-1b",)


def test_erratum_has_current_text_and_reason() -> None:
    erratum = next(e.erratum for e in read("alfabetico").entries if e.erratum)
    assert erratum.current == "Después de virar, puedes encender 1 linterna."
    assert erratum.reason and "antes" in erratum.reason


def test_history_reaches_the_entries_it_names() -> None:
    assert [c.version for c in entry("contenido", "botes-varados").changes] == ["03.02.2025"]
    assert entry("contenido", "agil").changes == ()


def test_pages_and_other_names_come_from_the_index() -> None:
    ancla, bote = entry("cierre", "ancla"), entry("cierre", "bote")
    assert (ancla.page, bote.page) == (2, 3)
    assert "Botadura" in bote.aliases


def test_dangling_reference_is_listed_by_its_words() -> None:
    assert entry("cierre", "marea").dangling == ("Luna",)


@pytest.mark.parametrize("style", STYLES)
def test_nothing_is_lost(style: str) -> None:
    book = read(style)
    lines = (FIXTURES / f"{style}.txt").read_text("utf-8").split("\n")
    assert uncovered_lines(book, lines) == []


def uncovered_lines(book: Book, lines: list[str]) -> list[int]:
    spans = [e.lines for e in book.entries if e.lines] + [x.lines for x in book.report.excluded]
    covered = {n for a, b in spans for n in range(a, b + 1)}
    return [n for n, line in enumerate(lines, 1) if line.strip() and n not in covered]


_LINE_ENDS = "\r\n\x00\x85\u2028\u2029\x0b\x0c\x1c\x1d\x1e"
_LINE = st.one_of(
    st.just(""),
    st.just(""),
    st.sampled_from(
        ["GLOSARIO", "APÉNDICE A: MAPAS", "ÍNDICE", "ERRATAS", "PREGUNTAS FRECUENTES", "ÍNDICE DE CONTENIDO", "ANCLA",
         "BOTE",
         "HISTORIAL DE CAMBIOS", "01.02.2025", "EJEMPLO: ANCLA", "## MAREA", "P: ¿Sí?", "R: No.", "Véase también: Ancla, Bote",
         "Ancla.....3",
         "A\t2\tB\t3", "1. Uno", " - a. Dos", "- **Tres:** cuatro", "Tipos: *Roca*", "Ver [Ancla](#).", "© Nadie",
         "- Cinco:** seis", "◇ siete", "**Temas relacionados:** Marea", "una frase corriente que termina en punto."]
    ),
    st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters=_LINE_ENDS), max_size=40),
)  # fmt: skip


@given(st.lists(_LINE, min_size=1, max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_and_nothing_is_lost(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    if not data.strip():
        return
    source = source_from("libro.txt", data)
    book = read_book(source)
    assert uncovered_lines(book, list(source.lines)) == []
    assert len({e.id for e in book.entries}) == len(book.entries)
    ids = {e.id for e in book.entries}
    assert all(target in ids for e in book.entries for target in (*e.see_also, *e.refs))


def test_contents_with_nothing_after_them() -> None:
    """Found by the law above: the last row of the contents was in no entry and not excluded."""
    book = read_book(source_from("libro.txt", "ÍNDICE DE CONTENIDO\n\nA\t2\tB\t3".encode()))
    assert [x.lines for x in book.report.excluded] == [(1, 3)]


def test_no_cell_of_an_uneven_table_is_lost() -> None:
    book = read_book(source_from("libro.txt", b"TABLA\n\nRUMBOS\t\t\n3\ta\tb\n0\t\t\tc\n"))
    assert [b.text for b in book.entries[0].blocks] == ["RUMBOS", "3 | a | b", "0 |  |  | c"]


def test_unclosed_quotation_is_closed_unless_it_goes_on() -> None:
    text = 'ERRATAS\n\nFARO\n\nDebería decir: "Enciende 1 linterna.\n\nBOTE\n\nDebería decir: "Vira.\n\nLuego ancla."\n'
    book = read_book(source_from("libro.txt", text.encode()))
    assert [b.text for e in book.entries for b in e.blocks] == [
        'Debería decir: "Enciende 1 linterna."',
        'Debería decir: "Vira.',
        'Luego ancla."',
    ]
    assert [r.why for r in book.repairs] == ["comilla o paréntesis sin cerrar"]
