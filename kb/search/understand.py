"""From what somebody typed to slots: each word that matters, what may stand for it, and how much it matters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from grammar.game import Game
from kb.search.names import NameIndex
from kb.search.spelling import Speller
from kb.search.tables import Tables
from kb.search.words import KIN, conjugated, diminished, infinitives, kin, vocabulary
from kb.text import STOP_WORDS, fold, stem

MAX_CHARS, MAX_WORDS = 600, 90
"""What is read of a question: a judge tells a situation first and asks at its end."""
WEAK = 0.15
"""What a word of the question («puedo», «cuándo», a number) counts beside a word of the rules."""
UNKNOWN_IDF = 6.0
READINGS = 12
"""Stems that may stand for a word, the likeliest first; with all of them the same is found, in a third more time."""
KEPT_WORDS = 8_000
"""Words whose reading is remembered: people say the same few thousand."""


@dataclass(frozen=True, slots=True)
class Slot:
    word: str
    """As typed, folded."""
    stems: dict[str, float]
    """What may stand for it, with the points that a match earns, the best first."""
    importance: float
    certain: bool
    """True when some book or list knows the word."""
    weak: bool


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    folded: str
    game: str | None
    slots: tuple[Slot, ...]
    stems: tuple[str, ...]
    """Stem of every word in order, the stop words left out."""
    words: tuple[tuple[str, str], ...]
    """The same words as they were understood, folded, each with its stem."""
    repairs: tuple[tuple[str, str], ...]
    reading: str
    """The words with their slips repaired."""
    total: float

    @property
    def corrected(self) -> str | None:
        return self.reading if self.repairs else None

    def weights(self, most: int) -> dict[str, float]:
        """What to ask the engine for: of each word, the stems that earn most."""
        found: dict[str, float] = {}
        for slot in self.slots:
            for s, points in islice(slot.stems.items(), most):
                found[s] = max(found.get(s, 0.0), points / UNKNOWN_IDF)
        return found


def understand(text: str, game: str | None, tables: Tables, speller: Speller, names: NameIndex) -> Query:
    folded = fold(text[:MAX_CHARS])
    words = folded.split()[:MAX_WORDS]
    named, words = game_in(words, tables.facts.values())
    game = game or named
    words = [w for w in words if w not in vocabulary().fillers] or words
    line = " ".join(words)
    short = vocabulary().short
    readings = [
        _reading(w, game, tables, speller) for word in words for w in short.get(word, word).split() if w not in STOP_WORDS
    ]
    stems = tuple([r.stem for r in readings])
    links = names.links(stems, game)
    slots = tuple([_linked(r, links[n], game, tables, speller) if n in links else r.slot for n, r in enumerate(readings)])
    repairs = tuple([(r.word, r.reading) for r in readings if r.repaired])
    right = dict(repairs)
    return Query(
        text, line, game, slots, stems, tuple([(r.reading, r.stem) for r in readings]), repairs,
        " ".join([right.get(w, w) for w in words]) if repairs else line, sum([s.importance for s in slots]) or 1.0,
    )  # fmt: skip


class Reading(NamedTuple):
    """What a word is taken for, whatever stands around it."""

    word: str
    reading: str
    stem: str
    sure: float
    known: bool
    repaired: bool
    slot: Slot


def _reading(word: str, game: str | None, tables: Tables, speller: Speller) -> Reading:
    kept = tables.readings
    found: Reading | None = kept.get((word, game))
    if found is None:
        if len(kept) >= KEPT_WORDS:
            kept.clear()
        found = kept[word, game] = _read(word, game, tables, speller)
    return found


def _linked(reading: Reading, links: dict[str, float], game: str | None, tables: Tables, speller: Speller) -> Slot:
    """The slot of a word that stands in the name of an entry."""
    kept, key = tables.readings, (reading.word, game, frozenset(links.items()))
    found: Slot | None = kept.get(key)
    if found is None:
        found = kept[key] = _slot(reading.word, reading.reading, reading.sure, reading.known, links, game, tables, speller)
    return found


def _read(word: str, game: str | None, tables: Tables, speller: Speller) -> Reading:
    reading, sure, known, repaired = word, 1.0, _known(word, game, tables, speller), False
    plain = None if known else next((w for w in (*infinitives(word), *diminished(word)) if speller.knows(w)), None)
    if plain:
        reading, known = plain, True
    elif not known and (repair := speller.repair(word, game) or speller.repair(word, None)):
        reading, sure, known, repaired = repair.word, repair.weight, True, True
    slot = _slot(word, reading, sure, known, {}, game, tables, speller)
    return Reading(word, reading, stem(reading), sure, known, repaired, slot)


def _known(word: str, game: str | None, tables: Tables, speller: Speller) -> bool:
    own = stem(word)
    forms = (own, own.removesuffix("s"), *kin(own))
    return (
        word.isdigit() or speller.knows(word) or _loan(word) is not None
        or any(s in vocabulary().synonyms or tables.knows(s, game) for s in forms)
    )  # fmt: skip


def game_in(words: Sequence[str], games: Iterable[Game]) -> tuple[str | None, list[str]]:
    """The game that the words name, and the words without it: «en tal juego…» is a filter, not a search word."""
    line = " ".join(words)
    among = f" {line} "
    for game in games:
        for name in game.llamado or (fold(game.nombre),):
            if name in line and f" {name} " in among and line != name:
                before, after = among.split(f" {name} ", 1)
                before = before.strip()
                if before.split() and before.split()[-1] in {"en", "de", "del", "a", "al", "para"}:
                    before = " ".join(before.split()[:-1])
                return game.slug, [*before.split(), *after.split()]
    return None, list(words)


def _loan(word: str) -> str | None:
    """The English word inside a Spanish verb: `rerolleado` is `reroll`."""
    english = vocabulary().english
    if word in english:
        return word
    return next((word[:n] for n in range(len(word) - 1, 3, -1) if word[:n] in english and len(word) - n <= 4), None)


def _slot(
    word: str,
    reading: str,
    sure: float,
    known: bool,
    links: dict[str, float],
    game: str | None,
    tables: Tables,
    speller: Speller,
) -> Slot:
    words = vocabulary()
    own = stem(reading)
    weights = {stem(word): 1.0, own: sure}
    loan = _loan(word)
    # Foreign plurals («robots») keep their s through the stemmer.
    meant = words.exact.get(reading) or words.synonyms.get(own) or words.synonyms.get(own.removesuffix("s"), {})
    verb = next((v for v in (word, *infinitives(word)) if v.endswith(("ar", "er", "ir")) and speller.knows(v)), None)
    forms = dict.fromkeys(sorted(kin(own) | (conjugated(verb) if verb else frozenset())), KIN)
    if not meant:
        meant = next((words.synonyms[s] for s in sorted(forms) if s in words.synonyms), {})
    for source in (meant, forms, words.english[loan] if loan else {}, links):
        for other, weight in source.items():
            weights[other] = max(weights.get(other, 0.0), weight * sure)
    idfs = {s: tables.idf(s, game) for s in weights if tables.knows(s, game)}
    importance = idfs[own] if own in idfs else max((idfs[s] * min(1.0, weights[s] + 0.25) for s in idfs), default=UNKNOWN_IDF)
    weak = reading in words.weak or word.isdigit() or len(word) == 1
    factor = WEAK if weak else 1.0
    points = {s: factor * weights[s] * min(idf, importance) for s, idf in idfs.items()}
    stems = dict(sorted(points.items(), key=itemgetter(1), reverse=True)[:READINGS])
    return Slot(word, stems, factor * importance, known and bool(stems), weak)


def told(slot: Slot) -> str:
    """A slot in words, for `--explain`."""
    best = islice(slot.stems.items(), 6)
    return f"{slot.word} ({slot.importance:.1f}): " + (", ".join(f"{s} {points:.1f}" for s, points in best) or "nadie lo dice")
