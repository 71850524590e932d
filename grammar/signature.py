"""A small signature of a card text, Spanish or English: numbers, ranges, icons, may and must, negation, sides, limits, terms.

No grammar: two texts that say the same have the same signature, or nearly; what one has and the other has not is told.
"""
# ruff: noqa: E501  (a table of expressions reads best with one entry per line)

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from grammar.game import load_whole
from grammar.lexicon.load import fold

Language = Literal["es", "en"]
FEATURES = ("numeros", "alcances", "iconos", "puede", "no", "lado", "limite", "terminos", "momento")
SAID_AGAIN = ("lado",)
"""Spanish says «esa nave aliada» where English says "that ship": what counts is whether it is said, or said of the other."""
_ICON = re.compile(r"\[([^\[\]\n]{1,40})\]")
_TOKEN = re.compile(r" (?:tokens?|markers?)$")
_MOVE = re.compile(r"\(\s*\d[^()]{0,60}\)")
_NOTE = re.compile(r"\n?(?:errata|nota|note)\b[^\n]*", re.IGNORECASE)
_RANGE = {
    "es": re.compile(r"\b(?:alcance|rango|distancia)s?(?: de ataque)?(?: de)? (\d)(?:\s?(?:-|–|−|a|o)\s?(\d))?(?![\w-])"),
    "en": re.compile(r"\brange (\d)(?:\s?(?:-|–|−|to|or)\s?(\d))?(?![\w-])"),
}
_NUMBER = re.compile(r"(?<![\w-])[+−–-]?(\d{1,2})(?:\s?[-–−]\s?(\d{1,2}))?(?![\w-])")
_WORDS: dict[str, dict[str, int]] = {
    "es": {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "ambos": 2, "ambas": 2},
    "en": {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2, "twice": 2},
}
_PATTERNS: dict[str, dict[str, dict[str, str]]] = {
    "puede": {
        "puede": {"es": r"(?<!\bno )(?<!\bno se )(?<!\bno te )\bpued(?:e|es|en|a|as|an)\b|\bcapa(?:z|ces) de\b", "en": r"\bmay\b(?! not)|\bcan\b(?!not|'t| not)"},
        "no_puede": {"es": r"\bno (?:se |te |le |les )?pued\w+\b|\bno podra\w*", "en": r"\bcannot\b|\bcan't\b|\bmay not\b"},
        "debe": {"es": r"(?<!supone que )\bdebe(?:s|n|ra|ras|ran)?\b|\btien(?:e|es|en) que\b", "en": r"\bmust\b"},
    },
    "lado": {
        "aliado": {"es": r"\baliad[oa]s?\b|\bamig[oa]s?\b|\bamistos[oa]s?\b", "en": r"\bfriendly\b|\ballied\b|\bally\b"},
        "enemigo": {"es": r"\benemig[oa]s?\b|\bhostil(?:es)?\b", "en": r"\benem(?:y|ies)\b|\bhostiles?\b"},
    },
    "limite": {"una_vez": {"es": r"\buna vez (?:por|durante|en|cada)\b", "en": r"\bonce per\b|\bonce during\b|\bonce each\b|\blimit once\b"}},
    "momento": {
        "despues": {"es": r"\bdespues del?\b|\btras\b|\buna vez (?!por|durante|en|cada)", "en": r"\bafter\b"},
        "antes": {"es": r"\bantes (?:del?|que)\b", "en": r"\bbefore\b"},
        "comienzo": {"es": r"\bal (?:comienzo|inicio|principio|empezar)\b", "en": r"\bat the start\b|\bat the beginning\b"},
        "final": {"es": r"\bal (?:final|finalizar|terminar)\b", "en": r"\bat the end\b"},
        "hasta_final": {"es": r"\bhasta (?:el|la) (?:final|fin|conclusion)\b", "en": r"\buntil the end\b"},
    },
    "no": {
        "no": {"es": r"\bno\b|\bni\b|\bsin\b|\bningun[oa]?s?\b|\bnunca\b|\btampoco\b|\ba menos que\b|\bsalvo\b|\bexcepto\b|\bdistint[oa]s? (?:de|del|a|al)\b|\bignor\w+|\b(?:de lo|en caso) contrario\b|\bfuera de (?!linea)|\bmas alla de\b",
               "en": r"\bnot\b|\bno\b|\bcannot\b|\bcan't\b|\bwithout\b|\bnon-|\bunless\b|\bnone\b|\bnever\b|\bexcept\b|\bother than\b|\bneither\b|\bignor\w+|\botherwise\b(?! modif)|\boutside\b|\bbeyond\b|n't\b|\bun(?:damaged|cancel\w*|equip\w*|occupied|spent)\b"},
    },
}  # fmt: skip
_COMPILED = {
    language: {
        feature: {name: re.compile(forms[language]) for name, forms in table.items()} for feature, table in _PATTERNS.items()
    }
    for language in ("es", "en")
}


@dataclass(frozen=True)
class Difference:
    feature: str
    item: str
    here: int
    there: int

    @property
    def told(self) -> str:
        return f"{LABELS[self.feature].format(NAMES.get(self.item, self.item))}: aquí {_times(self.here)}, allí {_times(self.there)}."


