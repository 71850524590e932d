"""What a game must tell for its lists to be read, and what all text lists share."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kb.lists.models import Attack, Listed, Roster

NOISE = re.compile(
    r"^\W*$|^\W*\d+\s*/\s*\d+\W*$|https?://|^\W*(?:total|ship total|half points|threshold|points|puntos|total points|faction"
    r"|faccion|facción|activaciones|activations|lista|list|made with|hecho con|exportad[oa]|command cards?|cartas de mando"
    r"|battle (?:deck|cards?))\b",
    re.IGNORECASE,
)
"""Lines of a list that name no card."""
_COUNT = re.compile(r"^\W*(\d{1,2})\s*[x×]\s*|^\W*[x×](\d{1,2})\s+", re.IGNORECASE)
_POINTS = re.compile(
    r"\s*[(\[]\s*\d[\d +=]*(?:\s*(?:pts?|puntos|points))?\s*[)\]]|\s*=\s*\d+\s*$|\s+[-–]\s*\d+\s*$|^\W*\(\d+\)\s*"
)
_BULLET = re.compile(r"^[\s\-–•*·+]+")
_BLANKS = re.compile(r"\s{2,}")


@dataclass(frozen=True)
class Reader:
    read: Callable[[str], Roster]
    attack: Callable[[str], Attack | None]
    """The attack that a card's text says, as a question of `kb odds`."""
    usual: tuple[Attack, ...] = ()
    """Those told where no card says its own."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """A word that says what a card is, with the kind of card that it means: two cards may have one name."""


def lines_of(text: str) -> list[str]:
    """A run of blanks is one: the expressions that look for what stands after blanks would take the square of a long one."""
    return [_BLANKS.sub(" ", line) for line in text.splitlines()]


def counted(line: str) -> tuple[int, str]:
    """How many, and the rest: «3× Soldados» is three."""
    found = _COUNT.match(line)
    if not found:
        return 1, line
    return min(99, int(found[1] or found[2])) or 1, line[found.end() :]


def bare(line: str) -> str:
    """A name without its points, marks and bullets."""
    return " ".join(_POINTS.sub(" ", _BULLET.sub("", line)).split()).strip(" .,;:-–")


def split_text(line: str) -> tuple[str, str]:
    """`Nombre: texto de la carta` as name and text."""
    name, colon, text = line.partition(":")
    return (name, text.strip()) if colon and text.strip() else (line.rstrip(": "), "")


def no_attack(text: str) -> Attack | None:
    return None


def with_text(card: Listed, text: str) -> Listed:
    return card.model_copy(update={"text": f"{card.text}\n{text}".strip()})
