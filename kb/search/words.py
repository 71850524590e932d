"""Folded words, stems and the everyday Spanish and English of a gaming table (conceptos.toml)."""

import re
import tomllib
from collections.abc import Set
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from kb.search.negatives import name_words, negatives
from kb.text import STOP_WORDS, fold, stem

_FILE = Path(__file__).with_name("conceptos.toml")
NEAR, FAR, ENGLISH, KIN = 0.5, 0.3, 0.75, 0.75
"""What a word of the same group, a distant relative, a translation and another form of the verb count beside the word."""
MOST_GROUPS = 3
"""A word of more groups than this says little about which is meant."""

_SOUNDS: tuple[tuple[str, str], ...] = (
    ("qu", "k"), ("ch", "x"), ("ll", "y"), ("gue", "ge"), ("gui", "gi"), ("ce", "se"), ("ci", "si"), ("c", "k"),
    ("z", "s"), ("v", "b"), ("w", "b"), ("h", ""), ("je", "ge"), ("ji", "gi"), ("mb", "nb"), ("mp", "np"), ("xc", "s"),
    ("y", "i"),
)  # fmt: skip
_ENDINGS = (("qu", ("c",)), ("q", ("c",)), ("gu", ("g",)), ("c", ("qu", "z")), ("z", ("c",)), ("j", ("g",)))
"""Spelling changes at the end of a verb's stem."""
_NOUNS = ("acion", "icion", "cion", "amient", "imient", "ador", "edor")
"""Endings that make a noun of a verb and that the stemmer leaves on short words."""
_CLITIC = re.compile(r"(.{2,}[aei]r)(?:me|te|se|nos|os)?(?:l[aeo]s?)?$")
_GERUND = re.compile(r"(.{2,}(?:a|ie)ndo)(?:(?:me|te|se|nos|os)(?:l[aeo]s?)?|l[aeo]s?)$")
"""With its pronouns: «lastimándolo», «moviéndose»."""
_CONJUGATED = frozenset(
    "a as amos an o e es emos en imos aba abas abamos aban ia ias iamos ian aste aron iste io ieron are ara aran aremos"
    " ere era eran eremos ire ira iran iremos aria arian eria erian iria irian ado ada ados adas ido ida idos idas ando"
    " iendo i".split()
)
_CLOSED = re.compile(r"([iu])([^aeiou]+)$")
_OPEN = {"i": "e", "u": "o"}
_SMALL = re.compile(r"(.{3,}?)(?:e?c)?it([oa])(s?)$")
_FORMS = ("", "a", "e", "o", "an", "en")
_DOUBLED = re.compile(r"(.)\1+")


class Concepts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    grupos: tuple[tuple[str, ...], ...]
    ingles: dict[str, tuple[str, ...]]
    abreviaturas: dict[str, str]
    corrientes: dict[str, str]
    vacias: dict[str, tuple[str, ...]]


class Vocabulary(NamedTuple):
    synonyms: dict[str, dict[str, float]]
    """Stem to the stems that may stand for it, with their weight."""
    exact: dict[str, dict[str, float]]
    """The same for one form of a word, in place of what its stem would say."""
    english: dict[str, dict[str, float]]
    """Folded English word to Spanish stems."""
    short: dict[str, str]
    weak: frozenset[str]
    """Folded words that belong to the question, not to the answer."""
    fillers: frozenset[str]
    """Folded words that say nothing: greetings, and what people begin and end a sentence with."""
    known: frozenset[str]
    """Folded words that are right as they are: never corrected."""
    groups: dict[str, tuple[int, ...]]
    """Stem, or «=» and a word, to the numbers of the groups it belongs to."""


@cache
def vocabulary() -> Vocabulary:
    with _FILE.open("rb") as file:
        concepts = Concepts.model_validate(tomllib.load(file))
    synonyms: dict[str, dict[str, float]] = {}
    exact: dict[str, dict[str, float]] = {}
    for group in concepts.grupos:
        for word in group:
            others = [w for w in group if w != word and not w.startswith("=")]
            row = exact.setdefault(fold(word), {}) if word.startswith("=") else None
            parts = content(word.lstrip("~"))
            if row is None and len(parts) == 1:
                row = synonyms.setdefault(parts[0], {})
            if row is not None:
                _relate(row, others, word.startswith("~"))
    fillers = frozenset(w for word in concepts.vacias["muletillas"] for w in fold(word).split())
    english = {fold(word): {s: ENGLISH for text in texts for s in content(text)} for word, texts in concepts.ingles.items()}
    weak = frozenset(w for word in concepts.vacias["palabras"] for w in fold(word).split())
    known = {w for group in concepts.grupos for word in group for w in fold(word).split()}
    known |= {w for word in concepts.vacias["palabras"] for w in fold(word).split()} | set(english) | fillers | STOP_WORDS
    known |= set(fold(concepts.corrientes["palabras"]).split())
    # What people say of the world outside are words, whatever they look like: «temporada» is no slip for «temporal».
    known |= {w for phrases in negatives().values() for phrase in phrases for w in fold(phrase).split()}
    short = {fold(k): fold(v) for k, v in concepts.abreviaturas.items()}
    known |= name_words()
    return Vocabulary(synonyms, exact, english, short, weak, fillers, frozenset(known), _groups(concepts))


