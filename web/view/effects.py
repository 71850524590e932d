"""What an entry's definition does, compiled: its effect as a tree, and where to try it."""

import re
from urllib.parse import urlencode

from grammar.lexicon.load import has_words
from grammar.meaning.card import Card
from kb.cards.safely import compile_safely
from kb.models import Block, Entry, Source
from kb.play.odds.tried import tried
from web.guard.budgets import CARD_TEXT as MAX_TEXT
from web.library import Site
from web.models import EffectOut
from web.view.cards import tree_safely

_DEFINING = frozenset({"cualidad", "termino", "definicion", "carta"})
_SAID_IN = frozenset({"parrafo", "vineta", "paso"})
_NUMBERS = {"X": "1", "Y": "2"}


def effect_of(here: Site, found: Entry) -> EffectOut | None:
    """The effect of an entry that defines something; None where it defines nothing or, but for a keyword, is not understood.

    An entry is compiled once per knowledge base, at the first visit.
    """
    if found.kind not in _DEFINING or found.lost or found.redirect or not has_words(found.game):
        return None
    if found.id not in here.effects:
        here.effects[found.id] = _compiled(found)
    return here.effects[found.id]


def _compiled(found: Entry) -> EffectOut | None:
    texts: list[tuple[Source, str]] = [(found.source, _definition(found.blocks))]
    if found.summary:
        texts.append(("propio", _definition(found.summary.blocks)))
    for source, text in texts:
        result = compile_safely(text, found.game) if text else Card("rechazado")
        if result.status != "rechazado" and (tree := tree_safely(result, found.game)):
            return EffectOut(status=result.status, source=source, effects=tuple(result.as_dict()["effects"]), tree=tree,
                             canonical=result.canonical, workshop=_workshop(found, text), odds=_odds(found))  # fmt: skip
    if found.kind != "cualidad":
        return None
    return EffectOut(status="rechazado", source=None, effects=(), tree=(), canonical="", workshop=_workshop(found, ""),
                     odds=_odds(found))  # fmt: skip


def _definition(blocks: tuple[Block, ...]) -> str:
    """What the blocks rule; examples, tables and notes tell the same again."""
    return "\n".join(block.text for block in blocks if block.kind in _SAID_IN)


def _line(found: Entry) -> str:
    """A keyword as a card writes it, with numbers in place of X and Y."""
    return re.sub(r"\b[XY]\b", lambda match: _NUMBERS[match[0]], found.title)


def _workshop(found: Entry, text: str) -> str | None:
    """The workshop with the keyword as a card has it; with the definition itself where it is no keyword of cards."""
    if found.kind == "cualidad" and compile_safely(_line(found), found.game).status != "rechazado":
        text = _line(found)
    return "/taller?" + urlencode({"juego": found.game, "texto": text}) if 0 < len(text) <= MAX_TEXT else None


def _odds(found: Entry) -> str | None:
    """The odds of an attack with the keyword, beside the same attack without it."""
    fields = tried(found.game, _line(found)) if found.kind == "cualidad" else None
    return f"/probabilidades/{found.game}?{urlencode(fields)}" if fields else None
