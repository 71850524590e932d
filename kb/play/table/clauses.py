"""What a judge says in one breath, as several sentences: «A está estresado y dispara a B, que gasta una evasión».

A sentence that no form takes whole is cut where Spanish joins clauses; each part has to be understood whole, by itself or with
others. Who is not named again is who was spoken of. What only asks what happens says nothing: the table tells it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.forms import Speech
from kb.play.errors import PlayError
from kb.play.table.sentences import JOINERS, Heard, examples, heard
from kb.text import fold

_CUT = re.compile(
    r"\s*[,;.:?¿]+\s*|\s+(?:y|e|pero|mientras|cuando|si)\s+|\s+(?=(?:que|estando|teniendo|cu[aá]ntos dados)\s)", re.I
)
_ASKED = re.compile(
    r"^(?:(?:y )?que (?:pasa|ocurre|sucede|hace|hago|sale)\b.*|(?:se )?(?:puede|puedo|pueden)(?: hacerlo)?|es legal|vale|"
    r"impacta|cuantos dados|cuanto dano|que maniobra|"
    r"(?:y )?(?:que|cual|cuant[oa]s?|quien|como) \w+.*\b(?:tiran?|hace|ejecuta|recibe|sufre|queda|pasa|saca|gana)\b.*)$"
)
_MODAL = re.compile(
    r"(?<!\w)(?:puede|pueden|puedo|podemos|quiere|quieren|quiero|intenta|intentan|intento|va a|van a|debe|deben) "
    r"(\w*[aei]r)(?:(se|me|le|lo|la)(?=\W|$))?(?!\w)",
    re.I,
)
_PRESENT: Mapping[str, str] = {
    "mover": "mueve", "mostrar": "muestra", "repetir": "repite", "tener": "tiene", "elegir": "elige", "volver": "vuelve",
    "defender": "defiende", "recibir": "recibe", "sufrir": "sufre", "ser": "es", "ir": "va",
}  # fmt: skip
"""Infinitives whose present is not the stem with its vowel."""
_HIM = re.compile(r"^(?:(.+?) )?(?:le|les|lo|la|los) (\w+)(?: (.*))?$", re.I)
"""«A le dispara a alcance 2»: at whom, was said before."""
MOST_PARTS = 8
SPOKEN_OF = "abcs"
"""Slots of what a sentence speaks of: pieces, and places by their name."""
_BEING: Mapping[str, str] = {"estando": "esta", "teniendo": "tiene"}


def sentences(said: str, speech: Speech, known: Mapping[str, str]) -> tuple[Heard, ...]:
    """Everything that was said, in order. Raises PlayError with what can be said."""
    plain = _in_its_words(said, speech)
    try:
        return (heard(plain, speech, known),)
    except PlayError as error:
        parts = [part for part in _CUT.split(plain) if part and not _ASKED.match(fold(part).strip())]
        parts = [each for part in parts for each in _described(part, speech) or [part]]
        if not 0 < len(parts) <= MOST_PARTS or parts == [plain]:
            raise PlayError(str(error).replace(plain.strip(), said.strip())) from None
        for found in _joined(parts, _Spoken(), speech, dict(known)):
            return tuple(found)
        raise PlayError(_what_not(said.strip(), parts, speech, dict(known)) or str(error)) from None


def _described(said: str, speech: Speech) -> list[str]:
    """«un soldado aturdido ataca …»: what it is like, and then what it does."""
    words = said.split()
    for n, word in enumerate(words[1:-1], 1):
        if fold(word) in speech.palabras.get("estado", {}) and not {fold(each) for each in words[:n]} & _NO_NAME:
            who = " ".join(words[:n])
            return [f"{who} está {word}", f"{who} {' '.join(words[n + 1 :])}"]
    return []


_NO_NAME = frozenset("esta estan es son con a contra tiene tienen y".split())


def _what_not(said: str, parts: list[str], speech: Speech, known: dict[str, str]) -> str:
    """Which part of it says nothing here, and what could be said that is like it."""
    for n, part in enumerate(parts):
        if next(_joined(parts[: n + 1], _Spoken(), speech, known), None) is None:
            plain = f"no se entiende «{part.strip()}»" + (f" de «{said}»" if part.strip() != said else "")
            return f"{plain}; se puede decir: {examples(speech, like=part)}"
    return ""


def _in_its_words(said: str, speech: Speech) -> str:
    """With the words that the game's sentences have: «estresado» is «bajo tensión»; «puede disparar» is «dispara»."""
    said = _MODAL.sub(_as_done, said)
    for way, word in speech.sinonimos.items():
        pattern = "".join(_LETTERS.get(letter, re.escape(letter)) for letter in way)
        said = re.sub(rf"(?<!\w){pattern}(?!\w)", word, said, flags=re.I)
    return said


