"""What is in play, as the interpreter asks for it: the cards and who bears them, and what stands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kb.play.meaning.abilities import Ability, abilities_of
from kb.play.meaning.events import Ente, Event
from kb.play.meaning.scene import Scene, World
from kb.play.meaning.standing import Vigente
from kb.play.run import Log


@dataclass(frozen=True)
class Held:
    """A card that somebody has in play."""

    bearer: Ente
    card: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Board:
    game: str
    world: World
    cards: Callable[[Any], Iterable[Held]]
    """Every card in play, with its text."""
    standing: Callable[[Any], tuple[Vigente, ...]]
    decision: Callable[[], Any]
    reads: Callable[[Held], Sequence[Ability]] | None = None
    """Its abilities, where the game sees more in them than their text says: the moment that is the name of a class."""
    stands: frozenset[str] = frozenset({"constante", "disparada", "reemplazo"})
    """Classes of abilities that hold by themselves while their moment lasts."""
    clock: frozenset[str] = frozenset()
    """Times of which the game always knows whether they are now: what is left behind for one of them waits for it."""

    def abilities(self, held: Held) -> Sequence[Ability]:
        return self.reads(held) if self.reads is not None else abilities_of(held.text, self.game)


def scene_bare(table: Board, state: Any, log: Log) -> Scene:
    return Scene(table.world, state, Ente(""), "", table.decision(), log)


def scene_of(
    table: Board,
    state: Any,
    held: Held,
    event: Event | None,
    going: tuple[Event, ...],
    log: Log,
    ability: Ability | None = None,
) -> Scene:
    return Scene(
        table.world, state, held.bearer, held.card, table.decision(), log, event, going, words=held.text,
        step=event.step if event else "", place=(ability.place,) if ability else (), moments=ability.moments if ability else (),
    )  # fmt: skip
