"""X-Wing: tokens and locks received, spent and lost, and what a jam or a tractor beam does at once."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal

from kb.play.cite import Cite
from kb.play.errors import PlayError
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.invariants import LOCK, lost
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.state import Natural, Ship, Table
from kb.play.games.xwing.view import Happening
from kb.play.run import Illegal, Log, Pending
from kb.play.validation import Model, nearest
from kb.text import identifier


class Receive(Model):
    nave: str
    fichas: dict[str, Natural]
    pierde: str | None = None
    """By a jam token: the green token, or `blanco_fijado`."""


def locked(ship: Ship, target: str, most: int) -> tuple[str, ...]:
    """Its locks with a new one: the oldest leave."""
    return (*(name for name in ship.blancos if name != target), target)[-most:]


def about_to_be_stressed(table: Table, name: str, log: Log) -> tuple[Table, bool]:
    """«Si vas a recibir 1 ficha de Tensión …»: also where the rules give it; whether something else happens instead."""
    table = log.happen(table, Happening("iba_a", "recibir", name, "ficha", token_qualities(("tension",))))
    return table, bool(log.instead())


def receive(table: Table, order: Receive, log: Log) -> tuple[Table, dict[str, Any]]:
    tokens = {identifier(token): n for token, n in order.fichas.items()}
    for token in tokens:
        if token not in rules.TOKENS:
            raise PlayError(f"no existe la ficha «{token}»; {nearest(token, rules.TOKENS)}")
    return receive_tokens(table, order.nave, tokens, log, order.pierde, asks=True)


def receive_tokens(
    table: Table, name: str, tokens: Mapping[str, int], log: Log, lost: str | None = None, asks: bool = False
) -> tuple[Table, dict[str, Any]]:
    """All the tokens of one effect are one reception. `lost`: what a jam takes; `asks`: where it is a choice, it is told."""
    table, left = _not_replaced(table, name, tokens, log)
    if tokens and not left:
        return table, {"recepciones": 0, "sustituida": True}
    tokens, marks = left, token_qualities(left)
    tokens = {kind: n for kind, n in tokens.items() if not refused(table, name, kind, log)}
    if not tokens:
        return table, {"recepciones": 0}
    ship = table.ship(name).with_tokens(**tokens)
    told = f"{name} recibe {', '.join(f'{n} de {k}' for k, n in tokens.items())}"
    if sum(tokens.values()) > 1:
        log.say("", f"{told}: una sola recepción", rules.ONE_RECEPTION)
    else:
        log.say("", told, rules.RECEIVES)
    if "interferencia" in tokens and not ship.remoto:
        ship = _jammed(ship, name, log, lost, asks)
    if "campo_de_traccion" in tokens:
        ship = _pulled(table.ship(name), ship, name, log)
    received = Happening("despues", "recibir", name, "ficha", marks)
    table = log.happen(table.put(name, ship), received)
    ship = table.ship(name)
    return table, {
        "recepciones": 1,
        "ionizada": ship.over("iones"),
        "atrapada": ship.over("campo_de_traccion"),
    }


def _not_replaced(table: Table, name: str, tokens: Mapping[str, int], log: Log) -> tuple[Table, dict[str, int]]:
    """What is left of those that were coming: something else may have come in the place of one, or of all of a kind."""
    left: dict[str, int] = {}
    for kind, n in tokens.items():
        table = log.happen(table, Happening("iba_a", "recibir", name, "ficha", token_qualities((kind,))))
        gone = log.instead(n)
        if n > gone or not n:
            left[kind] = n - gone
    return table, left


def _pulled(before: Ship, after: Ship, name: str, log: Log) -> Ship:
    """The first time in a round that a ship is trapped, whoever gave the token may move it."""
    trapped = after.over("campo_de_traccion") and not before.over("campo_de_traccion")
    if not trapped or after.arrastrada or after.tamano == "enorme":
        return after
    log.say("", f"{name} queda atrapada en un campo de tracción: quien puso la ficha puede moverla", rules.PULLED)
    log.offer("quien puso la ficha", "", f"puede mover a {name} con un tonel o un impulso (1 recto): paso «arrastra»")
    return after.model_copy(update={"arrastrada": True})


class Pull(Model):
    """A ship that a tractor beam has just trapped is moved."""

    nave: str
    con: Literal["tonel", "impulso"]
    gira: bool = False
    """Its own player turns it by 90° afterwards."""
    fracasa: bool = False


def pull(table: Table, order: Pull, log: Log) -> tuple[Table, dict[str, Any]]:
    legality.check(legality.absent(table, order.nave))
    ship = table.ship(order.nave)
    if not ship.over("campo_de_traccion") or ship.tamano == "enorme":
        raise Illegal(f"{order.nave} no está atrapada en un campo de tracción: nadie la mueve", rules.PULLED)
    if ship.movida:
        raise Illegal(f"a {order.nave} ya la movieron: solo la primera vez que queda atrapada en la ronda", rules.PULLED)
    table = table.put(order.nave, ship.model_copy(update={"arrastrada": True, "movida": True}))
    if order.fracasa:
        log.say("", f"el {order.con} de {order.nave} fracasa: se queda donde estaba", rules.TURNED)
        return table, {"fracasa": True}
    log.say("", f"{order.nave} se mueve con un {order.con} (1 recto): no es una acción ni una maniobra", rules.PULLED)
    table = table.moved(order.nave)
    if order.gira:
        log.say("", f"su jugador gira a {order.nave} 90°, y recibe 1 ficha de Tensión", rules.TURNED)
        table = receive_tokens(table, order.nave, {"tension": 1}, log)[0]
    return table, {"fracasa": False}


def refused(table: Table, name: str, kind: str, log: Log) -> bool:
    """A ship that cannot receive a token does not, whoever gives it."""
    try:
        check(table, Deed(name, "recibir", "ficha", frozenset({kind})), log=log)
    except Illegal as ban:
        log.say("", f"{name} no recibe la ficha de {kind}: {ban.reason}", ban.rule)
        return True
    return False


def token_qualities(tokens: Iterable[str]) -> frozenset[str]:
    """The tokens and their colours, as texts may name them."""
    colours = {colour for colour, kinds in rules.COLOURS.items() if set(kinds) & set(tokens)}
    return frozenset(tokens) | colours


def spent(table: Table, name: str, token: str, n: int, log: Log) -> Table:
    table = table.put(name, table.ship(name).with_tokens(**{token: -n}))
    return log.happen(table, Happening("despues", "gastar", name, "ficha", token_qualities((token,))))


def removed(table: Table, name: str, token: str, n: int, log: Log) -> Table:
    """Tokens that leave a ship by a rule, without being spent; a card may forbid it."""
    if why := kept_by(table, name, token, log):
        log.say("", f"{name} conserva su ficha de {token}: {why.reason}", why.rule)
        return table
    table = table.put(name, table.ship(name).with_tokens(**{token: -n}))
    return log.happen(table, gone(name, token))


def kept_by(table: Table, name: str, token: str, log: Log) -> Illegal | None:
    """Why a ship may not remove a token."""
    try:
        check(table, Deed(name, "retirar", "ficha", frozenset({token})), log=log)
    except Illegal as ban:
        return ban
    return None


def gone(name: str, token: str) -> Happening:
    return Happening("despues", "retirar", name, "ficha", token_qualities((token,)))


def used_up(table: Table, name: str, kind: str, log: Log) -> Table:
    """A charge, Force, energy or a shield has been spent, whoever asked for it."""
    noun = kind if kind == "escudo" else "carga"
    return log.happen(table, Happening("despues", "gastar", name, noun, frozenset({kind})))


def lock_spent(table: Table, name: str, target: str, log: Log) -> Table:
    table = break_locks(table, {name}, {target})
    return log.happen(table, Happening("despues", "gastar", name, "blanco_fijado", roles={"que": target}))


def force_spent(table: Table, name: str, what: str, rule: Cite, log: Log) -> Table:
    """One of the Force as the cost of something violet: what forbids to spend it forbids that, too."""
    check(table, Deed(name, "gastar", "fuerza"), log=log)
    ship = table.ship(name)
    if not ship.fuerza:
        raise Illegal(f"{name} no tiene Fuerza para una {what} violeta", rule)
    log.say("", f"{name} gasta 1 de Fuerza para la {what} violeta", rule)
    return used_up(table.put(name, ship.model_copy(update={"fuerza": ship.fuerza - 1})), name, "fuerza", log)


def break_locks(table: Table, owners: Collection[str], targets: Collection[str]) -> Table:
    ships = {
        name: ship.model_copy(update={"blancos": tuple(b for b in ship.blancos if b not in targets)})
        if name in owners
        else ship
        for name, ship in table.naves.items()
    }
    return table.model_copy(update={"naves": ships})


def _jammed(ship: Ship, name: str, log: Log, told: str | None, asks: bool) -> Ship:
    for _ in range(ship.has("interferencia")):
        losable = [*(t for t in rules.GREEN if ship.has(t)), *([LOCK] if ship.blancos else [])]
        if not losable:
            log.say("", f"{name} sigue interferida: no tiene nada que perder", rules.JAMMED_LATER)
            break
        if told is not None and told not in losable:
            raise PlayError(f"{name} no puede perder «{told}»; {nearest(told, losable)}")
        if told is None and asks and len(losable) > 1:
            raise Pending(f"quien interfiere elige qué pierde {name}; di en «pierde» {' o '.join(losable)}")
        gone = told or losable[0]
        if len(losable) > 1 and told is None:
            log.offer("quien interfiere", "", f"elige qué pierde {name}: {', '.join(losable)} (sin decirlo, {gone})")
        ship = lost(ship.with_tokens(interferencia=-1), gone)
        what = "interrumpe un Blanco fijado" if gone == LOCK else f"pierde una ficha de {gone}"
        log.say("", f"{name} {what} por la Interferencia, que se retira", rules.JAMMED)
        told = None
    return ship