def _as_done(found: "re.Match[str]") -> str:
    """What somebody can or wants to do, as if it were done: the table says whether it may be."""
    verb, whom = fold(found[1]), fold(found[2] or "")
    present = _PRESENT.get(verb) or verb[:-1] if verb.endswith("ar") else _PRESENT.get(verb) or f"{verb[:-2]}e"
    pronoun = {"se": "se ", "me": "se ", "le": "le ", "lo": "le ", "la": "le "}.get(whom, "")
    return f"{pronoun}{present}"


_LETTERS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uúü]", "n": "[nñ]"}


@dataclass(frozen=True)
class _Spoken:
    """Of what was said last: who did it, who else was named, and whether it told what they have."""

    who: str = ""
    other: str = ""
    verb: str = ""
    """What told what they have or are: «tiene», «está», «es»."""


def _joined(parts: list[str], before: _Spoken, speech: Speech, known: dict[str, str]) -> Iterator[list[Heard]]:
    """Every way to understand the parts, the fewest sentences first."""
    if not parts:
        yield []
        return
    for many in range(len(parts), 0, -1):
        for text in _ways(parts[:many], before):
            try:
                first = heard(text, speech, known)
            except PlayError:
                continue
            named = [str(first.slots[name]) for name in SPOKEN_OF if name in first.slots]
            there = known | {fold(name): name for name in named}
            who, other = named[0] if named else before.who, named[1] if len(named) > 1 else before.other
            verb = next((word for word in _STATIVE if f" {word} " in f" {fold(text)} "), before.verb)
            for rest in _joined(parts[many:], _Spoken(who, other, verb), speech, there):
                yield [first, *rest]
                return


def _ways(parts: list[str], before: _Spoken) -> Iterator[str]:
    """Some parts as one sentence: as they stand, said of whoever was spoken of, or of the one named last."""
    whole = " y ".join(parts)
    head, _, rest = whole.partition(" ")
    if fold(head) in JOINERS and fold(head) != "que":
        whole, (head, _, rest) = rest, rest.partition(" ")
    yield whole
    if len(parts) > 1 and " con " in parts[0]:  # «con 6 dados negros y Perforante 2»
        yield " con ".join(parts)
    who = before.who
    if fold(head) in _BEING and who:
        yield f"{who} {_BEING[fold(head)]} {rest}"
    elif fold(head) == "que":
        yield from (f"{name} {rest}" for name in (before.other or who, who) if name)
    elif who:
        yield f"{who} {whole}"
        if before.verb:  # «tiene 2 de Acobardamiento y aplomo 1», «está estresado y desarmado»
            yield f"{who} {before.verb} {whole}"
    if (found := _HIM.match(whole)) and who:
        subject, verb, rest = found[1], found[2], found[3] or ""
        object_ = (before.other or who) if subject is None else who
        yield f"{subject or who} {verb} a {object_} {rest}".rstrip()


_STATIVE = ("tiene", "tienen", "esta", "estan", "es", "son")
