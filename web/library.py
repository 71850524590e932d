"""The open knowledge base as the site needs it, and its replacement without a failed request when it is rebuilt."""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

from flask import current_app

from grammar.game import GAMES, Game, Given, Step, give_game
from kb.errors import KbError, NotFound, StoreError
from kb.games import GameData, shelf_from
from kb.lists.dossier import Dossiers
from kb.models import Entry
from kb.quote.check import Quotes
from kb.store import KnowledgeBase, open_kb, stamp
from web.finder import Finder, open_finder
from web.kept.pages import PageCache
from web.models import EffectOut
from web.observe.meters import RELOADS
from web.view.icons import Drawings, drawings_of
from web.view.render import Context

_LOOK_EVERY, _RETRY_EVERY = 1.0, 10.0
"""Seconds between two looks at whether there is a new one, and between two tries of one that did not open."""
log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True)
class Place:
    """A step of a sequence, with the sequence it belongs to."""

    game: str
    sequence: str
    step: Step


class Present(dict[str, T]):
    """By game, those that this knowledge base has; asked for another, there is nothing there."""

    def __missing__(self, game: str) -> T:
        raise NotFound(game)


@dataclass(frozen=True)
class Site:
    """One knowledge base, immutable, with what every page asks of it."""

    kb: KnowledgeBase
    finder: Finder
    pages: PageCache = field(default_factory=lambda: PageCache(8192))
    searches: PageCache = field(default_factory=lambda: PageCache(256))
    effects: dict[str, EffectOut | None] = field(default_factory=dict)
    """What the definitions of entries do, by id, as they are asked for."""

    @cached_property
    def quotes(self) -> Quotes:
        """What quotations are held against."""
        return Quotes(self.kb)

    @cached_property
    def dossiers(self) -> Mapping[str, Dossiers]:
        """What the sheets of players' lists are made from, by game."""
        return Present({game: Dossiers(self.kb, game) for game in self.games})

    @cached_property
    def games(self) -> Mapping[str, Game]:
        """The games that have entries, in the order of the shelf."""
        return Present({slug: data.facts for slug, data in self.kb.games.items()})

    @cached_property
    def card_games(self) -> tuple[str, ...]:
        """The games whose cards are read here: the shipped ones, and those of this knowledge base that bring their words."""
        return (*GAMES, *_with_words(self.kb.games))

    @cached_property
    def drawings(self) -> Mapping[str, Drawings]:
        return {slug: drawings_of(data) for slug, data in self.kb.games.items()}

    def game(self, slug: str) -> GameData:
        """What is known of a game, also of one that has no entries here: a card or a ruling may be about it."""
        return self.kb.games.get(slug) or shelf_from({}, (slug,))[slug]

    def context(self, game: str, used: Drawings | None = None) -> Context:
        """What the texts of a game are rendered with."""
        return Context(game, self.kb.by_id, used=dict(used or {}), drawings=self.drawings.get(game, {}))

    @cached_property
    def by_game(self) -> Mapping[str, tuple[Entry, ...]]:
        return Present({game: tuple(e for e in self.kb.entries if e.game == game) for game in self.games})

    @cached_property
    def children(self) -> Mapping[str | None, tuple[Entry, ...]]:
        below: defaultdict[str | None, list[Entry]] = defaultdict(list)
        for entry in self.kb.entries:
            below[entry.parent].append(entry)
        return {parent: tuple(entries) for parent, entries in below.items()}

    @cached_property
    def questions(self) -> Mapping[str, tuple[Entry, ...]]:
        """The FAQ that refer to each entry."""
        about: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in self.kb.entries:
            if entry.kind == "pregunta":
                for target in dict.fromkeys((*entry.refs, *entry.see_also)):
                    about[target].append(entry)
        return {target: tuple(entries) for target, entries in about.items()}

    @cached_property
    def acts_in(self) -> Mapping[str, tuple[Place, ...]]:
        """The steps in which each keyword or token acts, by the id of its entry."""
        acts: defaultdict[str, list[Place]] = defaultdict(list)
        for slug, game in self.games.items():
            tokens = {token.id: token.entrada for token in game.fichas}
            for name, steps in sequences_of(game).items():
                for step in walk(steps):
                    slugs = (*step.cualidades, *(tokens.get(f) or "" for f in step.fichas))
                    for target in dict.fromkeys(slugs):
                        acts[f"{slug}/{target}"].append(Place(slug, name, step))
        return {id: tuple(places) for id, places in acts.items()}

    def warm(self) -> None:
        """Reads now the files that pages will want, so that a server never mixes its code with files of a later version.

        A first search unfolds tables that the next ones find unfolded.
        """
        for game in self.drawings:
            self.finder.search("ataque", game=game)

    def by_game_entries(self, game: str | None) -> tuple[Entry, ...]:
        return self.by_game.get(game, ()) if game else self.kb.entries

    def ancestors(self, entry: Entry) -> tuple[Entry, ...]:
        """From the book down to the entry's parent."""
        found: list[Entry] = []
        while entry.parent and entry.parent in self.kb.by_id and len(found) < 12:
            entry = self.kb.by_id[entry.parent]
            found.append(entry)
        return tuple(reversed(found))

    def entry_of(self, game: str, slug: str | None) -> Entry | None:
        return self.kb.by_id.get(f"{game}/{slug}") if slug else None


