"""Nothing is dropped in silence: every number, icon, token, side and negation of the text must be in the effect."""

from collections import Counter
from collections.abc import Iterator

from pydantic import BaseModel

from grammar.effects import Capacidad
from grammar.effects.base import LONGEST_NAME, Model
from grammar.lexing.sentences import Sentence
from grammar.lexing.words import Word

IDENTIFIED: frozenset[str] = frozenset({"ICON", "ICON_N", "ARC", "ARC_N", "ARC_L", "TOK", "MAN", "ADJ", "NOUN"})
IGNORED: frozenset[str] = frozenset({"situado", "elegido"})
"""Words whose meaning another part holds: «situada» is in the place, «la nave elegida» is «esa nave»."""
NEGATED_FIELDS: frozenset[str] = frozenset({"negada", "negado", "modo_negado"})


def missing(sentences: list[Sentence], effects: tuple[Capacidad, ...]) -> Word | None:
    """The first word of the text whose meaning the effect does not hold."""
    held: Counter[str] = Counter()
    for effect in effects:
        held.update(_leaves(effect))
    for sentence in sentences:
        for word in (*(w for header in sentence.headers for w in header.words), *sentence.words):
            for mark in _marks(word):
                held[mark] -= 1
                if held[mark] < 0:
                    return word
    return None


def too_long(effects: tuple[Model, ...]) -> str | None:
    """A name that no card or figure has; the builder makes its values without checking them (effects/base.py)."""
    return next((leaf for effect in effects for leaf in _leaves(effect) if len(leaf) > LONGEST_NAME), None)


def _marks(word: Word) -> Iterator[str]:
    if word.absorbed:
        return
    if word.type in IDENTIFIED and word.id and word.id not in IGNORED:
        yield word.id
    for value in word.det.values if word.det is not None else word.values:
        yield f"#{value}"
    if word.negated or (word.verb is not None and word.verb.negated) or (word.type == "QUE_SER" and word.id == "no"):
        yield "!"


def _leaves(node: object) -> Iterator[str]:
    """Identifiers, numbers («#2») and negations («!») that the effect holds."""
    pending: list[object] = [node]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            pending.extend(value)
        elif isinstance(value, BaseModel):
            for name, child in value.__dict__.items():
                if child is True:
                    if name in NEGATED_FIELDS:
                        yield "!"
                elif child:
                    pending.append(child)
        elif isinstance(value, int):
            yield f"#{value}"
