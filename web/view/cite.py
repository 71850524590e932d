"""How a passage is cited: `Juego, Guía de referencia 1.4.5, «Cola de capacidades», punto 3 (p. 9)`."""

from kb.models import Block, Entry, Source
from web.library import Site
from web.view.refs import shown_title


def cite(here: Site, entry: Entry, block: Block | None = None, source: Source | None = None, place: str = "") -> str:
    """The citation of an entry or of one of its blocks. A passage in our words says so, never passes for official.
    With `place` instead of a block: the citation of any of them, with that where its point is said."""
    citation = entry.citation
    parts = [
        here.game(entry.game).facts.nombre,
        f"{citation.book} {citation.edition}".strip(),
        f"«{shown_title(citation.section)}»",
    ]
    if block is not None:
        place = point(entry, block)
    parts += [place] if place else []
    page = f" (p. {citation.page})" if citation.page else ""
    own = ", en palabras de Reglario" if (source or entry.source) == "propio" else ""
    return ", ".join(parts) + page + own


def point(entry: Entry, block: Block) -> str:
    """`paso 2b` for a step whose number is the only one in its entry, else `punto 3` by its place."""
    blocks = entry.summary.blocks if entry.summary and block in entry.summary.blocks else entry.blocks
    if block.kind == "paso" and block.label and sum(b.label == block.label for b in blocks) == 1:
        return f"paso {block.label}"
    return f"punto {block.anchor.lstrip('r')}"
