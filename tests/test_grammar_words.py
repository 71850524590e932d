"""The words of each game: the compiler knows as much of our own book as before, and no new participle is an adjective too."""

import re
from pathlib import Path

import pytest

from grammar.game import GAMES
from grammar.lexicon.load import lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of

CORPUS = Path(__file__).parent.parent / "corpus"
MARKUP = re.compile(r"\(#?[^)\s]*\)|\{[^}]*\}|<[^>]*>|^(#|---|\w+:).*$", re.MULTILINE)
WORD = re.compile(r"[^\W\d_]{3,}")
KNOWN = {"xwing": 0.869, "legion": 0.887, "imperial-assault": 0.881, "leyendas": 0.871, "rebellion": 0.871}
"""Share of the running words of the game's book in our words (`libro.md`) that the lexicon knows: it may not fall."""
TWICE = {
    "xwing": {"acoplado", "afectado", "camuflado", "interferido", "correspondiente", "ocupado", "necesario"},
    "legion": {"afectado", "determinado", "herido", "requerido"},
    "imperial-assault": {"afectado", "atrapado", "roto"},
    "leyendas": {"afectado", "atrapado", "roto"},
    "rebellion": {"afectado", "valido"},
}
"""Adjectives whose verb the game knows too: two readings, which preferences tell apart."""


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_our_own_book_are_known(game: str) -> None:
    lexicon = lexicon_for(game)
    text = MARKUP.sub("", (CORPUS / game / "libro.md").read_text("utf-8"))
    tokens = [token for line in text.splitlines() for token in tokens_of(raw_tokens(line), lexicon)]
    words = [token for token in tokens if WORD.fullmatch(token.text.split(" ")[0])]
    unknown = sorted({token.text.lower() for token in words if not token.words})
    share = sum(bool(token.words) for token in words) / len(words)
    assert share >= KNOWN[game], (game, share, unknown)


@pytest.mark.parametrize("game", GAMES)
def test_no_new_verb_has_an_adjective_for_its_participle(game: str) -> None:
    """«un sistema subyugado» would be what it is and what was done to it."""
    found = set()
    for words in lexicon_for(game).forms.values():
        if any(word.cls == "V_PART" for word in words):
            found |= {word.id for word in words if word.cls == "ADJ"}
    assert found <= TWICE[game]
