"""What a hole meant: places named in the data, then the word beside it, then its frame, then a twin sentence."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kb.books.icons.data import HOLE, UNKNOWN, BookIcons, Frame
from kb.books.icons.holes import Hole
from kb.models import Confidence
from kb.text import fold


@dataclass(frozen=True, slots=True)
class Reading:
    names: tuple[str, ...]
    confidence: Confidence
    how: str


@dataclass(slots=True)
class Scene:
    """One line with holes, where it stands, and what has been read so far."""

    line: int
    text: str
    holes: Sequence[Hole]
    titles: tuple[str, ...]
    """Titles of the entries that hold the line, the innermost first."""
    readings: list[Reading | None]


BESIDE = "la palabra lo acompaña"
NOT_KNOWN = Reading((UNKNOWN,), "baja", "no se puede saber cuál era")

_LEFT = {
    "m": re.compile(r"\b(?:el|un|este|ese|tanto|ningún|algún|los|unos|del|al)$", re.I),
    "f": re.compile(r"\b(?:la|una|esta|esa|tanta|ninguna|alguna|demasiada|las|unas)$", re.I),
}
_RIGHT = {
    "m": re.compile(r"(?:sufrido|provocado)\b|que no ha sido \w+o\b|del que\b"),
    "f": re.compile(r"(?:sufrida|provocada)\b|de la que\b|de manera que ésta\b"),
}
_AMOUNT = re.compile(r"\b(?:cantidad|número|total|valor) de$", re.I)
"""After these, what follows agrees with the amount and not with the icon."""


def read(scene: Scene, book: BookIcons) -> None:
    """Fills the readings of one line; what stays None has no evidence in its own sentence."""
    lower = scene.text.lower()
    for frame in book.places:
        for key in frame.keys:
            if key in lower:
                _apply(scene, frame, book)
                break
    for at, reading in enumerate(scene.readings):
        if reading is None:
            scene.readings[at] = _card(scene.text, at, book) or _beside(scene.text, at, book)
    for frame in book.frames if None in scene.readings else ():
        for key in frame.keys:
            if key in lower:
                _apply(scene, frame, book)
                break


def _apply(scene: Scene, frame: Frame, book: BookIcons) -> None:
    if frame.section is not None and not any(frame.section.search(t) for t in scene.titles):
        return
    for match in frame.pattern.finditer(scene.text):
        spots = [start for group in range(1, match.re.groups + 1) if (start := match.start(group)) >= 0]
        for k, spot in enumerate(spots):
            at = scene.text.count(HOLE, 0, spot)
            if scene.readings[at] is None:
                scene.readings[at] = _reading(scene, at, k, frame, book)


def _reading(scene: Scene, at: int, k: int, frame: Frame, book: BookIcons) -> Reading | None:
    if frame.among:
        return _settle(scene, at, frame, book)
    name = frame.icons[min(k, len(frame.icons) - 1)]
    if "#" in name:
        printed = scene.holes[at].printed
        figure = unicodedata.digit(printed, None) if len(printed) == 1 else None  # ② and ❷ are a 2 too
        if figure is None and printed not in book.drawings:
            return None
        name = book.drawings[printed] if figure is None else name.replace("#", str(figure))
    return Reading(tuple(name.split("+")), frame.confidence, frame.how)


def _settle(scene: Scene, at: int, frame: Frame, book: BookIcons) -> Reading | None:
    """One of several candidates: the one that agrees in gender, or else the one that the entry is about."""
    before, after = _around(scene.text, at)
    for gender in ("m", "f"):
        agrees = _RIGHT[gender].match(after) and not _AMOUNT.search(before)
        if _LEFT[gender].search(before) or agrees:
            fit = [n for n in frame.among if book.icons[n].gender == gender]
            if len(fit) == 1:
                return Reading((fit[0],), frame.confidence, "por concordancia de género")
    for title in scene.titles:
        words = f" {title} "
        fit = [n for n in frame.among if any(f" {_folded(w)} " in words for w in book.icons[n].words)]
        if fit:
            best = max(fit, key=lambda n: max(len(w) for w in book.icons[n].words if f" {_folded(w)} " in words))
            return Reading((best,), frame.confidence, "es de lo que trata la entrada")
    return None


@cache
def _folded(word: str) -> str:
    return fold(word)


def _around(text: str, at: int) -> tuple[str, str]:
    parts = text.split(HOLE)
    return parts[at].rstrip(), parts[at + 1].lstrip()


_GLOSS = re.compile(r"\(([^()]{2,40})\)")
_LEGEND = re.compile(r"[-»\s\d.]*$")
_NAMED = re.compile(r":? ?([^:.(]{3,40}?)(?=:|$| \.| \()")
_OPEN = re.compile(r"[\])]*(?: ?[(\[]|:? )$")
_WORD_EDGE = " .,;:(“«¿[-»*"
LONGEST = 6
"""Words of the longest name of an icon."""


def _beside(text: str, at: int, book: BookIcons) -> Reading | None:
    """The hole's own name next to it: `_ (daño)`, `- _: Daño`, `daño (_)`, `resultado de daño _`."""
    before, after = _around(text, at)
    gloss = _GLOSS.match(after)
    name = book.by_word.get(gloss[1].lower()) if gloss else None
    if name is None and _LEGEND.match(before) and (entry := _NAMED.match(after)):
        name = book.by_word.get(entry[1].lower())
    left = text.split(HOLE)[at]
    if name is None and (tail := _OPEN.search(left)):
        words = left[max(0, tail.start() - 80) : tail.start()].lower().split()[-LONGEST:]
        tails = (" ".join(words[k:]).lstrip(_WORD_EDGE) for k in range(len(words)))
        name = next((book.by_word[t] for t in tails if t in book.by_word), None)
    return Reading((name,), "alta", BESIDE) if name else None


_LABEL = re.compile(r" [\[(](?:[^\[\]()]*, )?$")


def _card(text: str, at: int, book: BookIcons) -> Reading | None:
    """`Nombre de carta [_]`: the icon is the type of that card."""
    before = text.split(HOLE)[at]
    label = _LABEL.search(before) if book.cards else None
    if label is None:
        return None
    words = fold(before[max(0, label.start() - 60) : label.start()]).split()
    kinds = next((book.cards[t] for k in range(len(words)) if (t := " ".join(words[k:])) in book.cards), None)
    return Reading(kinds, "media", "por el tipo de mejora de esa carta") if kinds else None


def twins(scenes: Sequence[Scene]) -> None:
    """Gives a hole without evidence what the same words hold elsewhere in the book, if all agree."""
    known: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    where: dict[tuple[str, str], str] = {}
    for scene in scenes:
        for at, reading in enumerate(scene.readings):
            if reading is not None and reading.confidence != "baja":
                key = _key(scene.text, at)
                known.setdefault(key, set()).add(reading.names)
                where.setdefault(key, scene.titles[0] if scene.titles else "")
    for scene in scenes:
        for at, reading in enumerate(scene.readings):
            if reading is None and len(names := known.get(key := _key(scene.text, at), set())) == 1:
                title = f" en «{where[key].capitalize()}»" if where[key] else ""
                scene.readings[at] = Reading(next(iter(names)), "media", f"la misma frase lo lleva{title}")


def _key(text: str, at: int) -> tuple[str, str]:
    """Five words before the hole and four after; other holes count as words."""
    parts = text.split(HOLE)
    before = fold(" x ".join(parts[max(0, at - 3) : at + 1])[-90:]).split()
    after = fold(" x ".join(parts[at + 1 : at + 4])[:80]).split()
    return " ".join(before[-5:]), " ".join(after[:4])
