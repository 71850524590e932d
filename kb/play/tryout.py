"""A card put in play: a scenario in which it acts and one in which it does not, as text that `kb run` and the page of scenarios
read. A game takes part by telling in its `Play` where its situations are."""

import json
from functools import cache, lru_cache
from importlib import import_module

import yaml

from grammar.steps import Room, TooMuchWork
from kb.play.errors import PlayError
from kb.play.meaning.abilities import NotUnderstood
from kb.play.meaning.tryout import Shown, Staging, Step, acting, show
from kb.play.plays import PLAYS
from kb.play.scenario import Verdict, play_document
from kb.play.yaml_io import documents

KEPT = 200
QUICK = 12
"""Situations that a page tries before it offers to show a card."""
QUICK_STEPS = 9_000
"""And the steps that these may take (`grammar/steps.py`)."""
ACTS, IDLE = "Aquí la carta actúa", "Aquí la carta no actúa"


@cache
def tried() -> tuple[str, ...]:
    """The games whose cards can be put in play by themselves."""
    return tuple(game for game, play in PLAYS.items() if play.staging)


@lru_cache
def staging_of(game: str) -> Staging:
    found: Staging = import_module(PLAYS[game].staging).STAGING
    return found


@lru_cache(maxsize=KEPT)
def shown(text: str, game: str) -> Shown | str:
    """A card put in play, or in one sentence why it has no tryout. Both cost tens of situations, so both are kept."""
    if game not in tried():
        return f"Las cartas de este juego no se pueden poner en juego todavía (sí las de {', '.join(tried())})"
    staged = staging_of(game)
    try:
        found, left = show(staged, text), staged.left_out(text)
    except (NotUnderstood, PlayError) as error:
        return f"La carta no se puede poner en juego: {error.reason}"
    why = f": {left[0]}" if left else ""
    return found or f"La carta se entiende, pero el motor no sabe todavía ponerla en juego{why}"


@lru_cache(maxsize=KEPT)
def tryable(text: str, game: str) -> bool:
    """Whether a look at the likeliest situations finds one in which the card acts: what a page can wait for. Where that would
    take longer, it may."""
    if game not in tried():
        return False
    try:
        with Room(QUICK_STEPS):
            return acting(staging_of(game), text, QUICK) is not None
    except NotUnderstood:
        return False
    except TooMuchWork:
        return True


def card_scenario(text: str, game: str, most: int | None = None) -> str:
    """Both scenarios in YAML, or where they pass of so many characters the one in which it acts; PlayError with the reason
    where the card cannot be put in play."""
    found = shown(text, game)
    if isinstance(found, str):
        raise PlayError(found)
    told = [_expected(game, found.acts, ACTS), *([_expected(game, found.idle, IDLE)] if found.idle else [])]
    written = [yaml.safe_dump(each, allow_unicode=True, sort_keys=False, default_flow_style=None, width=110) for each in told]
    both = "---\n".join(written)
    return both if most is None or len(both) <= most else written[0]


def _expected(game: str, told: Step, title: str) -> Step:
    """What is refused there is expected."""
    report = staging_of(game).played(told)
    refused = report.no_se_puede if report is not None else ""
    plain: Step = json.loads(json.dumps(told))  # nothing is shared: YAML would write it with anchors
    return {**plain, "titulo": title, "entonces": {"no_se_puede": refused} if refused else {}}


def play_card(text: str, game: str) -> tuple[str, tuple[Verdict, ...]]:
    """The scenarios, and what happens in each."""
    scenario = card_scenario(text, game)
    return scenario, tuple(play_document(document) for document in documents("carta", scenario))
