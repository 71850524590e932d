"""From candidates to entries in order: a weighted sum of features, one hit per entry."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import mul
from pathlib import Path

from kb.search.features import FEATURES, KINDS, MEASURED, Fit
from kb.search.models import Reason
from kb.search.tables import Tables

_FILE = Path(__file__).with_name("pesos.json")
LESSER = frozenset({"redireccion", "carta", "indice", "historial", "ejemplo"})
"""Kinds that give way to another entry with the same title."""
FEWEST, MOST, NEAR = 4, 6, 0.4
"""Candidates that are looked at closely: so many, or more that are worth this share of the first. With ten or thirty, as many
questions find their entry first."""
KNOWN = 0.6
"""A game whose best hit has this share of the first one's points knows the name too."""


@dataclass(eq=False)  # never changed; a frozen one takes four times as long to make
class Ranked:
    shown: int
    """The record that is the hit."""
    record: int
    """The record that earned it: itself, or a question or example below it."""
    score: float
    values: tuple[float, ...] = ()
    """As `Fit.values` gives them; nothing where the record was not looked at."""
    kind: str = ""

    @cached_property
    def features(self) -> dict[str, float]:
        """The values by their names."""
        return dict(zip(MEASURED, self.values, strict=False)) | ({self.kind: 1.0} if self.kind in KINDS else {})

    @cached_property
    def named(self) -> bool:
        """The query is its name."""
        return max(self.features.get(k, 0.0) for k in ("title_exact", "name_exact")) > 0.5


@cache
def weights() -> dict[str, float]:
    """Learned from questions with known answers by `python -m kb.search.learn`; see docs/busqueda.md."""
    found: dict[str, float] = json.loads(_FILE.read_text(encoding="utf-8"))
    return found


class Ranker:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def rank(self, fit: Fit, candidates: Sequence[int]) -> list[Ranked]:
        """The candidates come with the likeliest first."""
        best: dict[int, Ranked] = {}
        table = weights()
        order = [table.get(name, 0.0) for name in MEASURED]
        close = self._near(fit, candidates)
        for n in close:
            record = self._tables.records[n]
            values = fit.values(n)
            score = sum(map(mul, values, order)) + (table.get(record.kind, 0.0) if record.kind in KINDS else 0.0)
            # Questions of the FAQ are results of their own, though they stand under their topic.
            key = n if record.verdict else record.shown
            if key not in best or score > best[key].score:
                best[key] = Ranked(record.shown, n, score, values, record.kind)
        ranked = sorted(best.values(), key=lambda r: (-self._tier(r.shown, fit), -r.score, r.shown))
        ranked = ranked if fit.query.game else self._side_by_side(ranked)
        return self._beside_redirect([*ranked, *self._others(candidates, best)])

    def _near(self, fit: Fit, candidates: Sequence[int]) -> list[int]:
        """Those to look at closely. A name may stand in every game: then all that are called so."""
        worth = fit.likely.worth
        looked = FEWEST + len([n for n in candidates[FEWEST:MOST] if worth[n] >= NEAR * worth[candidates[0]]])
        called = [n for n in candidates[looked:] if n in fit.entitled or fit.called(n)] if fit.entitled else ()
        return [*candidates[:looked], *called]

    def _others(self, candidates: Sequence[int], best: Mapping[int, Ranked]) -> Iterator[Ranked]:
        """What comes after the candidates that were looked at, as likely as it seemed."""
        lowest = min([r.score for r in best.values()], default=0.0)
        seen = set(best)
        for n in candidates:
            record = self._tables.records[n]
            key = n if record.verdict else record.shown
            if key not in seen:
                seen.add(key)
                yield Ranked(record.shown, n, lowest, (), record.kind)

    def _side_by_side(self, ranked: list[Ranked]) -> list[Ranked]:
        """A bare name that no game was given for: the best of each game that knows it, and then the rest."""
        if not ranked or not ranked[0].named:
            return ranked
        best: dict[str, Ranked] = {}
        for r in ranked:
            if r.score >= KNOWN * ranked[0].score:
                best.setdefault(self._tables.records[r.shown].game, r)
        firsts = list(best.values())
        return [*firsts, *(r for r in ranked if r not in firsts)]

    def _tier(self, n: int, fit: Fit) -> int:
        """Exact titles first: the title as typed, then a redirection so called, then whatever fits best."""
        record = self._tables.records[n]
        if n not in fit.entitled:
            return 0
        return 1 if record.kind in LESSER or not record.current else 2

    def _beside_redirect(self, ranked: list[Ranked]) -> list[Ranked]:
        """Where the first hit only sends elsewhere, the place it sends to comes second."""
        if ranked and (target := self._tables.records[ranked[0].shown].redirect) is not None:
            first = ranked[0]
            second = next((r for r in ranked if r.shown == target), Ranked(target, target, first.score))
            return [first, second, *(r for r in ranked[1:] if r.shown != target)]
        return ranked

    def reasons(self, ranked: Ranked, fit: Fit) -> tuple[Reason, ...]:
        features = ranked.features if ranked.values else fit.features(ranked.record)
        rows = [(name, value, weights().get(name, 0.0) * value) for name, value in features.items() if value]
        rows = [row for row in rows if abs(row[2]) >= 0.05]
        return tuple(
            Reason(feature=name, value=round(value, 3), points=round(points, 2), detail=_detail(name, ranked, fit))
            for name, value, points in sorted(rows, key=lambda row: -abs(row[2]))
        )


def _detail(feature: str, ranked: Ranked, fit: Fit) -> str:
    told = FEATURES.get(feature, "")
    return f"{told}: «{fit.best_name(ranked.record)}»" if feature in ("short_sim", "long_sim", "name_exact", "fuzzy") else told
