"""Do our words agree with the official ones? Entries that hold both come in; disagreements come out, one by one.

A disagreement that an editor has looked at and found right is explained in corpus/explicaciones.toml and not shown
again; an explanation that no longer fits anything is reported, so that the file cannot outlive its reasons.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from kb.agreement.claims import Spot, lacking, numbers_in, spots_in
from kb.agreement.modals import MODALS, answers, says
from kb.errors import CorpusError
from kb.models import Block, Entry, Model

EXPLANATIONS = "explicaciones.toml"
FactKind = Literal["cifra propia", "cifra fuera de sitio", "cifra oficial", "modal propio", "modal oficial"]
ORDER: tuple[FactKind, ...] = ("cifra propia", "cifra fuera de sitio", "cifra oficial", "modal propio", "modal oficial")
"""From most to least serious: a number of ours that the book does not have comes first."""
ASIDE = frozenset({"ejemplo", "nota", "pie"})
"""Blocks that may answer for a claim but are not asked for theirs: an example has numbers of its own, a note for
judges speaks about the source, a caption describes a picture."""
NOT_COMPARED = frozenset({"redireccion", "ejemplo"})
_EXAMPLE = re.compile(r"^\W*(?:por ejemplo|p\. ?ej\.|ejemplo)\b", re.I)
_SENTENCE = re.compile(r"(?<=[.:;!?])\s+|\n")
_WIDTH = 220
_ENOUGH = 3
"""Fewer words than this around a number do not tell what it counts."""


class Disagreement(Model):
    entry: str
    kind: FactKind
    claim: str
    """The number or the modal word: `3`, `0-1`, `no puede`."""
    ours: str
    official: str
    """The sentences in question; empty where one side says nothing."""

    @property
    def what(self) -> str:
        return f"{self.kind}: {self.claim}"


class Explanation(Model):
    entrada: str
    que: tuple[str, ...]
    """Which disagreements of the entry it explains: `cifra propia: 3`."""
    motivo: str


class Explanations(Model):
    explicacion: tuple[Explanation, ...] = ()


class Comparison(Model):
    compared: int
    open: tuple[Disagreement, ...]
    explained: int
    stale: tuple[tuple[str, str], ...]
    """Entry and claim of each explanation that explains nothing any more."""


def explanations_from(path: Path) -> tuple[Explanation, ...]:
    if not path.exists():
        return ()
    try:
        return Explanations.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).explicacion
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise CorpusError(path, 1, f"no se entiende ({str(error).splitlines()[0]})") from error


def compare(entries: Sequence[Entry], explanations: Iterable[Explanation]) -> Comparison:
    """Every official entry that carries our summary, against it."""
    both = [e for e in entries if comparable(e)]
    found = sorted((d for e in both for d in disagreements(e)), key=lambda d: ORDER.index(d.kind))
    accepted = {(x.entrada, what) for x in explanations for what in x.que}
    made = {(d.entry, d.what) for d in found}
    games = {e.game for e in both}
    return Comparison(
        compared=len(both),
        open=tuple(d for d in found if (d.entry, d.what) not in accepted),
        explained=len(made & accepted),
        stale=tuple(sorted(pair for pair in accepted - made if pair[0].split("/")[0] in games)),
    )


def comparable(entry: Entry) -> bool:
    return entry.source == "oficial" and entry.summary is not None and entry.kind not in NOT_COMPARED and not entry.lost


def disagreements(entry: Entry) -> Iterator[Disagreement]:
    assert entry.summary is not None
    title = entry.title + "\n"
    ours, official = said(entry.summary.blocks), said(entry.blocks)
    all_ours, all_official = title + _whole(entry.summary.blocks), title + _whole(entry.blocks)

    def made(kind: FactKind, claim: str, holds: Callable[[str, str], bool]) -> Disagreement:
        return Disagreement(entry=entry.id, kind=kind, claim=claim, ours=_sentences(all_ours, claim, holds),
                            official=_sentences(all_official, claim, holds))  # fmt: skip

    for n in lacking(numbers_in(ours), numbers_in(all_official)):
        yield made("cifra propia", n, _has_number)
    yield from (_out_of_place(entry.id, n, mine, theirs) for n, mine, theirs in _misplaced(ours, all_official))
    for n in lacking(numbers_in(official), numbers_in(all_ours)):
        yield made("cifra oficial", n, _has_number)
    for modal in MODALS:
        if says(modal, ours) and not answers(modal, all_official):
            yield made("modal propio", modal, says)
    for modal in MODALS:
        if says(modal, official) and not answers(modal, all_ours):
            yield made("modal oficial", modal, says)


def _misplaced(ours: str, official: str) -> Iterator[tuple[str, Spot, list[Spot]]]:
    """Numbers that both wordings have, but ours among words that the book never puts near it."""
    theirs = spots_in(official, reach=9)
    seen: set[str] = set()
    for spot in spots_in(ours, reach=5):
        same = [s for s in theirs if s.number == spot.number]
        if same and len(spot.near) >= _ENOUGH and spot.number not in seen and not any(s.near & spot.near for s in same):
            seen.add(spot.number)
            yield spot.number, spot, same


def _out_of_place(id: str, number: str, mine: Spot, theirs: list[Spot]) -> Disagreement:
    return Disagreement(entry=id, kind="cifra fuera de sitio", claim=number, ours=mine.excerpt,
                        official=" // ".join(s.excerpt for s in theirs)[:_WIDTH])  # fmt: skip


def said(blocks: Iterable[Block]) -> str:
    """The text that states rules: no examples, notes or captions."""
    text = "\n".join(b.text for b in blocks if b.kind not in ASIDE)
    return "\n".join(s for s in _SENTENCE.split(text) if not _EXAMPLE.match(s))


def _whole(blocks: Iterable[Block]) -> str:
    return "\n".join(b.text for b in blocks)


def _has_number(number: str, sentence: str) -> bool:
    return number in numbers_in(sentence).firm


def _sentences(text: str, claim: str, holds: Callable[[str, str], bool]) -> str:
    """The sentences that make the claim, shortened, for the editor who has to judge."""
    return " // ".join(s.strip() for s in _SENTENCE.split(text) if holds(claim, s))[:_WIDTH]
