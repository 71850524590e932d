"""What no rulebook answers, by kind, and how a question looks once its names are taken out (negativas/)."""

import re
from collections.abc import Container, Iterable, Sequence
from functools import cache
from pathlib import Path

from grammar.game import CORPUS
from kb.text import STOP_WORDS, fold, stem

_FOLDER = Path(__file__).with_name("negativas")
CLASSES = (
    "regla", "carta", "compra", "tactica", "aficion", "otros_juegos", "inventadas", "charla", "mundo", "ausentes", "torneo",
    "programas", "vida", "autores", "gente", "ocio", "piezas", "saberes", "textos", "tramites", "videojuegos", "datos",
    "permisos", "duracion", "relato", "soporte", "juicio",
)  # fmt: skip
"""A question about the rules, and those that are not: negativas/<clase>.txt."""
NAME, NUMBER = "nombre", "#"
SLOT = f"{{{NAME}}}"
BEFORE_NAMES = frozenset({"tiene", "tienen", "cuesta", "cuestan", "vale", "valen", "hace", "de", "del", "carta", "lleva"})
LONGEST_NAME = 4
"""Words of a name that is looked for."""
_COMMON = frozenset({
    "guardia", "guardias", "real", "reales", "imperial", "web", "ala", "wing", "barrel roll", "rotate arc", "en solitario",
    "no combatiente", "velocidad de ataque",
})  # fmt: skip
"""Parts of names that are no names alone, and cards that are called as what rules speak of."""
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
def contrasts() -> tuple[str, ...]:
    """Said as the phrases that nobody answers, but of what the rules do tell."""
    return tuple(phrase for line in _lines("reglas") for phrase in variants(line))


@cache
def known_names() -> frozenset[str]:
    """Folded names of characters, ships, units and cards: the words of our list that are names alone, and all names of some
    words, of our list («at st») and of each game's (corpus/<juego>/nombres.txt)."""
    names = [fold(name) for line in _lines("nombres") for name in line.split() if not name[0].isupper()]
    return frozenset([name for name in names if len(name) > 2] + [name for name in _listed() if " " in name]) - _COMMON


@cache
def capital_names() -> frozenset[str]:
    """Names that are everyday words too: only where they have a capital («Han», «Solo»)."""
    return frozenset(fold(name) for line in _lines("nombres") for name in line.split() if name[0].isupper())


@cache
def name_words() -> frozenset[str]:
    """Words of names: no slips of other words, and names where no book has them."""
    return frozenset(w for name in [*_listed(), *known_names()] for w in name.split() if len(w) > 2) - _COMMON - STOP_WORDS


@cache
def _listed() -> tuple[str, ...]:
    lines = (line for path in sorted(CORPUS.glob("*/nombres.txt")) for line in path.read_text(encoding="utf-8").splitlines())
    names = dict.fromkeys(fold(line.partition(" = ")[0]) for line in lines)
    return tuple(name for name in names if len(name.split()) <= LONGEST_NAME)


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
    sure = {w for w in capital & capital_names() if w in words}
    for k in range(len(words)):
        for n in range(min(LONGEST_NAME, len(words) - k), 0, -1):
            if " ".join(words[k : k + n]) in known_names():
                sure.update(words[k : k + n])
                break
    unheard = {w for w in words if w in strange and (w in capital or w in name_words())}
    last = words[-1:] if words[-1:] and words[-1] in strange and words[-2:-1] and words[-2] in BEFORE_NAMES else ()
    return frozenset({*sure, *unheard, *last} - (STOP_WORDS - capital_names()))


def sound_of(words: Iterable[str], names: Container[str]) -> list[tuple[str, str]]:
    """The words of a question with their stems, its names as one mark: «qué vida tiene Maul» is «qué vida tiene nombre». So
    its numbers."""
    found: list[tuple[str, str]] = []
    for word in words:
        if word.isdigit():
            found.append((NUMBER, NUMBER))
        elif word not in names and word != NAME:
            found.append((word, stem(word)))
        elif not found or found[-1][0] != NAME:
            found.append((NAME, NAME))
    return found
