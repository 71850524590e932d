"""What may open a line, and how it goes on: «Reglas de misión (añadir al comienzo de la lista):», «[incremento]:»."""

from collections import Counter
from functools import lru_cache

from grammar.lexicon.load import fold, lexicon_for
from grammar.own import own_texts, practice
from grammar.usage import PIECE


def head_after(line: str, game: str) -> tuple[str, ...]:
    """The pieces that go on with a head whose beginning is the line so far."""
    begun = tuple(fold(piece) for piece in PIECE.findall(line))
    found = [head[len(begun)] for head in _heads(game) if len(head) > len(begun) and _folded(head[: len(begun)]) == begun]
    return tuple(dict.fromkeys(found))


def _folded(head: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(fold(piece) for piece in head)


@lru_cache(maxsize=8)
def _heads(game: str) -> tuple[tuple[str, ...], ...]:
    """Each as its pieces, spelt as our texts spell them."""
    data, spelt = lexicon_for(game).data, _spelling(game)
    icons = {fold(piece): piece for piece in spelt.values() if piece.startswith("[")}
    found = []
    for header in data.get("headers", {}):
        words = tuple(spelt.get(word, word) for word in header.split())
        if all(fold(word) in spelt for word in header.split()):  # one that nobody writes is understood, not offered
            found.append((*words, ":"))
            notes = [tuple(spelt.get(word, word) for word in note.split()) for note in data.get("header_notes", {})]
            found += [(*words, "(", *note, ")", ":") for note in notes]
    for icon in data.get("header_icons", {}):
        piece = icons.get(f"[{icon.replace('_', '-')}]")
        if piece is not None:
            found += [(piece, ":"), (piece, piece, ":")]
    return tuple(found)


@lru_cache(maxsize=8)
def _spelling(game: str) -> dict[str, str]:
    """Folded piece -> how our texts write it most."""
    seen = Counter(piece.lower() for text in (*own_texts(game), *practice(game)) for piece in PIECE.findall(text))
    found: dict[str, str] = {}
    for piece, _ in seen.most_common():
        found.setdefault(fold(piece), piece)
    return found
