"""Words typed wrong, as the words of the game's sentences: «critcos» is «criticos» where nothing else is so near."""

import re
from collections.abc import Iterator

from kb.forms import Speech
from kb.play.table.sentences import NUMBERS, Word, form_of
from kb.play.table.spoken import FIRST, VERBS
from kb.text import fold

SHORTEST = 5
"""Letters of a word in which one may be wrong; a shorter one is too like others."""
_WORD = re.compile(r"(?<![\w-])[a-záéíóúüñ]+(?![\w-])", re.I)


def mended(said: str, speech: Speech) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The sentence with its slips put right, and which: (as typed, as understood)."""
    known, slips = vocabulary(speech), list[tuple[str, str]]()

    def each(found: "re.Match[str]") -> str:
        word = fold(found[0])
        if len(word) < SHORTEST or word in known or not found[0].islower():
            return found[0]
        near = {other for other in known if one_letter(word, other)}
        if len(near) != 1:
            return found[0]
        slips.append((found[0], near.copy().pop()))
        return near.pop()

    return _WORD.sub(each, said), tuple(slips)


def vocabulary(speech: Speech) -> frozenset[str]:
    """Every word of its sentences, its lists and the verbs of anybody."""
    return frozenset(_words(speech)) | FIRST.keys() | VERBS | NUMBERS.keys()


def _words(speech: Speech) -> Iterator[str]:
    for text in (*(row.forma for row in speech.frase), *(row.forma for row in speech.anadido)):
        for part in form_of(text):
            if isinstance(part, Word):
                yield from part.ways
    for row in speech.palabras.values():
        for name in row:
            yield from fold(name).split()
    for name in (*speech.sinonimos, *speech.sinonimos.values(), *speech.nombra):
        yield from re.findall(r"\w+", fold(name))


def one_letter(a: str, b: str) -> bool:
    """One letter more, less or other, or two neighbours that have changed places; the first one is right."""
    if a == b or a[0] != b[0] or abs(len(a) - len(b)) > 1:
        return False
    head = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    x, y = a[head:], b[head:]
    return x[1:] == y[1:] or x[1:] == y or x == y[1:] or (x[:2] == y[1::-1] and x[2:] == y[2:])
