"""Scenario files, order situations and odds questions."""

import copy
import json
import re
from collections.abc import Hashable
from functools import cache
from random import Random
from typing import Any

from kb.anchors import passage_at
from kb.models import Entry
from kb.play.errors import PlayError
from kb.play.odds.answer import odds
from kb.play.order import order
from kb.play.order.check import differences
from kb.play.order.situation import Situation
from kb.play.scenario import play_document
from kb.play.yaml_io import Document, documents
from kb.store import open_kb
from tests.soak import material
from tests.soak.invariants import hold, refusal, same, sound
from tests.soak.mutate import spoil_text, spoil_value
from tests.soak.targets import Target

NAME = "caso.yaml"
_SURROGATE = re.compile(r"\\ud[89a-f]|[\ud800-\udfff]")


@cache
def _entries() -> dict[str, Entry]:
    return {entry.id: entry for entry in open_kb(material.shipped_kb()).entries}


@cache
def _opens(cita: str) -> bool:
    """A citation is an entry, or a mark that opens a passage of it, as a build checks it (`kb/play/citations.py`)."""
    name, _, mark = cita.partition("#")
    entry = _entries().get(name)
    return entry is not None and (not mark or passage_at(entry, mark) is not None)


@cache
def _words(order_: bool) -> tuple[str, ...]:
    return material.names_in(material.yaml_values(order_))


def _seeds(order_: bool) -> list[Any]:
    return [*material.yaml_values(order_), *material.yaml_texts(order_)]


def _spoil(rng: Random, case: Any, pool: list[Any], order_: bool) -> Any:
    words = _words(order_)
    if isinstance(case, str):
        texts = [other for other in rng.sample(pool, min(6, len(pool))) if isinstance(other, str)]
        return spoil_text(rng, case, words, texts or [case])
    mine = case.get("juego") if isinstance(case, dict) else None
    others = [
        o for o in rng.sample(pool, min(12, len(pool))) if isinstance(o, dict) and (mine is None or o.get("juego") == mine)
    ]
    return spoil_value(rng, case, words, others or [case])


def _documents(case: Any) -> list[Document]:
    """A text is read as YAML; a value stands for what YAML would give, which is twenty times cheaper.

    Half characters are refused at every door (yaml_io, web/body.py): a value that has one stands for nothing.
    """
    if not isinstance(case, str) and _SURROGATE.search(repr(case)):
        return []
    return documents(NAME, case) if isinstance(case, str) else [Document(name=NAME, data=case, lines={(): 1})]


def _shape(text: str) -> str:
    """A sentence without what the input put into it."""
    return "".join(c for c in text if not c.isdigit()).split("«")[0][-40:]


def check_scenario(case: Any) -> Hashable:
    seen: list[Hashable] = []
    try:
        for document in _documents(case)[:3]:
            before = repr(document.data)
            verdict = play_document(document)
            hold(repr(document.data) == before, "el escenario cambia al ejecutarse")
            told = verdict.model_dump(mode="json")
            same(play_document(document).model_dump(mode="json"), told, "dos ejecuciones, dos resultados")
            sound(told, "run")
            for event in verdict.informe.eventos:
                hold(_opens(event.cita), "cita de lo que no existe", event)
            kinds = frozenset(_shape(e.texto) for e in verdict.informe.eventos[:12])
            seen.append((verdict.juego, kinds, _shape(verdict.informe.no_se_puede), _shape(verdict.informe.pendiente)))
    except PlayError as error:
        hold(refusal(error).startswith(NAME), "negativa sin fichero", error)
        return "negativa", _shape(error.reason)
    return tuple(seen)


def check_order(case: Any) -> Hashable:
    seen: list[Hashable] = []
    try:
        for document in _documents(case)[:3]:
            before = repr(document.data)
            situation = document.checked(Situation)
            try:
                timeline = order(situation)
            except PlayError as error:
                raise document.error(error.reason) from None
            same(order(situation).model_dump(), timeline.model_dump(), "dos órdenes distintos")
            hold(repr(document.data) == before, "la situación cambia al ordenarse")
            sound({**timeline.model_dump(), "diferencias": differences(timeline, situation.espera)}, "order")
            for step in timeline.pasos:
                hold(_opens(step.cita), "cita de lo que no existe", step)
            seen.append(
                (situation.juego, frozenset((s.suceso in ("resuelve",), s.cita, _shape(s.razon)) for s in timeline.pasos))
            )
    except PlayError as error:
        refusal(error)
        return "negativa", _shape(error.reason)
    return tuple(seen)


def odds_seeds() -> list[Any]:
    return [*material.QUESTIONS, *(_with_card(text) for game, text in material.cards() if game == "xwing" and "dado" in text)]


def _with_card(text: str) -> dict[str, Any]:
    return {"game": "xwing", "attack": {"dice": 2, "cards": [text]}, "defense": {"dice": 1, "tokens": {"concentracion": 1}}}


@cache
def _odds_words() -> tuple[str, ...]:
    more = ("Concentración", "Letal 1", "Precisión 2", "Impacto 1", "Duro de pelar", "Inmunidad: Perforante", "+2 [daño]",
            "[incremento][incremento]: Perforante 3", "densa", "critico", "verde", "reroll", "courage", "observacion",
            "humo")  # fmt: skip
    return tuple(sorted({*material.names_in(tuple(odds_seeds())), *more}))


def spoil_odds(rng: Random, case: Any, pool: list[Any]) -> Any:
    mine = case.get("game") if isinstance(case, dict) else None
    others = [o for o in rng.sample(pool, min(8, len(pool))) if isinstance(o, dict) and o.get("game") == mine]
    return spoil_value(rng, case, _odds_words(), others or [case])


def check_odds(case: Any) -> Hashable:
    before = repr(case)
    if _SURROGATE.search(before):
        return "medio carácter"
    try:
        answer = odds(copy.deepcopy(case))
    except PlayError as error:
        refusal(error)
        return "negativa", _shape(error.reason), error.where
    hold(repr(case) == before, "la pregunta cambia")
    sound(answer, "odds")
    for name in ("damage", "wounds", "results"):
        if name in answer:
            chances = answer[name]
            hold(all(0 <= p <= 1 + 1e-12 for p in chances), "probabilidad imposible", chances)
            hold(abs(sum(chances) - 1) < 1e-9, "no suman 1", chances)
            hold(abs(sum(n * p for n, p in enumerate(chances)) - answer["expected"]) < 1e-9, "otra media", answer)
    if "success" in answer:
        hold(0 <= answer["success"] <= 1, "probabilidad imposible", answer)
    keys = json.dumps(case, default=str, sort_keys=True)
    names = frozenset(word for word in _odds_words() if f'"{word}"' in keys)
    return case["game"], len(answer.get("damage") or answer.get("wounds") or ()), names & _TOLD


_TOLD = frozenset(
    "concentracion blanco_fijado fuerza calculo evasion refuerzo ataque_apuntado incremento esquiva observacion".split()
)
SCENARIO = Target("escenario", lambda: _seeds(False), lambda r, c, p: _spoil(r, c, p, False), check_scenario)
ORDER = Target("orden", lambda: _seeds(True), lambda r, c, p: _spoil(r, c, p, True), check_order)
ODDS = Target("tiradas", odds_seeds, spoil_odds, check_odds)
