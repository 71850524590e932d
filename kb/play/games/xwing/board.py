"""X-Wing: the cards in play and what stands, for whoever only has to look (prohibitions, permissions, odds)."""

from collections.abc import Iterator

from kb.play.games.xwing.state import Table
from kb.play.games.xwing.view import ship_of
from kb.play.games.xwing.world import GAME, XWing
from kb.play.meaning.board import Board, Held
from kb.play.meaning.scene import Decision
from kb.play.meaning.standing import Vigente


def in_play(table: Table) -> Iterator[Held]:
    for name, ship in table.naves.items():
        for card in ship.active_cards():
            yield Held(ship_of(name), card, ship.text_of(card))


def left(table: Table) -> tuple[Vigente, ...]:
    return table.vigentes


NOBODY = Decision()
BOARD = Board(game=GAME, world=XWing({}, {}, {}), cards=in_play, standing=left, decision=lambda: NOBODY)