def _times(count: int) -> str:
    return "no está" if count == 0 else "una vez" if count == 1 else f"{count} veces"


LABELS = {
    "numeros": "El número {}", "alcances": "El alcance {}", "iconos": "El icono [{}]", "puede": "«{}»",
    "no": "Una negación («no», «sin», «a menos que»…)", "lado": "El bando «{}»", "limite": "El límite «{}»",
    "terminos": "El término «{}»", "momento": "El momento «{}»",
}  # fmt: skip
INSTEAD = {"numeros": "Un número", "alcances": "El alcance", "iconos": "Un icono", "puede": "Lo que se puede o se debe", "lado": "El bando",
           "terminos": "Una ficha", "momento": "El momento"}  # fmt: skip


def told(rows: list[Difference]) -> list[str]:
    """In words; one thing in place of another in one sentence: «Un número: aquí 3, allí 2»."""
    lines: list[str] = []
    for feature in FEATURES:
        mine = [row for row in rows if row.feature == feature]
        more, less = [r for r in mine if r.here > r.there], [r for r in mine if r.here < r.there]
        if len(more) == len(less) == 1 and feature in INSTEAD:
            here, there = (NAMES.get(row.item, row.item) for row in (more[0], less[0]))
            lines.append(f"{INSTEAD[feature]}: aquí «{here}», allí «{there}».")
        else:
            lines += [row.told for row in mine]
    return lines


NAMES = {"puede": "puede", "no_puede": "no puede", "debe": "debe", "una_vez": "una vez por…", "despues": "después de", "comienzo": "al comienzo",
         "final": "al final", "hasta_final": "hasta el final"}  # fmt: skip


@lru_cache(maxsize=16)
def _terms(game: str, language: Language) -> tuple[re.Pattern[str], dict[str, str]]:
    """One expression for the names of the tokens, the longest first, and what each is."""
    names: dict[str, str] = {}
    for token in load_whole(game).fichas:
        forms = (token.nombre, *token.sinonimos) if language == "es" else tuple(_TOKEN.sub("", form) for form in token.en)
        if token.en:  # what has no English name cannot be compared with one
            names.update({fold(form): token.nombre for form in forms if form})
    if not names:
        return re.compile(r"(?!)"), {}
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    one = rf"(?:{words})(?!\w)"
    if language == "es":
        shape = rf"(?:fichas?|(?:marc|indic)ador(?:es)?) (?:\w+ )?de {one}(?:(?:,| o| y| e| u)+ (?:\d |una? )?(?:fichas? )?(?:de )?{one})*"
    else:
        shape = rf"(?<!\w){one}(?:(?:,| or| and)+ (?:\d |an? )?{one})*(?= (?:tokens?|markers?)\b)"
    return re.compile(shape), names


def _named(text: str, game: str, language: Language) -> Iterator[str]:
    """Names of the tokens that a text speaks of: «fichas de Iones o de Merma», "ion or deplete tokens"."""
    lists, names = _terms(game, language)
    each = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)) or r"(?!)")
    for match in lists.finditer(text):
        yield from (names[name] for name in each.findall(match.group()))


def signature(text: str, game: str, language: Language = "es") -> dict[str, Counter[str]]:
    low = fold(_NOTE.sub("", re.sub(r"<[^>]{1,20}>", " ", text)))
    found: dict[str, Counter[str]] = {feature: Counter() for feature in FEATURES}
    found["iconos"] = Counter(match.group(1) for match in _ICON.finditer(low))
    bare = _ICON.sub(" ", low)
    for match in _RANGE[language].finditer(bare):
        found["alcances"]["-".join(part for part in match.groups() if part)] += 1
    rest = _RANGE[language].sub(" ", bare)
    for match in _NUMBER.finditer(rest):
        for number in match.groups():
            if number and int(number) != 1:
                found["numeros"][str(int(number))] += 1
    for word, number in _WORDS[language].items():
        found["numeros"][str(number)] += len(re.findall(rf"\b{word}\b", rest))
    for feature, table in _COMPILED[language].items():
        for name, pattern in table.items():
            found[feature][name] += len(pattern.findall(bare))
    found["no"] = Counter(
        {"no": sum(bool(_COMPILED[language]["no"]["no"].search(part)) for part in re.split(r"[,.;:()\n]", bare))}
    )
    found["terminos"] = Counter(dict.fromkeys(_named(bare, game, language), 1))
    return {feature: +counts for feature, counts in found.items()}


def differences(a: str, b: str, game: str, languages: tuple[Language, Language] = ("es", "es")) -> list[Difference]:
    one, two = signature(a, game, languages[0]), signature(b, game, languages[1])
    rows: list[Difference] = []
    for feature in FEATURES:
        changed = {item: one[feature][item] - two[feature][item] for item in sorted({*one[feature], *two[feature]})}
        swapped = min(changed.values(), default=0) < 0 < max(changed.values(), default=0)
        for item, by in changed.items():
            here, there = one[feature][item], two[feature][item]
            if by and (feature not in SAID_AGAIN or swapped or not here or not there):
                rows.append(Difference(feature, item, here, there))
    return rows
