"""Rebellion: what a combat is told, what it remembers while it lasts, and cards that stay in force."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import Field, field_validator

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.cards import Card
from kb.play.games.rebellion.effects import Scene, Told, apply
from kb.play.games.rebellion.orders import Order, side_of
from kb.play.games.rebellion.state import (
    RIVAL,
    Colour,
    Face,
    Natural,
    Side,
    Table,
    Theatre,
)  # fmt: skip
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
    asigna: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Unit -> the dice placed by it: «impacto rojo», «impacto_directo negro»."""
    bloquea: dict[str, Told] = Field(default_factory=dict)
    """Tactics that the rival plays to block."""


class Flight(Model):
    lider: str
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
class Die:
    colour: Colour
    face: str


@dataclass
class War:
    table: Table
    order: Combat
    log: Log
    round: int = 0
    lasting: list[tuple[Side, str, Order, int]] = field(default_factory=list)
    """(who played it, card, what lasts, round in which it was played)."""
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
        return all(self.table.there(self.place, side, theatre) for side in SIDES)

    def holds(self, verb: str, side: Side) -> bool:
        """Does a card in force forbid it to that side now?"""
        for mine, _, order, played in self.lasting:
            now = order.span in ("", "combate") or played == self.round or (order.span == "primera_ronda" and self.round == 1)
            here = not order.theatre or verb == "no_retirarse" or order.theatre == self.theatre
            if order.verb == verb and side_of(order.side, mine) == side and now and here:
                return True
        return False

    def changes(self, verb: str) -> list[tuple[Side, Order]]:
        found = []
        for mine, _, order, played in self.lasting:
            now = order.span in ("", "combate") or played == self.round or (order.span == "primera_ronda" and self.round == 1)
            if order.verb == verb and now and order.theatre in ("", self.theatre):
                found.append((mine, order))
        return found


LASTING = frozenset({"no_retirarse", "no_bloquear", "no_jugar", "dados", "cambiar_color"})


def carry_out(war: War, side: Side, name: str, card: Card, told: Told, step: str) -> None:
    if card.refused:
        war.idle[name] = card.refused
    for order in card.orders:
        if order.verb in LASTING:
            war.lasting.append((side, name, order, war.round))
            war.log.say(step, f"«{name}» queda en vigor", PLAY, name)
        elif order.verb == "resistencia":
            _weaker(war, order, name, step)
        else:
            scene = Scene(war.table, war.log, side, name, name, step, war.place, told)
            apply(scene, order)
            war.table = scene.table


def _weaker(war: War, order: Order, name: str, step: str) -> None:
    for unit in war.table.there(war.place):
        war.table = war.table.put_unit(unit, resistencia=max(1, war.table.unit(unit).resistencia + order.n))
    war.log.say(step, f"todas las unidades de {war.place} tienen {order.n} de Resistencia", PLAY, name)


def drawn(war: War, deck: str, n: int) -> None:
    drawn = dict(war.table.robadas)
    drawn[deck] = drawn.get(deck, 0) + n
    war.table = war.table.model_copy(update={"robadas": drawn})


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
