"""What no rulebook answers, by kind, and how a question looks once its names are taken out (negativas/)."""

import re
from collections.abc import Container, Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from kb.text import fold, stem

_FOLDER = Path(__file__).with_name("negativas")
CLASSES = (
    "regla", "carta", "compra", "tactica", "aficion", "otros_juegos", "inventadas", "charla", "mundo", "ausentes", "torneo",
    "programas", "vida", "autores", "gente", "ocio", "piezas", "saberes", "textos", "tramites", "videojuegos",
)  # fmt: skip
"""A question about the rules, and those that are not: negativas/<clase>.txt."""
NAME = "nombre"
SLOT = f"{{{NAME}}}"
BEFORE_NAMES = frozenset({"tiene", "tienen", "cuesta", "cuestan", "vale", "valen", "hace", "de", "del", "carta", "lleva"})
_COMMON = frozenset({"guardia", "guardias", "real", "reales", "imperial", "web"})
"""Words of names with a hyphen that are no names alone."""
_GROUP, _NAMED = re.compile(r"\{([^{}]*)\}"), re.compile(rf"\b{NAME}\b")
_CAPITAL = re.compile(r"(?<=[\w,;] )[A-ZÁÉÍÓÚÑ][\w'’-]+")


@cache
def negatives() -> dict[str, tuple[str, ...]]:
    """The phrases of each kind."""
    return {kind: tuple(p for family in families for p in family) for kind, families in negative_lines().items()}


@cache
def negative_lines() -> dict[str, tuple[tuple[str, ...], ...]]:
    """By kind and line of its file, with the alternatives spelled out."""
    return {kind: tuple(map(variants, _lines(kind))) for kind in CLASSES[1:]}


@cache
def known_names() -> frozenset[str]:
    """Folded names of characters, ships and units: their words, and the pairs of those with a hyphen («at st»)."""
    names = [fold(name) for line in _lines("nombres") for name in line.split()]
    words = [w for name in names for w in name.split() if len(w) > 2 and w not in _COMMON]
    return frozenset([*words, *(name for name in names if " " in name)])


@cache
def frames() -> tuple[str, ...]:
    """What people say around a question, of rules or of anything else: «ayer discutimos por esto: …»."""
    return tuple(frame for line in _lines("marcos") for frame in variants(line))


def _lines(name: str) -> list[str]:
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def variants(line: str) -> tuple[str, ...]:
    """«{uno|dos} {más|menos|igual}» as «uno más», «dos menos», «uno igual»: each alternative once at least."""
    groups = [group.split("|") for group in _GROUP.findall(line.replace(SLOT, NAME))]
    rows = []
    for k in range(max(map(len, groups), default=1)):
        turn = iter(groups)
        filled = _GROUP.sub(lambda _: (found := next(turn))[k % len(found)], line.replace(SLOT, NAME))  # noqa: B023
        rows.append(" ".join(_NAMED.sub(SLOT, filled).split()))
    return tuple(rows)


def names_in(text: str, words: Sequence[str], strange: Container[str]) -> frozenset[str]:
    """Words of a question that are names: those of the list, and unknown ones with a capital or where a name stands."""
    capital = {w for name in _CAPITAL.findall(text) for w in fold(name).split()}
    known = known_names()
    pairs = {w for a, b in pairwise(words) if f"{a} {b}" in known for w in (a, b)}
    return frozenset(
        w
        for before, w in zip(("", *words), words, strict=False)
        if w in known or w in pairs or (w in strange and (w in capital or (w == words[-1] and before in BEFORE_NAMES)))
    )


def sound_of(words: Iterable[str], names: Container[str]) -> list[tuple[str, str]]:
    """The words of a question with their stems, its names as one mark: «qué vida tiene Maul» is «qué vida tiene nombre»."""
    found: list[tuple[str, str]] = []
    for word in words:
        if word not in names and word != NAME:
            found.append((word, stem(word)))
        elif not found or found[-1][0] != NAME:
            found.append((NAME, NAME))
    return found
