"""Stable, readable ids: from titles alone, so that a new edition of a book keeps them.

A title that occurs once is its own slug. Where it is repeated, the entry that defines the term keeps the
plain slug and the others carry their parent's: `juego/apendice-1/estados`.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kb.text import fold, lemma, slugify

MAX_SLUG = 48
_APPENDIX = re.compile(r"^(ap[eé]ndice\s+(?:\d+|[ivx]+|[a-z]))\b", re.I)
_LAYERS = re.compile(r"^(erratas|correcciones|preguntas|historial|actualizacion)\b")
_NEVER_FIRST = frozenset({"redireccion", "pregunta", "ejemplo"})
# Who keeps the plain slug among equal titles: definitions first, copies and layers last.
_RANK = {
    "termino": 0, "cualidad": 0, "seccion": 1, "apartado": 2, "apendice": 2, "definicion": 3, "recuadro": 3,
    "tabla": 4, "historial": 4, "carta": 5, "errata": 5, "ejemplo": 6, "redireccion": 7, "pregunta": 8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Titled:
    title: str
    kind: str
    parent: int | None
    """Index of the parent in the same list."""


def short_slug(title: str) -> str:
    """`APÉNDICE A: PEANAS CON MUESCAS` is `apendice-a` when it serves as somebody's parent."""
    appendix = _APPENDIX.match(title.strip())
    return _short(slugify(appendix[1] if appendix else lemma(title))) or "entrada"


def assign_ids(game: str, nodes: Sequence[Titled]) -> list[str]:
    """One id per node, in the same order."""
    groups: dict[str, list[int]] = defaultdict(list)
    for i, node in enumerate(nodes):
        groups[_short(slugify(lemma(node.title))) or "entrada"].append(i)
    ids = [""] * len(nodes)
    taken: set[str] = set()
    for slug, members in groups.items():
        first = min(members, key=lambda i: (*_claim(nodes, i), i))
        ids[first] = slug
        taken.add(slug)
    for slug, members in groups.items():
        for i in members:
            if not ids[i]:
                ids[i] = _free(nodes, i, slug, taken)
                taken.add(ids[i])
    return [f"{game}/{slug}" for slug in ids]


def _short(slug: str) -> str:
    """At most MAX_SLUG characters, cut between words."""
    return slug if len(slug) <= MAX_SLUG else slug[: MAX_SLUG + 1].rsplit("-", 1)[0]


def _claim(nodes: Sequence[Titled], i: int) -> tuple[bool, int, int]:
    """Who has the better claim to the plain slug: the text before the appendices, these before the layers."""
    late, at = 0, i
    while True:
        title = nodes[at].title
        if nodes[at].kind == "apendice" or _APPENDIX.match(title):
            late = max(late, 1)
        elif _LAYERS.match(fold(title)):
            late = max(late, 2)
        parent = nodes[at].parent
        if parent is None:
            return nodes[i].kind in _NEVER_FIRST, late, _RANK.get(nodes[i].kind, 5)
        at = parent


def _free(nodes: Sequence[Titled], i: int, slug: str, taken: set[str]) -> str:
    path, at = slug, nodes[i].parent
    while at is not None:
        path = f"{short_slug(nodes[at].title)}/{path}"
        if path not in taken:
            return path
        at = nodes[at].parent
    base, n = path, 2
    while path in taken:
        path, n = f"{base}-{n}", n + 1
    return path
