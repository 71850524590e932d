"""X-Wing: what a state forces, whichever step or card brought it about: jam, ions, cloak, locks, energy, remotes, destruction.

A table before and after a change come in; the table as the rules leave it goes out, and the log says what they did.
"""

from collections.abc import Callable

from kb.play.games.xwing import state as rules
from kb.play.games.xwing.legality import may_lock
from kb.play.games.xwing.state import GREEN, Ship, Table
from kb.play.run import Log

LOCK = "blanco_fijado"


def settle(before: Table, after: Table, log: Log) -> Table:
    for name in after.naves:
        if name in before.naves and after.naves[name] is not before.naves[name]:
            for force in FORCES:
                after = after.put(name, force(before.naves[name], after, name, log))
    return after


def cleared(table: Table) -> Table:
    """A ship that was removed has no tokens, nor has anybody a lock on it («Retirar de la partida»), nor on a device or an
    obstacle that is not there any more."""
    gone = {name for name, ship in table.naves.items() if ship.retirada}
    there = set(table.objects()) - gone
    for name, ship in table.naves.items():
        locks = () if name in gone else tuple(target for target in ship.blancos if target in there)
        tokens = {} if name in gone else ship.fichas
        if locks != ship.blancos or tokens != ship.fichas:
            table = table.put(name, ship.model_copy(update={"blancos": locks, "fichas": tokens}))
    return table


def _remote(was: Ship, table: Table, name: str, log: Log) -> Ship:
    ship = table.ship(name)
    if not ship.remoto or not ship.fichas:
        return ship
    log.say("", f"{name} es un remoto: no recibe fichas", rules.REMOTE_BARE)
    return ship.model_copy(update={"fichas": {}})


def _cloaked(was: Ship, table: Table, name: str, log: Log) -> Ship:
    ship = table.ship(name)
    if ship.has("camuflaje") <= 1:
        return ship
    log.say("", f"{name} ya está camuflada: no recibe una segunda ficha de Camuflaje", rules.CLOAK_ONE)
    return ship.with_tokens(camuflaje=1 - ship.has("camuflaje"))


def _locks(was: Ship, table: Table, name: str, log: Log) -> Ship:
    """A lock that the ship may not get is not obtained; one who is ionised keeps none."""
    ship = table.ship(name)
    if ship.over("iones") and ship.blancos:
        new = set(ship.blancos) - set(was.blancos)
        why = "está ionizada: no obtiene Blancos fijados" if new else "queda ionizada e interrumpe sus Blancos fijados"
        log.say("", f"{name} {why}", rules.ION_LOCKS)
        return ship.model_copy(update={"blancos": ()})
    for target in ship.blancos:
        if target not in was.blancos and (no := may_lock(table, name, target)):
            log.say("", f"{no[0]}: no lo obtiene", no[1])
            ship = ship.model_copy(update={"blancos": tuple(b for b in ship.blancos if b != target)})
    return ship


def _jammed(was: Ship, table: Table, name: str, log: Log) -> Ship:
    """A jammed ship loses the green token or the lock that it gains; one that is jammed now, one that it had."""
    ship = table.ship(name)
    for _ in range(ship.has("interferencia")):
        fresh = ship.has("interferencia") > was.has("interferencia")
        gained = [token for token in GREEN if ship.has(token) > (0 if fresh else was.has(token))]
        gained += [LOCK] if set(ship.blancos) - (set() if fresh else set(was.blancos)) else []
        if not gained:
            break
        ship = lost(ship.with_tokens(interferencia=-1), gained[0])
        what = "interrumpe el Blanco fijado" if gained[0] == LOCK else f"pierde la ficha de {gained[0]}"
        log.say("", f"{name} está interferida: {what} y retira una ficha de Interferencia", rules.JAMMED_LATER)
        if len(gained) > 1:
            log.offer("quien interfiere", "", f"elige qué pierde {name}: {', '.join(gained)} (sin decirlo, {gained[0]})")
    return ship


def lost(ship: Ship, what: str) -> Ship:
    """Without a green token of that kind, or without its latest lock."""
    return ship.model_copy(update={"blancos": ship.blancos[:-1]}) if what == LOCK else ship.with_tokens(**{what: -1})


def _energy(was: Ship, table: Table, name: str, log: Log) -> Ship:
    """A huge ship pays stress with energy, when it gets stress and when it recovers energy."""
    ship = table.ship(name)
    if ship.tamano != "enorme":
        return ship
    stressed, recovered = ship.has("tension") - was.has("tension"), ship.energia - was.energia
    paid = min(ship.energia, ship.has("tension") if recovered > 0 else max(0, stressed))
    if not paid:
        return ship
    rule = rules.HUGE_RECOVERS if recovered > 0 else rules.HUGE_STRESS
    log.say("", f"{name} gasta {paid} de energía y retira {paid} de Tensión", rule)
    return ship.with_tokens(tension=-paid).model_copy(update={"energia": ship.energia - paid})


def _destroyed(was: Ship, table: Table, name: str, log: Log) -> Ship:
    ship = table.ship(name)
    if was.destruida or not ship.destruida:
        return ship
    for inside in (other for other, row in table.naves.items() if row.acoplada_a == name):
        log.offer(inside, "", f"puede salir de {name} por despliegue de emergencia (paso «despliega»)")
    if ship.remoto and table.iniciativa != ship.engages:
        log.say("", f"{name} es un remoto: se retira de la zona de juego, y sus cartas vuelven al mazo", rules.REMOTE_HURT)
        return ship.model_copy(update={"retirada": True})
    if table.fase not in ("", "enfrentamiento"):
        log.say("", f"{name} se retira de la partida", rules.GONE)
        return ship.model_copy(update={"retirada": True})
    return ship.model_copy(update={"destruida_en": table.iniciativa})


FORCES: tuple[Callable[[Ship, Table, str, Log], Ship], ...] = (_remote, _cloaked, _locks, _jammed, _energy, _destroyed)
"""In this order: what cannot be received is not lost to a jam."""
