"""X-Wing: before the first round, and out of the play area: upgrades that are equipped, forces that are deployed, docking."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from grammar.meaning.effect import Eleccion, Item, Paso
from grammar.meaning.values import Cosa, Hecho, Lista, Value
from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.board import BOARD
from kb.play.games.xwing.damage import suffer
from kb.play.games.xwing.decision import Decision
from kb.play.games.xwing.manoeuvres import BACKWARDS, Manoeuvre, fly
from kb.play.games.xwing.resolve import UseAbility, use
from kb.play.games.xwing.state import Card, Natural, Ship, Table
from kb.play.games.xwing.view import Happening, ship_of
from kb.play.games.xwing.world import GAME
from kb.play.logic import every
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.meaning.conditions import fits, holds, known_as
from kb.play.meaning.look import standing
from kb.play.meaning.scene import Scene
from kb.play.meaning.stuff import stuff
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model
from kb.play.watch import passed_on
from kb.text import identifier

BAR = cite("xwing/mejoras#r-634ede", "limita qué tipos puede llevar")
SAME_NAME = cite("xwing/mejoras#r-e900be", "mismo nombre")
ONE_SLOT = cite("xwing/admite-emplazamiento-para-armas-mejoras-dobles#r-eb683b", "un único espacio especial")
DEPLOYS = cite("xwing/preparacion#r-desplegar-las", "Desplegar las fuerzas")
DOCKED = cite("xwing/acoplamientos#r-904d8e", "nave nodriza aliada")
DOCKS = cite("xwing/acoplamientos#r-acoplarse", "a alcance 0 de su nodriza")
HUGE_DOCKS = cite("xwing/acoplamientos-con-naves-enormes#r-acoplarse", "desde alcance 0-1")
STARTS = cite("xwing/acoplamientos#r-en-la", "pueden empezar acopladas")
LEAVES = cite("xwing/acoplamientos#r-desplegarse", "en la fase de Sistemas")
WHICH = cite("xwing/acoplamientos#r-47b358", "no vale una inmóvil")
WHERE = cite("xwing/acoplamientos#r-56f0cf", "salientes delanteros o traseros")
ACTS = cite("xwing/acoplamientos#r-885894", "Puede realizar una acción")
EMERGENCY = cite("xwing/acoplamientos#r-despliegue-de", "Primero sufre 1 de daño")
NOT_BOTH = cite("xwing/acoplamientos#r-44b7b7", "no las dos cosas")
NO_ROOM = cite("xwing/acoplamientos#r-90e267", "el despliegue fracasa")
HUGE_NO_ROOM = cite("xwing/acoplamientos-con-naves-enormes#r-si-no-cabe", "es destruida")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
GIVES: Mapping[str, int] = {"anadir": 1, "eliminar": -1, "perder": -1}
"""What a constant ability does to the slots of its ship."""


class Equip(Model):
    """An upgrade that a ship takes while squads are built."""

    nave: str
    mejora: str
    espacio: str
    """The slot that it takes, by its icon: `canon`, `tripulacion`."""
    ocupa: Natural = 1
    """How many of those slots it takes."""
    texto: str = ""


class Setup(Model):
    """The step «Desplegar las fuerzas» of the setup."""

    momento: Literal["antes", "despues"] | None = None
    """Only what is before or after it; without it, all of the step."""
    naves: tuple[str, ...] = ()
    """The ships that are placed; without them, all."""


class Dock(Model):
    nave: str
    en: str
    """The ship that carries it."""
    alcance: Natural | None = None
    preparacion: bool = False
    """It starts the game docked."""


class Undock(Manoeuvre):
    """It executes a manoeuvre from its carrier."""

    desde: Literal["delanteros", "traseros", "laterales"] = "delanteros"
    cabe: bool = True


def equip(table: Table, order: Equip, log: Log) -> tuple[Table, dict[str, Any]]:
    ship, slot = table.ship(order.nave), identifier(order.espacio)
    if order.mejora in ship.equipadas:
        raise Illegal(f"{order.nave} ya lleva una mejora llamada «{order.mejora}»", SAME_NAME)
    free, why = slots(table, order.nave, log)
    used = list(ship.equipadas.values())
    for card, kinds in why.items():  # one slot for any of several kinds
        if (
            slot in kinds
            and order.ocupa == 1
            and used.count(slot) >= free.get(slot, 0)
            and not any(f"{card}:" in each for each in used)
        ):
            log.say("", f"«{order.mejora}» ocupa el espacio que da «{card}»", ONE_SLOT, card)
            return _equipped(table, order, f"{card}:{slot}", log), {"equipada": True}
    if used.count(slot) + order.ocupa > free.get(slot, 0):
        either = any(slot in kinds for kinds in why.values())
        if gone := _taken_away(table, order.nave, slot):
            raise Illegal(f"«{gone}» lo prohíbe: quita el espacio de {slot} de {order.nave}", BAR)
        room = "ningún espacio libre" if order.ocupa == 1 else f"{order.ocupa} espacios libres"
        raise Illegal(f"{order.nave} no tiene {room} de {slot} para «{order.mejora}»", ONE_SLOT if either else BAR)
    return _equipped(table, order, slot, log), {"equipada": True}


def _taken_away(table: Table, name: str, slot: str) -> str:
    for scene, fact in _orders(table, name):
        what = fact.role("que")
        if GIVES.get(fact.verb) == -1 and isinstance(what, Cosa) and slot in stuff(what).ids("icono_tipo_mejora"):
            return scene.card
    return ""


def _equipped(table: Table, order: Equip, slot: str, log: Log) -> Table:
    ship = table.ship(order.nave)
    log.say("", f"{order.nave} se equipa con «{order.mejora}»", BAR)
    cards = {**ship.cartas, order.mejora: Card(texto=order.texto)} if order.texto else ship.cartas
    return table.put(order.nave, ship.model_copy(update={"equipadas": {**ship.equipadas, order.mejora: slot}, "cartas": cards}))


def slots(table: Table, name: str, log: Log) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """How many slots of each kind it has, with what its cards add and take; and cards that give one of several kinds."""
    found = {identifier(kind): n for kind, n in table.ship(name).espacios.items()}
    either: dict[str, tuple[str, ...]] = {}
    for scene, fact in _orders(table, name):
        what = fact.role("que") or fact.role("con")
        if not isinstance(what, Cosa):
            continue
        kinds = stuff(what).ids("icono_tipo_mejora")
        if fact.verb in GIVES and what.sort == "espacio":
            n = int(what.qty.n) if what.qty.n.isdigit() else 1
            for kind in kinds:
                found[kind] = max(0, found.get(kind, 0) + GIVES[fact.verb] * n)
                log.say("", f"«{scene.card}»: {GIVES[fact.verb] * n:+d} espacio de {kind}", rules.ABILITY, scene.card)
        elif fact.verb == "equipar" and what.sort == "mejora" and fact.role("con") is not None:
            either[scene.card] = kinds
    return found, either


def _orders(table: Table, name: str) -> Iterator[tuple[Scene, Hecho]]:
    """Orders of constant abilities of a ship's cards."""
    for scene, step in standing(BOARD, table, None, (), Log()):
        if scene.me.name == name and every(holds(scene, cond) for cond in step.si):
            for item in step.efecto:
                yield from ((scene, fact) for fact in _facts(item))


