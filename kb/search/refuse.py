"""Says when no book answers: honest silence instead of noise, with the nearest entries as suggestions."""

from collections.abc import Sequence
from typing import NamedTuple

from kb.search.features import Fit
from kb.search.rank import Ranked
from kb.search.understand import Query


class Verdict(NamedTuple):
    unanswered: bool
    note: str | None = None
    instead: tuple[Ranked, ...] = ()


def judge(query: Query, fit: Fit, ranked: Sequence[Ranked], base: Sequence[Ranked]) -> Verdict:
    return Verdict(not ranked)
