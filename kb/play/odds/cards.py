"""Card texts -> what they let a side do to the dice. What has no form as odds is named, never dropped in silence."""

from collections.abc import Iterable
from dataclasses import dataclass

from kb.play.odds.pool import Option


@dataclass(frozen=True)
class CardOptions:
    attack_dice: int = 0
    defense_dice: int = 0
    on_attack: tuple[Option, ...] = ()
    on_defense: tuple[Option, ...] = ()
    left_out: tuple[str, ...] = ()
    """Texts that take no part, as they were given."""


def xwing_card_options(texts: Iterable[str], defending: bool) -> CardOptions:
    return CardOptions(left_out=tuple(texts))
