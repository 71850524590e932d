"""Rebellion: the cards that are in force and what stands, for whoever only has to look; and what lapses."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grammar.meaning.effect import Item
from kb.play.games.rebellion.decision import Told
from kb.play.games.rebellion.state import EnVigor, Side, Table
from kb.play.games.rebellion.view import going, player
from kb.play.games.rebellion.world import GAME, Rebellion
from kb.play.meaning.abilities import Ability, abilities_of
from kb.play.meaning.board import Board, Held
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.look import Step, standing, stopped
from kb.play.meaning.scene import Scene
from kb.play.meaning.standing import ENDS, Vigente, lapsed, lasting
from kb.play.run import Log

CLOCK = frozenset({"combate", "ronda_de_combate", "batalla", "ataque"})
"""Times of a combat, of which it is always known whether they are now."""


def in_force(table: Table) -> Iterator[Held]:
    for card in table.en_vigor:
        yield Held(player(card.bando), card.carta, card.texto)


def left(table: Table) -> tuple[Vigente, ...]:
    return table.vigentes


def lasts(ability: Ability) -> bool:
    """«Durante …» at its head: it is not done once, but holds while that lasts."""
    return bool(ability.moments) and all(moment.rel == "durante" for moment in ability.moments)


def _standing(held: Held) -> Sequence[Ability]:
    return [replace(each) for each in abilities_of(held.text, GAME) if lasts(each)]


NOBODY = Told()
BOARD = Board(
    game=GAME, world=Rebellion({}, {}, {}), cards=in_force, standing=left, decision=lambda: NOBODY, reads=_standing,
    stands=frozenset({"constante", "disparada", "inicio_del_combate", "especial"}), clock=CLOCK,
)  # fmt: skip


def now(table: Table, log: Log) -> Iterator[Step]:
    """Every step that holds in what is going on."""
    return standing(BOARD, table, None, going(table), log)


def forbids(table: Table, verb: str, log: Log, **roles: Ente) -> str | None:
    """The card that forbids it to whoever would do it."""
    return stopped(BOARD, table, Event("", verb, roles), None, going(table), log)


def keep(scene: Scene, item: Item, until: str) -> Scene:
    """What stands from now on; where nobody says until when, it is over with the combat or the round."""
    table: Table = scene.state
    fight = table.lance is not None and table.lance.clase == "combate"
    ends = until if until != "fase" else "combate" if fight else "ronda"
    return scene.on(table.model_copy(update={"vigentes": (*table.vigentes, lasting(scene, item, GAME, ends))}))


def enforce(table: Table, side: Side, card: str, text: str, until: str) -> Table:
    return table.model_copy(update={"en_vigor": (*table.en_vigor, EnVigor(bando=side, carta=card, texto=text, hasta=until))})


def over(table: Table, what: str) -> Table:
    """A battle, a round of combat, a combat, a phase or a round is over."""
    cards = tuple(card for card in table.en_vigor if card.hasta not in ENDS[what])
    return table.model_copy(update={"en_vigor": cards, "vigentes": lapsed(table.vigentes, what)})
