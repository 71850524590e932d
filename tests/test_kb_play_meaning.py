"""The interpreter drops nothing in silence: an operation taken out of an effect changes what the report says, or was named
there as never run."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from grammar.meaning.effect import Capacidad, Eleccion, Item, Paso
from grammar.meaning.values import Hecho
from kb.play import cards
from kb.play.games.xwing import runs
from kb.play.games.xwing.tryout import AT_WILL, STAGING, at_will, in_time
from kb.play.meaning import abilities
from kb.play.meaning.notrun import REASONS
from kb.play.meaning.queue import stands_only
from kb.play.yaml_io import read_documents

HERE = Path(__file__).parent
SITUATIONS, DEEDS = 60, 170
"""Tried for each ability: what removing an operation changes has to show in one of them. A ban has to meet the very deed."""


def texts() -> list[str]:
    """Our own sample cards and every card of our scenarios."""
    found = [
        json.loads(line)["text"] for line in (HERE.parent / "corpus" / "xwing" / "cartas.jsonl").read_text("utf-8").splitlines()
    ]
    for path in sorted((HERE / "fixtures" / "scenarios" / "xwing").glob("*.yaml")):
        for document in read_documents(path):
            for ship in document.data.get("dado", {}).get("naves", {}).values():
                for card in (ship or {}).get("cartas", {}).values():
                    found.append(card if isinstance(card, str) else card["texto"])
    return [text for text in dict.fromkeys(found) if not abilities.refusal(text, "xwing")]


def thinner(items: tuple[Item, ...]) -> Iterator[tuple[tuple[Item, ...], Hecho]]:
    """The items without one operation, each operation in turn."""
    for n, item in enumerate(items):
        before, after = items[:n], items[n + 1 :]
        if isinstance(item, Hecho):
            yield (*before, *after), item
        elif isinstance(item, Paso):
            for field in ("coste", "efecto", "si_no"):
                for fewer, gone in thinner(getattr(item, field)):
                    step = replace(item, **{field: fewer})
                    yield (*before, *((step,) if step.coste or step.efecto else ()), *after), gone
        elif isinstance(item, Eleccion):
            for k, option in enumerate(item.opciones):
                for fewer, gone in thinner(option):
                    options = (*item.opciones[:k], *((fewer,) if fewer else ()), *item.opciones[k + 1 :])
                    yield (*before, *((replace(item, opciones=options),) if options else ()), *after), gone


def mutants(effects: tuple[Capacidad, ...]) -> Iterator[tuple[int, tuple[Capacidad, ...], Hecho]]:
    for n, effect in enumerate(effects):
        for field in ("coste", "pasos"):
            for fewer, gone in thinner(getattr(effect, field)):
                changed = replace(effect, **{field: fewer})
                kept = (changed,) if changed.coste or changed.pasos else ()
                yield n, (*effects[:n], *kept, *effects[n + 1 :]), gone


def forget() -> None:
    for cached in (abilities.abilities_of, abilities.refusal, abilities.said, runs.never_run, cards.dice_abilities):
        cached.cache_clear()


def told(scenario: dict[str, object]) -> object:
    report = STAGING.played(scenario)
    return report.model_dump() if report is not None else None


def test_no_operation_is_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = {text: abilities.effects_of(text, "xwing") for text in texts()}
    shown = dict(compiled)
    monkeypatch.setattr(abilities, "effects_of", lambda text, game: shown[text])
    silent, counted = [], 0
    for text, effects in compiled.items():
        forget()
        named = runs.never_run(text)
        situations = [
            (tried, told(tried))
            for ability in abilities.abilities_of(text, "xwing")
            for tried in islice(
                (at_will if ability.clase in AT_WILL else in_time)(text, ability), DEEDS if stands_only(ability) else SITUATIONS
            )
        ]
        for _, mutant, gone in mutants(effects):
            counted += 1
            shown[text] = mutant
            forget()
            if runs.never_run(text) == named and all(told(scenario) == before for scenario, before in situations):
                silent.append((text, gone.verb))
            shown[text] = effects
    forget()
    assert counted >= 200, silent
    assert silent == []


def test_the_reasons_for_not_running_are_one_list() -> None:
    said = {line.split(" («")[0] for text in texts() for line in runs.never_run(text)}
    assert said <= set(REASONS)
