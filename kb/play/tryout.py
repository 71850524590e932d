"""A card put in play: a scenario in which it acts, as text that `kb run` and the page of scenarios read."""

import yaml

from kb.play.errors import PlayError
from kb.play.games.xwing.tryout import tryout, why_not
from kb.play.meaning.abilities import NotUnderstood
from kb.play.scenario import Verdict, play_document
from kb.play.yaml_io import documents

GAME = "xwing"
"""The game whose cards can be put in play by themselves."""


def card_scenario(text: str) -> str:
    """The scenario in YAML; PlayError with the reason where the card cannot be put in play. X-Wing cards only, for now."""
    try:
        scenario = tryout(text)
    except NotUnderstood:
        scenario = None
    if scenario is None:
        raise PlayError(why_not(text).rstrip("."))
    return yaml.safe_dump(scenario, allow_unicode=True, sort_keys=False, default_flow_style=None, width=110)


def play_card(text: str) -> tuple[str, Verdict]:
    """The scenario, and what happens in it."""
    scenario = card_scenario(text)
    return scenario, play_document(documents("carta", scenario)[0])
