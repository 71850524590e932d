"""Imperial Assault: activations and rounds, with the cards and conditions that act at their start, during and at their end."""

from typing import Any

from pydantic import Field, field_validator

from grammar.game import Step, load_game
from kb.play.cite import Cite, cite
from kb.play.games.assault.moves import Move, move
from kb.play.games.assault.play import Cards, barred, equipped, unexplained, use
from kb.play.games.assault.scene import GAME, Told
from kb.play.games.assault.state import Natural, Table, heal, strain
from kb.play.run import Illegal, Log
from kb.play.validation import Model, told_by

TWO = cite("imperial-assault/acciones#r-954aa2", "dos acciones")
SPEED = cite("imperial-assault/movimiento#r-28c438", "Velocidad")
REST = cite("imperial-assault/descansar#r-campana", "Resistencia")
LOSE = cite("imperial-assault/puntos-de-movimiento#r-fd17f7", "se pierden")
TRADE = cite("imperial-assault/puntos-de-movimiento#r-campana", "hasta dos veces")
DONE = cite("imperial-assault/activacion#r-0546cf", "se agota")
READY = cite("imperial-assault/preparado#r-cuando", "fase de Estatus")
THREAT = cite("imperial-assault/amenaza#r-4f0a74", "nivel de amenaza")


