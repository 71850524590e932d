"""A situation for `kb order`: who is who, what each ability waits for, and what the players decide."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from kb.play.plays import Played
from kb.play.validation import Model

Kind = Literal["capacidad", "efecto_de_juego", "constante", "sustitutivo"]
_TEST = re.compile(r"([^<>=!]+)(>=|<=|!=|=|>|<)\s*(-?[0-9]{1,9})")
"""Of a text without blanks around it; no piece can begin where another could go on, so each character is looked at once."""
_FACT = re.compile(r"[\w .-]+")
_LONGEST = 100
"""Characters of a name or a condition."""
OPERATORS = {
    ">=": int.__ge__, "<=": int.__le__, "!=": int.__ne__, "=": int.__eq__, ">": int.__gt__, "<": int.__lt__,
}  # fmt: skip


def _parts(text: str) -> tuple[str, str, int] | None:
    """Fact, operator and number."""
    found = _TEST.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    fact = found[1].strip() if found else ""
    return (fact, found[2], int(found[3])) if found and _FACT.fullmatch(fact) else None


def _is_test(text: str) -> str:
    if _parts(text) is None:
        raise ValueError("una condición se escribe como «tension = 0» o «cargas >= 1»")
    return text


Test = Annotated[str, AfterValidator(_is_test)]


def holds(test: str, facts: Mapping[str, int]) -> bool:
    parts = _parts(test)
    assert parts is not None
    fact, operator, number = parts
    return bool(OPERATORS[operator](facts.get(fact, 0), number))


Name = Annotated[str, Field(max_length=_LONGEST)]


class Ability(Model):
    nombre: Name
    jugador: str = ""
    """Empty for a game effect and for a mission rule."""
    tipo: Kind = "capacidad"
    cuando: tuple[str, ...] = ()
    """Events that put it in the queue; without any, the event of the situation."""
    opcional: bool = False
    requiere: tuple[Test, ...] = ()
    cuesta: dict[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    posible: tuple[Test, ...] = ()
    """What must hold for its effect to do anything: it is no requirement, so that the ability enters and resolves in vain."""
    hace: dict[str, int] = Field(default_factory=dict)
    """Facts it changes, by how much."""
    provoca: tuple[Name, ...] = ()
    """Events that happen because of it."""
    retira: tuple[Name, ...] = ()
    """Ships that have to leave the game."""
    clase: str = ""
    """One of those that the rules of the game tell apart (`classes` of its `Order`): alerta, mision, ataque_adicional."""


class Situation(Model):
    juego: Played
    titulo: str = ""
    pregunta: str = ""
    """Id of the question of the knowledge base that it decides."""
    suceso: str = "suceso"
    jugadores: Annotated[tuple[Name, ...], Field(min_length=1, max_length=8)]
    """In player order, where the game has one: the first player first."""
    hechos: dict[str, int] = Field(default_factory=dict)
    capacidades: Annotated[tuple[Ability, ...], Field(min_length=1, max_length=200)]
    orden: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The order that each player chooses for their own; without it, the order in which they are written."""
    decisiones: dict[str, tuple[Literal["usar", "pasar"], ...]] = Field(default_factory=dict)
    """For optional ones, each time they come up; without it, they are used."""
    prioridad: str | None = None
    azul: str | None = None
    actua: str | None = None
    """Who controls the unit that has just acted or resolves the activation."""
    modo: Literal["campana", "escaramuza", "ataque", "interrupcion", "consecuencias"] | None = None
    """`consecuencias`: after an attack, its steps 6a to 6d."""
    imperial: str | None = None
    iniciativa: str | None = None
    atacante: str | None = None
    defensor: str | None = None
    jugador_actual: str | None = None
    espera: "Expected | None" = None


class Expected(Model):
    """What a scenario says should come out."""

    resuelve: tuple[str, ...] | None = None
    no_entra: tuple[str, ...] | None = None
    sale: tuple[str, ...] | None = None
    sin_efecto: tuple[str, ...] | None = None
    ciclo: bool | None = None
    hechos: dict[str, int] = Field(default_factory=dict)


Situation.model_rebuild()