def _with_words(games: Mapping[str, GameData]) -> dict[str, GameData]:
    return {slug: data for slug, data in games.items() if slug not in GAMES and data.words}


def sequences_of(game: Game) -> dict[str, tuple[Step, ...]]:
    """Round, attack and the other ordered procedures, those that have steps."""
    named = {"ronda": game.ronda, "ataque": game.ataque, **game.secuencias}
    return {name: steps for name, steps in named.items() if steps}


def walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from walk(step.pasos)


class Library:
    """Holds the current site; looks once a second whether its knowledge base was rebuilt and then swaps it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: KbError | None = None
        self.loaded = 0.0
        """When the current site was opened, by the clock."""
        self.swapped: Callable[[], None] = lambda: None
        """What a server does after a swap."""
        self.watched = True
        """Whether asking for the site also looks for a new one; where not, somebody calls `renew`."""
        self._site: Site | None = None
        self._stamp: tuple[int, int] | None = None
        self._looked = self._tried = 0.0
        self._lock = Lock()
        self._load()

    def site(self) -> Site:
        if self.watched and time.monotonic() - self._looked > _LOOK_EVERY:
            self._look()
        if self._site is None:
            raise self.error or StoreError(self.path, "no hay ninguna base de conocimiento", "Constrúyela con «kb build».")
        return self._site

    def renew(self) -> bool:
        """Reads a new knowledge base now, where there is one; whether there is another one open."""
        before = self._site
        if self._due():
            self._load()
        return self._site is not before

    def _due(self) -> bool:
        self._looked = time.monotonic()
        again = self.error is not None and self._looked - self._tried > _RETRY_EVERY  # its permissions may have been mended
        return stamp(self.path) != self._stamp or again

    def _look(self) -> None:
        """Old pages go on being served while a new knowledge base is read in the background."""
        if not self._due() or not self._lock.acquire(blocking=False):
            return
        if self._site is None:
            self._load()
            self._lock.release()
        else:
            Thread(target=self._reload, daemon=True, name="reload").start()

    def _reload(self) -> None:
        try:
            self._load()
            self.swapped()
        finally:
            self._lock.release()

    def _load(self) -> None:
        """Opens what is there now. What was read while it was being replaced is read again: it may be half of each."""
        while True:
            before = stamp(self.path)
            try:
                fresh, error = self._open(), None
            except KbError as wrong:
                fresh, error = None, wrong
            if stamp(self.path) == before:
                break
        RELOADS.labels("mal" if fresh is None else "bien").inc()
        if fresh is not None:
            self._site, self.loaded = fresh, time.time()
            log.info("knowledge base open: %s entries, %s", len(fresh.kb.entries), fresh.kb.digest[:12])
        elif str(error) != str(self.error):
            log.error("knowledge base not opened: %s", error)
        self.error, self._stamp = error, before
        self._looked = self._tried = time.monotonic()

    def _open(self) -> Site:
        try:
            kb = open_kb(self.path)
            for data in _with_words(kb.games).values():
                give_game(Given(data.facts, data.words, data.listed))
            fresh = Site(kb, open_finder(kb))
            fresh.warm()
        except KbError:
            raise
        except Exception as error:  # whatever a damaged file makes a library do, the old knowledge base goes on
            told = f"la base de conocimiento no se puede abrir ({type(error).__name__})"
            raise StoreError(self.path, told, "Vuelve a construirla con «kb build».") from error
        return fresh


def library() -> Library:
    found: Library = current_app.extensions["library"]
    return found


def site() -> Site:
    return library().site()
