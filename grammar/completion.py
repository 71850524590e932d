"""What can come next in a card text, the usual words first, and of which it is known that they lead to a text.

`usage` says what is likely. `witness` says what is sure: a word that is offered as sure comes with the rest of a text that is
understood. The full stop is offered only where the text, with it, is understood.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from grammar.expected import expected
from grammar.heads import head_after
from grammar.lexicon.load import fold, lexicon_for
from grammar.lint.terms import terms_for
from grammar.steps import TooMuchWork
from grammar.usage import NUMBER, RANGE, usage_of
from grammar.witness import joined, pieces_of, proved, shelf, understood

MOST = 20
ROOM = 2
"""Places that words of a witness have, where the usual ones would take all."""
DIGITS = 3
"""Ways of a number that are offered at once: the first in its place, the others last."""
SIGNS, MOST_SIGNS = frozenset(";:()"), 4
"""Signs that are offered only among the likeliest: a writer has them at hand."""
LONGEST = 1200
"""Characters: no card is longer, and a beginning is read as a whole."""
_STEM = re.compile(r"(?:\[[^\[\]\n]{0,40}|[^\W\d_]{1,40})$")
_OPENS = re.compile(r"(?:^|[.:\n])\s*$")


@dataclass(frozen=True)
class Completion:
    text: str
    kind: str
    """palabra, icono, numero, signo."""
    rest: str | None = None
    """What can follow it, so that the whole is understood; None where that has not been shown."""

    @property
    def sure(self) -> bool:
        return self.rest is not None


def complete(
    text: str, game: str, most: int = MOST, names: tuple[str, ...] = (), proofs: int = 0, promised: str = ""
) -> tuple[Completion, ...]:
    """What can be written next at the end of the text; the beginning of a word is completed.

    `proofs`: so many of the words that no witness speaks for are tried, each at the cost of compiling a few texts.
    `promised`: what was said to follow when the last word was offered; it is held to, if it is true.
    """
    text = text[-LONGEST:]
    stem = _STEM.search(text)
    begun = stem.group() if stem else ""
    before = text[: len(text) - len(begun)]
    if begun and not begun.startswith("[") and re.search(r"[\w\]]$", before):
        begun, before = "", text
    found = _after(before, game, most, begun, names, "" if begun else promised)
    if not begun or begun.startswith("[") or all(fold(c.text) != fold(begun) for c in found):
        return tuple(_proved(found, before, game, names, proofs))
    room = max(most - len(found), most // 2)  # the word may be whole already: what follows it has its share
    more = _after(f"{text} ", game, room, "", names)
    kept = [c for c in found if c.text not in {m.text for m in more}][: most - len(more)]
    return (*kept, *_proved(more, f"{text} ", game, names, proofs))


def _proved(found: list[Completion], before: str, game: str, names: tuple[str, ...], proofs: int) -> Iterator[Completion]:
    for word in found:
        if proofs and not word.sure and word.kind != "signo":
            proofs -= 1
            try:
                yield replace(word, rest=proved(before, word.text, game, names))
            except TooMuchWork:  # so much was allowed, and no more is shown
                proofs = 0
                yield word
        else:
            yield word


def _after(before: str, game: str, most: int, begun: str, names: tuple[str, ...], promised: str = "") -> list[Completion]:
    sure = shelf(game).following(before) if before == before.lstrip() else {}
    if promised and understood(before.rstrip(" ") + promised, game, names):
        first, *rest = pieces_of(promised)
        sure.setdefault(first, joined(rest, first)[len(first) :])
    low, opening = fold(begun), _OPENS.search(before) is not None
    found: dict[str, Completion] = {}
    for form in _forms(before, game, most, low, names):
        word = form[:1].upper() + form[1:] if opening else form
        if form == "." and not (before.strip() and not begun and _may_stop(before, game, names)):
            continue
        found.setdefault(word, Completion(word, _kind(word), "" if form == "." else sure.get(word)))
    usual = list(found.values())[:most]
    shown = {c.text for c in usual}
    known = [Completion(word, _kind(word), rest) for word, rest in sure.items() if fold(word).startswith(low) and word != "."]
    more = sorted((c for c in known if c.text not in shown), key=lambda c: len(c.rest or ""))[: max(ROOM, most - len(usual))]
    return [*usual[: most - len(more)], *more]


def _may_stop(before: str, game: str, names: tuple[str, ...]) -> bool:
    return before.rstrip()[-1] not in ".,:;(" and understood(f"{before.rstrip()}.", game, names)


def _forms(before: str, game: str, most: int, low: str, names: tuple[str, ...]) -> Iterator[str]:
    """Words as they are written: what goes on with the head of a line, then by use; once begun, any of the game's words.

    Of a beginning that is understood only what its grammar waits for.
    """
    usage = usage_of(game)
    line = before.rpartition("\n")[2]
    heads = [piece for piece in head_after(line, game) if fold(piece).startswith(low)]
    if line.strip():
        yield from heads
    scores = usage.scores(before)
    if low:
        for form in _beginning(low, game):
            scores.setdefault(form, usage.alone.get(form, 0.0))
    usual = [word for word in sorted(scores, key=lambda word: (-scores[word], word)) if word.startswith(low) and word != "\n"]
    allowed = expected(before, game, names)
    if allowed is not None and low:
        usual.sort(key=lambda word: not allowed(word))  # who has begun another word knows better
    elif allowed is not None:
        usual = list(islice((word for word in usual if allowed(word)), most + MOST_SIGNS))
    more: list[str] = []
    usual = [word for at, word in enumerate(usual[: most + MOST_SIGNS]) if at < most // 2 or word not in SIGNS]
    for word in usual[:most]:
        if word in (NUMBER, RANGE):
            ways = usage.digits[word][:DIGITS]
            more += ways[1:]
            yield from ways[:1]
        else:
            ways = usage.spelt.get(word) or terms_for(game).spelt.get(word) or (word,)
            yield from ways if low else ways[:1]  # «el» stands for «él» too, until it is begun
    if not line.strip():
        yield from heads
    yield from more


@lru_cache(maxsize=8)
def _sorted_forms(game: str) -> tuple[str, ...]:
    return tuple(sorted(form for form in lexicon_for(game).forms if " " not in form))


def _beginning(low: str, game: str) -> tuple[str, ...]:
    forms = _sorted_forms(game)
    return forms[bisect_left(forms, low) : bisect_left(forms, f"{low}\U0010ffff")]


def _kind(form: str) -> str:
    return (
        "icono" if form.startswith("[") else "numero" if form[0].isdigit() else "signo" if not form[0].isalpha() else "palabra"
    )
