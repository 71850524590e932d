"""The rule behind a term of a card, for an editor: what our book of the game says of it, and the line where that stands."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grammar.game import CORPUS, load_game
from kb.text import slugify

HEADING = re.compile(r"^#+ (.+?) \{[^{}]*\}$", re.MULTILINE)
LINK = re.compile(r"\[([^\[\]]+)\]\(#[^()]*\)")
LONGEST = 700
"""Characters of a rule that are shown: the rest is one step away."""


@dataclass(frozen=True)
class Passage:
    path: Path
    line: int
    """From 0, as editors count."""
    title: str
    text: str


@lru_cache(maxsize=8)
def _passages(game: str) -> Mapping[str, Passage]:
    """Entry -> what our book says under its heading. Of two with one name the first has it, as in the knowledge base."""
    path = CORPUS / game / "libro.md"
    content = path.read_text(encoding="utf-8") if path.exists() else ""
    heads = list(HEADING.finditer(content))
    ends = (*(head.start() for head in heads[1:]), len(content))
    found: dict[str, Passage] = {}
    for head, end in zip(heads, ends, strict=False):
        text = LINK.sub(r"\1", content[head.end() : end].partition("\nVéase también:")[0]).strip()
        if text:
            found.setdefault(
                slugify(head.group(1)), Passage(path, content.count("\n", 0, head.start()), head.group(1), _short(text))
            )
    base = load_game(game).sobre
    return {**_passages(base), **found} if base else found


def _short(text: str) -> str:
    cut = text[:LONGEST].rfind("\n") if len(text) > LONGEST else len(text)
    return text[: cut if cut > 0 else LONGEST] + (" …" if len(text) > LONGEST else "")


def passage(game: str, entry: str) -> Passage | None:
    return _passages(game).get(entry)
