"""What no rulebook answers, by kind, and how a question looks once its names are taken out (negativas.toml)."""

import re
import tomllib
from collections.abc import Container, Iterable, Sequence
from functools import cache
from pathlib import Path

from kb.text import fold, stem

_FILE = Path(__file__).with_name("negativas.toml")
CLASSES = ("regla", "carta", "compra", "tactica", "aficion", "otros_juegos", "inventadas", "charla")
"""A question about the rules, and those that are not."""
NAME = "nombre"
BEFORE_NAMES = frozenset({"tiene", "tienen", "cuesta", "cuestan", "vale", "valen", "hace", "de", "del", "carta", "lleva"})
_CAPITAL = re.compile(r"(?<=[\w,;] )[A-ZÁÉÍÓÚÑ][\w'’-]+")


@cache
def negatives() -> dict[str, tuple[str, ...]]:
    with _FILE.open("rb") as file:
        rows = tomllib.load(file)
    return {kind: tuple(line.strip() for line in rows[kind].splitlines() if line.strip()) for kind in CLASSES[1:]}


@cache
def known_names() -> frozenset[str]:
    """Folded words of the names of characters, ships and units."""
    with _FILE.open("rb") as file:
        return frozenset(w for name in tomllib.load(file)["nombres"].split() for w in fold(name).split() if len(w) > 2)


def names_in(text: str, words: Sequence[str], strange: Container[str]) -> frozenset[str]:
    """Words of a question that are names: those of the list, and unknown ones with a capital or where a name stands."""
    capital = {w for name in _CAPITAL.findall(text) for w in fold(name).split()}
    return frozenset(
        w
        for before, w in zip(("", *words), words, strict=False)
        if w in known_names() or (w in strange and (w in capital or (w == words[-1] and before in BEFORE_NAMES)))
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
