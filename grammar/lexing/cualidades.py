"""Keywords in running text and on card lines: names of the vocabulary with their numbers and names."""

import re
from dataclasses import dataclass
from functools import cache

from grammar.effects.reglas import X, Y
from grammar.game import Term, load_game
from grammar.lexing.prosa import is_keyword
from grammar.lexing.words import Word

UNMARKED = str.maketrans("áéíóúüÁÉÍÓÚÜ’", "aeiouuAEIOUU'")
"""Letter by letter, so that places in the text stay the same."""
VARIABLES: dict[str, int] = {"X": X, "Y": Y}
INTRODUCED = re.compile(
    r"(?:cualidad|cualidades|accion|acciones|ganan?|gane|ganen|con|posean?|poseen?|sin|tienen?|tengan?)\s+$"
)
NAMED = re.compile(r"\s?:\s?(?P<names>[A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ0-9/-]*(?: (?:[A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ0-9/-]*|[0-9]+))*)(?![\wáéíóúñ])")


@dataclass(frozen=True)
class Found:
    start: int
    end: int
    term: Term
    values: tuple[int, ...]
    names: str


@cache
def keyword_terms(game: str) -> dict[str, tuple[Term, ...]]:
    """Name in lower case, as typed without accents -> terms of that name («Blindaje» with a number and without)."""
    found: dict[str, tuple[Term, ...]] = {}
    for term in load_game(game).vocabulario:
        if is_keyword(term):
            for name in (term.nombre, *term.sinonimos):
                key = unmarked(name)
                found[key] = (*found.get(key, ()), term)
    return found


def unmarked(name: str) -> str:
    return name.translate(UNMARKED).lower()


@cache
def _pattern(game: str) -> re.Pattern[str]:
    names = sorted(keyword_terms(game), key=len, reverse=True)
    return re.compile(r"(?<![\w-])(?:" + "|".join(re.escape(name) for name in names) + r")(?![\w-])", re.IGNORECASE)


def pick(game: str, name: str, numbered: bool) -> Term:
    """The term of that name, with a number or without, as it stands on the card."""
    terms = keyword_terms(game)[unmarked(name)]
    return next((term for term in terms if ("X" in term.parametros) == numbered), terms[0])


def number(text: str) -> int:
    return VARIABLES[text] if text in VARIABLES else int(text)


def keywords_in(text: str, game: str) -> list[Found]:
    """Keywords of a text in prose: in capitals, or with a capital after «cualidad», «gana», «con»…"""
    if not keyword_terms(game):
        return []
    found: list[Found] = []
    text = text.replace("’", "'")
    plain = text.translate(UNMARKED)
    for match in _pattern(game).finditer(plain):
        said = match.group()
        capitals = said.isupper()
        after_keyword = (
            bool(found) and re.fullmatch(r"(?:,| y| o| ni)(?: la cualidad)? ", plain[found[-1].end : match.start()]) is not None
        )
        if not capitals and not (
            said[0].isupper() and (INTRODUCED.search(plain[max(0, match.start() - 24) : match.start()]) or after_keyword)
        ):
            continue
        end = match.end()
        values: list[int] = []
        names = ""
        if figure := re.compile(r"\s(X|Y|[0-9]+)(?![\w-])").match(plain, end):
            values.append(number(figure.group(1)))
            end = figure.end()
        if capitals and (named := NAMED.match(text, end)):
            names, end = named.group("names"), named.end()
            if capacity := re.search(r"^CAPACIDAD (Y|[0-9]+)$", names):
                values.append(number(capacity.group(1)))
                names = ""
        if found and match.start() < found[-1].end:
            continue
        found.append(Found(match.start(), end, pick(game, said, bool(values)), tuple(values), names))
    return found


def replace_keywords(pieces: list[Word], text: str, game: str) -> list[Word]:
    """The pieces of each keyword become one word."""
    found = keywords_in(text, game)
    if not found:
        return pieces
    out: list[Word] = []
    at = 0
    for piece in pieces:
        while at < len(found) and piece.start >= found[at].end:
            at += 1
        if at < len(found) and piece.start >= found[at].start:
            keyword = found[at]
            if piece.start == keyword.start:
                said = text[keyword.start : keyword.end]
                word = Word("CUAL", said, keyword.start, keyword.end, keyword.term.id, "cualidad", values=keyword.values)
                word.canonical = keyword.names
                out.append(word)
            continue
        out.append(piece)
    return out
