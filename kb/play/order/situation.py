"""A situation for `kb order`: who is who, what each ability waits for, and what the players decide."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from kb.play.validation import Model

Game = Literal["xwing", "legion", "imperial-assault", "rebellion", "leyendas"]
Kind = Literal["capacidad", "efecto_de_juego", "constante", "sustitutivo"]
_TEST = re.compile(r"\s*([\w áéíóúñ.-]+?)\s*(>=|<=|!=|=|>|<)\s*(-?\d{1,9})\s*")
_LONGEST = 100
"""Characters of a name or a condition: the expression above may go over them many times."""
OPERATORS = {
    ">=": int.__ge__, "<=": int.__le__, "!=": int.__ne__, "=": int.__eq__, ">": int.__gt__, "<": int.__lt__,
}  # fmt: skip


def _is_test(text: str) -> str:
    if len(text) > _LONGEST or not _TEST.fullmatch(text):
        raise ValueError("una condición se escribe como «tension = 0» o «cargas >= 1»")
    return text


Test = Annotated[str, AfterValidator(_is_test)]


def holds(test: str, facts: Mapping[str, int]) -> bool:
    found = _TEST.fullmatch(test)
    assert found is not None
    name, operator, number = found.groups()
    return bool(OPERATORS[operator](facts.get(name, 0), int(number)))


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
    """Legión: alerta, detonar or despues, or the moment of a command card; Imperial Assault: mision."""


class Situation(Model):
    juego: Game
    titulo: str = ""
    pregunta: str = ""
    """Id of the question of the knowledge base that it decides."""
    suceso: str = "suceso"
    jugadores: Annotated[tuple[Name, ...], Field(min_length=1, max_length=8)]
    """X-Wing: in player order, the first player first."""
    hechos: dict[str, int] = Field(default_factory=dict)
    capacidades: Annotated[tuple[Ability, ...], Field(min_length=1, max_length=200)]
    orden: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The order that each player chooses for their own; without it, the order in which they are written."""
    decisiones: dict[str, tuple[Literal["usar", "pasar"], ...]] = Field(default_factory=dict)
    """For optional ones, each time they come up; without it, they are used."""
    prioridad: str | None = None
    azul: str | None = None
    actua: str | None = None
    """Who controls the unit that has just acted (Legión) or resolves the activation (Imperial Assault)."""
    modo: Literal["campana", "escaramuza", "ataque", "interrupcion"] | None = None
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
