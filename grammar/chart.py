"""Tokens to meanings. Lark reads sentences.lark; a chart runs it bottom-up and keeps in each cell the *meanings* of a stretch.

Why not Lark's own Earley: it predicts every rule at every word (118 ms for 19 words of this grammar), and meaning could prune
only afterwards. Here a stretch without a meaning is never built upon. The two accept the same structures (tests).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from grammar.cache import remembered
from grammar.lexicon.words import Token

GRAMMAR = Path(__file__).parent / "sentences.lark"
MOST_ITEMS = 15_000
"""Of one sentence: past it the text is no card's. The longest published ones stay below it, most of them below 2,000."""
MOST_WAITING = 1_500
"""Beginnings that wait for one thing at one place: where what repeats may be cut anywhere («[impacto]» fifty times) they double
with each word, and each is as long as the sentence. Published texts have 1,342 once, else 220 at most."""

Action = Callable[..., Sequence[Any]]
Actions = Mapping[str, Action]


class TooAmbiguous(Exception):
    """More structures than a sentence of a card can have; `items`: those that were begun until it was given up."""

    def __init__(self, items: int) -> None:
        super().__init__(items)
        self.items = items


class Hopeless(tuple[Any, ...]):
    """No meaning, whatever repeats further: «gasta de nave …»."""


HOPELESS: Sequence[Any] = Hopeless()


@dataclass(eq=False, slots=True)
class State:
    """How far a rule has been read: what may come next; whether it may end here.

    A repetition is a loop: what repeats is only looked for behind what stands before it.
    """

    result: str
    name: str
    """Of the action."""
    ends: bool = False
    after: "tuple[tuple[str, tuple[State, ...]], ...]" = ()


class Place:
    """Where several rules are at once: those that have read the same. What follows is found when it is asked for."""

    __slots__ = ("_after", "_ahead", "ends", "states")

    def __init__(self, states: tuple[State, ...]) -> None:
        self.states = states
        self.ends = tuple(state for state in states if state.ends)
        self._after: tuple[tuple[str, Place], ...] | None = None
        self._ahead: dict[int, tuple[tuple[str, Place], ...]] = {}

    @property
    def after(self) -> "tuple[tuple[str, Place], ...]":
        if self._after is None:
            found: dict[str, dict[State, None]] = {}
            for state in self.states:
                for symbol, states in state.after:
                    found.setdefault(symbol, {}).update(dict.fromkeys(states))
            self._after = tuple((symbol, place(tuple(states))) for symbol, states in found.items())
        return self._after

    def before(self, ahead: int) -> "tuple[tuple[str, Place], ...]":
        """What follows, as far as the word that stands there can begin it."""
        found = self._ahead.get(ahead)
        if found is None:
            bits, _ = corners()
            found = self._ahead[ahead] = tuple(pair for pair in self.after if bits[pair[0]] & ahead)
        return found


PLACES: dict[tuple[State, ...], Place] = {}
"""All that have been met: the same whoever makes them, so that threads need not agree."""


def place(states: tuple[State, ...]) -> Place:
    found = PLACES.get(states)
    if found is None:
        found = PLACES.setdefault(states, Place(states))
    return found


