"""Which game a text is written for, by its vocabulary: «parece de Imperial Assault»."""

import unicodedata
from dataclasses import dataclass
from functools import cache

from grammar.game import GAMES, load_game, load_whole
from grammar.language.closed import CLOSED
from grammar.lexing.lexicon import plural_of
from grammar.lexing.raw import pieces

MIN_LEAD = 3.0
"""How far another game must be ahead before anybody is told."""
ICON_WEIGHT = 2.0
MAX_PHRASE = 5
COMMON: frozenset[str] = frozenset({
    "a", "de", "en", "más", "ninguna", "ninguno", "volver", "dado", "dados", "aliado", "aliada", "aliados",
    "aliadas", "enemigo", "enemiga",
    "ataque", "ataques", "resultado", "resultados", "efecto", "efectos", "alcance", "tipo", "lado", "boca",
})  # fmt: skip
"""Terms that begin with these say nothing about the game: every game could write them."""


@dataclass(frozen=True)
class Likeness:
    game: str
    points: float
    terms: tuple[str, ...]
    """The words that speak for it."""


@cache
def _terms(game: str) -> dict[str, float]:
    """Word or phrase in lower case -> weight. Long phrases and icons say more."""
    whole = load_whole(game)
    found: dict[str, float] = {}
    for term in whole.vocabulario:
        if term.clase == "verbo":
            continue
        for text in (term.nombre, plural_of(term), *term.sinonimos):
            if text.lower() in CLOSED or text.split()[0].lower() in COMMON:
                continue
            found[text.lower()] = 1.0 + 0.5 * (len(text.split()) - 1)
    for token in whole.fichas:
        for text in (token.nombre, *token.sinonimos):
            found[f"ficha de {text.lower()}"] = found[f"fichas de {text.lower()}"] = 2.0
    for icon in whole.iconos:
        found[icon.token.lower()] = ICON_WEIGHT
    return found


@cache
def _owners() -> dict[str, tuple[str, ...]]:
    """Term -> games that have it."""
    owners: dict[str, list[str]] = {}
    for game in GAMES:
        for text in _terms(game):
            owners.setdefault(text, []).append(game)
    return {text: tuple(games) for text, games in owners.items()}


def looks_like(text: str) -> tuple[Likeness, ...]:
    """The games, most likely first. A term that several games share speaks less for each of them."""
    words = [
        piece.text.lower() for piece in pieces(unicodedata.normalize("NFC", text)) if piece.type in ("WORD", "ICON", "NUM")
    ]
    points = dict.fromkeys(GAMES, 0.0)
    terms: dict[str, list[str]] = {game: [] for game in GAMES}
    i = 0
    while i < len(words):
        length = next((n for n in range(MAX_PHRASE, 0, -1) if " ".join(words[i : i + n]) in _owners()), 0)
        if not length:
            i += 1
            continue
        phrase = " ".join(words[i : i + length])
        families = {_family(game) for game in _owners()[phrase]}
        for game in _owners()[phrase]:
            points[game] += _terms(game)[phrase] / len(families) ** 2
            terms[game].append(phrase)
        i += length
    ranking = (Likeness(game, round(points[game], 2), tuple(dict.fromkeys(terms[game]))) for game in GAMES)
    return tuple(sorted(ranking, key=lambda found: (-found.points, GAMES.index(found.game))))


def _family(game: str) -> str:
    """A mode shares its words with the game it is a mode of."""
    return load_game(game).sobre or game


def other_game(text: str, game: str) -> Likeness | None:
    """The game that the text was probably meant for, where that is plainly not this one."""
    ranking = looks_like(text)
    here = max((found.points for found in ranking if _family(found.game) == _family(game)), default=0.0)
    best = ranking[0]
    if _family(best.game) == _family(game) or best.points < here + MIN_LEAD or best.points < 2 * here:
        return None
    return best
