"""X-Wing: the End phase."""

from collections.abc import Mapping
from typing import Any

from kb.play.cite import Cite
from kb.play.games.xwing import legality
from kb.play.games.xwing import state as rules
from kb.play.games.xwing.match import over
from kb.play.games.xwing.prohibitions import Deed, check
from kb.play.games.xwing.standing import end, keeps
from kb.play.games.xwing.state import Card, Ship, Table
from kb.play.games.xwing.tokens import gone, kept_by
from kb.play.games.xwing.view import PHASES, Happening
from kb.play.run import Illegal, Log
from kb.play.validation import Model


class End(Model):
    """The End phase, for every ship."""


def finish(table: Table, _: End, log: Log) -> tuple[Table, dict[str, Any]]:
    ships = {}
    if table.fase != "final":  # else its first steps have been told
        table = log.happen(table.model_copy(update={"fase": "final"}), Happening("al_comienzo", "fase", noun=PHASES["final"]))
        table = log.happen(table, Happening("durante", "fase", noun=PHASES["final"]))
    recovering: dict[str, set[str]] = {}
    for name in table.naves:
        table, recovering[name] = _recovering(table, name, log)
    for name, ship in table.naves.items():
        kept, back = _kept(table, name, log), recovering[name]
        charges = _recurs(ship.cargas, ship.cargas_max, ship.recurrente if "carga" in back else 0)
        force = _recurs(ship.fuerza, ship.fuerza_max, ship.fuerza_recurrente if "fuerza" in back else 0)
        shields = _recurs(ship.escudos, ship.escudos_max or 0, ship.escudos_recurrentes)
        shields = ship.escudos if shields > ship.escudos and _stopped(table, name, "escudo", log) else shields
        if shields > ship.escudos:
            log.say("", f"{name} recupera {shields - ship.escudos} de escudo", rules.HUGE_SHIELDS)
        if charges < ship.cargas or any(row.recurrente < 0 and row.cargas for row in ship.cartas.values()):
            log.say("", f"{name} pierde cargas por los símbolos recurrentes negativos", rules.DRAINED)
        cards = {card: _recharged(row) for card, row in ship.cartas.items()}
        for card, row in ship.cartas.items():
            if (cards[card].cargas or 0) > (row.cargas or 0) and _stopped(table, name, "carga", log, card):
                cards[card] = row
        energy = min(ship.energia_max, ship.energia + ship.energia_recurrente) if ship.energia_recurrente else ship.energia
        fresh = {
            "fichas": kept, "cargas": charges, "fuerza": force, "energia": energy, "escudos": shields, "cartas": cards,
            **NEW_ROUND,
        }  # fmt: skip
        ships[name] = ship.model_copy(update=fresh)
    log.say("", "se retiran las fichas redondas: verdes y luego naranjas", rules.ROUND_TOKENS)
    log.say("", "se recuperan las cargas recurrentes", rules.RECHARGE)
    table = log.happen(table.model_copy(update={"naves": ships}), *_changes(table, ships))
    ships = dict(table.naves)
    closed = {"naves": ships, "activa": "", "iniciativa": None, "fase": ""}
    table = legality.removed(table.model_copy(update=closed), log)
    table, found = over(end(burnt_out(table, log), "ronda"), log)
    return table, found


RECOVERED: Mapping[str, tuple[str, str]] = {
    "cargas": ("carga", "carga"), "fuerza": ("carga", "fuerza"), "energia": ("carga", "energia"),
    "escudos": ("escudo", "escudo"),
}  # fmt: skip
"""What comes back in the End phase, as texts name it."""


def _changes(table: Table, after: Mapping[str, Ship]) -> list[Happening]:
    """What each ship has lost and recovered: it happens at once."""
    found = []
    for name, ship in table.naves.items():
        found += [gone(name, token) for token, n in ship.fichas.items() if after[name].has(token) < n]
        for field, (noun, kind) in RECOVERED.items():
            if getattr(after[name], field) > getattr(ship, field):
                found.append(Happening("despues", "recuperar", name, noun, frozenset({kind, "recurrente"})))
    return found


