"""Does a keyword's definition, which the engine runs, say what its entry says? Terms and entries in, differences out.

What a definition leaves out on purpose it says itself (`falta` in juego.toml); everything else is an error.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from grammar.game import Game, Term
from kb.agreement.claims import numbers_in
from kb.agreement.facts import said
from kb.models import Block, Model
from kb.text import stem, strip_accents

KEYWORDS = ("cualidad", "palabra_clave")
_MARKS: Mapping[str, str] = {
    "opcional": r"(?<!no )\b(?:puede[ns]?|podra)\b",
    "línea de visión": r"\blineas? de vision\b",
    "otra unidad": r"\botr[ao]s? (?:unidad|figura|nave)",
    "aliada": r"\b(?:aliad|amig)[ao]s?\b",
    "enemiga": r"\b(?:enemig|hostil)\w*",
    "infantería": r"\binfanteria\b",
    "vehículo": r"\bvehiculos?\b",
    "droide": r"\bdroides?\b",
    "a distancia": r"\ba distancia\b",
    "cuerpo a cuerpo": r"\bcuerpo a cuerpo\b",
    "una vez": r"\buna (?:sola )?vez (?:por|cada|en cada)\b",
    "hasta": r"\bhasta (?:x|\d|un)\b|\bcomo (?:maximo|mucho)\b|\bmaximo de x\b",
    "Guardián": r"\bguardian\b",
    "Acobardamiento": r"\bacobardamiento\b",
    "Esquiva": r"\besquiva\b",
    "Ataque apuntado": r"\bataque apuntado\b",
    "Herida": r"\bheridas?\b",
}
"""What one wording of a rule must have if the other has it: who, whom, when, how often."""
_ONE_WAY: Mapping[str, str] = {
    "una obligación": r"\b(?:debe[ns]?|debera[ns]?|tiene[ns]? que|obliga\w*)\b",
    "antes": r"\bantes\b",
    "al comienzo": r"\b(?:al|del) (?:comienzo|comenzar|principio|inicio|empezar|iniciar|activarse)\b"
    r"|\bcuando (?:empie|comien)[cz]",
    "al final": r"\b(?:al|del) (?:final|acabar|terminar)\b|\b(?:acaba|termina)r?\b",
}
"""What a definition may only have if its entry has it: a duty and a moment can be told in many other ways."""
_COUNT = re.compile(r"\b(1|2|una?|dos) (?!de\b|o\b|y\b)([a-z]{3,})(?: de ([a-z]{3,}))?")
_RATED = re.compile(
    r"\b(?!alcance|paso|pagina|ronda|punto)([a-z]{4,}) ([12])(?=[.,;:)\n]|$| (?:y|hasta|que|en|a|el|la|su|cuando|durante)\b)"
)
"""«Velocidad 1», «Perforante 2», «altura 2»: the number of what stands before it."""
_BY = re.compile(r"\b(?:aument|reduc|redu[zj]|increment|mejor|baj|sub|rest)\w*(?: [^\s.;]+){0,6}? en ([12]|uno?|dos)\b")
_OR_MORE = re.compile(r"\b([12]|una?|dos) o mas\b")
_POINT = re.compile(r"\bpv\b")
_NEVER_TWO = re.compile(r"(\b(?:nunca|no)\b[^.;,\n]{0,40}\b)(?<!mas de )dos\b")
"""«nunca entra en dos reservas»: one at most."""
_AFTER = r"\bdespues\b|\btras\b"
_OF_A_STEP = r"\bal (?:comienzo|final) del paso “[^”]*”"
"""Where the engine has to stand to play a rule that only names the step, or not even that."""


class Difference(Model):
    entry: str
    what: str
    """`definición sin línea de visión`, `definición con alcance 3`."""


def differences(game: Game, texts: Mapping[str, Iterable[Block]]) -> Iterator[Difference]:
    """Every keyword with a definition, against the blocks of its entry."""
    for term in game.vocabulario:
        blocks = texts.get(term.entrada or "")
        if term.definicion and blocks is not None and term.clase.startswith(KEYWORDS):
            rows = list(blocks)
            yield from _of(game, term, said(rows), "\n".join(b.text for b in rows))


def undefined(game: Game) -> list[str]:
    """Keywords that neither have a definition nor say why."""
    return [t.id for t in game.vocabulario if t.clase.startswith(KEYWORDS) and not (t.definicion or t.sin_definicion)]


def _of(game: Game, term: Term, rules: str, whole: str) -> Iterator[Difference]:
    """An example may answer for what a definition says; only rules ask it to be there."""
    rules = _without_name(term, rules)
    where, mine = f"{game.slug}/{term.entrada}", marks_of(term.definicion or "")
    yield from (Difference(entry=where, what=f"definición con {mark}") for mark in sorted(mine - marks_of(whole)))
    yield from (Difference(entry=where, what=f"definición con {name}") for name in _told_alone(term.definicion or "", whole))
    yield from (Difference(entry=where, what=f"definición con {told}") for told in _counted_otherwise(term, rules, whole))
    excused = marks_of(term.falta or "")
    yield from (Difference(entry=where, what=f"definición sin {mark}") for mark in sorted(marks_of(rules) - mine - excused))


def _told_alone(definition: str, entry: str) -> Iterator[str]:
    """A moment that the entry does not tell; and the opposite of the one with which it begins."""
    mine, theirs = strip_accents(re.sub(_OF_A_STEP, "", definition.lower())), strip_accents(entry.lower())
    yield from (name for name, pattern in _ONE_WAY.items() if re.search(pattern, mine) and not re.search(pattern, theirs))
    if re.search(_AFTER, mine) and not re.search(_AFTER, theirs) and re.search(_ONE_WAY["antes"], theirs.partition("\n")[0]):
        yield "después, y la entrada con antes"


def _counted_otherwise(term: Term, rules: str, whole: str) -> list[str]:
    """One of something of which the entry only speaks as two, or two of what it only has one of."""
    mine, theirs, ruled = _counted(term.definicion or ""), _counted(whole), _counted(rules)
    return sorted(f"{n} {thing}" for thing, numbers in mine.items() if thing in ruled for n in numbers - theirs[thing])


def _counted(text: str) -> dict[str, set[int]]:
    """How many of each thing, where it is one or two: «2 fichas de Esquiva» are 2 of «ficha de esquiva» and of «ficha»."""
    found: dict[str, set[int]] = {}
    plain = _NEVER_TWO.sub(r"\1una", _POINT.sub("punto de victoria", strip_accents(text.lower())))
    for number, thing, more in _COUNT.findall(plain):
        for name in (stem(thing), f"{stem(thing)} de {stem(more)}" if more else ""):
            found.setdefault(name, set()).add(2 if number in ("2", "dos") else 1)
    for thing, number in _RATED.findall(plain):
        found.setdefault(f"de {thing}", set()).add(int(number))
    for name, pattern in (("de más o de menos", _BY), ("o más", _OR_MORE)):
        for number in pattern.findall(plain):
            found.setdefault(name, set()).add(2 if number in ("2", "dos") else 1)
    found.pop("", None)
    return found


def _without_name(term: Term, text: str) -> str:
    """«Vehículo de mando» speaks of no vehicle: a keyword's own name says nothing about its rule."""
    return re.sub(re.escape(term.nombre), "", text, flags=re.I)


def marks_of(text: str) -> set[str]:
    """The marks and the numbers of a wording; a range is a number whether it is drawn or written."""
    plain = strip_accents(re.sub(r"\[alcance-(\d)\]", r"alcance \1", text).lower())
    found = {name for name, pattern in _MARKS.items() if re.search(pattern, plain)}
    return found | {f"alcance {n}" for n in re.findall(r"\balcance (\d)\b", plain)} | _amounts(text)


def _amounts(text: str) -> set[str]:
    """Numbers above 2 that are no range, step or reference: one and two hide in every plural."""
    return {n for n in numbers_in(re.sub(r"\[alcance-\d\]|alcance \d", "", text)).firm if n.isdigit() and int(n) > 2}
