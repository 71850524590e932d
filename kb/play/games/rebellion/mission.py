"""Rebellion: a mission step by step as juego.toml orders it, with its card's text and the cards that act before the dice."""

from typing import Any, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.games.rebellion.cards import Card, read_card
from kb.play.games.rebellion.effects import Scene, Told, apply, check, run
from kb.play.games.rebellion.state import RIVAL, Face, Natural, Side, Table
from kb.play.odds.rebellion import MOST_MISSION
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model

ROLLED: tuple[Face, ...] = ("impacto", "impacto", "impacto_directo", "especial", "vacia", "vacia")
SUCCESS = {"impacto": 1, "impacto_directo": 1, "especial": 2, "vacia": 0}
REVEAL = cite("rebellion/revelar-una-mision#r-poner-la", "boca arriba")
PLACE = cite("rebellion/revelar-una-mision#r-elegir-un", "Elegir un sistema")
RESOLVED = cite("rebellion/revelar-una-mision#r-emprender-o", "resuelve")
NO_ROLL = cite("rebellion/revelar-una-mision#r-oposicion", "sin tirar")
COUNT = cite("rebellion/revelar-una-mision#r-c039bf", "éxito")
MORE = cite("rebellion/revelar-una-mision#r-23accc", "empate")
PORTRAIT = cite("rebellion/revelar-una-mision#r-332298", "2 éxitos")
NO_ICONS = cite("rebellion/revelar-una-mision#r-c792dd", "al menos 1")
TEN = cite("rebellion/revelar-una-mision#r-9b4e57", "10 dados")
AGAINST = cite("rebellion/revelar-una-mision#r-dda6d7", "participa siempre")
CAPTIVE = cite("rebellion/revelar-una-mision#r-153178", "ausente")
DONE = cite("rebellion/revelar-una-mision#r-mision", "se aplica el efecto")
FIRST = cite("rebellion/revelar-una-mision#r-78f218", "tira primero")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))


class Mission(Model):
    jugador: Side = "rebelde"
    verbo: Literal["emprende", "resuelve"] = "emprende"
    lideres_rivales: Natural = 0
    iconos: Natural = 0
    iconos_rivales: Natural = 0
    retrato: bool = False
    tirada: tuple[Face, ...] | None = None
    tirada_rival: tuple[Face, ...] | None = None
    carta: str = ""
    """Text of the mission: says where, whether it is opposed, and what it does."""
    nombre: str = "la Misión"
    habilidad: str = ""
    """Skill that it asks for: with `lideres`, icons and dice are counted from it."""
    sistema: str = ""
    lideres: tuple[str, ...] = ()
    envia: str | None = None
    """Leader that the rival sends to oppose."""
    contra: str | None = None
    decide: Told = Field(default_factory=Told)
    usa: dict[Side, dict[str, Told]] = Field(default_factory=dict)
    """Action cards used before the dice are rolled."""


def mission(table: Table, order: Mission, log: Log) -> tuple[Table, dict[str, Any]]:
    card = _read(order)
    if order.carta:
        log.say("1", f"{order.jugador} revela {order.nombre}", REVEAL, order.nombre, order.carta)
    table = _go(table, order, card, log)
    scene = Scene(table, log, order.jugador, order.nombre, order.carta, "3", order.sistema, order.decide, order.contra)
    resolved = card.verb == "resolver" if card.verb else order.verbo == "resuelve"
    result = _resolved(scene) if resolved else _opposed(scene, order, card)
    if result["exito"] and card.orders:
        scene.step = "6"
        log.say("6", f"{order.nombre} tiene éxito: se aplica su efecto", DONE, order.nombre, order.carta)
        run(scene, card)
    for why in card.refused:
        log.say("6", f"«{order.nombre}»: se entiende, pero no se ejecuta: {why}", DONE, order.nombre, order.carta)
    return scene.table, {**result, "no_ejecutado": list(card.refused)}


def _read(order: Mission) -> Card:
    if not order.carta:
        return Card("mision")
    card = read_card(order.carta)
    if card.unread:
        raise PlayError(f"el texto de la Misión no se entiende: {card.unread}")
    if card.window != "mision":
        raise PlayError("ese texto no es el de una Misión: tiene que decir «Emprende…» o «Resuelve esta Misión…»")
    return card


def _go(table: Table, order: Mission, card: Card, log: Log) -> Table:
    """Step 2: the system, and the leaders to it."""
    if order.carta and not order.sistema:
        raise PlayError("falta el «sistema» de la Misión")
    if order.carta:
        check(table, card.where, order.sistema, order.nombre)
    if card.where.leader:
        if order.contra is None:
            raise PlayError("falta contra qué Líder va la Misión («contra»)")
        target = table.leader(order.contra)
        if target.sistema != order.sistema or (card.where.leader == "capturado") != target.capturado:
            raise Illegal(f"la Misión no puede ir contra {order.contra}", AGAINST)
    for name in (*order.lideres, *((order.envia,) if order.envia else ())):
        leader = table.leader(name)
        if leader.capturado or leader.eliminado or leader.sistema not in (None, order.sistema):
            if not order.sistema:
                raise Pending(f"falta decir en «sistema» dónde se intenta la Misión: {name} está en {leader.sistema}")
            raise Illegal(f"{name} no puede ir a {order.sistema}", PLACE)
        if (name == order.envia) == (leader.bando == order.jugador):
            raise Illegal(f"{name} es del otro bando", PLACE)
        table = table.put_leader(name, sistema=order.sistema)
    if order.lideres:
        log.say("2", f"{', '.join(order.lideres)} van a {order.sistema}", PLACE)
    return table


