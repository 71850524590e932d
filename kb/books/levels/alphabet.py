"""Glossaries: alphabetical order and closing lines tell entries from their subsections."""

from collections.abc import Sequence

from kb.books.headings import is_caption
from kb.books.levels.nodes import CLOSING, Evidence, Node, is_redirect
from kb.text import alphabetical, fold


def place_glossary(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """Alphabetical order and closing lines tell entries from their subsections."""
    listed = {fold(row.term) for row in evidence.contents}
    groups = [i for i in range(first + 1, last + 1) if fold(nodes[i].heading.title) in listed]
    for group in groups:
        nodes[group].parent, nodes[group].kind = first, "seccion"
    starts = [first, *groups]
    for start, end in zip(starts, [*groups, last + 1], strict=True):
        if end > start + 1:
            _place_alphabetical(nodes, start, range(start + 1, end), evidence)


def _place_alphabetical(nodes: list[Node], head: int, span: range, evidence: Evidence) -> None:
    members = list(span)
    closed = [_follows_closing(nodes, i, evidence.lines) for i in members]
    closing = sum(closed) > len(members) / 3
    # Where the book closes its entries, a closed one weighs more than a subsection that happens to be in order.
    weights = [3 if closing and shut else 1 for shut in closed]
    ordered = heaviest_run([alphabetical(nodes[i].heading.printed) for i in members], weights)
    open_entry: int | None = None
    after_box = False
    for k, i in enumerate(members):
        in_order = k in ordered
        node = nodes[i]
        if closing and closed[k] and not in_order:
            node.parent, node.kind, after_box = head, "recuadro", True
            continue
        entry = in_order and (not closing or closed[k] or after_box or open_entry is None)
        if entry or open_entry is None:
            node.parent, node.kind, open_entry = head, evidence.glossary_kind, i
        else:
            node.parent, node.kind = open_entry, "apartado"
        after_box = False


def _follows_closing(nodes: list[Node], i: int, lines: Sequence[str]) -> bool:
    """Whether what stands before this heading ends an entry: a closing line or a redirection."""
    for k in range(nodes[i].heading.line - 2, -1, -1):
        text = lines[k].strip()
        if text and not is_caption(lines, k):
            return bool(CLOSING.match(text)) or i == 0 or is_redirect(nodes, i - 1, lines)
    return True


def prolongs(previous: Node, node: Node) -> bool:
    """`CARTAS DE DAÑO BOCA ABAJO` after `CARTAS DE DAÑO`: the same words, and more."""
    a, b = alphabetical(previous.heading.title).split(), alphabetical(node.heading.title).split()
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x.rstrip("s") != y.rstrip("s"):
            break
        shared += 1
    return shared == len(a) < len(b) or shared >= 2


def heaviest_run(keys: Sequence[str], weights: Sequence[int]) -> set[int]:
    """Positions of a heaviest non-decreasing subsequence: the entries of an alphabetical glossary."""
    best: list[int] = []
    before: list[int] = []
    for i, key in enumerate(keys):
        weight, link = 0, -1
        for k in range(i):
            if keys[k] <= key and best[k] > weight:
                weight, link = best[k], k
        best.append(weight + weights[i])
        before.append(link)
    run: set[int] = set()
    i = max(range(len(keys)), key=best.__getitem__, default=-1)
    while i >= 0:
        run.add(i)
        i = before[i]
    return run