def _facts(item: Item) -> Iterator[Hecho]:
    if isinstance(item, Hecho):
        yield item
    elif isinstance(item, Paso):
        for inner in item.efecto:
            yield from _facts(inner)
    elif isinstance(item, Eleccion):
        for option in item.opciones:
            for inner in option:
                yield from _facts(inner)


def setup(table: Table, order: Setup, log: Log) -> tuple[Table, dict[str, Any]]:
    names = order.naves or tuple(table.naves)
    whens: tuple[Literal["antes", "despues"], ...] = (order.momento,) if order.momento else ("antes", "despues")
    for when in whens:
        if when == "despues":
            log.say("", f"se colocan {', '.join(names)}", DEPLOYS)
            for name in names:
                table = set_up(log.happen(table, Happening("despues", "colocar", name)), name, log)
        else:
            log.say("", "antes de desplegar las fuerzas", DEPLOYS)
        table = log.happen(table, *(Happening(when, "desplegar", name, "fuerzas") for name in names))
        if when == "despues":
            table = log.happen(table, Happening("al_final", "fase", noun=SETUP))
            table = log.happen(table, Happening("despues", "fase", noun=SETUP))
    return table, {}


SETUP = "preparacion"


def set_up(table: Table, name: str, log: Log) -> Table:
    """«Preparación: …» without a moment of its own: once the ship has been placed."""
    for card in table.ship(name).active_cards():
        text = table.ship(name).text_of(card)
        for ability in () if refusal(text, GAME) else abilities_of(text, GAME):
            if ability.clase != "preparacion" or ability.moments:
                continue
            told = log.decisions.get(card)
            log.asked.add(card)
            decided = told.model_dump(exclude_unset=True) if isinstance(told, Decision) else {}
            try:
                table, _ = use(table, UseAbility(nave=name, carta=card, oracion=ability.place, **decided), log)
            except Illegal as error:
                log.say("", error.reason, error.rule, card, text)
    return table


