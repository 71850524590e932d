"""Each part of a book places its headings by its own evidence: a placer per region, in `PLACERS`."""

import re
from collections.abc import Callable, Sequence

from kb.books.levels.alphabet import heaviest_run, place_glossary, prolongs
from kb.books.levels.nodes import Evidence, Node, body_of, is_example
from kb.text import alphabetical, fold

_ERRATUM = re.compile(r"\bdebería (?:decir|incluir|poner|mostrar)\b|^\((?:Se ha|El texto original|Anteriormente)", re.I)


def _place_text(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """Running text: the contents' capitals, or the `#` marks, give the tops; empty headings are containers."""
    contents = {fold(row.term): row for row in evidence.contents}
    marked = sum(n.heading.style == "almohadilla" for n in nodes[first : last + 1]) > (last - first + 1) / 2
    top: int | None = None
    section: int | None = None
    recent: list[int] = []
    stack: list[int] = []
    for i in range(first, last + 1):
        node, row = nodes[i], contents.get(fold(nodes[i].heading.title))
        if is_example(node):
            node.parent = _subject(nodes, i, recent)
            continue
        if marked:
            while stack and nodes[stack[-1]].heading.marks >= node.heading.marks:
                stack.pop()
            node.parent = stack[-1] if stack else None
            stack.append(i)
        elif row is not None and row.upper:
            top = section = i
        elif row is not None:
            node.parent, section = top, i
        elif contents:
            node.parent = section
        elif not body_of(nodes, i, evidence.lines):
            top = i
        else:
            node.parent = top
        recent.append(i)


def _subject(nodes: list[Node], example: int, recent: Sequence[int]) -> int | None:
    """What an example is about: of the last headings, the one whose title it shares most of; else the last."""
    words = _stems(nodes[example].heading.title)
    best, score = (recent[-1] if recent else None), 0.0
    for i in reversed(recent[-6:]):
        other = _stems(nodes[i].heading.title)
        overlap = len(words & other) / (len(words | other) or 1)
        if overlap > score:
            best, score = i, overlap
    return best


def _stems(title: str) -> set[str]:
    """First letters of the long words: enough to tell that `ataque` and `atacar` are one subject."""
    return {w[:3] for w in fold(title).split() if len(w) > 3 and w not in ("ejemplo", "entre", "sobre")}


def _place_appendix(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """An appendix is a small glossary when it is in order; else capitals hold what is set smaller below them."""
    members = [i for i in range(first + 1, last + 1) if not is_example(nodes[i])]
    head = first
    if members and fold(nodes[members[0]].heading.title) in fold(nodes[first].heading.title):
        head = members.pop(0)  # it says the appendix's title again: the rest is under it
        nodes[head].parent, nodes[head].kind = first, "seccion"
    keys = [alphabetical(nodes[i].heading.printed) for i in members]
    ordered = heaviest_run(keys, [1] * len(keys))
    one_style = len({nodes[i].heading.style for i in members}) == 1
    if len(members) >= 6 and one_style and len(ordered) >= 0.6 * len(members):
        entry: int | None = None
        for k, i in enumerate(members):
            sub = entry is not None and (k not in ordered or prolongs(nodes[entry], nodes[i]))
            nodes[i].parent, nodes[i].kind = (entry if sub else head), "apartado"
            entry = entry if sub else i
    else:
        above: int | None = None
        for i in members:
            small = nodes[i].heading.style == "titulo" and above is not None
            nodes[i].parent, nodes[i].kind = (above if small else head), "apartado"
            above = above if small else i
    _place_examples(nodes, first, last)


def _place_examples(nodes: list[Node], first: int, last: int) -> None:
    """Examples go to the capitals above them; a plural «EJEMPLOS …» is a section that gathers them."""
    above = first
    for i in range(first + 1, last + 1):
        if is_example(nodes[i]):
            nodes[i].parent = above
        elif nodes[i].heading.style != "titulo":
            above = i
            if fold(nodes[i].heading.title).startswith("ejemplos"):
                nodes[i].parent = first


def _place_errata(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """Cards are what says «Debería decir»; the rest are the groups that hold them."""
    group = first
    for i in range(first + 1, last + 1):
        body = body_of(nodes, i, evidence.lines)
        if any(_ERRATUM.match(line) for line in body):
            nodes[i].parent, nodes[i].kind = group, "carta"
        else:
            nodes[i].parent, nodes[i].kind, group = first, "apartado", i


def _place_flat(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    for i in range(first + 1, last + 1):
        nodes[i].parent, nodes[i].kind = first, "apartado"
    _place_examples(nodes, first, last)


Placer = Callable[[list[Node], int, int, Evidence], None]
"""Gives each heading of a region, from its header to its last, a parent and a kind."""

PLACERS: dict[str, Placer] = {
    "texto": _place_text,
    "contenido": _place_flat,
    "glosario": place_glossary,
    "apendice": _place_appendix,
    "erratas": _place_errata,
    "faq": _place_flat,
    "historial": _place_flat,
    "indice": _place_flat,
    "leyenda": _place_flat,
}
