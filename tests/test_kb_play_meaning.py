"""The interpreter drops nothing in silence: an operation taken out of an effect changes what the report says, or was named
there as never run."""

import json
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice, zip_longest
from pathlib import Path

import pytest
from cases import scenarios
from mutants import undetected
from sample import WHOLE, part

from grammar.meaning.effect import Capacidad
from kb.play.games.xwing import dice_cards as cards
from kb.play.games.xwing import runs
from kb.play.games.xwing.state import Card
from kb.play.games.xwing.tryout import AT_WILL, STAGING, at_will, in_time
from kb.play.meaning import abilities
from kb.play.meaning.notrun import REASONS
from kb.play.meaning.queue import stands_only

HERE = Path(__file__).parent
SITUATIONS, DEEDS = 60, 170
"""Tried for each ability: what removing an operation changes has to show in one of them. A ban has to meet the very deed."""


@cache
def texts() -> list[str]:
    """Our own sample cards and every card of our scenarios."""
    found = [
        json.loads(line)["text"] for line in (HERE.parent / "corpus" / "xwing" / "cartas.jsonl").read_text("utf-8").splitlines()
    ]
    for path in sorted((HERE / "fixtures" / "scenarios" / "xwing").glob("*.yaml")):
        for document in scenarios(path):
            for ship in document.data.get("dado", {}).get("naves", {}).values():
                for card in (ship or {}).get("cartas", {}).values():
                    found.append(card if isinstance(card, str) else card["texto"])
    sides = (side for text in found for side in Card(texto=text).sides or (text,))  # of both sides one acts at a time
    return [text for text in dict.fromkeys(sides) if not abilities.refusal(text, "xwing")]


def forget() -> None:
    for cached in (abilities.abilities_of, abilities.refusal, abilities.said, runs.never_run, cards.dice_abilities):
        cached.cache_clear()


def told(scenario: dict[str, object]) -> object:
    report = STAGING.played(scenario)
    return report.model_dump() if report is not None else None


def situations(text: str) -> Iterator[dict[str, object]]:
    """One of each ability in turn, so that each shows itself soon."""
    found = (
        islice((at_will if one.clase in AT_WILL else in_time)(text, one), DEEDS if stands_only(one) else SITUATIONS)
        for one in abilities.abilities_of(text, "xwing")
    )
    return (tried for row in zip_longest(*found) for tried in row if tried is not None)


def test_no_operation_is_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = {text: abilities.effects_of(text, "xwing") for text in part(texts(), 6)}
    shown = dict(compiled)
    real = abilities.effects_of
    monkeypatch.setattr(abilities, "effects_of", lambda text, game: shown[text] if text in shown else real(text, game))
    silent, counted = [], 0
    for text, effects in compiled.items():

        def put(meant: tuple[Capacidad, ...], text: str = text) -> None:
            shown[text] = meant
            forget()

        put(effects)
        count, dropped = undetected(effects, put, partial(runs.never_run, text), partial(situations, text), told, text)
        counted += count
        silent += [(text, verb) for verb in dropped]
    assert counted >= (200 if WHOLE else 30), silent
    assert silent == []


def test_the_reasons_for_not_running_are_one_list() -> None:
    said = {line.split(" («")[0] for text in texts() for line in runs.never_run(text)}
    assert said <= set(REASONS)
