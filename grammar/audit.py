"""Nothing is dropped in silence: every number, icon, token, side and negation of the text must be in the effect."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal, get_args, get_origin

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
    held = _held(effects)
    for sentence in sentences:
        for word in (*(w for header in sentence.headers for w in header.words), *sentence.words):
            for mark in _marks(word):
                held[mark] -= 1
                if held[mark] < 0:
                    return word
    return None


def dropped(text: str, canonical: str) -> str | None:
    """A figure or a denial of the text that its canonical wording does not say: words that no part of the effect asked for.

    «1» may be «una», and «2 [incremento]» as many icons.
    """
    counted = {n for n, icon in _SO_MANY.findall(text) if canonical.lower().count(icon.lower()) >= int(n)}
    told = {"1", *counted, *_FIGURE.findall(canonical)}
    lost = next((n for n in _FIGURE.findall(text) if n not in told), None)
    if lost is None and (denial := _DENIES.search(text)) and not _DENIES.search(canonical):
        return denial.group()
    return lost


_FIGURE = re.compile(r"(?<!\w)[0-9]+(?!\w)")
_SO_MANY = re.compile(r"(?<!\w)([0-9]{1,2})\s*(\[[^\[\]\s]+\])")
_DENIES = re.compile(
    r"\b(?!(?<=\bsi )no\s*,)(?:a menos que|no|ni|sin|nunca|ning[uú]n[ao]?|excepto|salvo|tampoco|nadie)\b", re.IGNORECASE
)
"""«si no,» denies nothing: it is «de lo contrario»."""


def unfit(effects: tuple[Model, ...]) -> str | None:
    """A word that its field does not admit, or a name that nobody has: the builder makes its values without checking them."""
    pending: list[Model] = [*effects]
    while pending:
        value = pending.pop()
        held = value.__dict__
        for name, words in _worded(value.__class__):
            child = held[name]
            if child is None or child == ():
                continue
            for part in child if child.__class__ is tuple else (child,):
                if isinstance(part, Model):
                    pending.append(part)
                elif isinstance(part, str) and (not part or len(part) > LONGEST_NAME or (words and part not in words)):
                    return part
    return None


@cache
def _worded(model: type[BaseModel]) -> tuple[tuple[str, frozenset[str] | None], ...]:
    """The fields that may hold words or parts that do, with the words of those that have a list of them."""
    fields = ((name, field.annotation) for name, field in model.model_fields.items())
    return tuple((name, _words(annotation)) for name, annotation in fields if not _wordless(annotation))


def _wordless(annotation: object) -> bool:
    """`int`, `bool | None`, a tuple of those."""
    inner = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    return annotation in (bool, int) or (get_origin(annotation) is not Literal and bool(inner) and all(map(_wordless, inner)))


def _words(annotation: object) -> frozenset[str] | None:
    """Of `Literal["a", "b"]`, of that or None, of a tuple of those; None where something else may stand there."""
    if get_origin(annotation) is Literal:
        return frozenset(get_args(annotation))
    inner = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    found = [_words(part) for part in inner]
    return frozenset().union(*(words for words in found if words)) if found and all(found) else None


def _marks(word: Word) -> Iterator[str]:
    if word.absorbed:
        return
    if word.type in IDENTIFIED and word.id and word.id not in IGNORED:
        yield word.id
    for value in word.det.values if word.det is not None else word.values:
        yield f"#{value}"
    if word.negated or (word.verb is not None and word.verb.negated) or (word.type == "QUE_SER" and word.id == "no"):
        yield "!"


def _held(effects: tuple[Capacidad, ...]) -> Counter[str]:
    """How often the effect holds each identifier, number («#2») and denial («!»)."""
    held: Counter[str] = Counter()
    pending: list[object] = [*effects]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            held[value] += 1
        elif isinstance(value, int):
            held[f"#{value}"] += 1
        elif isinstance(value, tuple):
            pending.extend(value)
        else:
            for name, child in value.__dict__.items():
                if child is True:
                    if name in NEGATED_FIELDS:
                        held["!"] += 1
                elif child:
                    pending.append(child)
    return held
