"""Our own books and cards of each game, as evidence of how the game's language is written."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from grammar.game import CORPUS, GAMES, load_game
from grammar.lexicon.load import fold

_LARGE = re.compile(r"fichas? de [A-ZÁÉÍÓÚ][a-záéíóúñ]+")
_SMALL = re.compile(r"fichas? de [a-záéíóúñ]+|[a-záéíóúñ]+")
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()]*\)")
_INNER = re.compile(r"(?<=[a-záéíóúñ\d\],] )[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=16)
def own_texts(game: str) -> tuple[str, ...]:
    """Card texts of ours: what is usual in this game."""
    path = CORPUS / game / "cartas.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    own = tuple(str(json.loads(line)["text"]) for line in lines if line.strip())
    base = load_game(game).sobre
    return (*own, *own_texts(base)) if base else own


@lru_cache(maxsize=16)
def _book(game: str) -> str:
    path = CORPUS / game / "libro.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _all(game: str) -> tuple[str, ...]:
    return (_book(game), *own_texts(game))


@lru_cache(maxsize=16)
def understood_texts(game: str) -> tuple[str, ...]:
    """More texts of ours in the voice of the game's cards, one on a line, each of which is understood."""
    return _lines(game, "usos.txt")


@lru_cache(maxsize=16)
def practice(game: str) -> tuple[str, ...]:
    """These, and those that nobody understands yet: what a writer says next is learned from both."""
    return (*understood_texts(game), *_lines(game, "voces.txt"))


def _lines(game: str, name: str) -> tuple[str, ...]:
    path = CORPUS / game / name
    own = tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    base = load_game(game).sobre
    return (*own, *_lines(base, name)) if base else own


@lru_cache(maxsize=16)
def book_lines(game: str) -> tuple[str, ...]:
    """Sentences of our book of the game, without its marks."""
    plain = _LINK.sub(r"\1", _book(game).rpartition("+++")[2])
    return tuple(line.strip(" -*>0123456789.") for line in plain.splitlines() if len(line) > 20 and line[0] not in "#|{+")


@lru_cache(maxsize=16)
def own_words(game: str) -> frozenset[str]:
    """Folded words of our book and cards of the game: Spanish that nobody misspelt."""
    return frozenset(fold(word) for text in _all(game) for word in _WORD.findall(text))


@lru_cache(maxsize=16)
def practised(game: str) -> frozenset[str]:
    """Folded words of all that we wrote of a game: what is not among them is not how its cards speak."""
    return own_words(game) | {fold(word) for text in practice(game) for word in _WORD.findall(text)}


@lru_cache(maxsize=16)
def inner_words(game: str) -> Mapping[str, int]:
    """Words of the card texts that we wrote of a game, in the letters that they have inside a sentence, with how often."""
    return Counter(match.group() for text in (*own_texts(game), *practice(game)) for match in _INNER.finditer(text))


@lru_cache(maxsize=1)
def every_word() -> frozenset[str]:
    """Words of all our books and cards, in small letters and with their accents."""
    return frozenset(word.lower() for game in GAMES for text in _all(game) for word in _WORD.findall(text))


def written(phrase: str, game: str) -> bool:
    """Whether our own texts of the game have these very letters."""
    return any(phrase in text for text in _all(game))


@lru_cache(maxsize=16)
def small_letters(game: str) -> frozenset[str]:
    """Words that our own texts of the game write with a small letter; those after «ficha de» only if they stand there so."""
    found = {match.group() for text in _all(game) for match in _SMALL.finditer(text)}
    return frozenset(f"ficha de {word.split()[-1]}" if " " in word else word for word in found)


@lru_cache(maxsize=16)
def token_capitals(game: str) -> frozenset[str]:
    """Kinds of tokens that our own texts write with a capital after «ficha de»."""
    return frozenset(match.group().split()[-1] for text in _all(game) for match in _LARGE.finditer(text))
