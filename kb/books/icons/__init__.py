"""Icons that a scan lost: lines and entries in, places with what stood there and how sure we are out.

Holes are found by `holes`, read by `evidence` with what `data` knows of the book. Each place is judged by the words
around it; nothing is decided by the glyph that happens to be printed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.books.icons.data import load_icons
from kb.books.icons.evidence import NOT_KNOWN, Scene, read, twins
from kb.books.icons.holes import holes_in, skeleton
from kb.models import Confidence
from kb.text import fold


@dataclass(frozen=True, slots=True)
class Section:
    """An entry and its 1-based line range."""

    title: str
    kind: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Found:
    """The span of a source line that a token replaces; `start == end` where nothing was printed."""

    line: int
    start: int
    end: int
    token: str
    printed: str
    confidence: Confidence
    how: str


def recover(book: str, lines: Sequence[str], sections: Sequence[Section]) -> list[Found]:
    """Every lost icon of a book, sorted by place; `[?]` where it cannot be known."""
    known = load_icons(book)
    titles = _titles(sections, len(lines))
    scenes = []
    for n, line in enumerate(lines, 1):
        if not line:
            continue
        if holes := holes_in(line, known, titles[n]):
            scenes.append(Scene(n, skeleton(line, holes), holes, titles[n], [None] * len(holes)))
    for scene in scenes:
        read(scene, known)
    twins(scenes)
    return [found for scene in scenes for found in _found(scene)]


def _titles(sections: Sequence[Section], count: int) -> list[tuple[str, ...]]:
    """Folded titles of the entries around each line, the innermost first."""
    titles: list[tuple[str, ...]] = [()] * (count + 2)
    for section in sorted(sections, key=lambda s: (s.first, -s.last)):
        title = fold(section.title)
        for n in range(max(section.first, 0), min(section.last, count) + 1):
            titles[n] = (title, *titles[n])
    return titles


def _found(scene: Scene) -> list[Found]:
    out = []
    for hole, reading in zip(scene.holes, scene.readings, strict=True):
        reading = reading or NOT_KNOWN
        for k, name in enumerate(reading.names):
            start = hole.start if k == 0 else hole.end
            out.append(Found(scene.line, start, hole.end, f"[{name}]", hole.printed if k == 0 else "",
                             reading.confidence, reading.how))  # fmt: skip
    return out


_TIGHT = ("  ", "( ", "“ ", "« ", "[ ")
_SPACED = re.compile(r" (?=[ .,;:)\]”»](?!\.))")
_MANOEUVRE = re.compile(r"\\?\[(\d )?((?:\[[^\[\]]+\](?:,? [oyOY] |, )?)+)\\?\](?!\()")


def restore(text: str, found: Sequence[Found]) -> str:
    """The line with its tokens, spaced as text. `found` are the places of this line."""
    out, at = "", 0
    for place in found:
        out += text[at : place.start]
        if out.endswith(_TIGHT):
            out = out[:-1]
        elif out and (out[-1].isalnum() or out[-1] in ",;.)%"):
            out += " "
        out += place.token
        at = place.end
        if _SPACED.match(text, at):
            at += 1
        elif at < len(text) and (text[at].isalnum() or text[at] in "(¿¡“"):
            out += " "
    out += text[at:]
    return _MANOEUVRE.sub(lambda m: f"({m[1] or ''}{m[2]})", out) if found else text