@lru_cache(maxsize=1)
def corners() -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Symbols as bits: the bit of each, and those that a stretch of it can begin with (itself, its first part, that one's…)."""
    firsts: dict[str, set[str]] = {}
    symbols: set[str] = set()
    todo: list[State] = []
    for symbol, states in grammar().items():
        symbols.add(symbol)
        for state in states:
            symbols.add(state.result)
            firsts.setdefault(state.result, set()).add(symbol)
        todo.extend(states)
    seen: set[int] = set()
    while todo:
        state = todo.pop()
        if id(state) not in seen:
            seen.add(id(state))
            symbols.update(symbol for symbol, _ in state.after)
            todo.extend(after for _, states in state.after for after in states)
    known = sorted(symbols)
    bits = {symbol: 1 << at for at, symbol in enumerate(known)}
    reached = dict(bits)
    grown = True
    while grown:
        grown = False
        for symbol, found in firsts.items():
            more = reached[symbol]
            for first in found:
                more |= reached[first]
            if more != reached[symbol]:
                reached[symbol], grown = more, True
    return bits, reached


@lru_cache(maxsize=4096)
def begun_by(classes: frozenset[str]) -> int:
    """As bits: what a stretch can be that begins with a word of one of these classes."""
    bits, reached = corners()
    firsts = sum(bits.get(cls, 0) for cls in classes)
    return sum(bits[symbol] for symbol, found in reached.items() if found & firsts)


@lru_cache(maxsize=1)
def results() -> Mapping[str, int]:
    """By the first part of a rule, as bits: what the rules that begin with it make."""
    bits, _ = corners()
    found = dict.fromkeys(grammar(), 0)
    for symbol, states in grammar().items():
        for state in states:
            found[symbol] |= bits[state.result]
    return found


LOOKED_FOR: dict[tuple[str, int], Place | None] = {}
"""The rules that begin with a symbol and make what is looked for."""


def looked_for(symbol: str, wanted: int) -> Place | None:
    key = (symbol, wanted)
    if key not in LOOKED_FOR:
        bits, _ = corners()
        states = tuple(state for state in grammar()[symbol] if bits[state.result] & wanted)
        LOOKED_FOR[key] = place(states) if states else None
    return LOOKED_FOR[key]


@lru_cache(maxsize=1)
def grammar() -> Mapping[str, tuple[State, ...]]:
    """By the first part of a rule: its states behind that part."""
    text = GRAMMAR.read_text(encoding="utf-8")
    rules = [(name, tuple(parts), alias) for name, parts, alias in remembered("frases", (text,), lambda: _rules(text))]
    repeated: dict[str, list[tuple[str, ...]]] = {}
    for name, parts, _ in rules:
        if name.startswith("__") and parts[0] != name:  # Lark's own rule for a repetition
            repeated.setdefault(name, []).append(parts)
    found: dict[str, list[State]] = {}
    for name, parts, alias in rules:
        if not name.startswith("__"):
            first = _states(State(name, alias), parts, repeated)
            for symbol, states in first.after:
                found.setdefault(symbol, []).extend(states)
    return {symbol: tuple(states) for symbol, states in found.items()}


def _rules(text: str) -> list[tuple[str, list[str], str]]:
    """Name, parts and alias of every rule, as Lark reads them."""
    lark = import_module("lark").Lark(text, parser="earley")  # loaded only to read rules that no cache remembers
    return [(str(r.origin.name), [str(part.name) for part in r.expansion], str(r.alias or r.origin.name)) for r in lark.rules]


def _states(first: State, parts: Sequence[str], repeated: Mapping[str, list[tuple[str, ...]]]) -> State:
    """The states of a rule linked, the first given back."""
    follow: dict[State, dict[str, list[State]]] = {first: {}}

    def chain(a: State, symbols: Sequence[str], b: State) -> None:
        for symbol in symbols[:-1]:
            between = State(first.result, first.name)
            follow[between] = {}
            follow[a].setdefault(symbol, []).append(between)
            a = between
        follow[a].setdefault(symbols[-1], []).append(b)

    here = first
    for part in parts:
        there = State(first.result, first.name)
        follow[there] = {}
        for symbols in repeated.get(part, [(part,)]):
            chain(here, symbols, there)
            if part in repeated:
                chain(there, symbols, there)
        here = there
    here.ends = True
    for state, links in follow.items():
        state.after = tuple((symbol, tuple(states)) for symbol, states in links.items())
    return first


class Chart:
    """Every meaning of every stretch of a sentence."""

    def __init__(self, tokens: Sequence[Token], actions: Actions, kept: "Iterable[Chart]" = (), most: int = MOST_ITEMS) -> None:
        """`kept`: charts that may begin with the same words. What they found there is found. `most`: items that it may make."""
        self.tokens = tokens
        self.actions = actions
        size = len(tokens) + 1
        self.waiting: list[dict[str, list[tuple[int, Place, tuple[Any, ...]]]]] = [{} for _ in range(size)]
        """By place and symbol: what has been begun, where, and with which values."""
        self.done: list[dict[tuple[str, int], dict[Any, None]]] = [{} for _ in range(size)]
        """By end: (symbol, start) -> meanings."""
        self.items = 0
        self.makes = results()
        _, self.reached = corners()
        self.wanted: list[int] = [-1]
        """By place, as bits: what can begin there. At the beginning anything, so that one knows how far it was understood."""
        self.spent: list[int] = [0]
        """By place: the items up to there."""
        self._begin_as(max(kept, key=self._shared, default=None))
        self.found = self.items
        """Items of these, which cost nothing here."""
        self.most = min(MOST_ITEMS, self.found + most)
        for end in range(len(self.wanted), size):
            self._column(end)
            self.wanted.append(self._wanted(end))
            self.spent.append(self.items)

    def _shared(self, other: "Chart") -> int:
        """Places up to which another chart is the same: those before the last of the words that both begin with, which sees the
        class of the next one."""
        if other.actions is not self.actions:
            return 0
        mine, others = self.tokens, other.tokens
        most = min(len(mine), len(others))
        same = next((at for at in range(most) if mine[at].words != others[at].words), most)
        ahead = same < most and mine[same].classes == others[same].classes
        return same if ahead or len(mine) == len(others) == same else max(0, same - 1)

    def _begin_as(self, other: "Chart | None") -> None:
        shared = self._shared(other) + 1 if other is not None else 1
        if other is not None and shared > 1:
            self.waiting[:shared] = other.waiting[:shared]
            self.done[:shared] = other.done[:shared]
            self.wanted, self.spent = other.wanted[:shared], other.spent[:shared]
            self.items = self.spent[-1]

    def _wanted(self, at: int) -> int:
        """What somebody waits for at a place, and all that it can begin with: nothing else is looked for there."""
        found = 0
        for symbol in self.waiting[at]:
            found |= self.reached.get(symbol, 0)
        return found

    @property
    def made(self) -> int:
        """Items that were begun here."""
        return self.items - self.found

    def values(self, symbol: str, start: int, end: int) -> tuple[Any, ...]:
        return tuple(self.done[end].get((symbol, start), ()))

    def _column(self, end: int) -> None:
        """All that ends at a place, from the shortest on. The heart of reading: written out in one piece, for its time."""
        actions, waiting, done, before = self.actions, self.waiting[end], self.done[end], self.waiting
        agenda: list[tuple[str, int, Any]] = []
        ahead = begun_by(self.tokens[end].classes) if end < len(self.tokens) else -1
        for word in self.tokens[end - 1].words:
            cell = done.setdefault((word.cls, end - 1), {})
            if (end - 1, word) not in cell:
                cell[end - 1, word] = None
                agenda.append((word.cls, end - 1, (end - 1, word)))
        while agenda:
            symbol, start, value = agenda.pop()
            makes = self.makes.get(symbol)
            first = looked_for(symbol, makes & self.wanted[start]) if makes is not None else None
            steps = [(start, first, (value,))] if first is not None else []
            steps.extend([(begun, at, (*values, value)) for begun, at, values in before[start].get(symbol, ())])
            self.items += len(steps)
            if self.items > self.most:
                raise TooAmbiguous(self.made)
            for begun, at, values in steps:
                hopeless: list[State] = []
                for state in at.ends:
                    action = actions.get(state.name)
                    found = values if action is None else action(*values)
                    if found is HOPELESS:
                        hopeless.append(state)
                    elif found:
                        cell = done.setdefault((state.result, begun), {})
                        known = len(cell)
                        for meaning in found:
                            cell[meaning] = None  # asked for its hash once: a second time is a tenth of a chart
                            if len(cell) > known:
                                known += 1
                                agenda.append((state.result, begun, meaning))
                if hopeless:
                    at = place(tuple(state for state in at.states if state not in hopeless))
                for wanted, to in at.before(ahead):
                    line = waiting.get(wanted)
                    if line is None:
                        waiting[wanted] = [(begun, to, values)]
                    else:
                        line.append((begun, to, values))
                        if len(line) > MOST_WAITING:
                            raise TooAmbiguous(self.made)

    def furthest(self) -> int:
        """The first token that no reading of the beginning goes past: where the sentence stops being understood."""
        return max((end for end in range(len(self.tokens) + 1) if any(start == 0 for _, start in self.done[end])), default=0)

    def last_hope(self) -> int:
        """The last place at which something was still waited for: what stands there fits nothing that was begun."""
        return max((at for at in range(len(self.tokens)) if self.waiting[at]), default=0)
