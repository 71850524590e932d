"""What a rule text commits to, as values that two wordings of one rule share: its numbers and its modal words.

In comes running text; out come the claims that must be found in the other wording (`firm`) and all those that may
answer for them there (`loose`): «una» answers for «1», but nobody is asked for every «una».
"""

import re
from dataclasses import dataclass

from kb.text import STOP_WORDS, stem, strip_accents

_UNITS = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince".split()
_MORE = {
    "dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "veinticinco": 25, "treinta": 30,
    "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200,
    "quinientos": 500, "ochocientos": 800, "mil": 1000,
}  # fmt: skip
WORDS: dict[str, int] = {**{word: n for n, word in enumerate(_UNITS) if n > 1}, **_MORE}
"""Words that are always a number. «Uno» and «cero» are loose: one is also a pronoun, the other also «ninguno»."""
_ORDINALS = {
    r"segund[oa]s?": 2, r"tercer[oa]?s?": 3, r"cuart[oa]s?": 4, r"quint[oa]s?": 5, r"sext[oa]s?": 6,
}  # fmt: skip
_LOOSE = (
    (r"un|una|uno|unos|unas|primer|primer[oa]s?|unic[oa]s?|sol[oa]|misma?|mismo|otr[oa]|individual|cada|ultim[oa]|alguna?|algun", 1),
    (r"ambos|ambas|dobles?|duplica\w*|mitad|medi[oa]s?|par|pareja|otr[oa]|contrari[oa]|rival|ultim[oa]|siguientes?|segund[oa]s?", 2),
    (r"triples?|triplica\w*|ultim[oa]", 3),
    (r"cero|ningun|ningun[oa]|nada|sin|nula?|nulo|vaci[oa]s?|agota\w*|llega a cero|tampoco|no", 0),
    (r"(?:l[oa]s|es[oa]s|est[oa]s|sus) dos", 2),
    (r"media vuelta", 180),
)  # fmt: skip

_REFERENCE = re.compile(
    r"\b(?:paginas?|pags?\.?|pp?\.|pasos?|apendices?|ejemplos?|figuras?|reglas?|opcion|opciones|apartados?|secciones"
    r"|seccion|subpasos?|lineas?|version|edicion|v\.|ver\.|dibujos?|diagramas?|puntos (?=[a-z]?\d+[.)]))\s*"
    r"(?:n[.º]\s*)?\(?\d+[a-z]?\)?(?:\s*(?:,|y|o|u|a|e|-|al)\s*(?:el |la |los )?(?:paso )?\d+[a-z]?\b(?!\s*(?:o mas|o menos|fichas?|cartas?|dados?|unidad)))*"
)
_BY = re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)")
_NOT_A_QUANTITY = re.compile(
    r"\d+/\d+/\d+|\b\d+(?:\.\d+)+\b|\b(?:19|20)\d\d\b"  # dates, editions, years
    r"|\b[a-z]+\d+[a-z0-9]*(?:-[a-z0-9]+)*\b|\b[a-z]{1,4}-\d+[a-z]*\b|\b\d+-[a-z]+\b|\b0-0-0\b|\b2-1b\b"  # R2-D2, T-47, 4-LOM
    r"|(?<!\d )\b\d+[a-z]\b"  # step 2b
    r"|\bunos? (?:a|con|contra|de|tras|por) otros?\b|\buna? (?:a|con|de|tras|por) otr[oa]s?\b"
)
_RANGE = re.compile(r"\b(\d+)\s*[-–—]\s*(\d+)\b|\bentre (\d+) y (\d+)\b|\b(\d+) al? (\d+)\b")
_NUMBER = re.compile(r"\b\d+\b")
_WORD = re.compile(rf"(?<!\blos )(?<!\blas )\b(?:{'|'.join(WORDS)})\b")


@dataclass(frozen=True, slots=True)
class Numbers:
    firm: frozenset[str]
    loose: frozenset[str]


def folded(text: str) -> str:
    """Lower case without accents, punctuation kept: what every pattern here reads."""
    return re.sub(r"\\\\?frac\{1\}\{2\}", "mitad", strip_accents(text.lower())).replace("−", "-")


