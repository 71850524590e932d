"""Rebellion's cards on the one interpreter: the census is honest, nothing is dropped in silence, every card shows itself."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cases import scenarios
from mutants import undetected
from sample import WHOLE, part

from grammar.meaning.effect import Capacidad
from kb.play.games.rebellion.kinds import kind_of
from kb.play.games.rebellion.staging import STAGING
from kb.play.meaning import abilities, standing
from kb.play.meaning.tryout import census
from kb.play.tryout import play_card

HERE = Path(__file__).parent
OWN = [json.loads(line) for line in (HERE.parent / "corpus" / "rebellion" / "cartas.jsonl").read_text("utf-8").splitlines()]
LOOKED, SHOWN = 60, 6
"""Situations tried for each ability; of those in which it acts and of the others, how many are compared."""


def written(value: Any) -> Iterator[str]:
    """Every card text of a situation."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if key in ("carta", "texto") and isinstance(inner, str) and " " in inner:
            yield inner
        elif key == "acciones":
            yield from inner.values()
        else:
            yield from written(inner)
    for inner in value if isinstance(value, list) else ():
        yield from written(inner)


def texts() -> list[str]:
    files = sorted((HERE / "fixtures" / "scenarios" / "rebellion").glob("*.yaml"))
    told = [text for path in files for document in scenarios(path) for text in written(document.data)]
    return [text for text in dict.fromkeys((*(row["text"] for row in OWN), *told)) if not abilities.refusal(text, "rebellion")]


def test_our_sample_cards_run() -> None:
    found = {row["name"]: census(STAGING, row["text"]) for row in OWN}
    idle = {name: why for name, why in found.items() if any(why)}
    assert len(idle) <= 0.05 * len(OWN), idle


def compared(text: str) -> Iterator[dict[str, Any]]:
    acting, other = [], []
    for ability in abilities.abilities_of(text, "rebellion"):
        for told in islice(STAGING.situations(text, ability), LOOKED):
            (acting if STAGING.acts(told) else other).append(told)
            if len(acting) >= SHOWN:
                break
    yield from (*acting[:SHOWN], *other[:SHOWN])


def test_no_operation_is_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = {text: abilities.effects_of(text, "rebellion") for text in part(texts())}
    shown = dict(compiled)
    for module in (abilities, standing):
        monkeypatch.setattr(module, "effects_of", lambda text, game: shown[text])
    silent, counted = [], 0
    for text, effects in compiled.items():

        def put(meant: tuple[Capacidad, ...], text: str = text) -> None:
            shown[text] = meant
            forget()

        put(effects)
        count, dropped = undetected(effects, put, partial(STAGING.left_out, text), partial(compared, text), report, text)
        counted += count
        silent += [(text, verb) for verb in dropped]
    assert counted >= (160 if WHOLE else 45), silent
    assert silent == []


def forget() -> None:
    for cached in (abilities.abilities_of, abilities.refusal, abilities.said):
        cached.cache_clear()


def report(told: dict[str, Any]) -> object:
    found = STAGING.played(told)
    return found.model_dump() if found is not None else None


@pytest.mark.parametrize("text", [row["text"] for row in OWN[::12]])
def test_a_card_shows_where_it_acts_and_where_it_does_not(text: str) -> None:
    _, verdicts = play_card(text, "rebellion")
    assert [verdict.titulo for verdict in verdicts] == ["Aquí la carta actúa", "Aquí la carta no actúa"]
    assert all(verdict.diferencias == () for verdict in verdicts)


@pytest.mark.parametrize(
    "told", ["Estrella de la Muerte", "ESTRELLA DE LA MUERTE", "estrella-de-la-muerte", "Death Star", "Estrellas de la Muerte"]
)
def test_the_death_star_in_any_spelling_is_one(told: str) -> None:
    assert kind_of(told) == "estrella_de_la_muerte"


@pytest.mark.parametrize("told", ["estación espacial", "Estrella de la Muerte II", "la Estrela", "EdlM", "luna pequeña"])
def test_what_is_no_unit_is_refused(told: str) -> None:
    with pytest.raises(ValueError, match="no existe la unidad"):
        kind_of(told)
