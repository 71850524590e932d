"""Every passage that the engine cites, and which of them a knowledge base does not have: a build with one of those fails."""

from collections.abc import Iterable, Iterator

from kb.anchors import passage_at
from kb.models import Entry
from kb.play.cite import Cite, made_cites
from kb.play.order.game import order_of
from kb.play.plays import PLAYS


def all_cites() -> tuple[Cite, ...]:
    """Of every game and every step, and those that a game makes for its keywords."""
    for game in PLAYS:
        order_of(game)  # importing an engine makes its citations
    late = (cite for play in PLAYS.values() if play.cites for cite in play.cites())
    return tuple(dict.fromkeys((*made_cites(), *late)))


def unresolved(entries: Iterable[Entry], games: Iterable[str]) -> Iterator[Cite]:
    """Citations of these games that open no passage."""
    by_id = {entry.id: entry for entry in entries}
    here = set(games)
    for cite in all_cites():
        entry = by_id.get(cite.entry)
        if cite.entry.partition("/")[0] in here and (entry is None or passage_at(entry, cite.anchor) is None):
            yield cite
