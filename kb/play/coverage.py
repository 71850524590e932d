"""What the engine can run of what the compiler can read: lists that each game keeps, shown and never guessed.

In its `coverage.py`: `VERBS` says of each verb what it does; `NAMES` are verbs of cards that speak in prose, where only their
code says it; and `keywords_that_run` tells those of the game's keywords.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from grammar.game import GAMES
from grammar.lexicon.load import lexicon_for
from kb.play.plays import FOLDERS, has, part

PART = "coverage"


def _told(name: str) -> Iterator[tuple[str, Any]]:
    """What the games keep under a name."""
    for game in FOLDERS:
        if has(game, PART) and hasattr(kept := part(game, PART), name):
            yield game, getattr(kept, name)


RUNNABLE: Mapping[str, str] = {verb: does for _, verbs in _told("VERBS") for verb, does in verbs.items()}
IN_PROSE: Mapping[str, tuple[str, ...]] = dict(_told("NAMES"))


def keywords() -> Mapping[str, Mapping[str, list[str]]]:
    """Of each game that has them: how its keywords run."""
    return {game: told() for game, told in _told("keywords_that_run")}


def only_read() -> list[str]:
    """Verbs of the cards of any game that are read and printed back, and run nowhere by a name of the lists above."""
    run = {*RUNNABLE, *(verb for verbs in IN_PROSE.values() for verb in verbs)}
    return sorted({verb for game in GAMES for verb in lexicon_for(game).verbs} - run)
