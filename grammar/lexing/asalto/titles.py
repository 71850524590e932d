"""Titles of events and abilities inside a sentence: «después de que El último aviso sea resuelto», «Salacious B. Crumb»."""

from grammar.lexing.lexicon import Lexicon
from grammar.lexing.words import Word

RESOLVED: frozenset[str] = frozenset({"resuelto", "resuelta", "resueltos", "resueltas"})
MAX_TITLE = 8


def join_initials(pieces: list[Word], lexicon: Lexicon) -> list[Word]:
    """«Salacious B. Crumb»: the point after an initial between two unknown words in capitals ends no sentence."""
    out: list[Word] = []
    i = 0
    while i < len(pieces):
        word = pieces[i]
        ahead = pieces[i + 1 : i + 3]
        initial = word.type == "WORD" and len(word.text) == 1 and word.text.isupper() and len(ahead) == 2
        if initial and ahead[0].text == "." and out and all(_unknown(piece, lexicon) for piece in (out[-1], ahead[1])):
            out.append(Word("WORD", f"{word.text}.", word.start, ahead[0].end))
            i += 2
            continue
        out.append(word)
        i += 1
    return out


def _unknown(piece: Word, lexicon: Lexicon) -> bool:
    known = piece.text.lower() in lexicon.phrases or piece.text.lower() in lexicon.verbs
    return piece.type == "WORD" and piece.text[:1].isupper() and len(piece.text) > 1 and not known


def join_titles(words: list[Word]) -> list[Word]:
    """«antes de que Una sombra en la nieve sea resuelto»: what is resolved is a title if a capital opens it."""
    out: list[Word] = []
    i = 0
    while i < len(words):
        end = _title_end(words, i)
        if end:
            text = " ".join(word.text for word in words[i:end] if word.end > word.start)
            out.append(Word("NAME", text, words[i].start, words[end - 1].end, cls="nombre"))
            i = end
            continue
        out.append(words[i])
        i += 1
    return out


def _title_end(words: list[Word], i: int) -> int:
    word = words[i]
    if i == 0 or not word.text[:1].isupper() or words[i - 1].type not in ("DESPUES_QUE", "ANTES_QUE", "NOUN", "SI", "MIENTRAS"):
        return 0
    if words[i - 1].type == "NOUN" and words[i - 1].id != "evento":
        return 0
    for place in range(i + 1, min(i + MAX_TITLE + 1, len(words) - 1)):
        if words[place].type in ("SIGN", "NUM", "ICON"):
            return 0
        if words[place].verb is not None and words[place].id in ("ser", "haber"):
            told = words[place + 1].text.lower() in RESOLVED or _resolved_later(words, place)
            return place if told else 0
    return 0


def _resolved_later(words: list[Word], place: int) -> bool:
    """«haya sido resuelto»"""
    return place + 2 < len(words) and words[place + 1].text == "sido" and words[place + 2].text.lower() in RESOLVED
