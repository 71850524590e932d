"""What is known about the icons of each book (`lectura-iconos.toml` of its game's folder), compiled once.

Patterns are regular expressions over a line in which every hole is written `_`. None of them names a glyph: the same
glyph stands for many icons, so only the words around it count.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast, get_args

from grammar.game import CORPUS
from kb.models import Confidence
from kb.text import fold

FILE, FOLDER = "lectura-iconos.toml", CORPUS
HOLE = "\ue000"
"""Stands for one hole inside a skeleton; a private character that no book holds."""
UNKNOWN = "?"

_NOT_PLAIN = re.compile(r"\[[^\]]*\]|\\.|.\{[\d,]+\}")
_BREAK = re.compile(r"(?s:.)[?*]|\0|[+.^$_]")
_GROUP = re.compile(r"\((?P<sort>\?(?::|=|<=|P<h>)|\?<?!|)(?P<held>[^()]*)\)(?P<maybe>[?*])?")
"""Innermost group: what it holds is certain only without alternatives nor quantifier."""


@dataclass(frozen=True, slots=True)
class Icon:
    name: str
    """Its token without brackets: `daño`."""
    gender: str
    kind: str
    words: tuple[str, ...]
    """How the text names it, lower case."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Words around one or more holes, and what icons they ask for."""

    pattern: re.Pattern[str]
    keys: tuple[str, ...]
    """Letters of which the line must hold some for the pattern to be worth trying, in lower case."""
    icons: tuple[str, ...]
    """One per hole: a name, several names joined by `+`, or `#` for the printed figure or drawing."""
    among: tuple[str, ...]
    """Candidates to be settled by gender or by the subject of the entry, instead of `icons`."""
    section: re.Pattern[str] | None
    confidence: Confidence
    how: str


@dataclass(frozen=True, slots=True)
class Detector:
    """Where this book hides an icon that the general detectors cannot see: a figure, a letter, or no trace."""

    pattern: re.Pattern[str]
    keys: tuple[str, ...]
    section: re.Pattern[str] | None
    figure: bool
    """Whether something is printed there: the group `h`."""


@dataclass(frozen=True, slots=True)
class BookIcons:
    book: str
    icons: Mapping[str, Icon]
    by_word: Mapping[str, str]
    cards: Mapping[str, tuple[str, ...]]
    """Folded name of a card to the icon of its type."""
    drawings: Mapping[str, str]
    """What a printed arrow or fraction shows, for frames that admit nothing else there (`#`)."""
    frames: tuple[Frame, ...]
    places: tuple[Frame, ...]
    detectors: tuple[Detector, ...]
    real: re.Pattern[str] | None
    """What looks like a hole and is none."""


EMPTY = BookIcons("", {}, {}, {}, {}, (), (), (), None)


@cache
def load_icons(book: str) -> BookIcons:
    path = FOLDER / book / FILE
    if not path.is_file():
        return EMPTY
    raw = tomllib.loads(path.read_text("utf-8"))
    icons = {name: Icon(name, gender, kind, tuple(words)) for name, gender, kind, *words in raw["iconos"]}
    by_word = {word: name for name, icon in icons.items() for word in icon.words}
    real = raw.get("no_son")
    return BookIcons(
        book=book, icons=icons, by_word=by_word,
        cards={fold(card): tuple(kind.split("+")) for kind, *cards in raw.get("cartas", ()) for card in cards},
        drawings=raw.get("dibujos", {}),
        frames=tuple(_frame(row, icons) for row in raw.get("marcos", ())),
        places=tuple(_frame(row, icons) for row in raw.get("lugares", ())),
        detectors=tuple(_detector(*row) for row in raw.get("detectores", ())),
        real=re.compile("|".join(real)) if real else None,
    )  # fmt: skip


def _frame(row: Sequence[str], icons: Mapping[str, Icon]) -> Frame:
    """`[marco, iconos, confianza, cómo, sección]`; icons by spaces, or candidates by `|`, or a class as `@clase`."""
    pattern, names, confidence, how, section = (*row, "", "", "")[:5]
    among: tuple[str, ...] = ()
    if names.startswith("@"):
        among = tuple(name for name, icon in icons.items() if icon.kind == names[1:])
    elif "|" in names:
        among = tuple(names.split("|"))
    if confidence not in get_args(Confidence):
        raise ValueError(f"confianza «{confidence}» en el marco «{pattern}»")
    return Frame(
        re.compile(pattern.replace("_", f"({HOLE})"), re.I), keys_of(pattern.lower()),
        () if among else tuple(names.split()), among,
        re.compile(section) if section else None, cast(Confidence, confidence), how,
    )  # fmt: skip


def _detector(pattern: str, section: str = "") -> Detector:
    return Detector(re.compile(pattern), keys_of(pattern), re.compile(section) if section else None, "(?P<h>" in pattern)


def keys_of(pattern: str) -> tuple[str, ...]:
    """Plain characters of which every match holds one run at least: the longest of each alternative."""
    text = _NOT_PLAIN.sub("\0", pattern)
    while "(" in text:
        text, groups = _GROUP.subn(_certain, text)
        if not groups:
            return ("",)
    return tuple(max(_BREAK.split(branch), key=len) for branch in text.split("|"))


def _certain(group: re.Match[str]) -> str:
    lost = group["maybe"] or group["sort"].endswith("!") or "|" in group["held"]
    return "\0" if lost else f"\0{group['held']}\0"
