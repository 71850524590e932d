"""X-Wing: the cards in play and what stands, for whoever only has to look (prohibitions, permissions, odds)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from grammar.meaning.values import Cosa, Papel
from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import ship_of
from kb.play.games.xwing.world import GAME, XWing
from kb.play.meaning.abilities import abilities_of, refusal
from kb.play.meaning.board import Board, Held
from kb.play.meaning.scene import Decision
from kb.play.meaning.standing import Vigente
from kb.play.meaning.stuff import stuff
from kb.text import identifier

INSIDE = re.compile(r"acopla|reserva|desplie|despleg", re.IGNORECASE)
"""A card that speaks of docking or of reserve acts from there («Reserva»)."""


def in_play(table: Table) -> Iterator[Held]:
    """What may wait for something; the cards of a ship that has left speak only of its own going (`queue`)."""
    for name, ship in table.naves.items():
        gone = {identifier(each) for text in ship.active_texts().values() for each in replaced(text)}
        for card in ship.active_cards():
            if gone and identifier(card) in gone:
                continue
            if not ship.reserva or INSIDE.search(ship.text_of(card)):
                yield Held(ship_of(name), card, ship.text_of(card))


@lru_cache(maxsize=500)
def replaced(text: str) -> tuple[str, ...]:
    """The abilities of the ship that a card puts another in the place of: «Reemplaza tu … por la siguiente»."""
    if "eemplaza" not in text or refusal(text, GAME):
        return ()
    facts = (fact for ability in abilities_of(text, GAME) for fact in ability.facts() if fact.verb == "reemplazar")
    things = (fact.role("que") for fact in facts if fact.role("por") == Papel("lo_que_sigue"))
    return tuple(stuff(thing).name for thing in things if isinstance(thing, Cosa) and stuff(thing).name)


def in_force(table: Table) -> Iterator[Held]:
    """What stands: nothing of a ship that has been removed."""
    return (held for held in in_play(table) if not table.ship(held.bearer.name).retirada)


def left(table: Table) -> tuple[Vigente, ...]:
    return table.vigentes


NOBODY = Decision()
BOARD = Board(game=GAME, world=XWing({}, {}, {}), cards=in_force, standing=left, decision=lambda: NOBODY)
