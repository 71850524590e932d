"""Targets of an instruction: what stands between « » is read word by word, with a sign that opens it and one that closes it."""

from grammar.lexing.raw import pieces
from grammar.lexing.words import Word

ARTICLES: frozenset[str] = frozenset({"el", "la", "un", "una", "cada", "los", "las"})


def open_targets(found: list[Word], text: str) -> list[Word]:
    """«Ataca a: « Diala »»; the colon that some instructions write before the target says nothing."""
    out: list[Word] = []
    for piece in found:
        if piece.type != "QUOTE" or not _is_target(piece, text):
            out.append(piece)
            continue
        if out and out[-1].text == ":":
            out.pop()
        out.append(Word("ABRE", "«", piece.start, piece.start + 1))
        for inner in pieces(piece.text[1:-1]):
            inner.start, inner.end = inner.start + piece.start + 1, inner.end + piece.start + 1
            out.append(inner)
        out.append(Word("CIERRA", "»", piece.end - 1, piece.end))
    return out


def _is_target(piece: Word, text: str) -> bool:
    words = piece.text[1:-1].split()
    return bool(words) and (text[piece.start] == "«" or words[0].lower() in ARTICLES)
