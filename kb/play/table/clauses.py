"""What a judge says in one breath, as several sentences: «A está estresado y dispara a B, que gasta una evasión».

A sentence that no form takes whole is cut where Spanish joins clauses; each part has to be understood whole, by itself or with
others. Who is not named again is who was spoken of. What only asks what happens says nothing: the table tells it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.forms import Speech
from kb.play.errors import PlayError
from kb.play.table.sentences import JOINERS, Heard, heard
from kb.text import fold

_CUT = re.compile(r"\s*[,;.]\s*|\s+(?:y|e|pero|mientras|cuando)\s+|\s+(?=¿?(?:que|estando|teniendo|cu[aá]ntos dados)\s)", re.I)
_ASKED = re.compile(
    r"^¿?(?:(?:y )?que (?:pasa|ocurre|sucede)\b.*|(?:se )?puede(?: hacerlo)?|es legal|vale|"
    r"cuantos dados (?:de \w+ )?tiran? .*)\??$"
)
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
        if not 0 < len(parts) <= MOST_PARTS or parts == [plain]:
            raise
        for found in _joined(parts, _Spoken(), speech, dict(known)):
            return tuple(found)
        raise PlayError(str(error).replace(plain, said.strip())) from None


def _in_its_words(said: str, speech: Speech) -> str:
    """With the words that the game's sentences have: «estresado» is «bajo tensión»."""
    for way, word in speech.sinonimos.items():
        pattern = "".join(_LETTERS.get(letter, re.escape(letter)) for letter in way)
        said = re.sub(rf"(?<!\w){pattern}(?!\w)", word, said, flags=re.I)
    return said


_LETTERS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uúü]", "n": "[nñ]"}


@dataclass(frozen=True)
class _Spoken:
    """Of what was said last: who did it, who else was named, and whether it told what they have."""

    who: str = ""
    other: str = ""
    had: bool = False


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
            for rest in _joined(parts[many:], _Spoken(who, other, " tiene" in text), speech, there):
                yield [first, *rest]
                return


def _ways(parts: list[str], before: _Spoken) -> Iterator[str]:
    """Some parts as one sentence: as they stand, said of whoever was spoken of, or of the one named last."""
    whole = " y ".join(parts)
    head, _, rest = whole.partition(" ")
    if fold(head) in JOINERS and fold(head) != "que":
        whole, (head, _, rest) = rest, rest.partition(" ")
    yield whole
    who = before.who
    if fold(head) in _BEING and who:
        yield f"{who} {_BEING[fold(head)]} {rest}"
    elif fold(head) == "que":
        yield from (f"{name} {rest}" for name in (before.other or who, who) if name)
    elif who:
        yield f"{who} {whole}"
        if before.had:  # «tiene 2 de Acobardamiento y aplomo 1»
            yield f"{who} tiene {whole}"
