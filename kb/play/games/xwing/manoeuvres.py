"""X-Wing: manoeuvres: their speed, bearing and difficulty, what they cost, and where nothing of them is done."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field

from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.overlaps import overlapped
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.standing import difficulty, end, permits
from kb.play.games.xwing.state import Bearing, Colour, Dial, Natural, Side, Table
from kb.play.games.xwing.tokens import (
    about_to_be_stressed,
    break_locks,
    force_spent,
    kept_by,
    receive_tokens,
    refused,
    removed,
    token_qualities,
)
from kb.play.games.xwing.view import CHECK, COLOURS, Happening, Relation, bearings
from kb.play.run import Illegal, Log
from kb.play.validation import Model

ORDER = ("azul", "blanca", "roja")
# Templates that exist, slowest and fastest («Velocidad»): speed never leaves them.
SPEEDS = {
    "recta": (1, 5), "inclinacion": (1, 3), "giro": (1, 3), "inmovil": (0, 0), "koiogran": (1, 5), "segnor": (1, 3),
    "tallon": (1, 3), "retroceso": (1, 5), "retroceso_lateral": (1, 3), "deslizamiento": (1, 3),
}  # fmt: skip
HUGE_FLIES = frozenset({"recta", "inclinacion", "inmovil"})
STRAIGHT = frozenset({"recta", "inmovil", "koiogran", "retroceso"})
"""Bearings whose way («sentido») is neither left nor right."""
BACKWARDS = frozenset({"retroceso", "retroceso_lateral"})


COLOUR = AliasChoices("color", "dificultad")
Die = Literal["impacto", "critico", "concentracion", "vacia"]


class Flight(Model):
    """A manoeuvre, whoever executes it."""

    color: Colour = Field("blanca", validation_alias=COLOUR)
    cambio: int = 0
    """Steps of difficulty up (+) or down (-)."""
    velocidad: Natural = 2
    cambio_de_velocidad: int = 0
    tipo: Bearing = "recta"
    sentido: Side | None = None
    """To which side; where it is not told, a text that names one side holds for either."""
    parcial: bool = False
    """The ship could not finish it: it overlapped another."""
    solapa: tuple[str, ...] = ()
    """The ships that it overlapped at first; the manoeuvre is partial, and what follows is resolved."""
    dado: Die | None = None
    """The die of who overlaps a friendly ship, or stays on an obstacle."""
    dados: tuple[Die, ...] | None = None
    """Those of a huge ship that overlaps others."""
    huye: bool = False
    """Some part of its base ends outside of the play area."""


class Manoeuvre(Flight):
    nave: str
    olvidado: bool = False
    """Nobody set its dial in the Planning phase."""
    concedida: bool = False
    """Some ability lets it be executed, beside the one of its activation."""
    acopla: bool = False
    """It overlaps its carrier and docks with it."""


class ByCard(Manoeuvre):
    """One that an ability makes a ship execute."""

    por: str
    """The card."""


class Colouring(Model):
    color: Colour = Field(validation_alias=COLOUR)
    cambios: Annotated[tuple[int, ...], Field(max_length=10)] = ()


def activation_of(table: Table, name: str) -> Table:
    """The activation of `name` goes on («» for nobody's): whatever belonged to the one before is over."""
    before = table.activa
    if before and before != name and before in table.naves:
        fresh = {"por_ionizacion": False, "sin_accion": "", "paso_hecho": False}
        table = table.put(before, table.ship(before).model_copy(update=fresh))
    return table.model_copy(update={"activa": name})


def coloured(_table: Table, order: Colouring, log: Log) -> tuple[Table, dict[str, Any]]:
    return _table, {"color": _difficulty(order.color, order.cambios, log)}


def _difficulty(colour: Colour, changes: tuple[int, ...], log: Log) -> str:
    if colour == "violeta":
        if changes:
            log.say("", "la dificultad violeta ni sube ni baja", rules.VIOLET_FIXED)
        return colour
    place = ORDER.index(colour) + sum(changes)
    if changes:
        log.say("", "los cambios de dificultad se acumulan y se compensan", rules.BALANCE)
    return ORDER[max(0, min(len(ORDER) - 1, place))]


def fly(table: Table, order: Manoeuvre, log: Log, again: bool = False) -> tuple[Table, dict[str, Any]]:
    """`again`: in the same activation, as a SLAM does."""
    legality.check(legality.absent(table, order.nave))
    revealed = table.activa == order.nave and not table.ship(order.nave).activada
    table = activation_of(table, order.nave)
    ship = table.ship(order.nave)
    if order.tipo == "inmovil" and "velocidad" not in order.model_fields_set:
        order = order.model_copy(update={"velocidad": 0})
    slow, fast = (0, 5) if ship.tamano == "enorme" else SPEEDS[order.tipo]
    none = f"no hay ninguna maniobra «{order.tipo}» de velocidad {order.velocidad}"
    if order.velocidad < slow or order.velocidad > 5 or (order.velocidad and not fast):
        raise Illegal(none, rules.NO_TEMPLATE)
    if order.velocidad > fast:  # whoever wrote it meant something else
        log.say("", f"{none}: se sigue como si fuera la más rápida que hay, de {fast}", rules.NO_TEMPLATE)
    if order.sentido and order.tipo in STRAIGHT:
        raise Illegal(f"una maniobra «{order.tipo}» no va ni a izquierda ni a derecha", rules.NO_TEMPLATE)
    if order.huye and not order.olvidado:
        return _fled(table, order.nave, log)
    if order.olvidado:
        log.say("", f"nadie puso el selector de {order.nave}: recibe Tensión y ejecuta (2 recta) blanca", rules.FORGOTTEN)
        table, _ = receive_tokens(table, order.nave, {"tension": 1}, log)
        plain = order.model_copy(update={"color": "blanca", "velocidad": 2, "tipo": "recta", "cambio": 0})
        return _flown(table, plain, "recta", "blanca", 2, log, por_tension=True)
    if not again:
        _as_set(ship.selector or (ship.revelada if revealed else None), order)
    shows = ship.revelada or Dial(color=order.color, velocidad=order.velocidad, tipo=order.tipo, sentido=order.sentido)
    fresh: dict[str, Any] = {
        "sin_accion": "", "por_ionizacion": False, "selector": None, "revelada": shows, "paso_hecho": again and ship.paso_hecho,
    }  # fmt: skip
    table = table.put(order.nave, ship.model_copy(update=fresh))
    if ship.has("iones") >= rules.THRESHOLD[ship.tamano]:
        return _ion_flight(table, order, log)
    if ship.tamano == "enorme" and order.tipo not in HUGE_FLIES:
        raise Illegal(f"{order.nave} es enorme: solo maniobras rectas, de inclinación e inmóviles", rules.HUGE_FLIGHT)
    table = log.happen(table, _flight("antes", order, order.color, order.velocidad))
    if log.instead():
        return table, {"sustituida": True}
    table = log.happen(table, _flight("mientras", order, order.color, order.velocidad))
    if log.instead():
        return table, {"sustituida": True}
    table, colour = _coloured_flight(table, order, log)
    ship = table.ship(order.nave)
    speed = order.velocidad if order.tipo == "inmovil" else max(slow, min(fast, order.velocidad + order.cambio_de_velocidad))
    allowed = permits(table, "ejecutar", _flight("despues", order, colour, speed))
    barred = ship.stressed() and not (ship.tamano == "enorme" and ship.energia)
    instead = (colour == "roja" and barred and allowed is None) or (colour == "violeta" and not _forceful(table, order.nave))
    if instead:
        normal = rules.NO_FORCE_STRAIGHT if colour == "violeta" else rules.STRESS_STRAIGHT
        rule = rules.HUGE_STRAIGHT if ship.tamano == "enorme" else normal
        log.say("", f"{order.nave} no puede hacerla: ejecuta (2 recta) blanca en su lugar", rule)
        colour, speed = "blanca", 2
    elif colour == "roja" and barred and allowed:
        log.say("", f"«{allowed}» le deja ejecutarla bajo tensión", rules.CAPABLE, allowed)
    return _flown(table, order, "recta" if instead else order.tipo, colour, speed, log, por_tension=instead)


def _forceful(table: Table, name: str) -> bool:
    """Whether it can pay for a violet manoeuvre."""
    try:
        check(table, Deed(name, "gastar", "fuerza"))
    except Illegal:
        return False
    return table.ship(name).fuerza > 0


def _fled(table: Table, name: str, log: Log) -> tuple[Table, dict[str, Any]]:
    log.say("", f"{name} huye: parte de su peana queda fuera de la zona de juego, y se retira de la partida", rules.FLEES)
    table = log.happen(table, Happening("despues", "huir", name))
    gone = table.ship(name).model_copy(update={"retirada": True, "fichas": {}, "blancos": ()})
    return break_locks(table.put(name, gone), set(table.naves), {name}), {"huye": True}


def _as_set(dial: Dial | None, order: Manoeuvre) -> None:
    """What its dial shows, as it was revealed or as an ability has set it: that is the manoeuvre that it executes."""
    if dial is None:
        return
    other_side = dial.sentido is not None and order.sentido not in (None, dial.sentido)
    if other_side or (dial.velocidad, dial.tipo, dial.color) != (order.velocidad, order.tipo, order.color):
        shown = f"{dial.velocidad} {dial.tipo} {dial.color}"
        raise Illegal(f"el selector de {order.nave} muestra otra maniobra: {shown}", rules.DIAL)


def _ion_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, dict[str, Any]]:
    """Blue, speed 1, straight or banked as the dial points; nothing changes it. What it gets rid of, it does at the end of its
    activation, whose limits stay until then."""
    kind: Bearing = "recta" if order.tipo in STRAIGHT else "inclinacion"
    log.say("", f"{order.nave} está ionizada: ejecuta una maniobra por ionización (1 {kind}), azul", rules.ION_FLIGHT)
    table = log.happen(table, _flight("antes", order, "azul", 1))
    table, found = _flown(table, order, kind, "azul", 1, log, por_ionizacion=True)
    ship = table.ship(order.nave)
    if not kept_by(table, order.nave, "iones", log):
        log.say("", f"al final de su activación {order.nave} retira todas sus fichas de Iones", rules.ION_OFF)
    table = table.put(order.nave, ship.model_copy(update={"por_ionizacion": True}))
    return removed(table, order.nave, "iones", ship.has("iones"), log), found