def _quantities(text: str) -> str:
    """Folded text without what only looks like a quantity, number words as digits; «los dos» is «ambos» and stays."""
    text = _NOT_A_QUANTITY.sub(" ", _BY.sub(" ", _REFERENCE.sub(" ", folded(text))))
    return _WORD.sub(lambda m: str(WORDS[m[0]]), text)


def numbers_in(text: str) -> Numbers:
    """`{"2", "0-1"}` and, loosely, what those and words like «ambos» or «una» may stand for."""
    text = _quantities(text)
    firm: set[str] = set()
    loose: set[str] = set()
    for match in _RANGE.finditer(text):
        low, high = sorted(int(g) for g in match.groups() if g is not None)
        firm.add(f"{low}-{high}")
        if high - low <= 10:
            loose |= {str(n) for n in range(low, high + 1)}
        loose |= {str(low), str(high)}
    firm |= {str(int(m[0])) for m in _NUMBER.finditer(_RANGE.sub(" ", text))}
    for pattern, value in _ORDINALS.items():
        if re.search(rf"\b(?:{pattern})\b", text):
            firm.add(str(value))
    for pattern, value in _LOOSE:
        if re.search(rf"\b(?:{pattern})\b", text):
            loose.add(str(value))
    return Numbers(frozenset(firm), frozenset(loose | firm))


def lacking(asked: Numbers, other: Numbers) -> list[str]:
    """The firm numbers of one wording that nothing in the other answers for."""
    return sorted((n for n in asked.firm if not _answered(n, other.loose)), key=_order)


def _answered(number: str, loose: frozenset[str]) -> bool:
    if number in loose:
        return True
    low, _, high = number.partition("-")
    return bool(high) and low in loose and high in loose and int(high) - int(low) == 1  # «1 o 2» says 1-2


def _order(number: str) -> tuple[int, int]:
    low, _, high = number.partition("-")
    return int(low), int(high or low)


@dataclass(frozen=True, slots=True)
class Spot:
    """One place where a number stands, and the stems of the words around it."""

    number: str
    near: frozenset[str]
    excerpt: str


def spots_in(text: str, reach: int) -> list[Spot]:
    """Every number from 2 up with what surrounds it. Ones and zeros are everywhere and would say nothing."""
    words = re.findall(r"\[[^\]\d]*\]|[a-z]+|\d+", _quantities(text))
    out = []
    for i, word in enumerate(words):
        number = str(WORDS.get(word, word))
        if not number.isdigit() or number in ("0", "1"):
            continue
        around = [*words[max(0, i - reach) : i], *words[i + 1 : i + 1 + reach]]
        near = frozenset(stem(w) for w in around if w not in STOP_WORDS and w not in WORDS and not w.isdigit())
        out.append(Spot(number, near, " ".join(words[max(0, i - reach) : i + 1 + reach])))
    return out