def _kept(table: Table, name: str, log: Log) -> dict[str, int]:
    """Tokens that are not round, and those that a card does not let go: of each card, as many as it says."""
    ship = table.ship(name)
    found = {k: n for k, n in ship.fichas.items() if k not in (*rules.GREEN, *rules.ORANGE)}
    left: dict[str, int] = {}
    for token, n in ship.fichas.items():
        if token not in found and (ban := kept_by(table, name, token, log)):
            log.say("", f"{name} conserva su ficha de {token}: {ban.reason}", ban.rule)
            found[token] = n
        if token in found or (why := keeps(table, name, token, log)) is None:
            continue
        card, most = why
        told = log.decisions.get(card)
        log.asked.add(card)
        if most is not None and getattr(told, "ficha", None) not in (None, token):
            continue
        now = n if most is None else min(n, left.get(card, most))
        left[card] = left.get(card, most or 0) - now
        if now:
            log.say("", f"«{card}»: {name} conserva {now} de {token}", rules.CAPABLE, card)
            found[token] = now
    return found


def _recovering(table: Table, name: str, log: Log) -> tuple[Table, set[str]]:
    """What of a ship recovers in the End phase: an ability may stop it."""
    ship, found = table.ship(name), set()
    due = {"carga": ship.recurrente > 0 and ship.cargas < ship.cargas_max, "fuerza": ship.fuerza < ship.fuerza_max}
    for kind, is_due in due.items():
        if is_due and _stopped(table, name, kind, log):
            continue
        if is_due:
            table = log.happen(table, Happening("antes", "recuperar", name, "carga", frozenset({kind, "recurrente"})))
            if log.instead():
                log.say("", f"{name} no recupera su {kind}", rules.RECHARGE)
                continue
        found.add(kind)
    return table, found


def _stopped(table: Table, name: str, kind: str, log: Log, card: str = "") -> bool:
    """«No puedes recuperar …», wherever it comes from."""
    try:
        check(table, Deed(name, "recuperar", kind, frozenset({kind}), to=card), log=log)
    except Illegal as ban:
        log.say("", f"{name} no recupera {kind}: {ban.reason}", ban.rule)
        return True
    return False


PASSING: Mapping[str, tuple[Cite, Cite]] = {
    "incendio": (rules.FIRE, rules.FIRE),
    "nube_de_electroparticulas": (rules.CLOUD_GONE, rules.CLOUD_FUSE),
}
"""Obstacles that go away by themselves: why one leaves, why one loses a fuse."""


def burnt_out(table: Table, log: Log) -> Table:
    """Fires and clouds without a fuse leave; the others lose one."""
    left = {}
    for name, rock in table.obstaculos.items():
        if rock.tipo not in PASSING:
            left[name] = rock
        elif rock.espoletas:
            left[name] = rock.model_copy(update={"espoletas": rock.espoletas - 1})
            log.say("", f"{name} pierde un indicador de Espoleta", PASSING[rock.tipo][1])
        else:
            log.say("", f"{name} no tiene Espoleta y se retira", PASSING[rock.tipo][0])
    return table.model_copy(update={"obstaculos": left})


NEW_ROUND: Mapping[str, Any] = {
    "acciones": (), "fracasadas": (), "sin_accion": "", "por_ionizacion": False, "velocidad": None, "ataques": 0,
    "ataque_adicional": "", "adicionales": (), "coloco": False, "descamuflo": False, "acoplo": False, "selector": None,
    "revelada": None, "concedido": None, "atacadas": (), "desde": (), "ultimo_ataque": "", "enlazadas": {}, "paso_hecho": False,
    "invitada": False, "activada": False, "intervino": False, "arrastrada": False, "movida": False,
}  # fmt: skip
"""What a ship has done is counted round by round."""


def _recharged(card: Card) -> Card:
    if card.cargas is None or not card.recurrente:
        return card
    return card.model_copy(update={"cargas": _recurs(card.cargas, card.cargas_max, card.recurrente)})


def _recurs(now: int, most: int, symbols: int) -> int:
    """Recurring charges come back up to the limit; with negative symbols they go."""
    return max(0, now + symbols) if symbols < 0 else max(now, min(most, now + symbols))
