"""What the grammar of sentences waits for behind a beginning: which words can go on with it."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from grammar.chart import MOST_ITEMS, Chart, TooAmbiguous, corners
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.tokens import PUNCTUATION, raw_tokens, tokens_of
from grammar.lexicon.words import Word
from grammar.meaning.compiler import MOST_WORDS, actions_for
from grammar.steps import most, spend
from grammar.usage import NUMBER, RANGE

SENTENCE = re.compile(r"[.:\n](?=\s|$)")
LONGEST_PHRASE = 6
"""Words: a phrase of the lexicon that has been begun may go on."""
ANYWHERE = frozenset(":(.\n")
"""Signs of the layout, which no sentence waits for."""
TOGETHER = {"del": "de", "al": "a"}

Allowed = Callable[[str], bool]


def _bits(words: Iterable[Word], bits: Mapping[str, int]) -> int:
    found = 0
    for word in words:
        found |= bits.get(word.cls, 0)
    return found


@lru_cache(maxsize=8)
def _openings(game: str) -> tuple[Mapping[str, int], frozenset[str]]:
    """First word -> as bits, what a word or a phrase that begins with it can be; and all beginnings of phrases."""
    bits, _ = corners()
    firsts: dict[str, int] = {}
    begun: set[str] = set()
    for form, words in lexicon_for(game).forms.items():
        first, *rest = form.split(" ")
        firsts[first] = firsts.get(first, 0) | _bits(words, bits)
        for word in rest:
            first = f"{first} {word}"
            begun.add(first)
    return firsts, frozenset(begun)


def expected(before: str, game: str, names: tuple[str, ...] = ()) -> Allowed | None:
    """Whether a folded word can come next; None where the beginning itself is not understood, so that nothing is known."""
    start = max((match.end() for match in SENTENCE.finditer(before)), default=0)
    raws = raw_tokens(before, start)
    spend(len(raws))
    tokens = tokens_of(raws, lexicon_for(game, names))
    if not tokens or tokens[-1].text == "(" or len(tokens) > MOST_WORDS or any(not token.words for token in tokens):
        return None  # at the beginning a head or a name may stand; in brackets a manoeuvre
    try:
        chart = Chart(tokens, actions_for(game), most=most(MOST_ITEMS))
        spend(chart.made)
    except TooAmbiguous as error:
        spend(error.items + 1)
        return None
    bits, reached = corners()
    awaited = 0
    for symbol in chart.waiting[len(tokens)]:
        awaited |= reached.get(symbol, 0)
    if not awaited:
        return None
    firsts, begun = _openings(game)
    last = [fold(raw.text) for raw in raws[-LONGEST_PHRASE:]]
    tails = [" ".join(last[-size:]) for size in range(1, len(last) + 1)]
    signs = {NUMBER: bits["NUM"], RANGE: bits["RANGE"], **{sign: bits.get(cls, 0) for sign, cls in PUNCTUATION.items()}}

    def allowed(word: str) -> bool:
        if word in ANYWHERE:
            return True
        if word in signs:
            return bool(awaited & signs[word])
        word = TOGETHER.get(word, word)
        return bool(firsts.get(word, 0) & awaited) or any(f"{tail} {word}" in begun for tail in tails)

    return allowed
