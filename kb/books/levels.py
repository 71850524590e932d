"""Which heading stands under which. The scans lost the levels; each part of a book gives other evidence:

- the outline of the profile, and the book's own table of contents;
- alphabetical order: the longest run in order is the entries, what breaks it is their subsections;
- the closing line («Véase también», «Temas relacionados»): what follows it opens an entry;
- the shape of errata, questions and drawn objects; headings with no text of their own are containers;
- a title that prolongs the one before it is its subsection.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.books.headings import Heading, is_caption
from kb.books.tables import Row
from kb.models import Kind
from kb.text import alphabetical, fold

CLOSING = re.compile(r"^(?:- )?\**(Temas relacionados|Véase también)\b", re.I)
REDIRECT = re.compile(r"^-?\s*\(?(?:Ver|Consulta|Véase)\b.{0,140}$", re.I)
_ENDS_SEEING = re.compile(r"\. Ver (?:\[[^\]]+\]\(#\)|\*\*[^*]+\*\*)\.$")
_SEE_TITLE = re.compile(r"\(VER [^)]+\)$")
_ERRATUM = re.compile(r"\bdebería (?:decir|incluir|poner|mostrar)\b|^\((?:Se ha|El texto original|Anteriormente)", re.I)
_EXAMPLE = re.compile(r"^ejemplo\b")
_REGIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"^glosario\b", "glosario"),
        (r"^apendices?\b", "apendice"),
        (r"^(indice|tabla) de contenidos?$|^sumario$", "contenido"),
        (r"^indice( alfabetico)?$", "indice"),
        (r"^iconos$", "leyenda"),
        (r"^erratas$|^correcciones\b", "erratas"),
        (r"^preguntas( mas)? frecuentes\b", "faq"),
        (r"^(historial|actualizacion|registro de cambios)\b", "historial"),
    )
)


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


def place(headings: Sequence[Heading], evidence: Evidence) -> list[Node]:
    """Every heading with its kind and parent."""
    nodes = [Node(h, "", "seccion") for h in headings]
    if not nodes:
        return nodes
    _mark_regions(nodes, evidence)
    appendix: int | None = None
    for first, last in _spans(nodes):
        _PLACERS[nodes[first].region](nodes, first, last, evidence)
        appendix = first if nodes[first].region == "apendice" else appendix
        if nodes[first].region == "faq" and appendix is not None and _names_subject(nodes, appendix, first):
            nodes[first].parent = appendix
    _follow_outline(nodes, evidence)
    _name_kinds(nodes, evidence)
    return nodes


def _names_subject(nodes: list[Node], appendix: int, header: int) -> bool:
    """«PREGUNTAS FRECUENTES DE NAVES ENORMES» belongs to «APÉNDICE: NAVES ENORMES»."""
    subject = fold(nodes[appendix].heading.title.partition(":")[2])
    return bool(subject) and subject in fold(nodes[header].heading.title)


def _mark_regions(nodes: list[Node], evidence: Evidence) -> None:
    region, dated = "texto", False
    for node in nodes:
        title = fold(node.heading.title)
        kind = next((kind for pattern, kind in _REGIONS if pattern.search(title)), None)
        if kind == "leyenda" and region not in ("indice", "leyenda"):
            kind = None
        if kind is None and region == "contenido" and _in_contents(node, evidence):
            kind = "texto"
        if (
            kind is None
            and region == "historial"
            and dated
            and node.heading.style != "fecha"
            and not title.startswith("version")
        ):
            kind = "texto"  # a dated history holds dates and versions only: anything else ends it
        dated = region == "historial" and (dated or node.heading.style == "fecha")
        if kind and not (region == "glosario" and kind not in ("apendice", "indice", "historial", "erratas", "faq")):
            region = kind
            node.region = f"{region}*"
        elif kind == "glosario":
            node.region = f"{region}*"
        else:
            node.region = region


def _in_contents(node: Node, evidence: Evidence) -> bool:
    title = fold(node.heading.title)
    return any(row.upper and (fold(row.term) == title) for row in evidence.contents)


def _spans(nodes: list[Node]) -> list[tuple[int, int]]:
    """Index ranges of the regions; the first node of each is its header. Strips the header mark."""
    starts = [i for i, n in enumerate(nodes) if i == 0 or n.region.endswith("*")]
    for node in nodes:
        node.region = node.region.rstrip("*")
    return [(a, b - 1) for a, b in zip(starts, [*starts[1:], len(nodes)], strict=True)]


def _body(nodes: list[Node], i: int, lines: Sequence[str]) -> list[str]:
    last = nodes[i + 1].heading.line - 1 if i + 1 < len(nodes) else len(lines)
    return [t for t in (l.strip() for l in lines[nodes[i].heading.line : last]) if t]


def _is_example(node: Node) -> bool:
    return bool(_EXAMPLE.match(fold(node.heading.title)))


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
        if _is_example(node):
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
        elif not _body(nodes, i, evidence.lines):
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


def _place_glossary(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
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
    ordered = _heaviest_run([alphabetical(nodes[i].heading.printed) for i in members], weights)
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


def _is_redirect(nodes: list[Node], i: int, lines: Sequence[str]) -> bool:
    body = _body(nodes, i, lines)
    if _SEE_TITLE.search(nodes[i].heading.title):
        return True
    return len(body) == 1 and bool(REDIRECT.match(body[0]) or (len(body[0]) < 330 and _ENDS_SEEING.search(body[0])))


def _follows_closing(nodes: list[Node], i: int, lines: Sequence[str]) -> bool:
    """Whether what stands before this heading ends an entry: a closing line or a redirection."""
    for k in range(nodes[i].heading.line - 2, -1, -1):
        text = lines[k].strip()
        if text and not is_caption(lines, k):
            return bool(CLOSING.match(text)) or i == 0 or _is_redirect(nodes, i - 1, lines)
    return True


def _prolongs(previous: Node, node: Node) -> bool:
    """`CARTAS DE DAÑO BOCA ABAJO` after `CARTAS DE DAÑO`: the same words, and more."""
    a, b = alphabetical(previous.heading.title).split(), alphabetical(node.heading.title).split()
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x.rstrip("s") != y.rstrip("s"):
            break
        shared += 1
    return shared == len(a) < len(b) or shared >= 2


def _heaviest_run(keys: Sequence[str], weights: Sequence[int]) -> set[int]:
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


def _place_appendix(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """An appendix is a small glossary when it is in order; else capitals hold what is set smaller below them."""
    members = [i for i in range(first + 1, last + 1) if not _is_example(nodes[i])]
    head = first
    if members and fold(nodes[members[0]].heading.title) in fold(nodes[first].heading.title):
        head = members.pop(0)  # it says the appendix's title again: the rest is under it
        nodes[head].parent, nodes[head].kind = first, "seccion"
    keys = [alphabetical(nodes[i].heading.printed) for i in members]
    ordered = _heaviest_run(keys, [1] * len(keys))
    one_style = len({nodes[i].heading.style for i in members}) == 1
    if len(members) >= 6 and one_style and len(ordered) >= 0.6 * len(members):
        entry: int | None = None
        for k, i in enumerate(members):
            sub = entry is not None and (k not in ordered or _prolongs(nodes[entry], nodes[i]))
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
        if _is_example(nodes[i]):
            nodes[i].parent = above
        elif nodes[i].heading.style != "titulo":
            above = i
            if fold(nodes[i].heading.title).startswith("ejemplos"):
                nodes[i].parent = first


def _place_errata(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    """Cards are what says «Debería decir»; the rest are the groups that hold them."""
    group = first
    for i in range(first + 1, last + 1):
        body = _body(nodes, i, evidence.lines)
        if any(_ERRATUM.match(line) for line in body):
            nodes[i].parent, nodes[i].kind = group, "carta"
        else:
            nodes[i].parent, nodes[i].kind, group = first, "apartado", i


def _place_flat(nodes: list[Node], first: int, last: int, evidence: Evidence) -> None:
    for i in range(first + 1, last + 1):
        nodes[i].parent, nodes[i].kind = first, "apartado"
    _place_examples(nodes, first, last)


_PLACERS = {
    "texto": _place_text,
    "contenido": _place_flat,
    "glosario": _place_glossary,
    "apendice": _place_appendix,
    "erratas": _place_errata,
    "faq": _place_flat,
    "historial": _place_flat,
    "indice": _place_flat,
    "leyenda": _place_flat,
}


def _follow_outline(nodes: list[Node], evidence: Evidence) -> None:
    """Puts each heading that the outline names where the outline has it. Both are read in order."""
    matched: list[tuple[Outline, int]] = []
    at = 0
    for row in evidence.outline:
        found = next((i for i in range(at, len(nodes)) if _titled(nodes[i], row.title)), None)
        if found is None:
            found = next((i for i in range(at) if _titled(nodes[i], row.title)), None)
        else:
            at = found + 1
        if found is None:
            continue
        above = next((i for other, i in reversed(matched) if other.level < row.level), None)
        nodes[found].parent = above
        if row.kind:
            nodes[found].kind, nodes[found].boxed = row.kind, True  # type: ignore[assignment]
        matched.append((row, found))


def _titled(node: Node, wanted: str) -> bool:
    """Whether this is the heading that the outline means; a long title may be cut with `…`."""
    title = fold(node.heading.title)
    return title.startswith(fold(wanted)) if wanted.endswith("…") else title == fold(wanted)


def _name_kinds(nodes: list[Node], evidence: Evidence) -> None:
    contents = {fold(row.term) for row in evidence.contents}
    for i, node in enumerate(nodes):
        title = fold(node.heading.title)
        if node.boxed:
            continue
        if _is_example(node):
            node.kind = "ejemplo"
        elif node.kind in ("termino", "cualidad", "apartado") and _is_redirect(nodes, i, evidence.lines):
            node.kind = "redireccion"
        elif node.region == "texto":
            node.kind = _text_kind(node, title, contents, evidence)
        elif node.parent is None and node.region in ("apendice", "historial"):
            node.kind = "apendice" if node.region == "apendice" else "historial"
        elif node.region == "historial" and node.heading.style == "fecha":
            node.kind = "historial"
        elif node.region in ("indice", "contenido", "leyenda"):
            node.kind = "indice" if node.region != "leyenda" else "tabla"
        elif node.heading.style == "titulo" and node.region == "apendice":
            node.kind = "carta"
        if node.region == "apendice" and node.kind == "apartado" and contents:
            node.kind = "seccion"


def _text_kind(node: Node, title: str, contents: set[str], evidence: Evidence) -> Kind:
    if title in evidence.boxes:
        return "recuadro"
    if contents and title not in contents:
        return "recuadro"
    return "seccion" if node.parent is None or contents else "apartado"
