"""The search as one file for a browser: the tables of a knowledge base with the lists that the code has beside them."""

import json
from collections.abc import Mapping
from pathlib import Path

from grammar.game import Game
from kb.search.model import ASKING
from kb.search.negatives import BEFORE_NAMES, CLASSES, capital_names, known_names, name_words
from kb.search.rank import weights
from kb.search.refuse import FITS, NOTES, OTHER_AT_THE_END, OTHER_GAMES, PRINTED, card_data, judgement
from kb.search.searcher import DIRECTORY, Searcher
from kb.search.spelling import MISTAKEN
from kb.search.tables import FILE
from kb.search.words import vocabulary
from kb.text import STOP_WORDS, fold


def portable(kb: Path) -> str:
    """JSON for web/static/buscador.js."""
    with Searcher.open(kb) as searcher:
        facts = searcher.parts[0].facts
    tables = (kb / DIRECTORY / FILE).read_text("utf-8")
    return f'{{"lists":{json.dumps(_lists(facts), ensure_ascii=False, separators=(",", ":"))},"tables":{tables}}}'


def _lists(facts: Mapping[str, Game]) -> dict[str, object]:
    words = vocabulary()
    return {
        "stop": sorted(STOP_WORDS), "weak": sorted(words.weak), "fillers": sorted(words.fillers), "known": sorted(words.known),
        "short": words.short, "synonyms": words.synonyms, "groups": words.groups, "exact": words.exact,
        "english": words.english,
        "names": sorted(known_names()), "capital_names": sorted(capital_names()), "name_words": sorted(name_words()),
        "before_names": sorted(BEFORE_NAMES), "classes": CLASSES, "notes": NOTES,
        "fits": FITS, "mistaken": sorted(MISTAKEN), "data": sorted(card_data()),
        "printed": [CLASSES.index(kind) for kind in PRINTED], "asking": sorted(ASKING),
        "weights": weights(), "refusal": judgement(), "called": {slug: game.nombre for slug, game in facts.items()},
        "games": {slug: game.llamado or (fold(game.nombre),) for slug, game in facts.items()},
        "base": {slug: game.sobre for slug, game in facts.items() if game.sobre},
        "other_games": OTHER_GAMES, "other_last": OTHER_AT_THE_END,
    }  # fmt: skip
