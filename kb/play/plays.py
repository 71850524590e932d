"""The games that can be played. Each is loaded when it is asked for: a situation of one does not wait for the others."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from kb.play.run import Play

FOLDERS: Mapping[str, str] = {
    "xwing": "xwing",
    "legion": "legion",
    "imperial-assault": "imperial_assault",
    "leyendas": "leyendas",
    "rebellion": "rebellion",
}


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
