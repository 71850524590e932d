"""What an editor must know of a knowledge base: what is wrong (findings) and what is merely notable (remarks)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.models import Model
from kb.store import KnowledgeBase


class Finding(Model):
    where: str
    message: str
    wrong: bool
    """False for a remark."""


def check(kb: KnowledgeBase) -> list[Finding]:
    return [*_ids(kb), *_links(kb), *_texts(kb), *_books(kb)]


def _ids(kb: KnowledgeBase) -> Iterator[Finding]:
    for id, count in Counter(e.id for e in kb.entries).items():
        if count > 1:
            yield Finding(where=id, message=f"el identificador se repite {count} veces", wrong=True)


def _links(kb: KnowledgeBase) -> Iterator[Finding]:
    for e in kb.entries:
        targets = [*e.see_also, *e.refs, *([e.redirect] if e.redirect else []), *([e.parent] if e.parent else [])]
        for target in targets:
            if target not in kb.by_id:
                yield Finding(where=e.id, message=f"apunta a «{target}», que no existe", wrong=True)
        for words in e.dangling:
            yield Finding(where=e.id, message=f"cita «{words}», que no está en la fuente", wrong=False)
        if e.kind == "redireccion" and e.redirect is None:
            yield Finding(where=e.id, message="es una remisión y no se sabe adónde lleva", wrong=True)


def _texts(kb: KnowledgeBase) -> Iterator[Finding]:
    parents = {e.parent for e in kb.entries}
    for e in kb.entries:
        if not e.text and e.id not in parents and not e.lost:
            yield Finding(where=e.id, message="no tiene texto", wrong=False)
        if e.lost:
            yield Finding(where=e.id, message=e.note or "perdida en la fuente", wrong=False)


def _books(kb: KnowledgeBase) -> Iterator[Finding]:
    for book, report in kb.report.items():
        for warning in report.warnings:
            yield Finding(where=book, message=warning, wrong=False)


def uncovered(lines: Sequence[str], kb: KnowledgeBase, book: str) -> list[int]:
    """Inked lines of a source that are in no entry and not excluded: there must be none."""
    covered: set[int] = set()
    for e in kb.entries:
        if e.book == book and e.lines:
            covered.update(range(e.lines[0], e.lines[1] + 1))
    for part in kb.report[book].excluded:
        covered.update(range(part.lines[0], part.lines[1] + 1))
    return [n for n, line in enumerate(lines, 1) if line.strip() and n not in covered]
