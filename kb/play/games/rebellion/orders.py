"""Rebellion cards, the small parts: orders, places, numbers and sides that compiled prose names."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar.effects import Seleccion
from grammar.effects.reglas import Clausula, Parte
from kb.play.errors import PlayError
from kb.play.games.rebellion.state import Side

NUMBERS = frozenset({"exacta", "hasta", "menos", "al_menos"})


class NotRun(PlayError):
    """Read, but the engine does not carry it out."""


@dataclass(frozen=True)
class Where:
    """The system a mission may be attempted in: its kind, what it must and must not contain."""

    system: str = ""
    traits: tuple[str, ...] = ()
    contains: tuple[tuple[str, str, bool], ...] = ()
    """(kind, side or empty, whether it must be there)."""
    leader: str = ""
    """Against a leader: rebelde, capturado."""


@dataclass(frozen=True)
class Order:
    verb: str
    kind: str = ""
    side: str = ""
    """rebelde, imperio, yo, rival."""
    n: int = 0
    most: bool = False
    """«hasta N»."""
    targets: int = 0
    colours: tuple[str, ...] = ()
    when: tuple[tuple[str, str], ...] = ()
    """Units that must be in this system: (kind, side)."""
    span: str = ""
    """paso, ronda, primera_ronda, combate."""
    theatre: str = ""
    discard: str = ""
    """Tactic card that pays for it."""
    where: "Where" = field(default_factory=lambda: Where())
    origin: str = ""
    """Of a move: base, sistema, adyacente."""
    ignores: tuple[str, ...] = ()


def place_of(part: Parte) -> Where:
    """«en cualquier sistema Rebelde que contenga…», «en el sistema Kashyyyk», «en el espacio de la Base Rebelde»."""
    assert part.que is not None
    what = part.que
    if what.objeto != "sistema":
        return Where(what.objeto)
    if what.complemento is not None or what.relativa is not None:
        raise NotRun("pide un sistema que el motor no comprueba")
    atoms = [a for g in what.rasgos for a in g.partes]
    name = next((str(a.nombre) for a in atoms if a.nombre), str(what.nombre or ""))
    traits = tuple(str(a.id).removeprefix("adj_") for a in atoms if not a.nombre)
    if set(traits) - TRAITS:
        raise NotRun("pide un sistema que el motor no comprueba")
    return Where(name, traits, tuple(contents(part)))


TRAITS = frozenset({"populoso", "imperial", "rebelde", "neutral", "subyugado", "lejano"})


def contents(part: Parte) -> Iterator[tuple[str, str, bool]]:
    for relative in part.relativas:
        if relative.verbo is None or relative.verbo.lema != "contener":
            raise NotRun("pide un sistema que el motor no comprueba")
        for thing in relative.partes:
            if thing.union == "o" or thing.relativas:
                raise NotRun("pide un sistema que el motor no comprueba")
            if thing.que is not None:
                none = relative.verbo.negado or thing.que.articulo == "ningun"
                yield thing.que.objeto, side_in(thing.que), not none


def thing_of(clause: Clausula) -> Seleccion | None:
    return next((p.que for p in clause.partes if p.papel == "objeto" and p.que is not None), None)


def names(clause: Clausula, noun: str) -> bool:
    return any(p.que is not None and p.que.objeto == noun for p in clause.partes)


def adverb(clause: Clausula, word: str) -> bool:
    return any(p.adverbio == word for p in clause.antes)


def number_of(thing: Seleccion) -> int:
    if thing.cuenta is None:
        return 1
    if thing.cuenta.tipo not in NUMBERS or len(thing.cuenta.valores) != 1:
        raise NotRun("la cantidad depende de otra cosa")
    return thing.cuenta.valores[0]


def subject_of(clause: Clausula) -> str:
    """Who does it: the player of the card unless the sentence says another."""
    for part in clause.antes:
        if part.papel == "sujeto" and part.que is not None:
            what = part.que.objeto
            if what in ("jugador_rebelde", "jugador_imperial"):
                return {"jugador_rebelde": "rebelde", "jugador_imperial": "imperio"}[what]
            if what == "adversario":
                return "rival"
            return side_in(part.que) or "yo"
    return "yo"


def side_in(thing: Seleccion) -> str:
    words = {str(a.id) for g in thing.rasgos for a in g.partes}
    return "imperio" if "imperial" in words else "rebelde" if "rebelde" in words else ""


def side_of(word: str, mine: Side) -> Side:
    """yo, rival, rebelde, imperio -> a side."""
    if word == "rebelde":
        return "rebelde"
    if word == "imperio":
        return "imperio"
    return ("imperio" if mine == "rebelde" else "rebelde") if word == "rival" else mine
