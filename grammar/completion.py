"""What can come next in a card text: words after which the sentence can still be understood, the usual ones first.

The chart of what is written is kept; each candidate word adds one column to it. A word is offered only if some reading of the
beginning goes on through it; the full stop only if the text, with it, is understood.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from grammar.chart import Chart, Place, TooAmbiguous, grammar
from grammar.heads import head_after
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.lexicon.words import Token
from grammar.lint.terms import terms_for
from grammar.meaning.compiler import actions_for, read_text
from grammar.own import own_texts, practice
from grammar.usage import NUMBER, PIECE, usage_of

MOST = 20
MOST_TRIED = 40
"""Candidates looked at: the rest are rarer than all of these."""
_WORD = re.compile(r"[^\W\d_]+")
MOST_SENTENCE = 80
"""Words of a sentence that is still being written: longer ones are no card's, and take their square."""
MOST_WORDS = 5
"""Of a phrase that is not whole yet."""
_SENTENCE = re.compile(r"(?:^|(?<=[.:\n]))\s*(?=[^.:\n]*$)")
NUMBERS = ("1", "2", "3", "4")


@dataclass(frozen=True)
class Completion:
    text: str
    kind: str
    """palabra, icono, numero, signo."""


@lru_cache(maxsize=1)
def _corners() -> Mapping[str, frozenset[str]]:
    """Symbol -> everything that can begin it, itself too."""
    first: dict[str, set[str]] = {}
    for symbol, rules in grammar().items():
        for state in rules:
            first.setdefault(state.result, set()).add(symbol)
    closed: dict[str, frozenset[str]] = {}
    for symbol in {*first, *(part for found in first.values() for part in found)}:
        seen, todo = {symbol}, [symbol]
        while todo:
            for other in first.get(todo.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        closed[symbol] = frozenset(seen)
    return closed


class Prefix:
    """The chart of an unfinished sentence, which one more token may be laid on."""

    def __init__(self, tokens: list[Token], game: str) -> None:
        self.tokens = list(tokens)
        self.game = game
        self.chart = Chart(self.tokens, actions_for(game))
        self._live: dict[tuple[int, str], bool] = {}

    def live(self, at: int, symbol: str) -> bool:
        """Whether some reading of the beginning wants this symbol at this place. What wants it was begun further left."""
        key = (at, symbol)
        if key not in self._live:
            corners = _corners()
            self._live[key] = (at == 0 and symbol in corners.get("start", ())) or any(
                self.live(begun, result)
                for wanted, partials in self.chart.waiting[at].items()
                if symbol in corners.get(wanted, frozenset({wanted}))
                for begun, place, _ in partials
                for result in _results(place)
            )
        return self._live[key]

    def wanted(self) -> frozenset[str]:
        """Classes of words that can follow."""
        end = len(self.tokens)
        corners = _corners()
        if end == 0:
            return corners["start"]
        found: set[str] = set()
        for symbol, partials in self.chart.waiting[end].items():
            if any(self.live(begun, result) for begun, place, _ in partials for result in _results(place)):
                found |= corners.get(symbol, frozenset({symbol}))
        return frozenset(found)

    def goes_on(self, token: Token) -> bool:
        """Whether a reading of the beginning passes through the token."""
        end = len(self.tokens) + 1
        chart = self.chart
        items = chart.items
        chart.tokens = [*self.tokens, token]
        chart.waiting.append({})
        chart.done.append({})
        try:
            chart._column(end)
            if chart.values("start", 0, end):
                return True
            return any(
                self.live(begun, result)
                for partials in chart.waiting[end].values()
                for begun, place, _ in partials
                if begun < end
                for result in _results(place)
            )
        except TooAmbiguous:
            return False
        finally:
            chart.items = items
            chart.tokens = self.tokens
            chart.waiting.pop()
            chart.done.pop()


def _results(place: Place) -> dict[str, None]:
    """What the rules that are there can become, each once."""
    return dict.fromkeys(state.result for state in place.states)


def complete(text: str, game: str, most: int = MOST, names: tuple[str, ...] = ()) -> tuple[Completion, ...]:
    """What can be written next at the end of the text; the beginning of a word is completed."""
    stem = re.search(r"(?:\[[^\[\]\n]*|[^\W\d_]+)$", text)
    begun = stem.group() if stem else ""
    before = text[: len(text) - len(begun)]
    if begun and not begun.startswith("[") and re.search(r"[\w\]]$", before):
        begun, before = "", text
    found = _with_heads(before, list(_after(before, game, most, begun, names)), game, most, begun)
    if not begun or begun.startswith("[") or not any(fold(c.text) == fold(begun) for c in found):
        return tuple(found)
    room = max(most - len(found), most // 2)  # the word may be whole already: what follows it has its share
    more = _with_heads(f"{text} ", list(_after(f"{text} ", game, room, "", names)), game, room, "")
    kept = found[: most - len(more)]
    return (*kept, *(c for c in more if c.text not in {k.text for k in kept}))


def _with_heads(before: str, found: list[Completion], game: str, most: int, begun: str) -> list[Completion]:
    """What opens a line: first where it is begun, last where the line is still empty and everything may come."""
    line = before.rpartition("\n")[2]
    known = {fold(c.text) for c in found}
    heads = [Completion(piece, _kind(piece)) for piece in head_after(line, game) if fold(piece).startswith(fold(begun))]
    if line.strip():
        return [*heads, *(c for c in found if c.text not in {h.text for h in heads})][:most]
    fresh = [Completion(c.text[:1].upper() + c.text[1:], c.kind) for c in heads if fold(c.text) not in known]
    return [*found[: max(0, most - len(fresh))], *fresh][:most]


def _after(before: str, game: str, most: int, begun: str, names: tuple[str, ...]) -> Iterator[Completion]:
    lexicon = lexicon_for(game, names)
    cut = _SENTENCE.search(before)
    start = cut.end() if cut else 0
    tokens = tokens_of(raw_tokens(before, start), lexicon)
    opening = not tokens
    if len(tokens) > MOST_SENTENCE:
        return
    if any(not token.words for token in tokens):
        yield from _inside_a_phrase(before[start:], game, most, begun, names)
        return
    try:
        prefix = Prefix(tokens, game)
    except TooAmbiguous:
        return
    wanted = prefix.wanted()
    shown = 0
    if tokens and not begun and _ends(before, game, names):
        yield Completion(".", "signo")
        shown += 1
    low = fold(begun)
    tried = 0
    for form in _ranked(before, tokens, game, wanted, low):
        if shown >= most or tried >= MOST_TRIED:
            return
        tried += 1
        whole = before[start:] + form
        again = tokens_of(raw_tokens(whole), lexicon)
        if not _continues(prefix, tokens, again):
            continue
        shown += 1
        yield Completion(form[:1].upper() + form[1:] if opening and form[0] != "[" else form, _kind(form))


def _inside_a_phrase(before: str, game: str, most: int, begun: str, names: tuple[str, ...]) -> Iterator[Completion]:
    """The rest of a phrase that is a word only when it is whole: «dale la» goes on «vuelta», «boca» goes on «arriba»."""
    lexicon, phrases = lexicon_for(game, names), _phrases(game)
    words = list(_WORD.finditer(before))
    offered: dict[str, None] = {}
    for first in words[-MOST_WORDS:]:
        said = fold(" ".join(_WORD.findall(before[first.start() :])))
        tokens = tokens_of(raw_tokens(before[: first.start()]), lexicon)
        if said not in phrases or any(not token.words for token in tokens):
            continue
        try:
            prefix = Prefix(tokens, game)
        except TooAmbiguous:
            return
        for word in sorted(phrases[said]):
            whole = tokens_of(raw_tokens(before[: first.start()] + _longest(f"{said} {fold(word)}", game)), lexicon)
            if fold(word).startswith(fold(begun)) and _continues(prefix, tokens, whole):
                offered[word] = None
    for word in list(offered)[:most]:
        yield Completion(word, _kind(word))


def _longest(said: str, game: str) -> str:
    """A phrase of the lexicon that begins so: the shortest of them."""
    spelt = terms_for(game).spelt
    return said if said in spelt else min((form for form in spelt if form.startswith(f"{said} ")), key=len, default=said)


def _continues(prefix: Prefix, tokens: list[Token], again: list[Token]) -> bool:
    """The word adds a token; a longer phrase that it makes with those before is read from there on."""
    same = 0
    for old, new in zip(tokens, again, strict=False):
        if old.words != new.words or old.text != new.text:
            break
        same += 1
    if same == len(tokens) and len(again) == len(tokens) + 1:
        return bool(again[-1].words) and prefix.goes_on(again[-1])
    if not again or any(not token.words for token in again) or len(again) < same + 1:
        return False
    try:
        longer = Prefix(again[:-1], prefix.game)
    except TooAmbiguous:
        return False
    return longer.goes_on(again[-1])


@lru_cache(maxsize=8)
def _phrases(game: str) -> Mapping[str, frozenset[str]]:
    """Beginning of a phrase of the lexicon -> the words that go on with it."""
    found: dict[str, set[str]] = {}
    for form in terms_for(game).spelt.values():
        words = form[0].split()
        for at in range(1, len(words)):
            found.setdefault(fold(" ".join(words[:at])), set()).add(words[at])
    return {key: frozenset(words) for key, words in found.items()}


def _ranked(before: str, tokens: list[Token], game: str, wanted: frozenset[str], low: str) -> Iterator[str]:
    """Forms of the wanted classes, and words that go on with a phrase; the usual ones after these words first."""
    cut = [fold(piece) for piece in PIECE.findall(before)][-5:]
    going = {fold(word) for at in range(1, len(cut) + 1) for word in _phrases(game).get(" ".join(cut[-at:]), ())}
    spelt = terms_for(game).spelt
    for form in usage_of(game).ranked(before, tokens, wanted, low, sorted(going)):
        ways = NUMBERS if form == NUMBER else sorted(spelt.get(form, (form,)), key=lambda text: -_seen(game)[text.lower()])
        yield from ways if form == NUMBER or low else ways[:1]  # «el» stands for «él» too, until it is begun


@lru_cache(maxsize=8)
def _seen(game: str) -> Counter[str]:
    """How often our texts write a word so: «el» before «él»."""
    return Counter(word.lower() for text in (*own_texts(game), *practice(game)) for word in _WORD.findall(text))


def _kind(form: str) -> str:
    return (
        "icono" if form.startswith("[") else "numero" if form[0].isdigit() else "signo" if not form[0].isalpha() else "palabra"
    )


@lru_cache(maxsize=256)
def _ends(text: str, game: str, names: tuple[str, ...]) -> bool:
    """Whether the text could stop here."""
    effects, problems = read_text(f"{text.rstrip()}.", game, names)
    return bool(effects) and not problems