def _flown(table: Table, order: Manoeuvre, kind: "Bearing", colour: str, speed: int, log: Log,
           por_tension: bool = False, por_ionizacion: bool = False) -> tuple[Table, dict[str, Any]]:  # fmt: skip
    """The ship moves, its difficulty is checked, and whom it overlapped has its say."""
    under = [name for name in order.solapa if table.ship(name).remoto]
    met = tuple(name for name in order.solapa if name not in under)
    if under:
        log.say("", f"{', '.join(under)} es un remoto: solaparse con él no deja parcial la maniobra", rules.REMOTE_UNDER)
    done = order.model_copy(update={"tipo": kind, "parcial": order.parcial or bool(met)})
    table = log.happen(table, replace(_flight("antes", done, colour, speed), verb="paso", noun=CHECK))
    before = table.ship(order.nave).has("tension")
    table = _paid_flight(table, order.nave, colour, log)
    table = table if kind == "inmovil" else table.moved(order.nave)  # it stays where it is
    if table.ship(order.nave).has("tension") > before:
        table = log.happen(table, Happening("despues", "recibir", order.nave, "ficha", token_qualities(("tension",))))
    table = table.put(order.nave, table.ship(order.nave).model_copy(update={"velocidad": speed}))
    if met:
        table = overlapped(table, order.nave, met, speed, order, log)
    table = log.happen(table, *(Happening("despues", "solapar", order.nave, roles={"con": name}) for name in under))
    table = end(log.happen(table, _flight("despues", done, colour, speed)), "maniobra")
    return table, {
        "color": colour,
        "color_revelado": order.color,
        "velocidad": speed,
        "tipo": kind,
        "por_tension": por_tension,
        "por_ionizacion": por_ionizacion,
        "omite_accion": bool(table.ship(order.nave).sin_accion),
    }