def _groups(concepts: Concepts) -> dict[str, tuple[int, ...]]:
    found: dict[str, dict[int, None]] = {}
    for n, group in enumerate(concepts.grupos):
        for word in group:
            parts = content(word)
            if len(parts) == 1 and not word.startswith("~"):
                found.setdefault("=" + fold(word) if word.startswith("=") else parts[0], {})[n] = None
    for word, texts in concepts.ingles.items():  # what the first translation is a word for
        for s in content(texts[0])[:1]:
            found.setdefault("=" + fold(word), {}).update(found.get(s, {}))
    return {key: tuple(numbers)[:MOST_GROUPS] for key, numbers in found.items() if numbers}


def _relate(row: dict[str, float], others: list[str], far: bool) -> None:
    for other in others:
        parts = content(other.lstrip("~"))
        for part in parts:
            row[part] = max(row.get(part, 0.0), (FAR if far or other.startswith("~") else NEAR) / len(parts))


def content(text: str) -> tuple[str, ...]:
    """Stems of the words that mean something, in order."""
    return tuple(stem(w) for w in fold(text).split() if w not in STOP_WORDS)


def kin(s: str) -> set[str]:
    """Stems of the same verb in its other forms: `muev` and `mov`, `saqu` and `sac`, `lanc` and `lanz`."""
    found = {s.replace("ue", "o", 1), s.replace("ie", "e", 1)}
    for vowel, broken in (("o", "ue"), ("e", "ie")):
        cut = s.rfind(vowel)
        if 0 < cut < len(s) - 1 and s[cut - 1] not in "aeiou" and s[cut + 1] not in "aeiou":
            found.add(s[:cut] + broken + s[cut + 1 :])
    found |= {s.removesuffix(noun) for noun in _NOUNS if s.endswith(noun)}
    for ending, others in _ENDINGS:
        if s.endswith(ending):
            found |= {s.removesuffix(ending) + other for other in others}
            break
    return {other for other in found if other != s and len(other) > 2}


def infinitives(word: str) -> list[str]:
    """Verbs that a conjugated form may come from: `repetimos` gives `repetir` among others. Most do not exist."""
    if clitic := _CLITIC.match(word):
        return [clitic[1]]
    if gerund := _GERUND.match(word):
        word = gerund[1]
    bases = [word[:cut] for cut in range(len(word) - 1, max(1, len(word) - 8), -1) if word[cut:] in _CONJUGATED]
    # «corrigió» comes from «corregir», «murió» from «morir».
    opened = [other for base in bases if (other := _CLOSED.sub(lambda m: _OPEN[m[1]] + m[2], base)) != base]
    return [base + verb for base in bases for verb in ("ar", "er", "ir")] + [base + "ir" for base in opened]


def diminished(word: str) -> list[str]:
    """Words that a diminutive may come from: `fichitas` gives `fichas`, `navecita` gives `nave`. Some do not exist."""
    small = _SMALL.match(word)
    return [f"{small[1]}{vowel}{small[3]}" for vowel in (small[2], "e", "")] if small else []


def known_form(word: str, books: Set[str]) -> bool:
    """The books or our lists have it, or a word that it comes from."""
    known = vocabulary().known
    return word in books or word in known or any(w in books or w in known for w in (*infinitives(word), *diminished(word)))


@lru_cache(maxsize=4096)
def conjugated(infinitive: str) -> frozenset[str]:
    """Stems of a verb and of its commonest forms, which the stemmer does not always bring together (`dispar`, `disp`)."""
    return frozenset(stem(infinitive if not form else infinitive[:-2] + form) for form in _FORMS)


def bare(text: str) -> str:
    """A name without its variables: «PERFORANTE X» and «perforante 2» are «perforante»."""
    return " ".join(w for w in fold(text).split() if len(w) > 1 and not w.isdigit())


def variable(text: str) -> str:
    """Folded, with its numbers as the X of the books: «Perforante 2» is «perforante x»."""
    return " ".join("x" if w.isdigit() else w for w in fold(text).split())


def sound(word: str) -> str:
    """How a folded word sounds in Spanish: `bision` and `vision` agree."""
    for written, heard in _SOUNDS:
        word = word.replace(written, heard)
    return _DOUBLED.sub(r"\1", word)