_CAN = r"pued[eoa]\w*|podr\w+|podi\w+|pudi\w+|poder"
_NO_CAN = (
    rf"\b(?:no|tampoco|nunca|jamas|ni|ningun[oa]?|nadie|sin)\b(?: (?:se|le|les|lo|la|los|las|te|ya|obstante,?|\w+ ni))*"
    rf" (?:{_CAN})\b"
)
MODALS: dict[str, tuple[str, str]] = {
    # name: (what counts as saying it, what else answers for it in the other wording)
    "no puede": (
        rf"{_NO_CAN}|\bno (?:se )?debe\w*|\bnunca\b|\bjamas\b|\bimposible\b|\bprohib\w+|\bno (?:se |le |les )?permit\w+|\bno es posible\b"
        r"|\bno esta\w* permitid\w+|\bimpid\w+|\bincapaz\b|\bningun[oa]? (?:\w+ ){1,3}(?:puede|podra)\b",
        r"\bsolo\b|\bsolamente\b|\bunicamente\b|\bno vale\w*\b|\bno cabe\b|\bimpedir\b|\bnadie\b"
        r"|\bni siquiera\b|\bno tiene derecho\b",
    ),
    "debe": (
        r"\bdebe(?!ria)\w*\b|\bobliga\w*|\bobligatori\w+|\b(?:tiene|tienen|tendra|tendran|tenga|tengan) que\b"
        r"|\b(?:ha|han|habra|habran) de\b|\bhay que\b|\bforzos\w+|\bhabra que\b|\bestan? forzad\w+",
        r"\bes (?:necesario|preciso)\b|\bhace falta\b|\bexig\w+|\bnecesit\w+|\brequier\w+|\brequisit\w+|\bsiempre\b",
    ),
    "puede": (
        rf"\b(?:{_CAN})\b",
        r"\bopcional\w*|\bsi (?:quiere|lo desea|quieren)\b|\bpermit\w+|\bdecid\w+|\belig\w+|\beleccion\b|\bvoluntari\w+"
        r"|\blibre\w*|\bposible\b|\bvale\w?\b|\bcabe\b|\bcapaz\b|\bse deja\b|\bsi\b\.",
    ),
    "hasta": (
        r"\bhasta (?:un |una |el |los |las |la )?(?:\d+|x|maximo|total|dos|tres|cuatro|cinco|seis|ocho|diez|un[ao]?|tant[oa]s|doble)\b"
        r"|\b(?:como|un|de) maximo\b|\bmaxim[oa]s?\b|\ba lo sumo\b|\b(?:no|nunca) (?:\w+ ){0,3}mas de\b|\bo menos\b|\blimite\b"
        r"|\bno (?:\w+ ){0,3}(?:superar|supera|exceder|excede|superior)\b",
        r"\blimit\w+|\bsuper\w+|\bpas[ae]r? de\b|\bhasta\b|\bsolo\b|\bmenos de\b|\bexced\w+|\btope\b|\bno (?:\w+ ){0,3}mas\b|\bcada\b",
    ),
    "al menos": (
        r"\b(?:como|un) minimo\b|\bal menos\b|\bpor lo menos\b|\bminim[oa]s?\b",
        r"\bo mas\b|\bo mayor\b|\bnunca menos\b|\bmenos de\b|\balgun[oa]?s?\b|\bun[oa]?\b|\bninguna?\b",
    ),
    "sólo": (
        r"\bsolo\b|\bsolamente\b|\bunicamente\b|\bexclusiv\w+|\bunic[oa]s?\b",
        r"\bsalvo\b|\bexcept\w+|\bnada mas\b|\bni\b|\bmenos que\b|\bnunca\b|\bmientras\b|\bno (?:se )?(?:\w+ )?(?:si|mas)\b"
        rf"|{_NO_CAN}|\bsol[oa]s?\b|\bun (?:unico|solo)\b|\bmaximo\b|\blimit\w+|\bningun[oa]?\b|\bsin\b|\baunque\b",
    ),
}  # fmt: skip


_NOT_SAID: dict[str, re.Pattern[str]] = {name: re.compile(r"(?!)") for name in MODALS} | {
    # «no puede» forbids and «sólo puede» restricts; «puede que» supposes
    "puede": re.compile(rf"{_NO_CAN}|\bsol(?:o|amente) (?:se )?(?:{_CAN})|\bpuede que\b"),
    # «no debe» forbids, «no tiene que» allows, «si debe…» only supposes
    "debe": re.compile(
        r"\bno (?:se )?debe\w*|\bno (?:tiene|tienen|tendra|tendran) que\b|\b(?:no|nadie) esta\w? obliga\w+|\bdebe de\b"
        r"|\b(?:si|cuando|cuantos|cuantas)(?: \w+){0,4} (?:debe\w*|tiene que|tienen que|deba\w*|tenga\w* que)\b"
    ),
    # the pirate is not a modal
    "sólo": re.compile(r"\bhan solo\b|\bno solo\b|\bno solamente\b|\bno unicamente\b"),
    "no puede": re.compile(r"\bno (?:impid\w+|prohib\w+)"),
}


def says(modal: str, text: str) -> bool:
    """Does the text say this modal in so many words, and not as part of its contrary?"""
    return re.search(MODALS[modal][0], _NOT_SAID[modal].sub(" ", folded(text))) is not None


def answers(modal: str, text: str) -> bool:
    """Does the text say it, or something that amounts to it?"""
    return says(modal, text) or re.search(MODALS[modal][1], folded(text)) is not None
