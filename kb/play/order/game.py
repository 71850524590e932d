"""What a game brings to `kb order`: who goes first, why and by which passage. Its `order.py` has `ORDER`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kb.play.cite import Cite
from kb.play.order.situation import Ability, Situation
from kb.play.plays import part

What = Literal[
    "al_principio", "constante", "sustituye", "no_entra", "no_entra_por_coste", "sale", "sale_por_coste", "pasa",
    "sin_efecto", "resuelve", "paga", "espera_retirada",
]  # fmt: skip
"""What happens to an ability in the queue."""


class Rank(NamedTuple):
    place: int
    reason: str
    cite: Cite


def _its_player(ability: Ability, _: Situation) -> str:
    return ability.jugador


@dataclass(frozen=True)
class Order:
    rank: Callable[[Ability, Situation], Rank]
    own: Cite
    """The rule about effects that happen at once: what is cited where the book says nothing nearer."""
    passages: Mapping[What, Cite] = field(default_factory=dict)
    """The rules about what happens to an ability in the queue."""
    orderer: Callable[[Ability, Situation], str] = _its_player
    """Who decides its place among those of equal rank."""
    classes: tuple[str, ...] = ()
    """What `clase` may say."""
    nobodys: frozenset[str] = frozenset()
    """Those of them that belong to no player."""
    chains: bool = False
    """Whether the book says where what an effect provokes enters the queue."""

    def cite(self, what: What) -> Cite:
        return self.passages.get(what, self.own)


def order_of(game: str) -> Order:
    found: Order = part(game, "order").ORDER
    return found
