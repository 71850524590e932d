"""Queries: understanding, ranking, completion."""

from collections.abc import Hashable
from functools import cache
from random import Random
from typing import Any

from grammar.game import GAMES
from kb.models import Entry
from kb.search.searcher import Searcher
from kb.store import open_kb
from tests.soak import material
from tests.soak.invariants import hold, sound
from tests.soak.mutate import spoil_text
from tests.soak.targets import Target

KINDS = ("termino", "pregunta", "cualidad", "carta", "nada", None, None, None)


@cache
def _searcher() -> Searcher:
    return Searcher.open(material.shipped_kb())


@cache
def _entries() -> dict[str, Entry]:
    return {entry.id: entry for entry in open_kb(material.shipped_kb()).entries}


@cache
def _words() -> tuple[str, ...]:
    texts = [q for q, _ in material.queries()] + [name for e in _entries().values() for name in (e.title, *e.aliases)]
    return material.vocabulary(*texts)


def seeds() -> list[Any]:
    asked = [[q, game, None, 10] for q, game in material.queries()]
    return asked + [[e.title, None, None, 10] for e in list(_entries().values())[::5]]


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    q, game, kind, limit = case
    if rng.random() < 0.2:
        game, kind, limit = rng.choice((*GAMES, None, "ajedrez")), rng.choice(KINDS), rng.choice((0, 1, 3, 10, 50))
    return [spoil_text(rng, q, _words(), [other[0] for other in rng.sample(pool, 2)]), game, kind, limit]


def check(case: Any) -> Hashable:
    q, game, kind, limit = case
    searcher = _searcher()
    answer = searcher.search(q, game, kind, limit=limit, explain=len(q) % 5 == 0)
    told = sound(answer.model_dump(mode="json"), "search")
    hold(answer.ms >= 0 and len(told) < 400_000, "respuesta enorme", len(told))
    ids = [(hit.id, hit.within, hit.anchor) for hit in answer.hits]
    hold(len(ids) <= limit, "más resultados que los pedidos", len(ids))
    hold(len(ids) == len(set(ids)), "resultados repetidos", ids)
    for hit in answer.hits:
        entry = _entries().get(hit.id)
        hold(entry is not None and hit.within in _entries(), "resultado que no existe", hit.id)
        hold(
            hit.anchor is None or any(hit.anchor in (b.anchor, b.mark) for b in _entries()[hit.within].blocks),
            "ancla que no existe",
            hit,
        )
        hold(all(0 <= a < b <= len(hit.passage) for a, b in hit.marks), "marca fuera del pasaje", hit)
    hold(answer.unanswered or answer.hits or limit == 0 or kind is not None or game == "ajedrez", "ni resultado ni aviso", q)
    for row in searcher.complete(q[:40], game if game in GAMES else None, 8):
        hold(row.id in _entries(), "sugerencia que no existe", row)
    first = answer.hits[0] if answer.hits else None
    return answer.unanswered, answer.corrected is None, bool(answer.note), len(ids), len(answer.homonyms), first and first.id


TARGET = Target("busqueda", seeds, spoil, check)