def dock(table: Table, order: Dock, log: Log) -> tuple[Table, dict[str, Any]]:
    for name in (order.nave, order.en):
        legality.check(legality.absent(table, name))
    ship, carrier = table.ship(order.nave), table.ship(order.en)
    if table.friends(order.nave, order.en) is False:
        raise Illegal(f"{order.nave} no puede acoplarse con {order.en}, que es enemiga", DOCKED)
    card = _carries(table, order)
    if order.preparacion:
        log.say("", f"{order.nave} empieza acoplada a {order.en}, por «{card}»", STARTS, card)
        return _inside(table, order, ship), {"acoplada": True}
    if table.fase not in ("", "sistemas"):
        raise Illegal(f"{order.nave} solo puede acoplarse en la fase de Sistemas", DOCKS)
    if ship.acoplo:
        raise Illegal(f"{order.nave} ya se ha desplegado en esta fase", NOT_BOTH)
    reach, rule = (1, HUGE_DOCKS) if carrier.tamano == "enorme" else (0, DOCKS)
    far = order.alcance if order.alcance is not None else table.range(order.nave, order.en)
    if far is None:
        raise Pending(f"di en «alcances» a qué alcance están {order.nave} y {order.en}")
    if far > reach:
        raise Illegal(f"{order.nave} está a alcance {far} de {order.en}: no puede acoplarse", rule)
    log.say("", f"{order.nave} se acopla a {order.en}, por «{card}»: pasa a reserva", rule, card)
    return _inside(table, order, ship), {"acoplada": True}


def dock_in_flight(table: Table, order: Manoeuvre, log: Log) -> tuple[Table, dict[str, Any]]:
    """A ship that overlaps its carrier may dock with it: nothing of the overlap is resolved."""
    if len(order.solapa) != 1:
        raise PlayError("di en «solapa» con qué nave nodriza se solapa, y con ninguna otra")
    carrier = order.solapa[0]
    if table.friends(order.nave, carrier) is False:
        raise Illegal(f"{order.nave} no puede acoplarse con {carrier}, que es enemiga", DOCKED)
    dock_order = Dock(nave=order.nave, en=carrier)
    card = _carries(table, dock_order)
    table, found = fly(table, order.model_copy(update={"solapa": (), "parcial": True, "acopla": False}), log)
    log.say("", f"{order.nave} se solapa con {carrier} y se acopla, por «{card}»: el solapamiento no hace nada", DOCKS, card)
    return _inside(table, dock_order, table.ship(order.nave)), {**found, "acoplada": True}


def _inside(table: Table, order: Dock, ship: Ship) -> Table:
    inside = ship.model_copy(update={"reserva": True, "acoplada_a": order.en, "acoplo": True})
    return table.put(order.nave, inside)


def _carries(table: Table, order: Dock) -> str:
    """The card that lets this ship dock with that one, and has room left."""
    inside = [name for name, ship in table.naves.items() if ship.acoplada_a == order.en]
    for scene, fact in _orders(table, order.en):
        if fact.verb != "acoplar":
            continue
        for what in _each(fact.role("que") or fact.role("quien")):
            known = fits(scene, ship_of(order.nave), what)
            if known is None:
                raise Pending(f"di en «tipo» o «tamano» qué nave es {order.nave}: «{scene.card}» solo lleva las que nombra")
            room = int(what.qty.n) if what.qty.n.isdigit() else 1
            if known and len(inside) < room:
                return scene.card
    raise Illegal(f"nada permite a {order.nave} acoplarse con {order.en}, o ya no cabe", DOCKED)


def _each(value: Value | None) -> Iterator[Cosa]:
    for item in value.items if isinstance(value, Lista) else (value,):
        if isinstance(item, Cosa) and item.sort == "nave":
            yield item


