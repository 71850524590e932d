"""Rebellion: what waits for something to happen: Special cards and Objectives in a hand, first those of the current player."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from grammar.meaning.effect import Item, Momento, Paso
from grammar.meaning.values import Cosa, Hecho, Papel, Qty
from kb.play.cite import Cite, cite
from kb.play.games.rebellion import rules
from kb.play.games.rebellion.board import CLOCK, keep, left
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.state import Table
from kb.play.games.rebellion.verbs.hands import ONE_EACH
from kb.play.games.rebellion.verbs.table import BANNED, CIRCUMSTANCES, ROLES, RUN
from kb.play.games.rebellion.view import SIDES, going, player
from kb.play.games.rebellion.world import GAME, Rebellion
from kb.play.meaning import queue
from kb.play.meaning.abilities import Ability, abilities_of
from kb.play.meaning.board import Held
from kb.play.meaning.events import Event
from kb.play.meaning.limits import limit_of
from kb.play.meaning.perform import Performer, Rules
from kb.play.meaning.queue import Waiting
from kb.play.meaning.runs import Running, never_run
from kb.play.meaning.scene import Scene
from kb.play.run import Illegal, Log

OPTIONAL = cite("rebellion/cartas-de-accion#r-c4a7f2", "opcional")
SPECIAL = cite("rebellion/cartas-de-accion#r-especial", "Especial")
CURRENT = cite("rebellion/cartas-de-accion#r-b9e7d0", "jugador actual")
CANNOT = cite("rebellion/las-reglas-de-oro#r-0734e1", "absoluto")
REFRESH = "inicio_de_la_fase_de_recuperacion"
WAITS = frozenset({"especial", "combate", REFRESH})
"""Classes of cards that wait in a hand for their moment."""
IMPLIED: Mapping[str, Momento] = {
    REFRESH: Momento("comienzo", tiempo=Cosa("fase_de_recuperacion", "tiempo", Qty("el"))),
}
WORLD = Rebellion(RUN, CIRCUMSTANCES, ROLES)
PERFORMER = Performer(Rules(rules.CARD, OPTIONAL, rules.CARD, rules.CARD, CANNOT, keep))
RAISED = frozenset(
    {
        *((rel, verb) for rel in ("mientras", "despues") for verb in ("revelar", "oponerse", "capturar", "rescatar")),
        *((rel, verb) for rel in ("mientras", "despues") for verb in ("tener_exito", "fracasar")),
        ("mientras", "emprender"), ("mientras", "resolver"), ("antes", "tirar"), ("despues", "tirar"),
        ("despues", "ganar"), ("despues", "perder"), ("despues", "destruir"), ("despues", "retirarse"),
    }
)  # fmt: skip
TIMES = ("ronda", "fase", "paso_de_batalla", "paso_de_batalla_terrestre", "paso_de_batalla_espacial")
PHASES = ("fase_de_asignacion", "fase_de_mando", "fase_de_recuperacion")


def opens(ability: Ability, item: Item) -> bool:
    """«Emprende esta Misión en …»: not an order, but where the card may be used."""
    first = item.efecto[0] if isinstance(item, Paso) and len(item.efecto) == 1 else None
    return isinstance(first, Hecho) and first.verb in ("emprender", "resolver") and first.role("que") == Papel("este_mision")


def _standing(fact: Hecho) -> bool:
    """Where a mission may be, and results that count as others: looked up, not done."""
    here = fact.verb in ("emprender", "resolver") and fact.role("que") == Papel("este_mision")
    return here or (fact.verb == "considerar" and not fact.circ)


RUNS = Running(
    game=GAME, raised=RAISED,
    clock=frozenset((*product(("durante",), (*CLOCK, *TIMES)), *product(("comienzo", "final"), PHASES))),
    verbs=RUN, circumstances=CIRCUMSTANCES, roles=ROLES, standing=_standing, banned=BANNED, permitted=frozenset(),
    limited=lambda ability: limit_of(ability.whole) is not None, inner=lambda inner: False, classes={},
)  # fmt: skip


def left_out(text: str) -> tuple[str, ...]:
    return never_run(RUNS, text)


def waiting(table: Table) -> Iterator[Held]:
    for side in SIDES:
        hand = table.hand(side)
        for name, text in hand.acciones.items():
            yield Held(player(side), name, text)
        for name, card in hand.objetivos.items():
            yield Held(player(side), name, card.texto)


def named_cards(table: Table) -> tuple[str, ...]:
    tactics = [name for side in SIDES for name in table.hand(side).tacticas]
    return (*(held.card for held in waiting(table)), *tactics)


def _reads(held: Held) -> Sequence[Ability]:
    """A header may be a moment by itself: «Inicio de la fase de Recuperación»."""
    found = [ability for ability in abilities_of(held.text, GAME) if ability.clase in WAITS]
    return [replace(a, moments=(IMPLIED[a.clase], *a.moments)) if a.clase in IMPLIED else a for a in found]


def _rank(table: Table, waits: Waiting) -> tuple[int, ...]:
    current = table.lance.actual if table.lance is not None else "rebelde"
    return int(waits.held.bearer.name != current), waits.place


def _ordered(table: Table, before: Waiting, after: Waiting) -> tuple[str, Cite]:
    same = before.held.bearer == after.held.bearer
    return ("las ordena su jugador", OPTIONAL) if same else ("primero el jugador actual", CURRENT)


def _before(scene: Scene, ability: Ability) -> Scene:
    """Of Objectives, one in each combat and one at the start of the Refresh phase."""
    scored = any(event.verb == "jugar" for event in scene.log.past[scene.log.since :])
    if ability.clase != "especial" and scored:
        raise Illegal("solo se juega 1 Objetivo en cada combate o al inicio de la fase", ONE_EACH)
    return scene


UNDECIDED = Told()
QUEUE = queue.Table(
    game=GAME, world=WORLD, cards=waiting, standing=left, decision=lambda: UNDECIDED, reads=_reads, clock=CLOCK,
    performer=PERFORMER, rank=_rank, admits=lambda *told: True, before=_before, ordered=_ordered,
    unsupported=left_out, left=SPECIAL, costs=rules.CARD, turn=OPTIONAL, at_will=WAITS,
)  # fmt: skip


def react(table: Table, events: tuple[Event, ...], log: Log) -> Table:
    """Everything that this sets off, resolved. What happens at once makes one queue."""
    found: Table = queue.react(QUEUE, table, [(event, going(table)) for event in events], log)
    return found
