"""The numbers that a rule text commits to, as values that two wordings of one rule share.

In comes running text; out come the numbers that must be found in the other wording (`firm`) and all those that may
answer for them there (`loose`): «una» answers for «1», but nobody is asked for every «una».
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.text import STOP_WORDS, stem, strip_accents

_FROM_TWO = "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince".split()
WORDS: dict[str, int] = {word: n for n, word in enumerate(_FROM_TWO, 2)} | {
    "dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "veinticinco": 25, "treinta": 30,
    "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200,
    "quinientos": 500, "ochocientos": 800, "mil": 1000,
}  # fmt: skip
"""Words that are always a number. «Uno» and «cero» are not here: one is also a pronoun, the other also «ninguno»."""
_ORDINALS = {r"segund[oa]s?": 2, r"tercer[oa]?s?": 3, r"cuart[oa]s?": 4, r"quint[oa]s?": 5, r"sext[oa]s?": 6}
_LOOSE: tuple[tuple[str, int], ...] = (
    (r"cero|ningun[oa]?|nada|nul[oa]s?|vaci[oa]s?|sin", 0),
    (r"un[oa]?s?|primer[oa]?s?|unic[oa]s?|sol[oa]|mism[oa]|otr[oa]|cada|ultim[oa]|algun[oa]?|individual", 1),
    (r"amb[oa]s|dobles?|duplica\w*|mitad|medi[oa]s?|par|pareja|segund[oa]s?|(?:l[oa]s|es[oa]s|est[oa]s|sus) dos", 2),
    (r"triples?|triplica\w*", 3),
    (r"media vuelta", 180),
)

_REFERENCE = re.compile(  # «paso 2b», «páginas 34 y 35»: they name a place, not an amount
    r"\b(?:paginas?|pags?\.?|pp?\.|pasos?|subpasos?|apendices?|ejemplos?|diagramas?|dibujos?|reglas?|lineas?"
    r"|opcion|opciones|apartados?|seccion|secciones|version|edicion|v\.|ver\.)\s*"
    r"(?:n[.º]\s*)?\(?\d+[a-z]?\)?(?:\s*(?:,|y|o|u|a|e|-|al)\s*(?:el |la |los )?(?:paso )?\d+[a-z]?\b"
    r"(?!\s*(?:o mas|o menos|fichas?|cartas?|dados?|unidad)))*"
)
_NOT_A_QUANTITY = re.compile(
    r"\d+/\d+/\d+|\b\d+(?:\.\d+)+\b|\b(?:19|20)\d\d\b"  # dates, editions, years
    r"|\b[a-z]+\d+[a-z0-9]*(?:-[a-z0-9]+)*\b|\b[a-z]{1,4}-\d+[a-z]*\b|\b\d+-[a-z]+\b|\b0-0-0\b"  # R2-D2, T-47, 4-LOM
    r"|(?<!\d )\b\d+[a-z]\b"  # 2b
    r"|\bun[oa]s? (?:a|con|contra|de|tras|por) otr[oa]s?\b"
)
_BY = re.compile(r"(?<=\d)\s*x\s*(?=\d)")
_RANGE = re.compile(r"\b(\d{1,9})\s*-\s*(\d{1,9})\b|\bentre (\d{1,9}) y (\d{1,9})\b|\b(\d{1,9}) al? (\d{1,9})\b")
_NUMBER = re.compile(r"\b\d{1,9}\b")
_WORD = re.compile(rf"(?<!\blos )(?<!\blas )\bdos\b|\b(?:{'|'.join(w for w in WORDS if w != 'dos')})\b")
_HALF = re.compile(r"\\?frac\{1\}\{2\}")
_TYPED = str.maketrans({
    "①": "1", "②": "2", "③": "3", "④": "4", "⑤": "5", "−": "-", "–": "-", "—": "-", "×": "x", "½": " mitad ",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Numbers:
    firm: frozenset[str]
    loose: frozenset[str]


def folded(text: str) -> str:
    """Lower case without accents, punctuation kept: what every pattern here reads."""
    return _HALF.sub(" mitad ", strip_accents(text.translate(_TYPED).lower()))


def _quantities(text: str) -> str:
    """Folded text without what only looks like a quantity, number words as digits; «los dos» is «ambos» and stays."""
    text = _NOT_A_QUANTITY.sub(" ", _BY.sub(" ", _REFERENCE.sub(" ", folded(text))))
    return _WORD.sub(lambda m: str(WORDS[m[0]]), text)


def numbers_in(text: str) -> Numbers:
    """`{"2", "0-1"}` and, loosely, what those and words like «ambos» or «una» may stand for."""
    text = _quantities(text)
    ranges = [sorted(int(g) for g in m.groups() if g is not None) for m in _RANGE.finditer(text)]
    firm = {f"{low}-{high}" for low, high in ranges}
    firm |= {str(int(m[0])) for m in _NUMBER.finditer(_RANGE.sub(" ", text))}
    firm |= {str(value) for pattern, value in _ORDINALS.items() if re.search(rf"\b(?:{pattern})\b", text)}
    loose = {str(n) for low, high in ranges for n in (range(low, high + 1) if high - low <= 10 else (low, high))}
    loose |= {str(value) for pattern, value in _LOOSE if re.search(rf"\b(?:{pattern})\b", text)}
    return Numbers(frozenset(firm), frozenset(loose | firm))


def lacking(asked: Numbers, other: Numbers) -> list[str]:
    """The firm numbers of one wording that nothing in the other answers for."""
    return sorted((n for n in asked.firm if not _answered(n, other.loose)), key=_ends)


def _answered(number: str, loose: frozenset[str]) -> bool:
    low, high = _ends(number)
    return number in loose or (high - low == 1 and {str(low), str(high)} <= loose)  # «1 o 2» says 1-2


def _ends(number: str) -> tuple[int, int]:
    low, _, high = number.partition("-")
    return int(low), int(high or low)


@dataclass(frozen=True, slots=True)
class Spot:
    """One place where a number stands, and the stems of the words around it."""

    number: str
    near: frozenset[str]
    excerpt: str


def spots_in(text: str, reach: int) -> list[Spot]:
    """Every number from 2 up with what surrounds it in its sentence. Ones and zeros are everywhere and would say nothing."""
    return [spot for sentence in re.split(r"[.;\n]", _quantities(text)) for spot in _spots(sentence, reach)]


def _spots(sentence: str, reach: int) -> Iterator[Spot]:
    words = re.findall(r"\[[^\]\d]*\]|[a-z]+|\d+", sentence)
    for i, word in enumerate(words):
        number = str(WORDS.get(word, word))
        if not number.isdigit() or number in ("0", "1"):
            continue
        around = [*words[max(0, i - reach) : i], *words[i + 1 : i + 1 + reach]]
        near = frozenset(stem(w) for w in around if w not in STOP_WORDS and w not in WORDS and not w.isdigit())
        yield Spot(number, near, " ".join(words[max(0, i - reach) : i + 1 + reach]))
