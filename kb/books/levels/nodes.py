"""A heading with its place, the evidence for it, and what a heading alone tells about itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.books.headings import Heading
from kb.books.tables import Row
from kb.models import Kind
from kb.text import fold

CLOSING = re.compile(r"^(?:- )?\**(Temas relacionados|Véase también)\b", re.I)
REDIRECT = re.compile(r"^-?\s*\(?(?:Ver|Consulta|Véase)\b.{0,140}$", re.I)
_ENDS_SEEING = re.compile(r"\. Ver (?:\[[^\]]+\]\(#\)|\*\*[^*]+\*\*)\.$")
_SEE_TITLE = re.compile(r"\(VER [^)]+\)$")
_EXAMPLE = re.compile(r"^ejemplo\b")


@dataclass(slots=True)
class Node:
    """A heading with its place."""

    heading: Heading
    region: str
    kind: Kind
    parent: int | None = None
    boxed: bool = False
    """Told to be a box by the outline or the history."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A titled tree in reading order, from a profile or a table of contents."""

    title: str
    level: int
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    lines: Sequence[str]
    outline: Sequence[Outline] = ()
    contents: Sequence[Row] = ()
    boxes: frozenset[str] = frozenset()
    """Folded titles that the change history calls a box."""
    glossary_kind: Kind = "termino"


def outline_from(text: str) -> list[Outline]:
    """Indented titles, two spaces a level, `[clase]` optional at the end."""
    rows = []
    for line in text.splitlines():
        if not line.strip():
            continue
        body, _, kind = line.strip().partition(" [")
        rows.append(Outline(body, (len(line) - len(line.lstrip())) // 2, kind.rstrip("]") or None))
    return rows


def body_of(nodes: list[Node], i: int, lines: Sequence[str]) -> list[str]:
    last = nodes[i + 1].heading.line - 1 if i + 1 < len(nodes) else len(lines)
    return [t for t in (l.strip() for l in lines[nodes[i].heading.line : last]) if t]


def is_example(node: Node) -> bool:
    return bool(_EXAMPLE.match(fold(node.heading.title)))


def is_redirect(nodes: list[Node], i: int, lines: Sequence[str]) -> bool:
    body = body_of(nodes, i, lines)
    if _SEE_TITLE.search(nodes[i].heading.title):
        return True
    return len(body) == 1 and bool(REDIRECT.match(body[0]) or (len(body[0]) < 330 and _ENDS_SEEING.search(body[0])))
