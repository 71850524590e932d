"""Rebellion: what a combat is told, and what it remembers while it lasts."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import Field, field_validator

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.state import RIVAL, Colour, Face, Natural, Side, Table, Theatre
from kb.play.games.rebellion.use import Used, play
from kb.play.run import Log
from kb.play.validation import Model, told_by

PLAY = cite("rebellion/resolucion-de-ataques#r-jugar-una", "Jugar una carta de Táctica")
SIDES: tuple[Side, ...] = ("rebelde", "imperio")
THEATRES: tuple[Theatre, ...] = ("espacial", "terrestre")


class Strike(Model):
    """One side's attack in a battle."""

    tirada: dict[Colour, tuple[Face, ...]] | None = None
    roba: Natural = 0
    """Tactic cards drawn, a die with [especial] each."""
    juega: dict[str, Told] = Field(default_factory=dict)
    responde: dict[str, Told] = Field(default_factory=dict)
    """Tactics of the rival that speak of these dice."""
    asigna: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Unit -> the dice placed by it: «impacto rojo», «impacto_directo negro»."""
    bloquea: dict[str, Told] = Field(default_factory=dict)
    """Tactics that the rival plays to block."""


class Flight(Model):
    lider: str = ""
    """None of his own is there."""
    a: str
    se_quedan: tuple[str, ...] = ()


class Fight(Model):
    espacial: dict[Side, Strike] = Field(default_factory=dict)
    terrestre: dict[Side, Strike] = Field(default_factory=dict)
    retirada: dict[Side, Flight] = Field(default_factory=dict)


class Combat(Model):
    sistema: str
    jugador_actual: Side = "rebelde"
    anade: dict[Side, str] = Field(default_factory=dict)
    """Leaders from the pool."""
    inicio: dict[Side, dict[str, Told]] = Field(default_factory=dict)
    """Action cards of «Inicio del combate»."""
    rondas: tuple[Fight, ...] = ()
    llegaron_de: dict[Side, tuple[str, ...]] = Field(default_factory=dict)
    """Systems from which each side brought units: the rival may not retreat there."""

    @field_validator("inicio", mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return {side: told_by(cards) for side, cards in value.items()} if isinstance(value, dict) else value


@dataclass
class War:
    table: Table
    order: Combat
    log: Log
    round: int = 0
    began: dict[tuple[Side, Theatre], bool] = field(default_factory=dict)
    retreated: set[Side] = field(default_factory=set)
    won: dict[str, str | None] = field(default_factory=dict)
    idle: dict[str, tuple[str, ...]] = field(default_factory=dict)
    theatre: Theatre = "espacial"

    @property
    def place(self) -> str:
        return self.order.sistema

    def sides(self) -> tuple[Side, Side]:
        return self.order.jugador_actual, RIVAL[self.order.jugador_actual]

    def meet(self, theatre: Theatre) -> bool:
        if theatre == "terrestre" and self.table.system(self.place).destruido:
            return False  # there is no ground to fight on («Sistemas destruidos»)
        return all(self.table.there(self.place, side, theatre) for side in SIDES)


def use(war: War, side: Side, name: str, text: str, told: Told, step: str) -> None:
    """A card of this combat; what of it does not run is told at the end."""
    war.log.asked.add(name)
    war.table, refused = play(war.table, Used(side, name, text, told, step), war.log)
    if refused:
        war.idle[name] = refused


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
