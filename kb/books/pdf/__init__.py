"""A rulebook as PDF, turned into marked text: titles by the size and weight of their letters, columns in the order in which
they are read, running heads and page numbers off, lists, tables, and the page of every line.

The library that reads PDF is an extra (`pdf`): without it, one sentence says how to get it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kb.books.pdf.layout import Page, page_from, without_furniture
from kb.books.pdf.text import marked_lines
from kb.errors import ReadError

try:
    import pypdfium2 as pdfium

    from kb.books.pdf.glyphs import fragments
except ImportError:  # the optional extra `pdf` is not installed
    pdfium = None

MOST_PAGES = 1200
_WANTED = 40
"""Letters a page that a book has at the least: below, its pages are pictures."""
_ERRORS = {
    "password": ("está cifrado con contraseña", "Quítasela (imprímelo a otro PDF) y vuelve a intentarlo."),
    "pages": ("tiene {n} páginas y el límite son {most}", "Divídelo en libros."),
    "pictures": ("sus páginas son imágenes, sin texto", "Pásalo antes por un reconocedor de texto (OCR)."),
    "broken": ("está dañado o no es un PDF", "Descárgalo o expórtalo otra vez."),
    "missing": ("para leer un PDF falta una biblioteca", "Instálala con «pip install reglario[pdf]»."),
}


@dataclass(frozen=True, slots=True)
class PdfText:
    lines: tuple[str, ...]
    pages: dict[int, int]
    title: str
    warnings: tuple[str, ...]


def is_pdf(data: bytes) -> bool:
    return b"%PDF-" in data[:1024]


def read_pdf(name: str, data: bytes, progress: Callable[[str], None]) -> PdfText:
    if pdfium is None:
        raise _error(name, "missing")
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise _error(name, "password" if "assword" in str(error) else "broken") from error
    try:
        if len(document) > MOST_PAGES:
            raise _error(name, "pages", n=len(document), most=MOST_PAGES)
        pages = list(_pages(name, document, progress))
        title = str(document.get_metadata_value("Title") or "").strip()
    except pdfium.PdfiumError as error:
        raise _error(name, "broken") from error
    finally:
        document.close()
    if sum(len(line.text) for page in pages for line in page.lines) < _WANTED * max(1, len(pages)) // 4:
        raise _error(name, "pictures" if pages else "broken")
    kept, printed, aside = without_furniture(pages)
    words = sum(len(line.text.split()) for line in kept)
    rows = list(marked_lines(kept))
    numbers = {n: printed[row.page] for n, row in enumerate(rows, 1)}
    return PdfText(tuple(row.text for row in rows), numbers, _book_title(title), tuple(_told(aside, words)))


def _pages(name: str, document: "pdfium.PdfDocument", progress: Callable[[str], None]) -> Iterator[Page]:
    total = len(document)
    for at in range(total):
        progress(f"Leyendo {name}: página {at + 1} de {total}")
        page = document[at]
        yield page_from(fragments(page), page.get_height(), at)
        page.close()


def _book_title(told: str) -> str:
    """Programs write the name of a file there as often as a title."""
    return told if " " in told and "." not in told[-5:] and "untitled" not in told.lower() else ""


def _told(aside: Counter[str], kept: int) -> Iterator[str]:
    for reason, words in aside.items():
        yield f"se aparta por ser {reason}: {words} palabras ({100 * words / (words + kept):.1f} %)".replace(".", ",")


def _error(name: str, kind: str, **values: int) -> ReadError:
    reason, advice = _ERRORS[kind]
    return ReadError(name, reason.format(**values), advice)
