"""Legión: an operation taken out of a keyword's definition changes what some battle comes to, or was named as never run."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from mutants import undetected

from grammar.meaning.effect import Capacidad
from kb.play.errors import PlayError
from kb.play.games.legion import board, runs
from kb.play.games.legion.census import NUMBER, SEEDS, situations
from kb.play.games.legion.terms import terms
from kb.play.meaning import abilities, standing
from kb.play.plays import PLAYS
from kb.play.run import run

PLAY = PLAYS["legion"]
Tried = tuple[int, dict[str, Any], list[dict[str, Any]]]


def number(keyword: str) -> int:
    """Two, where it has one: Arsenal 1 lets nobody do more than the rules do."""
    return 2 if "X" in terms()[keyword].parametros else NUMBER


def defined() -> dict[str, str]:
    """The keywords that run from their definition, each with its text in play."""
    texts = {id: board.defined(id, number(id)) for id in terms()}
    return {id: text for id, text in texts.items() if text and not abilities.refusal(text, "legion")}


def battles(keyword: str) -> Iterator[Tried]:
    armies = tuple(situations(keyword, number(keyword)))
    return ((seed, *told) for seed, told in product(SEEDS[:2], armies))


def report(told: Tried) -> object:
    seed, state, actions = told
    try:
        return run(PLAY, state, actions, seed).model_dump()
    except PlayError as error:
        return str(error)


def forget() -> None:
    for cached in (abilities.abilities_of, abilities.refusal, abilities.said, runs.never_run, board.interests, board._silences):
        cached.cache_clear()


def silent_in(keyword: str, text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    effects = abilities.effects_of(text, "legion")
    shown = {text: effects}
    real = abilities.effects_of
    for module in (abilities, standing):
        monkeypatch.setattr(module, "effects_of", lambda text, game: shown[text] if text in shown else real(text, game))

    def put(meant: tuple[Capacidad, ...]) -> None:
        shown[text] = meant
        forget()

    put(effects)
    found = undetected(effects, put, lambda: runs.never_run(text), lambda: islice(battles(keyword), 600), report, text)
    monkeypatch.undo()
    forget()
    return found


def test_no_operation_is_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    silent, counted = [], 0
    for keyword, text in defined().items():
        count, dropped = silent_in(keyword, text, monkeypatch)
        counted += count
        silent += [(keyword, verb) for verb in dropped]
    assert counted >= 200
    assert silent == []
