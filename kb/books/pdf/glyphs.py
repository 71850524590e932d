"""The letters of a page, as PDFium gives them, put together into pieces of lines."""

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from kb.books.pdf.fragment import Fragment

BOLD = 600
_BOLD_NAMES = ("bold", "black", "heavy", "semibold", "demi")
_SLANTED = ("italic", "oblique")
_WORD_GAP, _PIECE_GAP = 0.17, 0.95
"""Of the size of the letters: a gap that parts two words, and one that parts two columns or two cells."""
_BOX = 1.16
"""The height of a line's box beside the size of its letters, in most fonts."""
_LOOSE = 0.35
"""Of the size: how far from its line a letter may stand (an exponent, an icon)."""


@dataclass(slots=True)
class _Letter:
    char: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool
    spaced: bool
    """After a space."""


def fragments(page: pdfium.PdfPage) -> list[Fragment]:
    """The pieces of a page in the order of the file."""
    found: list[Fragment] = []
    run: list[_Letter] = []
    for letter in _letters(page):
        if run and not _goes_on(run[-1], letter):
            found += _piece(run)
            run = []
        run.append(letter)
    return [*found, *_piece(run)]


def _goes_on(before: _Letter, letter: _Letter) -> bool:
    size = max(before.size, letter.size)
    if abs(before.y - letter.y) > _LOOSE * size:
        return False
    return -0.6 * size < letter.x0 - before.x1 < _PIECE_GAP * size


def _piece(run: list[_Letter]) -> Iterator[Fragment]:
    if not run:
        return
    sizes = sorted(letter.size for letter in run)
    size = sizes[len(sizes) // 2]
    ys = sorted(letter.y for letter in run)
    bold = all(letter.bold for letter in run if letter.char.isalnum()) and any(letter.bold for letter in run)
    yield Fragment(run[0].x0, max(l.x1 for l in run), ys[len(ys) // 2], size, _text(run, size, bold), bold)


def _text(run: list[_Letter], size: float, whole: bool) -> str:
    out: list[str] = []
    bold = False
    before: _Letter | None = None
    for letter in run:
        if before is not None and (letter.spaced or letter.x0 - before.x1 > _WORD_GAP * size):
            out.append(" ")
        if not whole and letter.char.strip() and letter.bold != bold:
            mark = len(out)
            while mark and out[mark - 1] == " " and bold:
                mark -= 1
            out.insert(mark, "**")
            bold = letter.bold
        out.append(letter.char)
        before = letter
    if bold:
        out.append("**")
    return " ".join("".join(out).split())


def _letters(page: pdfium.PdfPage) -> Iterator[_Letter]:
    text = page.get_textpage()
    handle, height = text.raw, page.get_height()
    left, bottom, right, top = page.get_cropbox(fallback_ok=True)
    fonts: dict[int | None, tuple[float, bool]] = {}
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    spaced = False
    for i in range(raw.FPDFText_CountChars(handle)):
        code = raw.FPDFText_GetUnicode(handle, i)
        if code <= 32 or code in (0xA0, 0xFFFE, 0xFFFF):
            spaced = True
            continue
        if not raw.FPDFText_GetLooseCharBox(handle, i, box) or not raw.FPDFText_GetCharOrigin(handle, i, x, y):
            continue
        if box.top - box.bottom <= 1 or box.right < left or box.left > right or box.top < bottom or box.bottom > top:
            continue  # nothing that is seen
        owner = raw.FPDFText_GetTextObject(handle, i)
        key = ctypes.cast(owner, ctypes.c_void_p).value
        if key not in fonts:
            fonts[key] = _size(handle, i, box.top - box.bottom), _is_bold(handle, i)
        size, bold = fonts[key]
        yield _Letter(chr(code), box.left, box.right, height - y.value, size, bold, spaced)
        spaced = False
    text.close()


def _size(handle: raw.FPDF_TEXTPAGE, i: int, tall: float) -> float:
    """How tall a line of these letters is, by the size that the file says: an italic may have a taller box than its roman."""
    matrix = raw.FS_MATRIX()
    said: float = raw.FPDFText_GetFontSize(handle, i)
    scale = math.hypot(matrix.c, matrix.d) if raw.FPDFText_GetMatrix(handle, i, matrix) else 0.0
    return _BOX * said * scale if said * scale > 1 else tall


def _is_bold(handle: raw.FPDF_TEXTPAGE, i: int) -> bool:
    """By the name of the font; by its weight where the name says nothing, as that of an italic is often wrong."""
    flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(handle, i, name, 128, flags)
    told = name.value.decode("latin-1", "replace").lower()
    if any(word in told for word in _BOLD_NAMES):
        return True
    return not any(word in told for word in _SLANTED) and bool(raw.FPDFText_GetFontWeight(handle, i) >= BOLD)
