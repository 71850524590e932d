"""What a change of an entry touches: the keywords that it defines, the cards that name it, the rulings that rest on it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from grammar.game import Game
from kb.errors import ReadError
from kb.models import Model
from kb.review.diff import EntryDiff

_PARAMETER = re.compile(r"\s+X\b.*$|:.*$")
_SHORTEST = 4
"""A title of fewer letters is found in other words."""
Card = tuple[str, str]
"""Name and text."""


class Ruling(Model):
    """A judge's ruling, as far as it matters here."""

    id: int
    question: str
    entries: tuple[str, ...]
    """Of the passages that it cites."""


class Touched(Model):
    keywords: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


def touched(id: str, title: str, facts: Game | None, cards: Iterable[Card], rulings: Iterable[Ruling]) -> Touched:
    """What hangs on the entry of that address and title."""
    slug, name = id.split("/", 1)[1], _PARAMETER.sub("", title).lower()
    named = re.compile(rf"\b{re.escape(name)}\b") if len(name) >= _SHORTEST else None
    return Touched(
        keywords=tuple(t.nombre for t in facts.vocabulario if t.entrada == slug) if facts else (),
        cards=tuple(card for card, text in cards if named and named.search(text.lower())),
        rulings=tuple(row for row in rulings if id in row.entries),
    )


def all_touched(
    rows: Sequence[EntryDiff],
    facts: Mapping[str, Game],
    cards: Mapping[str, Sequence[Card]],
    rulings: Sequence[Ruling],
) -> dict[str, Touched]:
    """By the address of each entry that changed, came or went; those that touch nothing are not there."""
    found = {}
    for row in rows:
        game = row.id.split("/", 1)[0]
        found[row.id] = touched(row.id, row.title, facts.get(game), cards.get(game, ()), rulings)
    return {id: what for id, what in found.items() if what != Touched()}


def rulings_from(path: Path) -> tuple[Ruling, ...]:
    """The rulings of a site, as `/api/v1/rulings` gives them."""
    try:
        items = json.loads(path.read_text("utf-8"))["items"]
        return tuple(
            Ruling(id=row["id"], question=row["question"], entries=tuple(dict.fromkeys(c["entry"] for c in row["citations"])))
            for row in items
        )
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError, ValidationError) as error:
        raise ReadError(path, "no son los dictámenes de un sitio", "Guarda lo que responde /api/v1/rulings.") from error
