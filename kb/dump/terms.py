"""From a knowledge base to rows that stand on their own: each says its game, edition, licence and the digest it comes from.

Only our own words are given away: where an entry has the official text, the definition is our summary of it, or none.
"""

import re
from collections.abc import Iterator

from kb.models import Entry, Model
from kb.store import KnowledgeBase
from kb.text import alphabetical, fold, lemma

SCHEMA = "reglario-glosario/1"
LICENCE = "MIT"
LEFT_OUT = frozenset({"pregunta", "ejemplo", "historial", "portada", "indice", "errata", "carta"})
"""Kinds of entries that are no terms: the glossaries leave them out."""
_ICON = re.compile(r"\[([^\[\]\n]{1,40})\]")


class TermRow(Model):
    """One term. Fields may be added in a later version of the schema; none changes its meaning or goes."""

    schema_version: str = SCHEMA
    id: str
    game: str
    game_name: str
    book: str
    edition: str
    kind: str
    term: str
    names_es: tuple[str, ...] = ()
    """Other names that the books use: what people say loosely is for the search."""
    names_en: tuple[str, ...] = ()
    definition: str = ""
    """In our own words; icons by their name in square brackets. Empty where we have none."""
    redirect: str | None = None
    """The id of the term that this name leads to."""
    broader: str | None = None
    see_also: tuple[str, ...] = ()
    licence: str = LICENCE
    digest: str
    """Of the knowledge base: the same digest, the same rows."""


def is_term(entry: Entry) -> bool:
    return entry.kind not in LEFT_OUT


def terms_of(kb: KnowledgeBase, game: str) -> Iterator[TermRow]:
    """The terms of a game in alphabetical order."""
    rows = sorted((e for e in kb.entries if e.game == game and is_term(e)), key=lambda e: (alphabetical(e.title), e.id))
    yield from (_row(kb, entry) for entry in rows)


def _row(kb: KnowledgeBase, entry: Entry) -> TermRow:
    data = kb.games[entry.game]
    names = data.lexicon.get(entry.id.split("/", 1)[1])
    term = lemma(entry.title)
    parent = kb.by_id.get(entry.parent or "")
    redirect = kb.by_id.get(entry.redirect_best or entry.redirect or "")
    known = {icon.token.strip("[]"): icon.nombre for icon in data.facts.iconos}
    own = entry.text if entry.source == "propio" else entry.summary.text if entry.summary else ""
    return TermRow(
        id=entry.id, game=entry.game, game_name=data.facts.nombre, book=entry.citation.book, edition=entry.citation.edition,
        kind=entry.kind, term=term, digest=kb.digest,
        names_es=_others(term, names.indice if names else ()), names_en=_others("", names.en if names else ()),
        definition=_ICON.sub(lambda m: f"[{known.get(m[1], m[1])}]", own),
        redirect=redirect.id if redirect and redirect.id != entry.id else None,
        broader=parent.id if parent and is_term(parent) else None,
        see_also=tuple(id for id in dict.fromkeys(entry.see_also) if id != entry.id and _is_known(kb, id)),
    )  # fmt: skip


def _is_known(kb: KnowledgeBase, id: str) -> bool:
    return id in kb.by_id and is_term(kb.by_id[id])


def _others(term: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Each name once, and none that is the term itself otherwise written."""
    by_sound = {fold(name): name for name in reversed(names)}
    return tuple(name for name in names if by_sound[fold(name)] == name and fold(name) not in ("", fold(term)))
