"""Imperial Assault: what of a text the engine never runs, and how a step tells it."""

from collections.abc import Mapping
from functools import lru_cache

from grammar.meaning.values import Hecho
from kb.play.errors import PlayError
from kb.play.games.imperial_assault.decision import Told
from kb.play.games.imperial_assault.fight import GAME
from kb.play.games.imperial_assault.limits import each_limited, limit_for
from kb.play.games.imperial_assault.missions import announces, loses
from kb.play.games.imperial_assault.standing import in_play, standing_fact
from kb.play.games.imperial_assault.state import Table
from kb.play.games.imperial_assault.verbs.table import CIRCUMSTANCES, ROLES, RUN
from kb.play.games.imperial_assault.world import ABILITY
from kb.play.meaning import runs
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.run import Illegal, Log

RAISED: frozenset[tuple[str, str]] = frozenset({
    ("antes", "declarar"), ("antes", "atacar"), ("mientras", "declarar"), ("antes", "resolver"), ("mientras", "atacar"),
    ("mientras", "defender"), ("mientras", "realizar"), ("despues", "resolver"), ("despues", "atacar"), ("despues", "defender"),
    ("despues", "realizar"), ("antes", "derrotar"), ("mientras", "derrotar"), ("despues", "derrotar"), ("mientras", "sufrir"),
    ("mientras", "entrar"), ("mientras", "salir"), ("despues", "interactuar"), ("despues", "colocar"),
    ("mientras", "abrir"), ("mientras", "cerrar"),
})  # fmt: skip
"""What the sequences of the game tell."""
CLOCK: frozenset[tuple[str, str]] = frozenset({
    *((rel, "activacion") for rel in ("comienzo", "final", "durante", "despues")),
    *((rel, "ronda") for rel in ("comienzo", "final", "durante")),
    *((rel, "ataque") for rel in ("durante", "despues", "antes")), ("durante", "fase_de_estatus"), ("despues", "despliegue"),
})  # fmt: skip
BANNED = frozenset({"atacar", "salir", "interactuar", "empujar"})


def _looked_up(fact: Hecho) -> bool:
    return standing_fact(fact) or announces(fact) or loses(fact)


RUNNING = runs.Running(
    game=GAME, raised=RAISED, clock=CLOCK, verbs=RUN, circumstances=CIRCUMSTANCES, roles=ROLES, standing=_looked_up,
    banned=BANNED, permitted=frozenset(), limited=lambda ability: limit_for(ability) is not None or each_limited(ability),
    inner=lambda item: item.clase == "instruccion",
    classes={"palabra_clave": "depende de algo que no se lleva aquí"},
)  # fmt: skip


@lru_cache(maxsize=500)
def never_run(text: str) -> tuple[str, ...]:
    return runs.never_run(RUNNING, text)


def idle(table: Table) -> list[str]:
    """Cards in play of which something is read and not run, or that are not understood."""
    return sorted({held.card for held in in_play(table) if refusal(held.text, table.game) or never_run(held.text)})


def report_idle(table: Table, log: Log, step: str) -> None:
    told = {event.texto for event in log.events}
    for held in in_play(table):
        why = (refusal(held.text, table.game),) if refusal(held.text, table.game) else never_run(held.text)
        for line in why:
            text = f"«{held.card}» se lee pero no se ejecuta: {line}"
            if line and text not in told and f"«{held.card}» no actúa: {line}" not in told:
                log.say(step, text, ABILITY, held.card, held.text)
                told.add(text)


def check_known(table: Table, told: Mapping[str, Told], also: frozenset[str] = frozenset()) -> None:
    known = {held.card for held in in_play(table)} | {f"{held.bearer.name}/{held.card}" for held in in_play(table)} | also
    known |= {card for figure in table.figuras.values() for card in figure.cartas}
    if unknown := sorted(set(told) - known):
        raise PlayError(f"no hay ninguna carta «{unknown[0]}» en juego")


def unused(table: Table, told: Mapping[str, Told], log: Log) -> None:
    """What the scenario wanted to use and had no occasion."""
    for card in told:
        texts = [figure.cartas[card] for figure in table.figuras.values() if card in figure.cartas]
        surge = any(a.clase == "incremento" for t in texts if not refusal(t, table.game) for a in abilities_of(t, table.game))
        if card not in log.asked and not surge:
            raise Illegal(f"«{card}» no se puede usar aquí: no llega su momento o no se cumple lo que pide", ABILITY)
