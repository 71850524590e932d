"""What `kb run` shows without a file: what runs (--list), what can be written (--campos), a card put in play (--carta)."""

import argparse
import json

from grammar.likeness import likeness
from kb.play.coverage import REBELLION, RUNNABLE, only_read
from kb.play.fields import reference
from kb.play.games.legion.coverage import keywords_that_run
from kb.play.running import as_story
from kb.play.tryout import play_card, tried


def show(args: argparse.Namespace) -> int:
    if args.list:
        operations = {"se_ejecutan": dict(RUNNABLE), "solo_se_leen": only_read(), "rebellion": list(REBELLION)}
        print(json.dumps({**operations, "cualidades_de_legion": keywords_that_run()}, ensure_ascii=False, indent=1))
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
    return next((game for game in likeness(text).candidates if game in tried()), tried()[0])
