"""What `kb run` shows without a file: what runs (--list), what can be written (--campos), a card put in play (--carta)."""

import argparse
import json

from grammar.game import DEFAULT_GAME
from grammar.likeness import likeness
from kb.play.coverage import IN_PROSE, RUNNABLE, keywords, only_read
from kb.play.fields import reference
from kb.play.running import as_story
from kb.play.tryout import play_card, tried


def show(args: argparse.Namespace) -> int:
    if args.list:
        verbs = {"se_ejecutan": dict(RUNNABLE), "solo_se_leen": only_read(), **{game: list(v) for game, v in IN_PROSE.items()}}
        known = {f"cualidades_de_{game}": told for game, told in keywords().items()}
        print(json.dumps({**verbs, **known}, ensure_ascii=False, indent=1))
    elif args.campos:
        print(reference(), end="")
    else:
        scenario, shown = play_card(args.carta, args.juego or _game_of(args.carta))
        if not args.json:
            print(scenario)
        for each in shown:
            print(json.dumps(each.model_dump(), ensure_ascii=False) if args.json else as_story(each))
    return 0


def _game_of(text: str) -> str:
    """The game whose words a card uses; of several, the first that can be played."""
    return next((game for game in likeness(text).candidates if game in tried()), DEFAULT_GAME)
