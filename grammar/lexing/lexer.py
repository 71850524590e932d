"""The whole lexer: NFC text of a game to sentences of typed words."""

import unicodedata

from grammar.lexing.asalto import breaks, close, join_initials, mark, prepare
from grammar.lexing.determiners import group_determiners
from grammar.lexing.joints import mark_joints
from grammar.lexing.lexicon import Lexicon, lexicon_for
from grammar.lexing.lookup import look_up
from grammar.lexing.names import group_names
from grammar.lexing.places import mark_places
from grammar.lexing.positions import mark_positions
from grammar.lexing.raw import fits, pieces
from grammar.lexing.sentences import Sentence, sentences
from grammar.lexing.targets import open_targets
from grammar.lexing.values import group_values
from grammar.lexing.verbgroups import Grouper
from grammar.lexing.words import Word
from grammar.lexing.xwing import loosen, settle

MAX_TEXT = 3000
MAX_WORDS = 150
MAX_SENTENCES = 60
"""No card comes near these; what does is declined at once, whatever it holds."""


def lex(text: str, game: str) -> list[Sentence]:
    """Sentences of typed words; a sentence that is too long is marked and left unshaped."""
    lexicon = lexicon_for(game)
    clean = unicodedata.normalize("NFC", text)
    if len(clean) > MAX_TEXT or not fits(clean):
        return [Sentence([], [], 0, len(clean), too_long=True)]
    raw = pieces(clean)
    if lexicon.dialect.targets:
        raw = open_targets(raw, clean)
    own = lexicon.dialect.name == "asalto"
    if own:
        raw = join_initials(raw, lexicon)
    words = look_up(raw, lexicon)
    found = sentences(breaks(words) if own else words, clean)
    if len(found) > MAX_SENTENCES:
        return [Sentence([], [], 0, len(clean), too_long=True)]
    for sentence in found:
        if len(sentence.words) > MAX_WORDS:
            sentence.words, sentence.too_long = [], True
            continue
        sentence.words = shape(sentence.words, clean, lexicon)
        if own:
            sentence.words = close(sentence.words, sentence.colon, bool(sentence.headers))
        for header in sentence.headers:
            header.words = shape(header.words, clean, lexicon)
    return found


def shape(words: list[Word], text: str, lexicon: Lexicon) -> list[Word]:
    """Every pass over the words of one sentence, in order."""
    words = [word for word in words if word.type != "NL"]
    own = lexicon.dialect.name == "asalto"
    if own:
        words = prepare(words)
    words = group_names(words, text, lexicon.steps)
    words = group_values(words)
    spoken = lexicon.dialect.name == "xwing"
    if spoken:
        words = loosen(words, lexicon)
    words = Grouper(words, lexicon).run()
    words = group_determiners(words)
    if spoken:
        words = settle(words)
    if own:
        words = mark(words)
    words = mark_places(words)
    return mark_positions(mark_joints(words))
