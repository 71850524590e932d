"""The names of a game's terms, and those that a text says: for whoever marks or explains them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kb.dump.terms import is_term
from kb.models import Entry
from kb.store import KnowledgeBase
from kb.text import fold, lemma

_PARAMETER = re.compile(r"\s+[XY](?:[/,]\s*[XY])*$")
"""«Perforante X»: on a card it has a number there."""
_GLYPHS = re.compile(r"\s*[(\[][^\w()\[\]]*[)\]]\s*$")
_SHORTEST = 4
_HEADINGS = frozenset({"seccion", "apartado", "recuadro", "apendice", "tabla", "paso"})
"""Kinds of entries whose titles are headings rather than terms: «Conceptos importantes» is no word to be marked."""


def names_of(kb: KnowledgeBase, game: str) -> list[tuple[str, str]]:
    """Each name once, with the entry that it means: titles before other names, so that a term keeps its own."""
    entries = [e for e in kb.entries if e.game == game and is_term(e) and e.current and e.kind not in _HEADINGS]
    found: dict[str, tuple[str, str]] = {}
    for pairs in ([(e.title, e) for e in entries], [(name, e) for e in entries for name in _others(kb, e)]):
        for title, entry in pairs:
            name = _PARAMETER.sub("", lemma(_GLYPHS.sub("", title) or title))
            if len(name) >= _SHORTEST and fold(name):
                found.setdefault(fold(name), (name, _followed(kb, entry).id))
    for token in kb.games[game].facts.fichas:  # a token whose rule is a heading of its name
        rule = kb.by_id.get(f"{game}/{token.entrada}")
        if rule is not None and fold(token.nombre) in fold(rule.title):
            found.setdefault(fold(token.nombre), (token.nombre, rule.id))
    return list(found.values())


def _others(kb: KnowledgeBase, entry: Entry) -> tuple[str, ...]:
    names = kb.games[entry.game].lexicon.get(entry.id.split("/", 1)[1])
    return names.indice if names else ()


def _followed(kb: KnowledgeBase, entry: Entry) -> Entry:
    return kb.by_id.get(entry.redirect_best or entry.redirect or "", entry)


@dataclass(frozen=True)
class Terms:
    """The terms of a game, to be found in a text: the longest name wins, a plural counts."""

    names: Mapping[str, str]
    """Folded name to the id of its entry."""
    numbered: Mapping[str, str] = field(default_factory=dict)
    """The same of those that take a number: «Blindaje 2» is Blindaje X, which is another rule than Blindaje."""

    @cached_property
    def _longest(self) -> int:
        return max((name.count(" ") + 1 for name in self.names), default=0)

    def said(self, text: str) -> list[str]:
        """The ids of the terms that a text says, in order, once each."""
        words, found, at = fold(text).split(), [], 0
        while at < len(words):
            size = next((n for n in range(min(self._longest, len(words) - at), 0, -1) if self._is(words[at : at + n])), 0)
            if size:
                after = words[at + size] if at + size < len(words) else ""
                found.append(self._meant(words[at : at + size], after.isdigit() or after == "x"))
            at += size or 1
        return list(dict.fromkeys(found))

    def _is(self, words: list[str]) -> bool:
        return any(form in self.names for form in _forms(" ".join(words)))

    def _meant(self, words: list[str], number: bool) -> str:
        form = next(form for form in _forms(" ".join(words)) if form in self.names)
        return self.numbered.get(form, self.names[form]) if number else self.names[form]


def _forms(name: str) -> tuple[str, ...]:
    return (name, name.removesuffix("s"), name.removesuffix("es"))


def numbered_in(kb: KnowledgeBase, game: str) -> list[tuple[str, str]]:
    """The names that with a number mean a rule of their own, with it: «Blindaje 2» is Blindaje X, not Blindaje."""
    titles = [(e.title, e.id) for e in kb.entries if e.game == game and is_term(e) and e.current and _PARAMETER.search(e.title)]
    return [(_PARAMETER.sub("", lemma(title)), id) for title, id in titles]


def terms_in(kb: KnowledgeBase, game: str) -> Terms:
    return Terms(*({fold(name): id for name, id in rows} for rows in (names_of(kb, game), numbered_in(kb, game))))
