"""`--game` and `--games` of the commands on cards: which game a card is of, and games of the user's own."""

import argparse
from collections.abc import Callable
from pathlib import Path

from grammar.game import DEFAULT_GAME, card_games, give_game
from kb.errors import KbError
from kb.games import games_in, given_from, read_game

Run = Callable[[argparse.Namespace], int]


def takes_games(parser: argparse.ArgumentParser, run: Run, default: str | None = None) -> None:
    """Gives a command the two options, and makes the user's games known before it runs."""
    parser.add_argument(
        "--game", metavar="JUEGO", default=default, help=f"juego de las cartas que no lo dicen ({DEFAULT_GAME})"
    )
    parser.add_argument("--games", type=Path, metavar="DIR", help="directorio con las carpetas de otros juegos, o la de uno")

    def known(args: argparse.Namespace) -> int:
        if args.games is not None:
            for folder in games_in(args.games).values():
                give_game(given_from(read_game(folder), folder))
        if args.game is not None and args.game not in card_games():
            raise KbError(f"no se conoce el juego «{args.game}»; hay: {', '.join(card_games())}.")
        return run(args)

    parser.set_defaults(run=known)
