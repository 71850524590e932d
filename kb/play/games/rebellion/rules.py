"""Rebellion: what the rules make of gaining Loyalty, Reputation and prisoners, whoever brings it about."""

from kb.play.cite import Cite, cite
from kb.play.games.rebellion.state import BASE, Side, Table, destroy
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log

CARD = cite("rebellion/las-reglas-de-oro#r-e57d04", "Una carta manda sobre la guía")
MISSION = cite("rebellion/revelar-una-mision#r-mision", "se aplica el efecto")
TACTIC = cite("rebellion/resolucion-de-ataques#r-jugar-una", "resuélvela")
ACTION = cite("rebellion/cartas-de-accion#r-f8ff10", "se resuelve")
NEUTRAL = cite("rebellion/lealtad#r-ganar-lealtad", "neutral")
ONE = cite("rebellion/lealtad#r-ganar-1-en", "neutral")
TWO = cite("rebellion/lealtad#r-ganar-2-en", "se cambia")
LOSE = cite("rebellion/lealtad#r-perder", "Perder")
CORUSCANT = cite("rebellion/lealtad#r-b97211", "Coruscant")
TURNED = cite("rebellion/subyugacion#r-el-imperio", "Imperio gana")
STEP_BY_STEP = cite("rebellion/reputacion#r-6b7542", "una a una")
STEP_BACK = cite("rebellion/reputacion#r-7af5ea", "punto perdido")
REBELS_WIN = cite("rebellion/ganar-la-partida#r-rebelde", "misma casilla")
REMOTE = cite("rebellion/sistemas-lejanos#r-33c274", "siempre neutrales")
RUINS = cite("rebellion/sistemas-destruidos#r-4c5800", "No tiene lealtad")
DESTROYED = cite("rebellion/sistemas-destruidos#r-ad110b", "Sistema destruido")
LEADERS_SAFE = cite("rebellion/sistemas-destruidos#r-9f769f", "no sufren nada")
STRANDED = cite("rebellion/sistemas-destruidos#r-480f8d", "destruye las sobrantes")
SUBJUGATED = cite("rebellion/subyugacion#r-831d20", "subyugado")
REBELS_ONLY = cite("rebellion/lideres-capturados#r-2b634e", "Líderes Rebeldes")
RESCUED = cite("rebellion/rescate-de-lideres-capturados#r-35035d", "rescatado")
UNGUARDED = cite("rebellion/rescate-de-lideres-capturados#r-7e2e19", "al momento")
GO_ALONG = cite("rebellion/rescate-de-lideres-capturados#r-5c9a8b", "asignados a ella")
CAPTURED = cite("rebellion/lideres-capturados#r-379d26", "uno a la vez")


def effect_of(scene: Scene) -> Cite:
    """Where it stands that the effect of the card that acts is resolved: a Mission's, a Tactic's, an Action's."""
    lance = scene.state.lance
    if lance is None or (lance.clase == "mision" and scene.card != lance.nombre):
        return ACTION
    return MISSION if lance.clase == "mision" else TACTIC


def gain_loyalty(table: Table, name: str, side: Side, n: int, log: Log, step: str = "") -> Table:
    system = table.system(name)
    if system.coruscant:
        log.say(step, "Coruscant es siempre leal al Imperio", CORUSCANT)
        return table
    if system.destruido or not system.populoso:
        why, rule = ("destruido", RUINS) if system.destruido else ("lejano", REMOTE)
        log.say(step, f"{name} es un sistema {why}: no tiene lealtad y no la gana", rule)
        return table
    if system.lealtad is None:
        log.say(step, f"{name} pasa de neutral a leal", NEUTRAL)
        table = table.put_system(name, lealtad=side)
        if side == "imperio" and system.subyugacion:
            log.say(step, "el indicador de Subyugación se vuelve por la cara de Lealtad", TURNED)
            table = table.put_system(name, subyugacion=False)
        return table
    if system.lealtad == side:
        log.say(step, f"{name} ya es leal a ese bando: no cambia nada", NEUTRAL)
        return table
    if n == 1:
        log.say(step, f"{name} queda neutral", ONE)
        return table.put_system(name, lealtad=None)
    log.say(step, f"{name} cambia de bando", TWO)
    table = table.put_system(name, lealtad=side)
    if side == "imperio" and system.subyugacion:
        log.say(step, "deja de estar subyugado: es leal al Imperio", SUBJUGATED)
        table = table.put_system(name, subyugacion=False)
    return table


def lose_loyalty(table: Table, name: str, side: Side, log: Log, step: str = "") -> Table:
    if table.system(name).coruscant:
        log.say(step, "Coruscant es siempre leal al Imperio", CORUSCANT)
        return table
    if table.system(name).lealtad != side:
        log.say(step, f"{name} no es leal a ese bando: no pierde nada", LOSE)
        return table
    log.say(step, f"{name} deja de ser leal y queda neutral", LOSE)
    return table.put_system(name, lealtad=None)


