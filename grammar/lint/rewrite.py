"""The canonical wording as small changes of a text: only the words that differ; blanks, paragraphs and the rest stay."""

import difflib
import re

from grammar.diagnostics import Fix, apply_edits
from grammar.meaning.card import QUOTES, Card
from grammar.meaning.compiler import read_text

_WORDS = re.compile(r"\S+")


def edits(text: str, canonical: str) -> tuple[Fix, ...]:
    """Changes that make the words of the one those of the other; not checked."""
    old = list(_WORDS.finditer(text))
    new = list(_WORDS.finditer(canonical))
    shown = [match.group().translate(QUOTES) for match in old]
    wanted = [match.group().translate(QUOTES) for match in new]
    found: list[Fix] = []
    for op, i, j, k, m in difflib.SequenceMatcher(None, shown, wanted, autojunk=False).get_opcodes():
        if op == "equal":
            continue
        words = _joined([match.group() for match in new[k:m]], text[old[i].start() : old[j - 1].end()] if i < j else "")
        if i < j and k < m:
            found.append(Fix(old[i].start(), old[j - 1].end(), words, safe=False))
        elif i < j:
            start = old[i - 1].end() if i else old[i].start()
            end = old[j - 1].end() if i else old[j].start() if j < len(old) else old[j - 1].end()
            found.append(Fix(start, end, _breaks(text[start:end]), safe=False))
        else:
            at = old[i - 1].end() if i else 0
            found.append(Fix(at, at, f" {words}" if i else f"{words} ", safe=False))
    return tuple(found)


def _joined(words: list[str], before: str) -> str:
    """Words with the line breaks that stood among those that they replace, before the word that opens a sentence."""
    breaks = re.findall(r"\n\s*", before)
    if not breaks:
        return " ".join(words)
    for at in range(1, len(words)):
        if words[at - 1].endswith((".", ":")) and breaks:
            words[at] = breaks.pop(0) + words[at]
    return " ".join(words).replace(" \n", "\n") + ("".join(breaks) if breaks else "")


def _breaks(text: str) -> str:
    return "".join(re.findall(r"\n\s*", text))


def wording_edits(text: str, card: Card, game: str, names: tuple[str, ...] = ()) -> tuple[Fix, ...]:
    """The changes that give a text its canonical wording, paragraphs kept; none where it would not read the same."""
    if card.status != "variante":
        return ()
    found = edits(text, card.canonical)
    made = apply_edits(text, found)
    return found if made != text and read_text(made, game, names) == (card.effects, []) else ()
