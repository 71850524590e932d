"""The games that can be played: the folders of `kb/play/games/`. Each is loaded when it is asked for, part by part:
a situation of one does not wait for the others, and nothing here names any."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from grammar.game import GAMES, load_game
from kb.play.run import Play

_HERE = Path(__file__).parent / "games"


def _folders() -> Iterator[tuple[str, str]]:
    for game in GAMES:
        folder = game.replace("-", "_")
        if (_HERE / folder).is_dir():
            yield game, folder


FOLDERS: Mapping[str, str] = dict(_folders())
if TYPE_CHECKING:
    Played = str
else:
    Played = Literal[tuple(FOLDERS)]
"""One of them, in a document."""


def part(game: str, name: str) -> ModuleType:
    """A module of the game's folder by its name; where it has none, that of the game it is played over (`sobre`)."""
    where = next(each for each in _with_bases(game) if has(each, name))
    return import_module(f"kb.play.games.{FOLDERS[where]}.{name}")


def having(name: str) -> tuple[str, ...]:
    """The games that have such a part."""
    return tuple(game for game in FOLDERS if any(has(each, name) for each in _with_bases(game)))


def base_of(game: str) -> str | None:
    """The game that it is played over."""
    over = load_game(game).sobre
    return over if over in FOLDERS else None


def _with_bases(game: str) -> Iterator[str]:
    here: str | None = game
    while here is not None:
        yield here
        here = base_of(here)


def has(game: str, name: str) -> bool:
    """Whether its own folder has such a part."""
    return (_HERE / FOLDERS[game]).joinpath(*name.split(".")).with_suffix(".py").is_file()


class _Plays(Mapping[str, Play]):
    def __getitem__(self, game: str) -> Play:
        found: Play = import_module(f"kb.play.games.{FOLDERS[game]}").PLAY
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(FOLDERS)

    def __len__(self) -> int:
        return len(FOLDERS)

    def __contains__(self, game: object) -> bool:
        return game in FOLDERS


PLAYS = _Plays()
