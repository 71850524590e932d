"""Any question that `kb odds` answers, for who declares it: the models of every game, loaded at once."""

from typing import TYPE_CHECKING, Any, Union

from kb.play.odds.game import ROLLED, odds_of
from kb.play.validation import Model

SPECS: dict[str, type[Model]] = {game: odds_of(game).spec for game in ROLLED}
if TYPE_CHECKING:
    AnySpec = Any
else:
    AnySpec = Union[tuple(dict.fromkeys(SPECS.values()))]  # noqa: UP007 - of as many as there are