def undock(table: Table, order: Undock, log: Log) -> tuple[Table, dict[str, Any]]:
    ship = table.ship(order.nave)
    carrier = ship.acoplada_a
    if not carrier:
        raise Illegal(f"{order.nave} no está acoplada: no puede desplegarse", DOCKED)
    emergency = table.ship(carrier).destruida
    if table.fase not in ("", "sistemas") and not emergency:
        raise Illegal(f"{order.nave} solo puede desplegarse en la fase de Sistemas", LEAVES)
    if ship.acoplo and table.fase and not emergency:
        raise Illegal(f"{order.nave} se ha acoplado en esta fase: no puede desplegarse", NOT_BOTH)
    if order.tipo == "inmovil" or order.tipo in BACKWARDS:
        raise Illegal("no se despliega con una maniobra inmóvil ni de retroceso", WHICH)
    huge = table.ship(carrier).tamano == "enorme"
    if order.desde == "laterales" and not huge:
        raise Illegal(f"{order.nave} sale por los salientes delanteros o traseros de {carrier}", WHERE)
    if card := _elsewhere(table, carrier, order):
        raise Illegal(f"«{card}» lo prohíbe: no se despliega nadie desde los salientes {order.desde}", WHERE)
    if emergency:
        log.say("", f"{carrier} ha sido destruida: {order.nave} sale por despliegue de emergencia", EMERGENCY)
        table = suffer(table, order.nave, 0, 1, log)
        ship = table.ship(order.nave)
    if not order.cabe:
        lost = HUGE_NO_ROOM if huge else EMERGENCY if emergency else None
        return _no_room(table, order, lost, log)
    log.say("", f"{order.nave} se despliega desde los salientes {order.desde} de {carrier}", WHERE)
    out = ship.model_copy(update={"reserva": False, "acoplada_a": "", "acoplo": False})
    plain = passed_on(order, Manoeuvre)
    table, found = fly(table.put(order.nave, out), plain, log)
    table = table.put(order.nave, table.ship(order.nave).model_copy(update={"acoplo": True}))
    table = log.happen(table, Happening("despues", "desplegar", order.nave, roles={"desde": carrier}))
    if emergency:
        log.say("", f"{order.nave} no realiza ninguna acción tras el despliegue de emergencia", EMERGENCY)
        table = table.put(order.nave, table.ship(order.nave).model_copy(update={"sin_accion": "paso"}))
        return table, {**found, "desplegada": True}
    log.say("", f"{order.nave} puede realizar una acción", ACTS)
    log.offer(order.nave, "", "puede realizar una acción (escríbela como otro paso)")
    return table, {**found, "desplegada": True}


def _no_room(table: Table, order: Undock, lost: Cite | None, log: Log) -> tuple[Table, dict[str, Any]]:
    """`lost`: the rule because of which it is destroyed and does not stay in reserve."""
    if lost is None:
        log.say("", f"{order.nave} no cabe: su despliegue fracasa y sigue en reserva", NO_ROOM)
        return table, {"desplegada": False}
    log.say("", f"{order.nave} no cabe y es destruida", lost)
    gone = table.ship(order.nave).model_copy(update={"destruida": True, "retirada": True, "reserva": False, "acoplada_a": ""})
    return table.put(order.nave, gone), {"desplegada": False}


def _elsewhere(table: Table, carrier: str, order: Undock) -> str | None:
    """«sólo pueden desplegarse desde tus salientes traseros»."""
    for scene, step in standing(BOARD, table, None, (), Log()):
        if scene.me.name != carrier or step.modo != "solo_puede":
            continue
        for fact in step.efecto:
            where = fact.role("desde") if isinstance(fact, Hecho) and fact.verb == "desplegar" else None
            if not isinstance(fact, Hecho) or not isinstance(where, Cosa) or not _of(scene, fact, order.nave):
                continue
            if where.noun.removeprefix("saliente_").removesuffix("o") != order.desde.removesuffix("os"):
                return scene.card
    return None


def _of(scene: Scene, fact: Hecho, name: str) -> bool:
    who = fact.role("quien")
    pointed = known_as(scene, who)
    if pointed is not None:
        return ship_of(name) in pointed
    return isinstance(who, Cosa) and fits(scene, ship_of(name), who) is not False
