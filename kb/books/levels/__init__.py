"""Which heading stands under which. The scans lost the levels; each part of a book gives other evidence:

- the outline of the profile, and the book's own table of contents;
- alphabetical order: the longest run in order is the entries, what breaks it is their subsections;
- the closing line («Véase también», «Temas relacionados»): what follows it opens an entry;
- the shape of errata, questions and drawn objects; headings with no text of their own are containers;
- a title that prolongs the one before it is its subsection.
"""

from collections.abc import Sequence

from kb.books.headings import Heading
from kb.books.levels.nodes import CLOSING, Evidence, Node, Outline, is_example, is_redirect, outline_from
from kb.books.levels.placers import PLACERS
from kb.books.levels.regions import mark_regions, spans
from kb.models import Kind
from kb.text import fold

__all__ = ["CLOSING", "Evidence", "Node", "Outline", "outline_from", "place"]


def place(headings: Sequence[Heading], evidence: Evidence) -> list[Node]:
    """Every heading with its kind and parent."""
    nodes = [Node(h, "", "seccion") for h in headings]
    if not nodes:
        return nodes
    mark_regions(nodes, evidence)
    appendix: int | None = None
    for first, last in spans(nodes):
        PLACERS[nodes[first].region](nodes, first, last, evidence)
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
        if is_example(node):
            node.kind = "ejemplo"
        elif node.kind in ("termino", "cualidad", "apartado") and is_redirect(nodes, i, evidence.lines):
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
