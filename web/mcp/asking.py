"""A tool's call as a request to the site's own JSON, with the site's limits; and its answer with what it rests on."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.test import Client

from kb.anchors import block_at
from kb.models import Entry
from web.apart.clock import Clock, TooLong
from web.api import PREFIX
from web.errors import TOO_LONG
from web.guard.budgets import APART_CPU, APART_WALL
from web.guard.public import shared_url
from web.library import Library, Site

MOST_PLACES = 40
_PLACE = re.compile(r"[a-z0-9-]+/[^\s#]+(?:#[\w-]+)?")


class Refused(Exception):
    """The site declines: one Spanish sentence."""


class Place(BaseModel):
    """A rule that the answer rests on or names."""

    model_config = ConfigDict(frozen=True)
    id: str
    anchor: str | None = None
    title: str
    book: str
    edition: str
    address: str = Field(description="Dirección del pasaje: cítala.")


class Told(BaseModel):
    """What every tool answers."""

    model_config = ConfigDict(frozen=True)
    result: dict[str, Any]
    places: list[Place] = Field(description="Las reglas que nombra el resultado, con su edición y su dirección.")
    editions: dict[str, str] = Field(description="Libro y edición de cada juego del que se habla.")
    digest: str = Field(description="Huella de la base de conocimiento: la misma huella, los mismos textos.")


class Asking:
    """The site, as tools ask it."""

    def __init__(self, app: Flask) -> None:
        self._client, self._library, self._clock = Client(app.wsgi_app), app.extensions["library"], Clock()

    def site(self) -> Site:
        library: Library = self._library
        return library.site()

    def get(self, path: str, query: Mapping[str, object], who: str) -> dict[str, Any]:
        told = {name: value for name, value in query.items() if value not in (None, "")}
        # JSON lets half a character through («\\ud800»), which no address can say: it becomes «?», and is found by nobody.
        asked = f"{PREFIX}{quote(path, errors='replace')}?{urlencode(told, errors='replace')}"
        return self._open("GET", asked, None, who)

    def post(self, path: str, body: Mapping[str, object], who: str) -> dict[str, Any]:
        return self._open("POST", f"{PREFIX}{path}", {k: v for k, v in body.items() if v is not None}, who)

    def _open(self, method: str, path: str, body: object, who: str) -> dict[str, Any]:
        more: dict[str, Any] = {} if body is None else {"json": body}
        try:
            with self._clock.limit(APART_CPU, APART_WALL):
                answer = self._client.open(path, method=method, environ_overrides={"REMOTE_ADDR": who}, **more)
        except TooLong as error:
            raise Refused(TOO_LONG) from error
        told = answer.get_json()
        if answer.status_code != 200:
            raise Refused(told["error"]["message"] if isinstance(told, dict) and "error" in told else "El sitio no contesta.")
        return dict(told)

    def told(self, result: dict[str, Any], game: str = "") -> Told:
        here = self.site()
        places = list({(p.id, p.anchor): p for p in _places(here, result)}.values())[:MOST_PLACES]
        games = dict.fromkeys([*(p.id.split("/")[0] for p in places), *([game] if game in here.games else [])])
        editions = {slug: f"{here.games[slug].libro} {here.games[slug].edicion}" for slug in games}
        return Told(result=result, places=places, editions=editions, digest=here.kb.digest)


def _places(here: Site, value: object) -> Iterator[Place]:
    """Every entry or passage that an answer names, in its order."""
    if isinstance(value, Mapping):
        id = value.get("within") or value.get("entry") or value.get("id")
        if isinstance(id, str) and (anchor := value.get("anchor") or next(iter(value.get("anchors") or ()), None)):
            yield from _place(here, f"{id}#{anchor}")
            value = {name: inner for name, inner in value.items() if inner != id}
        for inner in value.values():
            yield from _places(here, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _places(here, inner)
    elif isinstance(value, str) and _PLACE.fullmatch(value):
        yield from _place(here, value)


def _place(here: Site, told: str) -> Iterator[Place]:
    id, _, anchor = told.partition("#")
    entry = here.kb.by_id.get(id)
    if entry is not None:
        mark = _mark(entry, anchor)
        yield Place(id=id, anchor=mark, title=entry.title, book=entry.citation.book, edition=entry.citation.edition,
                    address=shared_url(f"/{id}") + (f"#{mark}" if mark else ""))  # fmt: skip


def _mark(entry: Entry, anchor: str) -> str | None:
    own = entry.summary.blocks if entry.summary else ()
    if anchor.startswith("p-") and (block := block_at(own, anchor.removeprefix("p-"))):
        return f"p-{block.mark}"
    found = block_at(entry.blocks, anchor) if anchor else None
    return found.mark if found else None