def _resolved(scene: Scene) -> dict[str, Any]:
    scene.say("la carta dice «resuelve»: no admite oposición", RESOLVED)
    return {"exito": True, "tirada": False}


def _opposed(scene: Scene, order: Mission, card: Card) -> dict[str, Any]:
    scene.step = "5"
    mine, theirs = _icons(scene, order, card, order.jugador), _icons(scene, order, card, RIVAL[order.jugador])
    rivals = _rivals(scene, order)
    for side, cards in order.usa.items():
        for name, told in cards.items():
            _use(scene, side, name, told, order)
    for before in card.before:
        apply(scene, before)
    if scene.failed:
        return {"exito": False, "tirada": False}
    if not rivals:
        scene.say("el rival no tiene Líderes en el sistema: triunfa sin tirar", NO_ROLL)
        return {"exito": True, "tirada": False}
    mine = max(0, mine + scene.dice.get(order.jugador, 0))
    theirs = max(0, theirs + scene.dice.get(RIVAL[order.jugador], 0))
    won = _successes(scene, order.tirada, mine, "la tirada de quien emprende la Misión")
    lost = _successes(scene, order.tirada_rival, theirs, "la tirada del rival")
    if order.retrato:
        won += 2
        scene.say("el Líder del retrato suma 2 éxitos", PORTRAIT)
    if not theirs:
        scene.say("el rival no tiene iconos útiles: hace falta al menos 1 éxito", NO_ICONS)
    good = won > lost
    scene.say(f"{won} éxitos contra {lost}: la Misión {'triunfa' if good else 'fracasa'}", MORE)
    dice = min(mine, MOST_MISSION)
    return {"exito": good, "tirada": True, "exitos": won, "exitos_rivales": lost, "dados": dice}


def _there(scene: Scene, order: Mission, side: Side) -> list[str]:
    """Leaders of a side that take part: a captive only in a mission against it."""
    leaders = scene.table.lideres
    here = [n for n, x in leaders.items() if x.bando == side and x.sistema == order.sistema and not x.eliminado]
    absent = [n for n in here if leaders[n].capturado and n != order.contra]
    if absent:
        scene.say(f"{absent[0]} está capturado y cuenta como ausente", CAPTIVE)
    return [n for n in here if n not in absent]


def _rivals(scene: Scene, order: Mission) -> int:
    """Those of the situation, or as many as the step tells where it says more than the situation does."""
    there = len(_there(scene, order, RIVAL[order.jugador])) if scene.table.lideres else 0
    return max(there, order.lideres_rivales)


def _icons(scene: Scene, order: Mission, card: Card, side: Side) -> int:
    told = order.iconos if side == order.jugador else order.iconos_rivales
    if (not order.habilidad and not card.all_icons) or not scene.table.lideres:
        return told
    leaders = [scene.table.lideres[n] for n in _there(scene, order, side)]
    if not leaders:
        return told
    if card.all_icons:
        return sum(sum(leader.iconos.values()) for leader in leaders)
    return sum(leader.iconos.get(order.habilidad, 0) for leader in leaders)


def _use(scene: Scene, side: Side, name: str, told: Told, order: Mission) -> None:
    text = scene.table.hand(side).acciones.get(name)
    if text is None:
        raise PlayError(f"{side} no tiene ninguna carta de Acción «{name}»")
    card = read_card(text)
    if card.window != "antes_de_tirar" or card.unread:
        raise Illegal(f"«{name}» no se usa antes de tirar en una Misión", FIRST)
    if side == order.jugador:
        raise Illegal(f"«{name}» se usa en una Misión del adversario", FIRST)
    if card.mission and card.mission != order.habilidad:
        raise Illegal(f"«{name}» es para Misiones de {card.mission.replace('_', ' ')}", FIRST)
    inner = Scene(scene.table, scene.log, side, name, text, "5", scene.system, told)
    run(inner, card)
    scene.table, scene.failed = inner.table, scene.failed or inner.failed
    for who, n in inner.dice.items():
        scene.dice[who] = scene.dice.get(who, 0) + n


def _successes(scene: Scene, told: tuple[Face, ...] | None, icons: int, what: str) -> int:
    dice = min(icons, MOST_MISSION)
    if dice < icons:
        scene.say(f"como mucho {MOST_MISSION} dados", TEN)
    total = sum(SUCCESS[face] for face in scene.log.roll(told, dice, ROLLED, what))
    scene.say(f"{what}: {total} éxitos", COUNT)
    return total
