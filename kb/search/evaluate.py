"""Measures of a searcher on questions with known answers: hit@1, hit@3, MRR@10, by game and by style."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from kb.errors import ReadError
from kb.models import Model
from kb.search.models import Answer
from kb.search.searcher import Searcher
from kb.text import fold

NEVER = 99


class Question(Model):
    """A line of a question file. What is right is told by ids, by first lines in the source, or by titles."""

    q: str
    game: str
    style: str = "sin estilo"
    expect: tuple[str, ...] = ()
    expect_ids: tuple[str, ...] = ()
    expect_lines: tuple[int, ...] = ()

    @property
    def answerable(self) -> bool:
        return bool(self.expect or self.expect_ids)

    def right(self, hit: "Found", by_title: bool) -> bool:
        if self.expect_ids and not by_title:
            return hit.id in self.expect_ids
        if by_title or not self.expect_lines:
            return fold(hit.title) in map(fold, self.expect)
        return hit.game == self.game and hit.lines is not None and hit.lines[0] in self.expect_lines


class Found(Protocol):
    """A hit or a record: what tells whether an answer is right."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def lines(self) -> Sequence[int] | None: ...


class Row(NamedTuple):
    name: str
    n: int
    hit1: float
    hit3: float
    mrr: float


class Result(NamedTuple):
    question: Question
    answer: Answer
    rank: int


def questions_in(paths: Iterable[Path]) -> list[Question]:
    known = set(Question.model_fields)
    found = []
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            rows = [json.loads(line) for line in lines if line.strip()]
            found += [Question.model_validate({k: v for k, v in row.items() if k in known}) for row in rows]
        except (OSError, ValueError) as error:
            raise ReadError(path, "no es un fichero de preguntas (JSON Lines con «q» y «game»)") from error
    return found


def run(searcher: Searcher, questions: Sequence[Question], with_game: bool, by_title: bool) -> list[Result]:
    results = []
    for question in questions:
        answer = searcher.search(question.q, game=question.game if with_game else None)
        rank = next((n for n, hit in enumerate(answer.hits, 1) if question.right(hit, by_title)), NEVER)
        results.append(Result(question, answer, rank))
    return results


def table(results: Sequence[Result]) -> list[Row]:
    ranks: defaultdict[str, list[int]] = defaultdict(list)
    for result in results:
        if result.question.answerable:
            for key in ("total", f"juego: {result.question.game}", f"estilo: {result.question.style}"):
                ranks[key].append(result.rank)
    return [_row(key, ranks[key]) for key in sorted(ranks, key=lambda key: (key != "total", key))]


def _row(name: str, ranks: Sequence[int]) -> Row:
    n = len(ranks)
    return Row(
        name, n, sum(x == 1 for x in ranks) / n, sum(x <= 3 for x in ranks) / n, sum(1 / x for x in ranks if x <= 10) / n
    )


def refused(results: Sequence[Result]) -> tuple[int, int, int, int]:
    """Unanswerable questions recognised, of how many; answerable ones refused, of how many."""
    no = [r for r in results if not r.question.answerable]
    yes = [r for r in results if r.question.answerable]
    return sum(r.answer.unanswered for r in no), len(no), sum(r.answer.unanswered for r in yes), len(yes)