def _flight(relation: Relation, order: Manoeuvre, colour: str, speed: int) -> Happening:
    whole = "parcialmente" if order.parcial else "completamente"
    names = bearings(order.tipo, order.sentido or "")
    marks = (*names, *(f"{speed}_{bearing}" for bearing in names))
    roles = {"con": f"capacidad {order.por}"} if isinstance(order, ByCard) else {}
    return Happening(relation, "ejecutar", order.nave, "maniobra", frozenset({COLOURS[colour], *marks, whole}), speed, roles)


def _coloured_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, str]:
    """The difficulty once what acts «mientras» it is executed, and what holds always, has changed it."""
    during = _flight("mientras", order, order.color, order.velocidad)
    changes = [order.cambio] if order.cambio else []
    for card, step in difficulty(table, during):
        log.say("", f"«{card}» {'reduce' if step < 0 else 'aumenta'} la dificultad", rules.DIFFICULTY, card)
        changes.append(step)
    ship = table.ship(order.nave)
    if ship.dificultad:
        changes.append(ship.dificultad)
        table = table.put(order.nave, ship.model_copy(update={"dificultad": 0}))
    return table, _difficulty(order.color, tuple(changes), log)


def _paid_flight(table: Table, name: str, colour: str, log: Log) -> Table:
    ship = table.ship(name)
    if colour == "violeta":
        table = force_spent(table, name, "maniobra", rules.VIOLET_MANOEUVRE, log)
        ship = table.ship(name)
    if colour == "roja" and ship.tamano == "enorme" and ship.energia:
        ship = ship.model_copy(update={"energia": ship.energia - 1})
        log.say("", f"{name} pierde 1 de energía por la maniobra roja, y no recibe Tensión", rules.HUGE_RED)
    elif colour == "roja":
        table, replaced = about_to_be_stressed(table.put(name, ship), name, log)
        if replaced or refused(table, name, "tension", log):
            return table
        ship = table.ship(name).with_tokens(tension=1)
        log.say("", f"{name} recibe 1 ficha de Tensión por la maniobra roja", rules.RED_MANOEUVRE)
    if colour == "azul":
        return _rested(table.put(name, ship), name, log)
    return table.put(name, ship)


def _rested(table: Table, name: str, log: Log) -> Table:
    """A blue manoeuvre takes tokens away, unless a card forbids it."""
    for token in ("tension", "sobresfuerzo", "merma"):
        if not table.ship(name).has(token):
            continue
        if not kept_by(table, name, token, log):
            log.say("", f"{name} retira una ficha de {token} por la maniobra azul", rules.BLUE_MANOEUVRE)
        table = removed(table, name, token, 1, log)
    return table