def move_reputation(table: Table, n: int, log: Log, step: str = "") -> Table:
    """Square by square: meeting the time marker wins at once."""
    place, way = table.reputacion, -1 if n > 0 else 1
    for _ in range(abs(n)):
        if place + way < 0:  # the track has no more squares
            break
        place += way
        log.say(step, f"la Reputación pasa a la casilla {place}", STEP_BY_STEP if n > 0 else STEP_BACK)
        if place == table.tiempo:
            break
    return judged(table.model_copy(update={"reputacion": place}), log, step)


def move_time(table: Table, n: int, log: Log, step: str = "") -> Table:
    """Square by square, as well: it does not jump over the reputation marker."""
    to = table.tiempo + n
    if table.tiempo < table.reputacion <= to:
        to = table.reputacion
    return judged(table.model_copy(update={"tiempo": to}), log, step)


def judged(table: Table, log: Log, step: str = "") -> Table:
    if table.reputacion == table.tiempo:
        log.say(step, "Reputación y Tiempo coinciden: gana la Rebelión", REBELS_WIN)
        return table.model_copy(update={"gana": "rebelde"})
    return table


def capture(table: Table, leader: str, log: Log, step: str = "") -> Table:
    if leader in table.lideres and table.lideres[leader].bando != "rebelde":
        raise Illegal(f"{leader} no es un Líder Rebelde: no se le captura", REBELS_ONLY)
    log.say(step, f"{leader} queda capturado; solo puede haber uno", CAPTURED)
    if table.capturado is not None and table.capturado in table.lideres and table.capturado != leader:
        table = rescued(table, table.capturado, log, step)
    if leader in table.lideres:
        table = table.put_leader(leader, capturado=True)
    return table.model_copy(update={"capturado": leader})


def rescued(table: Table, leader: str, log: Log, step: str = "") -> Table:
    """To the Rebel Base; once it is revealed, to its system, which nobody has told."""
    table = table.model_copy(update={"capturado": None if table.capturado == leader else table.capturado})
    if table.base_descubierta:
        log.say(step, f"{leader} es rescatado: va al sistema de la Base, que aquí no se dice", RESCUED)
        return table.put_leader(leader, capturado=False, sistema=None)
    log.say(step, f"{leader} es rescatado y va al espacio de la Base Rebelde", RESCUED)
    return table.put_leader(leader, capturado=False, sistema=BASE)


def settle(before: Table, table: Table, log: Log) -> Table:
    """What the rules make of units that came, went or fell, and of loyalty that changed, whoever brought it about."""
    for name, system in table.sistemas.items():
        if system.destruido and name in before.sistemas and not before.sistemas[name].destruido:
            table = _ruined(table, name, log)
    for name in table.sistemas:
        was, now = _held(before, name), _held(table, name)
        if was != now:
            table = _subjugated(table, name, now[0], log)
    for leader, data in table.lideres.items():
        here = data.sistema or ""
        guards = before.there(here, "imperio") if data.capturado and here else []
        if guards and not table.there(here, "imperio"):
            log.say("", f"ya no hay unidades Imperiales en {here}", UNGUARDED)
            table = rescued(table, leader, log)
    return table


def _ruined(table: Table, name: str, log: Log) -> Table:
    """A system that has just been destroyed: no loyalty, no subjugation, and no Rebel on its ground."""
    if table.system(name).lealtad or table.system(name).subyugacion:
        log.say("", f"{name} ya no tiene lealtad ni puede estar subyugado", RUINS)
    table = table.put_system(name, lealtad=None, subyugacion=False)
    for unit in table.there(name, "rebelde", "terrestre"):
        table = destroy(table, unit, log)
    ground = table.there(name, "imperio", "terrestre")
    if ground:
        log.say("", _stranded(table, name, len(ground)), STRANDED)
    return table


def _stranded(table: Table, name: str, ground: int) -> str:
    """How many do not fit in the ships that are there, where these tell what they carry."""
    ships = [table.unit(n) for n in table.there(name, "imperio", "espacial")]
    load = ground + sum(ship.tipo == "caza_tie" for ship in ships)
    told = [ship.transporte for ship in ships if ship.tipo != "caza_tie"]
    if any(n is None for n in told):
        return "de las terrestres Imperiales se destruyen las que no quepan en sus naves, a elección del Imperio"
    room = sum(n or 0 for n in told)
    lost = max(0, load - room)
    return f"el Imperio tiene {load} que necesitan transporte y sitio para {room}: destruye {lost}, a su elección"


def _held(table: Table, name: str) -> tuple[int, Side | None]:
    """Imperial ground units on the table, and its loyalty."""
    known = table.sistemas.get(name)
    return len(table.there(name, "imperio", "terrestre")), known.lealtad if known else None


def _subjugated(table: Table, name: str, units: int, log: Log) -> Table:
    system = table.system(name)
    ground = units or system.terrestres_imperiales
    held = ground > 0 and system.lealtad != "imperio" and system.populoso and not system.destruido
    fighting = held and table.there(name, "rebelde", "terrestre")  # first the combat («Activación de sistemas», 4 and 5)
    if fighting or held == system.subyugacion or (table.lance is not None and table.lance.clase == "combate"):
        return table
    log.say("", f"{name} {'queda' if held else 'deja de estar'} subyugado", SUBJUGATED)
    return table.put_system(name, subyugacion=held)


CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))
