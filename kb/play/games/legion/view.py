"""Legión: what happens, as events with their roles; an ability sees an attack (`Fight`) or the table (`Battle`)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from grammar.game import Step, load_game
from kb.play.games.legion.fight import Arm, Fight, Side
from kb.play.games.legion.state import Battle, Unit
from kb.play.meaning.events import Ente, Event

State = Battle | Fight


def battle_of(state: State) -> Battle:
    return state.battle if isinstance(state, Fight) else state


def put(state: State, name: str, unit: Unit) -> State:
    return state.put(name, unit)


def on(state: State, battle: Battle) -> State:
    return replace(state, battle=battle) if isinstance(state, Fight) else battle


def unit_of(name: str) -> Ente:
    return Ente("unidad", name)


def keyword_of(id: str) -> Ente:
    return Ente("palabra_clave", id)


GAINED = "fichas_ganadas"
"""Of a token that a text has given: others may wait for it."""


def token_of(kind: str, owner: str = "") -> Ente:
    return Ente("ficha", kind, frozenset({kind}), owner)


def attack_of(f: Fight) -> Ente:
    return Ente("ataque", "ataque", frozenset({f.pool.tipo}), f.who, f.pool.alcance)


def side_of(f: Fight, ente: Ente) -> Side | None:
    """Which side a unit is on; the attack pool is the attacker's."""
    if ente.sort == "reserva":
        return "atacante"
    return "defensor" if ente.name == f.pool.defensor else "atacante" if ente.name == f.who else None


def parts(f: Fight) -> Mapping[str, Ente]:
    return {"atacante": unit_of(f.who), "defensor": unit_of(f.pool.defensor), "este_ataque": attack_of(f)}


def going(f: Fight) -> tuple[Event, ...]:
    """The attack, as its two units see it."""
    played = parts(f)
    attack, who, against = played["este_ataque"], played["atacante"], played["defensor"]
    far = f.pool.alcance
    met = {"quien": against, "de": attack, "contra": attack}
    return (
        Event("mientras", "atacar", {"quien": who, "que": against, "a": against}, frozenset(), played, far, "2"),
        Event("mientras", "realizar", {"quien": who, "que": attack, "contra": against}, frozenset(), played, far, "2"),
        Event("mientras", "defender", met, frozenset(), played, far, "2"),
    )


DOES: Mapping[str, Callable[[Fight], Ente]] = {"herir": attack_of, "derrotar": lambda f: unit_of(f.who)}
"""Who does it: an attack wounds, a unit defeats."""


def after_attack(f: Fight, step: str) -> tuple[Event, ...]:
    """Once it is over; «después del ataque» is one moment, whoever it is told of."""
    hurt = {"que": unit_of(f.pool.defensor), "por": attack_of(f)}
    verbs = (("herir",) if f.wounds else ()) + (("derrotar",) if f.defender.derrotada else ())
    return (
        Event("despues", "paso", {}, frozenset(), parts(f), None, step, "ataque"),
        *(Event("despues", verb, {**hurt, "quien": DOES[verb](f)}, frozenset(), {}, None, step) for verb in verbs),
        *(Event("despues", e.verb, e.roles, frozenset(), {}, e.number, step) for e in going(f)),
    )


def added(f: Fight, arm: Arm) -> Event:
    """A weapon joins the pool."""
    weapon = Ente("arma", arm.name, frozenset(arm.keywords), f.who)
    roles = {"que": weapon, "a": Ente("reserva", "la reserva de ataque", None, f.who)}
    return Event("mientras", "anadir", roles, frozenset(), parts(f), None, "2b")


def about_to_roll(f: Fight, number: str) -> Event:
    """The defender is going to roll dice."""
    roles = {"quien": unit_of(f.pool.defensor), "que": Ente("dado", "dado", frozenset({"defensa"}), f.pool.defensor, f.dice)}
    return Event("iba_a", "tirar", roles, frozenset(), parts(f), f.dice, number)


def at_step(f: Fight, rel: str, step: str, number: str = "") -> Event:
    return Event(rel, "paso", {}, frozenset(), parts(f), None, number, step)


@cache
def names() -> Mapping[str, frozenset[str]]:
    """What each step is called, and the steps around it: what happens in a part happens in the whole."""
    found: dict[str, frozenset[str]] = {}

    def walk(rows: tuple[Step, ...], above: frozenset[str]) -> None:
        for row in rows:
            mine = above | {row.nombre}
            found[row.id] = found.get(row.id, frozenset()) | mine
            walk(row.pasos, mine)

    game = load_game("legion")
    for rows in (game.ataque, *game.secuencias.values(), game.ronda):
        walk(rows, frozenset())
    return found


@cache
def named(step: str) -> str:
    game = load_game("legion")

    def walk(rows: tuple[Step, ...]) -> str:
        for row in rows:
            if row.id == step:
                return row.nombre
            if inside := walk(row.pasos):
                return inside
        return ""

    return next((name for rows in (game.ataque, *game.secuencias.values(), game.ronda) if (name := walk(rows))), "")


MOVES = frozenset({"realizar", "colocar", "considerar", "solapar", "ignorar", "recibir", "gastar"})
LISTS = frozenset({"incluir", "equipar", "ser", "contar", "considerar", "anadir"})
ENDS = frozenset({"disputar", "proporcionar", "descartar"})
ORDERS = frozenset({"impartir"})
"""Deeds on the table about which a text says something at all times, and when it is told."""
