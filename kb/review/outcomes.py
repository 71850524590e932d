"""What cards and scenarios come to under the facts of two editions, and which of them come out otherwise.

The engine and the compiler read a game's facts once and keep what they make of them, so each edition has a process of its own
(`kb/review/rerun.py`). Only games whose facts differ are run: from the same facts the same comes out.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from grammar.game import CORPUS, GAMES, Game
from kb.models import Model, Outcome

CARDS = "cartas.jsonl"
MOST_SECONDS = 120.0
"""Processor time of one edition of one game; what is left over then is told as not run."""
_WAIT = 1800


class Asked(Model):
    facts: Game
    cards: tuple[tuple[str, str], ...]
    """Name and text."""
    scenarios: tuple[str, ...]
    """Files."""
    seconds: float


def changed_outcomes(
    old: Mapping[str, Game],
    new: Mapping[str, Game],
    scenarios: Sequence[Path] = (),
    seconds: float = MOST_SECONDS,
    cards: bool = True,
) -> dict[str, tuple[Outcome, ...]]:
    """By game, the cards and scenarios that come out otherwise; games that either edition does not have are not asked about."""
    return {
        game: tuple(_compared(*(_run(_asked(facts, scenarios, seconds, cards)) for facts in (old[game], new[game]))))
        for game in GAMES
        if game in old and game in new and _played(old[game]) != _played(new[game])
    }


def _played(facts: Game) -> Game:
    """The facts without what only names the edition."""
    return facts.model_copy(update={"edicion": ""})


def _asked(facts: Game, scenarios: Iterable[Path], seconds: float, with_cards: bool) -> Asked:
    cards = sample_cards(facts.slug) if with_cards else ()
    return Asked(facts=facts, cards=cards, scenarios=tuple(map(str, scenarios)), seconds=seconds)


def sample_cards(game: str) -> tuple[tuple[str, str], ...]:
    """Names and texts of the sample cards of a game that have a text."""
    path = CORPUS / game / CARDS
    rows = map(json.loads, path.read_text("utf-8").splitlines()) if path.is_file() else ()
    return tuple((row["name"], row["text"]) for row in rows if row["text"])


def _run(asked: Asked) -> dict[str, str]:
    command = [sys.executable, "-m", "kb.review.rerun"]
    done = subprocess.run(  # noqa: S603 - our own module, and what it is asked goes by its input
        command, input=asked.model_dump_json(), capture_output=True, text=True, check=True, timeout=_WAIT
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _compared(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Outcome]:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key, ""), after.get(key, "")
        if old != new:
            kind, _, name = key.partition(": ")
            one, other = _apart(old.splitlines(), new.splitlines())
            yield Outcome(kind="carta" if kind == "carta" else "escenario", name=name, before=one, after=other)


def _apart(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """The first line in which they differ."""
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return (old[at].strip() if at < len(old) else "", new[at].strip() if at < len(new) else "")
