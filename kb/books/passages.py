"""Passages of ours found again in the official text: our blocks and the official ones of an entry in, the official ones out,
each with our marks for it among its old anchors, so that one citation opens the same rule in either base.

What says the same is found by what it says: step labels, run-in titles, the words that few other blocks of the entry have,
numbers, and the order of both texts. Where somebody has looked, corpus/<juego>/pasajes.toml says which it is, by its mark.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from tomllib import TOMLDecodeError, loads

from pydantic import ValidationError

from kb.anchors import START
from kb.errors import CorpusError
from kb.models import Block, Entry, Model
from kb.text import STOP_WORDS, fold, stem

_LEAST = 0.26
"""Below it two blocks do not say the same: the citation opens our own words."""
_LABEL, _TERM, _ORDER = 0.35, 0.3, 0.12
_NUMBER = re.compile(r"\d+")
_STEP = re.compile(r"\W+")


class Row(Model):
    entrada: str
    pasaje: str
    """The mark of a block of ours."""
    oficial: str = ""
    """The mark of the official block that says it; empty: the book does not say it there, and our words are cited."""


class _Rows(Model):
    pasaje: tuple[Row, ...] = ()


Reviewed = Mapping[str, Mapping[str, str]]
"""By entry: our mark to the official one."""


def reviewed_in(path: Path) -> Reviewed:
    if not path.is_file():
        return {}
    try:
        rows = _Rows.model_validate(loads(path.read_text("utf-8"))).pasaje
    except (TOMLDecodeError, ValidationError) as error:
        raise CorpusError(path, 1, f"no se entiende ({str(error).splitlines()[0]})") from error
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        found[row.entrada][row.pasaje] = row.oficial
    return found


def with_starts(entries: Sequence[Entry]) -> list[Entry]:
    """Entries of ours whose first block answers to `START`."""
    return [
        e.model_copy(update={"blocks": (e.blocks[0].model_copy(update={"old": (*e.blocks[0].old, START)}), *e.blocks[1:])})
        if e.blocks
        else e
        for e in entries
    ]


def with_passages(entries: Sequence[Entry], reviewed: Reviewed) -> list[Entry]:
    """Official entries with our summary beside them, whose blocks answer to our marks."""
    out = []
    for entry in entries:
        if entry.summary is None or not entry.blocks:
            out.append(entry)
            continue
        places = aligned(entry.summary.blocks, entry.blocks, reviewed.get(entry.id.partition("/")[2], {}))
        out.append(entry.model_copy(update={"blocks": _answering(entry.summary.blocks, entry.blocks, places)}))
    return out


def _answering(ours: Sequence[Block], official: Sequence[Block], places: Mapping[int, int]) -> tuple[Block, ...]:
    taken = {block.mark for block in official}
    more: dict[int, list[str]] = defaultdict(list)
    for own, place in places.items():
        names = (ours[own].mark, *((START,) if own == 0 else ()))
        more[place] += [name for name in names if name and name not in taken]
    return tuple(b.model_copy(update={"old": (*b.old, *more[n])}) if n in more else b for n, b in enumerate(official))


def aligned(ours: Sequence[Block], official: Sequence[Block], reviewed: Mapping[str, str]) -> dict[int, int]:
    """Of each block of ours that an official one says, the place of the latter. One official block may say several of ours."""
    marks = {block.mark: n for n, block in enumerate(official)}
    weights = _weights(official)
    out: dict[int, int] = {}
    for n, block in enumerate(ours):
        told = reviewed.get(block.mark)
        if told is not None and (told == "" or told in marks):
            if told:
                out[n] = marks[told]
        elif block.mark in marks:  # an equal mark is an equal opening, or an equal run-in title
            out[n] = marks[block.mark]
        else:
            scores = [_alike(block, n / len(ours), other, m / len(official), weights) for m, other in enumerate(official)]
            best = max(range(len(official)), key=scores.__getitem__, default=-1)
            if official and scores[best] >= _LEAST:
                out[n] = best
    return out


def _words(text: str) -> Counter[str]:
    return Counter(stem(word) for word in fold(text).split() if word not in STOP_WORDS)


def _weights(blocks: Sequence[Block]) -> Mapping[str, float]:
    """A word that many blocks of the entry have says little of which it is."""
    seen = Counter(word for block in blocks for word in _words(block.text))
    return {word: math.log(1 + len(blocks) / count) for word, count in seen.items()}


def _alike(mine: Block, at: float, other: Block, where: float, weights: Mapping[str, float]) -> float:
    rare = math.log(1 + 4)
    a, b = _words(mine.text), _words(other.text)
    shared = sum(weights.get(word, rare) for word in a.keys() & b.keys())
    lengths = math.sqrt(_length(a, weights, rare) * _length(b, weights, rare))
    score = shared / lengths if lengths else 0.0
    if mine.label and other.label and _STEP.sub("", mine.label) == _STEP.sub("", other.label):
        score += _LABEL
    if mine.term and other.term and stem(fold(mine.term)) == stem(fold(other.term)):
        score += _TERM
    if (numbers := set(_NUMBER.findall(mine.text))) and not numbers & set(_NUMBER.findall(other.text)):
        score *= 0.85
    return score + _ORDER * (1 - abs(at - where)) * (score > 0)


def _length(words: Counter[str], weights: Mapping[str, float], rare: float) -> float:
    return sum(weights.get(word, rare) for word in words)
