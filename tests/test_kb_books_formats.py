"""Books that nobody prepared the reader for: Markdown as people write it, web pages, raw text, PDF."""

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from cases import cases
from sample import WHOLE
from typeset import BROWSER, html_of, print_pdf

from grammar.game import CORPUS, GAMES
from kb.books.official import read_book
from kb.books.shipped import shipped_entries
from kb.books.source import books_in, joined, read_source, source_from
from kb.cli import main
from kb.errors import ReadError
from kb.models import Entry

FIXTURES = Path(__file__).parent / "fixtures" / "formats"
CASES = cases("formats/casos.md")


def tree(entries: list[Entry]) -> str:
    by_id = {e.id: e for e in entries}

    def depth(e: Entry) -> int:
        return 1 + depth(by_id[e.parent]) if e.parent else 0

    return "\n".join(f"{'  ' * depth(e)}{e.kind} {e.title}: {' / '.join(e.text.splitlines())}" for e in entries)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_structure(text: str, expected: str) -> None:
    source = source_from("faro.txt" if text.startswith("LOS FAROS") else "faro.md", text.encode())
    book = read_book(source)
    assert tree(book.entries) == expected
    covered = {n for e in book.entries if e.lines for n in range(e.lines[0], e.lines[1] + 1)}
    covered |= {n for part in book.report.excluded for n in range(part.lines[0], part.lines[1] + 1)}
    inked = {n for n, line in enumerate(source.lines, 1) if line.strip()}
    assert inked <= covered, sorted(inked - covered)