class Decided(Model):
    usa: dict[str, Told] = Field(default_factory=dict)

    @field_validator("usa", mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return told_by(value)


class Activate(Decided):
    figura: str


class Finish(Decided):
    figura: str


class Action(Decided):
    """One action of the activation, other than attacking."""

    figura: str
    tipo: str = "otra"
    """mover, descansar, interactuar, otra."""


class Ability(Decided):
    figura: str
    carta: str
    elige: tuple[str, ...] = ()
    salen: tuple[Natural, ...] | None = None
    camino: tuple[tuple[int, int], ...] | None = None
    exitos: dict[str, Natural] = Field(default_factory=dict)


class Walk(Move):
    """Spending movement points that the figure has."""


class Trade(Model):
    figura: str
    veces: Natural = 1


class Round(Decided):
    """The end of a round and the start of the next."""


def _cards(table: Table, told: dict[str, Told], log: Log) -> Cards:
    return Cards(table, log, told)


def _open(table: Table, told: dict[str, Told], log: Log, windows: tuple[str, ...], step: str, acting: str | None) -> Table:
    cards = _cards(table, told, log)
    for window in windows:
        cards.open(window, step, acting)
    cards.unused()
    return cards.table


def _step(sequence: str, step_id: str) -> Step:
    game = load_game(GAME)
    rows = game.ronda if sequence == "ronda" else game.secuencias[sequence]
    found = [s for row in rows for s in (row, *row.pasos) if s.id == step_id]
    return found[0]


def activate(table: Table, order: Activate, log: Log) -> tuple[Table, dict[str, Any]]:
    table = equipped(table)
    figure = table.figure(order.figura)
    if figure.derrotada or figure.fuera:
        raise Illegal(f"{order.figura} no está en el tablero", TWO)
    step = _step("activacion", "comienzo")
    fresh = {"acciones": 2, "puntos": 0, "ataques": 0, "quieta": False, "movida": False, "usadas": (), "interrumpida": False}
    table = table.change(order.figura, **fresh).model_copy(update={"activa": order.figura})
    log.say(step.numero, f"{order.figura} se activa: dos acciones", TWO)
    unexplained(table, order.figura, log, step.numero)
    table = _open(table, order.usa, log, step.ventanas, step.numero, order.figura)
    return table, {"acciones": table.figure(order.figura).acciones}


def action(table: Table, order: Action, log: Log) -> tuple[Table, dict[str, Any]]:
    figure = table.present(order.figura)
    step = _step("activacion", "acciones")
    if table.activa == order.figura:
        if not figure.acciones:
            raise Illegal(f"a {order.figura} no le quedan acciones", TWO)
        table = table.change(order.figura, acciones=figure.acciones - 1)
    if order.tipo == "mover":
        log.say(step.numero, f"{order.figura} gana {figure.velocidad} puntos de movimiento", SPEED)
        table = table.change(order.figura, puntos=table.figure(order.figura).puntos + figure.velocidad)
    elif order.tipo == "descansar":
        if not figure.heroe:
            raise Illegal(f"{order.figura} no es un Héroe: no descansa", REST)
        table = heal(table, order.figura, 0, figure.resistencia, log, step.numero, table.strain_heals)
    elif order.tipo == "interactuar":
        barred(table, log, "interactuar", order.figura)
        log.say(step.numero, f"{order.figura} interactúa", TWO)
    else:
        log.say(step.numero, f"{order.figura} hace una acción", TWO)
    table = _open(table, order.usa, log, ("despues_de_una_accion",), step.numero, order.figura)
    return table, {"puntos": table.figure(order.figura).puntos, "acciones": table.figure(order.figura).acciones}


def ability(table: Table, order: Ability, log: Log) -> tuple[Table, dict[str, Any]]:
    """A special action, or a card that is used when one wants: all its costs, then all it does."""
    table.present(order.figura)
    told = Told(elige=order.elige, salen=order.salen, camino=order.camino, exitos=order.exitos)
    cards = _cards(equipped(table), {order.carta: told}, log)
    step = _step("activacion", "acciones").numero
    use(cards, order.figura, order.carta, step)
    if order.carta in cards.idle:
        cards.report_idle(step)
    return cards.table, {"no_ejecutado": sorted(cards.idle)}


def walk(table: Table, order: Walk, log: Log) -> tuple[Table, dict[str, Any]]:
    """A move that pays with the figure's points where it is activated."""
    table.present(order.figura)
    table = equipped(table)
    barred(table, log, "salir", order.figura)
    figure = table.figure(order.figura)
    paying = table.activa == order.figura and order.puntos is None and order.casillas is None
    told = order.model_copy(update={"puntos": figure.puntos}) if paying else order
    table, result = move(table, Move(**told.model_dump()), log)
    table = table.change(order.figura, movida=True)
    if paying:
        table = table.change(order.figura, puntos=table.figure(order.figura).puntos - result["puntos"])
    table = _open(table, {}, log, ("al_salir_de_la_casilla", "al_entrar_en_la_casilla"), "4", order.figura)
    return table, result


def trade(table: Table, order: Trade, log: Log) -> tuple[Table, dict[str, Any]]:
    """A hero suffers strain for movement points, twice an activation at most."""
    figure = table.present(order.figura)
    if not figure.heroe or table.modo != "campana":
        raise Illegal("sólo un Héroe, en campaña, cambia tensión por puntos de movimiento", TRADE)
    done = figure.usadas.count("tension_por_puntos")
    if done + order.veces > 2:
        raise Illegal(f"{order.figura} sólo puede hacerlo dos veces por activación", TRADE)
    if figure.tension + order.veces > figure.resistencia:
        raise Illegal(f"{order.figura} no puede elegir sufrir más tensión que su Resistencia", TRADE)
    table, _ = strain(table, order.figura, order.veces, log, "2")
    table = table.change(
        order.figura, puntos=figure.puntos + order.veces, usadas=(*figure.usadas, *["tension_por_puntos"] * order.veces)
    )
    return table, {"puntos": figure.puntos + order.veces}


def finish(table: Table, order: Finish, log: Log) -> tuple[Table, dict[str, Any]]:
    step = _step("activacion", "final")
    table = _open(table, order.usa, log, step.ventanas, step.numero, order.figura)
    log.say(step.numero, f"{order.figura} pierde las acciones y los puntos que le queden", LOSE)
    log.say(_step("activacion", "agotar").numero, f"{order.figura} se agota", DONE)
    kept = tuple(c for c in table.figure(order.figura).usadas if c != "tension_por_puntos")
    table = table.change(order.figura, acciones=0, puntos=0, activada=True, quieta=False, usadas=kept)
    return table.model_copy(update={"activa": None}), {}


def next_round(table: Table, order: Round, log: Log) -> tuple[Table, dict[str, Any]]:
    """The status phase: threat, readying, effects of the end of the round; then those of the next one's start."""
    end = _step("ronda", "efectos_de_final_de_ronda")
    if table.modo == "campana":
        threat = min(20, table.amenaza + table.nivel_de_amenaza)
        log.say("1", f"la amenaza sube a {threat}", THREAT)
        table = table.model_copy(update={"amenaza": threat})
    log.say("2", "se preparan las cartas y las fichas de Activación", READY)
    for name in table.figuras:
        table = table.change(name, activada=False, interrumpida=False)
    table = _open(table, order.usa, log, end.ventanas, end.numero, None)
    for name in table.figuras:
        table = table.change(name, usadas=(), atacada_por=())
    table = table.model_copy(update={"ronda": table.ronda + 1})
    table = _open(table, {}, log, ("al_comienzo_de_la_ronda",), "1", None)
    return table, {"ronda": table.ronda, "amenaza": table.amenaza}


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
