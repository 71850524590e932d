"""`python -m kb.review.rerun`: cards and scenarios under the facts of one edition, asked and answered in JSON.

A process of its own: nothing of the game may be loaded before the edition is put in its place.
"""

import json
import sys
import time
from pathlib import Path

from grammar.game import use_edition
from grammar.lexicon.load import lexicon_for
from grammar.wording.plain import plain
from kb.cards.safely import compile_safely
from kb.play.errors import PlayError
from kb.play.running import as_story
from kb.play.scenario import outcome
from kb.play.tryout import play_card
from kb.play.yaml_io import read_each
from kb.review.outcomes import Asked

_NOT_RUN = "no se ha ejecutado: se acabó el tiempo"


def outcomes(asked: Asked) -> dict[str, str]:
    """What each comes to, line by line; in a process that has loaded nothing of the game yet."""

    found: dict[str, str] = {}
    until = time.process_time() + asked.seconds
    for name, text in asked.cards:
        found[f"carta: {name}"] = _card(text, asked.facts.slug) if time.process_time() < until else _NOT_RUN
    for path in asked.scenarios:
        for n, document in enumerate(read_each(Path(path)), 1):
            if time.process_time() >= until:
                found[f"escenario: {Path(path).name} ({n})"] = _NOT_RUN
                continue
            verdict = outcome(document)
            if isinstance(verdict, PlayError):
                found[f"escenario: {Path(path).name} ({n})"] = verdict.reason
            elif verdict.juego == asked.facts.slug:
                found[f"escenario: {verdict.titulo}"] = as_story(verdict).partition("\n")[2]
    return found


def _card(text: str, game: str) -> str:
    """How the card is read, and what happens where it acts."""

    result = compile_safely(text, game, ())
    if not result.effects:
        return f"no se entiende: {result.status}"
    read = plain(result.effects, lexicon_for(game, ()))
    try:
        told = [as_story(verdict) for verdict in play_card(text, game)[1]]
    except PlayError as error:
        told = [error.reason]
    return "\n".join((read, *told))


if __name__ == "__main__":
    _asked = Asked.model_validate_json(sys.stdin.read())
    use_edition(_asked.facts)
    print(json.dumps(outcomes(_asked), ensure_ascii=False))