def test_numbered_files_and_folders_are_one_book_each(tmp_path: Path) -> None:
    for name in ("2-turno.md", "10-final.md", "1-inicio.md", "otro.md", "saga/b.md", "saga/a.md"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"Texto de {place.stem}.\n\n## Detalle\n\nMás.\n", "utf-8")
    books = [(told.split(".")[0], [p.name for p in paths]) for told, paths in books_in(tmp_path)]
    assert books == [("otro", ["otro.md"]), (tmp_path.name.split(".")[0], ["1-inicio.md", "2-turno.md", "10-final.md"]),
                     ("saga", ["a.md", "b.md"])]  # fmt: skip
    whole = read_book(joined("saga", [read_source(tmp_path / "saga" / name) for name in ("a.md", "b.md")]))
    assert [(e.title, e.parent) for e in whole.entries] == [
        ("A", None), ("Detalle", "saga/a"), ("B", None), ("Detalle", "saga/b"),
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES if WHOLE else ("imperial-assault", "rebellion"))
@pytest.mark.skipif(BROWSER is None, reason="no hay ningún navegador que imprima")
def test_our_own_book_printed_in_two_columns_and_read_back(game: str, tmp_path: Path) -> None:
    front, ours = shipped_entries(CORPUS / game / "libro.md")
    pdf = print_pdf(html_of(front.titulo, ours), tmp_path / "libro.pdf")
    source = read_source(pdf)
    back = read_book(source).entries
    assert [e.title.lower() for e in back] == [e.title.lower() for e in ours]  # «MASA» alone may be shouted or a name
    titles = {e.id: e.title.lower() for e in (*back, *ours)}
    assert [titles.get(e.parent or "") for e in back] == [titles.get(e.parent or "") for e in ours]
    words = [sorted(e.text.lower().split()) for e in ours]
    same = sum(len(set(a) & set(b.text.lower().split())) for a, b in zip(words, back, strict=True))
    assert same >= 0.99 * sum(len(set(a)) for a in words)
    pages = [e.page or 0 for e in back]
    assert pages[0] == 1 and pages == sorted(pages) and len(set(pages)) > 5
    printed = [plain(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(pdf)]
    astray = [e.title for e in back if plain(e.title) not in printed[(e.page or 0) - 1]]
    assert len(astray) <= 0.01 * len(back), astray  # a title that is cut between two pages stands whole on neither


PRINTED = """<!doctype html><html lang="es"><style>@page { size: A5; margin: 12mm } body { font: 9pt/1.3 serif }
main { columns: 2 } h2 { font-size: 12pt } h3 { font-size: 10.5pt; break-inside: avoid } h4 { font-size: 9pt; margin: 0 }
table { width: 100% }</style><main>
<h2>Deslizar</h2><p>Un trineo cargado baja tantas casillas como peones lo sujeten, y después se aplica la tabla. Si dos trineos
acaban en la misma casilla, el que llegó antes sigue hasta la siguiente que esté libre, y así hasta el puerto.</p>
<table><tr><th>Dado</th><th>Resultado</th></tr><tr><td>1-2</td><td>Se rompe.</td></tr>
<tr><td>3-6</td><td>Se detiene.</td></tr></table>
<h4>Cargar</h4><p>Un bloque que está en el puerto se carga en el barco abierto. Con cuatro bloques zarpa y puntúa
para quien tenga más bloques en él; en caso de empate, para quien cargó el último.</p>
<h2>Preguntas</h2><h3>Si un trineo que baja por la ladera norte llega al puerto en la misma ronda en que zarpa el sexto barco de
la partida, y otra cuadrilla tiene un capataz en el muelle, ¿cuenta su bloque para el barco o se queda allí (1/3)?</h3>
<p>Cuenta, porque el barco zarpa después de que se hayan movido todos los trineos de la ronda.</p></main></html>"""


@pytest.mark.skipif(BROWSER is None, reason="no hay ningún navegador que imprima")
def test_a_printed_title_may_be_a_question_or_follow_a_table(tmp_path: Path) -> None:
    back = read_book(read_source(print_pdf(PRINTED, tmp_path / "cantera.pdf"))).entries
    assert [e.title.split()[0] for e in back] == ["Deslizar", "Cargar", "Preguntas", "Si"]
    assert back[-1].title.endswith("(1/3)?") and back[-1].parent == back[-2].id and back[-1].text.startswith("Cuenta")


def plain(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())


def pictures(pages: int) -> bytes:
    document = pdfium.PdfDocument.new()
    for _ in range(pages):
        document.new_page(595, 842)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def zipped() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("libro.txt", "Texto")
    return out.getvalue()


BAD = {
    "imagenes": (lambda: pictures(3), "sus páginas son imágenes, sin texto"),
    "dos mil": (lambda: pictures(2000), "tiene 2000 páginas"),
    "roto": (lambda: b"%PDF-1.7\n" + b"\x00garbage" * 400, "está dañado o no es un PDF"),
    "cortado": (lambda: pictures(3)[:200], "está dañado o no es un PDF"),
    "zip": (zipped, "no es un fichero de texto ni un PDF"),
    "cifrado": (lambda: (FIXTURES / "cifrado.pdf").read_bytes(), "está cifrado con contraseña"),
}


@pytest.mark.parametrize(("made", "told"), BAD.values(), ids=BAD)
def test_a_bad_pdf_is_one_sentence(made, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ReadError, match=told):
        source_from("libro.pdf", made())
    books = tmp_path / "libros"
    books.mkdir()
    (books / "libro.pdf").write_bytes(made())
    assert main(["build", "--books", str(books), "--out", str(tmp_path / "kb")]) == 2
    said = capsys.readouterr().err.strip()
    assert told in said and "\n" not in said and not (tmp_path / "kb").exists()


def test_what_is_put_aside_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = tmp_path / "libros"
    books.mkdir()
    rows = "\n".join(f"- [Parte {n}](#parte-{n})" for n in range(30))
    (books / "libro.md").write_text(f"# Índice\n\n{rows}\n\n# Turno\n\nSe juega.\n", "utf-8")
    assert main(["build", "--books", str(books), "--out", str(tmp_path / "kb"), "--no-index"]) == 0
    said = capsys.readouterr().err
    assert "aparte: libro.md: índice de contenido, 97,0 % de las líneas" in said
    assert "aviso: libro.md: queda fuera de las entradas el 97,0 % de las líneas." in said
