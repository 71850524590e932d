"""The parts of a book by the titles that open them: running text, glossary, appendices, errata, questions, history, index."""

import re

from kb.books.levels.nodes import Evidence, Node
from kb.text import fold

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
_ENDS_GLOSSARY = ("apendice", "indice", "historial", "erratas", "faq")
"""Any other title inside a glossary is one of its terms."""


def mark_regions(nodes: list[Node], evidence: Evidence) -> None:
    """Names the region of every heading; a `*` marks the one that opens it."""
    region, dated = "texto", False
    for node in nodes:
        kind = _opened(node, region, dated, evidence)
        dated = region == "historial" and (dated or node.heading.style == "fecha")
        inside = region == "glosario" and kind not in _ENDS_GLOSSARY
        if kind and not inside:
            region = kind
        opens = kind is not None and (not inside or kind == "glosario")
        node.region = f"{region}*" if opens else region


def _opened(node: Node, region: str, dated: bool, evidence: Evidence) -> str | None:
    """The region that a heading opens when it is read inside another."""
    title = fold(node.heading.title)
    kind = next((kind for pattern, kind in _REGIONS if pattern.search(title)), None)
    if kind == "leyenda" and region not in ("indice", "leyenda"):
        kind = None
    if kind is None and region == "contenido" and _in_contents(node, evidence):
        return "texto"
    # A dated history holds dates and versions only: anything else ends it.
    told = node.heading.style == "fecha" or title.startswith("version")
    return "texto" if kind is None and region == "historial" and dated and not told else kind


def _in_contents(node: Node, evidence: Evidence) -> bool:
    title = fold(node.heading.title)
    return any(row.upper and (fold(row.term) == title) for row in evidence.contents)


def spans(nodes: list[Node]) -> list[tuple[int, int]]:
    """Index ranges of the regions; the first node of each is its header. Strips the header mark."""
    starts = [i for i, n in enumerate(nodes) if i == 0 or n.region.endswith("*")]
    for node in nodes:
        node.region = node.region.rstrip("*")
    return [(a, b - 1) for a, b in zip(starts, [*starts[1:], len(nodes)], strict=True)]
