"""Entry pages and their JSON: the rule, where it stands, what it points to and who points at it."""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from pydantic import Field
from werkzeug.wrappers import Response as WerkzeugResponse

from kb.models import Entry, Kind
from kb.text import fold
from web import api
from web.errors import within
from web.guard.budgets import LIST_PAGE
from web.kept.pages import Asks, Page, page_from, respond
from web.library import Site, sequences_of, site, walk
from web.models import BlockCite, EntryList, EntryOut, GameSlug, Preview, Ref
from web.rulings.access import asked_rulings
from web.view.cite import cite, point
from web.view.effects import effect_of
from web.view.figures import figures_of
from web.view.refs import VERDICTS, entry_url, mode_name, ref, refs, sequence_url, step_ref, titled
from web.view.render import LOST_ICON, excerpt, grouped, named, opening, plain

bp = Blueprint("entries", __name__)
RELATIONS = {"sustituye": "sustituye a", "desactiva": "desactiva", "reinterpreta": "reinterpreta", "anade": "añade algo a",
             "restringe": "restringe"}  # fmt: skip
_NEAR = 6
_EDITION = 30
"""How long the name of an edition may be."""
MENTIONS = 16
"""Hundreds of entries name a ship: as many stand beside the rule; of more the first, and all on a page of their own."""
FIRST_MENTIONS = 8


@bp.get("/<game:game>/<path:slug>")
def entry(game: str, slug: str) -> Response | WerkzeugResponse:
    if slug.endswith("/"):
        return redirect(quote(f"/{game}/{slug.rstrip('/')}"), 308)
    here = site()
    found = here.kb.get(f"{game}/{slug}")
    if found.id != f"{game}/{slug}":  # what it was called before
        return redirect(quote(entry_url(found.id)) + (f"?{request.query_string.decode()}" if request.query_string else ""), 308)
    rows, note = asked_rulings(here, Asks(entry=found.id))
    since = since_of(here, found, within("La edición", request.args.get("edicion", ""), _EDITION).strip())

    def make() -> Page:
        return page_from(render_template("entry.html", **_values(here, found) | {"since": since}, rulings=rows), rulings=note)

    return respond(make() if since else here.pages.get(f"{found.id}|{note.shown}", make))


@dataclass(frozen=True)
class Since:
    """A link that was given out under another edition than the one that is read here."""

    edition: str
    compared: bool
    """Whether the build was given that edition."""
    changed: bool


def since_of(here: Site, found: Entry, edition: str) -> Since | None:
    if not (edition and found.citation.edition) or edition == found.citation.edition:
        return None
    report = here.kb.report.get(found.book)
    compared = report is not None and report.before == edition
    return Since(edition, compared, bool(found.edits or found.new))


def entry_main(here: Site, found: Entry) -> str:
    """The entry without the site's frame, for those who carry their own."""
    return render_template("entry_main.html", **_values(here, found))


def _values(here: Site, found: Entry) -> dict[str, Any]:
    """What the templates of an entry show."""
    context = here.context(found.game)
    beside, view = siblings(here, found), entry_view(here, found)
    told = {*found.see_also, *(r.id for r in (*view.children, *view.questions))}
    mentions = [r for r in mentions_of(here, found) if r.id not in told]
    return {
        "entry": view,
        "of": found,
        "groups": grouped(found.blocks, context),
        "summary": grouped(found.summary.blocks, context) if found.summary else [],
        "heading": plain(titled(found), context),
        "sprite": context.sprite,
        "drawn": partial(plain, context=context),
        "stands": _stands(here, found),
        "siblings": beside,
        "near": _near(beside, found.id),
        "see_also": refs(here, found.see_also),
        "mentions": mentions if len(mentions) <= MENTIONS else mentions[:FIRST_MENTIONS],
        "all_mentions": len(mentions),
        "target": _target(here, found),
        "by_id": here.kb.by_id,
        "names": _names(here, found),
        "lit": lit_lines(here, found),
        "recovered": Counter(
            (m.token, m.confidence, m.how, m.printed) for block in found.blocks for m in block.icons if m.token != LOST_ICON
        ),
        "description": excerpt(named(opening(found), here.drawings[found.game]), 155),
        "cite": partial(cite, here),
        "point": point,
        "figures": figures_of(found),
        "verdicts": VERDICTS,
        "since": None,
    }


def mentions_of(here: Site, found: Entry) -> tuple[Ref, ...]:
    """Who refers to it or names it, in the order of the books; a line of the book that says «Ver …» tells nothing of it."""
    rows = dict.fromkeys((*found.mentioned_by, *found.named_by))
    return refs(here, [id for id in rows if (row := here.kb.by_id.get(id)) is None or row.kind != "redireccion"])


@bp.get("/menciones/<path:id>")
def mentions(id: str) -> Response:
    here = site()
    found = here.kb.get(id)

    def make() -> Page:
        return page_from(render_template("mentions.html", entry=found, rows=mentions_of(here, found)))

    return respond(here.pages.get(f"menciones|{found.id}", make))


def entry_view(here: Site, found: Entry) -> EntryOut:
    beside = siblings(here, found)
    at = next((i for i, other in enumerate(beside) if other.id == found.id), 0)
    return EntryOut(
        **{name: getattr(found, name) for name in Entry.model_fields},
        url=entry_url(found.id),
        cite=cite(here, found),
        block_cites=tuple(
            BlockCite(anchor=b.mark, cite=cite(here, found, b), url=entry_url(found.id, b.mark)) for b in found.blocks
        ),
        breadcrumb=tuple(map(ref, here.ancestors(found))),
        children=tuple(map(ref, here.children.get(found.id, ()))),
        previous=beside[at - 1] if at > 0 else None,
        next=beside[at + 1] if at + 1 < len(beside) else None,
        questions=tuple(ref(q) for q in here.questions.get(found.id, ()) if q.id != found.id),
        acts_in=tuple(map(step_ref, here.acts_in.get(found.id, ()))),
        effect=effect_of(here, found),
    )


def siblings(here: Site, found: Entry) -> tuple[Ref, ...]:
    return tuple(ref(other) for other in here.children.get(found.parent, ()) if other.game == found.game)


def _target(here: Site, found: Entry) -> tuple[Ref, str] | None:
    """Where a redirection leads: the subsection that holds the answer, or the entry that the book names."""
    to = here.kb.by_id.get(found.redirect_best or found.redirect or "")
    step = next((b for b in to.blocks if found.redirect_anchor == f"paso-{b.label}"), None) if to else None
    return (ref(to), entry_url(to.id, step.mark if step else None)) if to else None


@dataclass(frozen=True)
class Stand:
    """How this rule and another stand to each other in some mode, as words around a link."""

    before: str
    ref: Ref
    within: str
    after: str


def _stands(here: Site, found: Entry) -> list[Stand]:
    rows = []
    for own, overrides in ((True, found.overrides), (False, found.overridden_by)):
        for o in {(o.target, o.relation): o for o in overrides}.values():
            other = here.kb.by_id.get(o.target)
            if other is None:
                continue
            mode, parent = mode_name(o.mode), here.kb.by_id.get(other.parent or "")
            note = f"{o.note.rstrip('.')}." if o.note else ""
            before = f"{mode}: esta regla {RELATIONS[o.relation]}" if own else f"{mode}:"
            after = f". {note}" if own else f"{RELATIONS[o.relation]} esta regla. {note}"
            rows.append(Stand(before, ref(other), parent.title if parent else "", after.strip()))
    return rows


def _names(here: Site, found: Entry) -> tuple[str, ...]:
    """Index and English names; what people mistype or say loosely is for the search, not for the page."""
    names = here.game(found.game).lexicon.get(found.id.split("/", 1)[1])
    shown = (*names.indice, *names.en) if names else ()
    return tuple(dict.fromkeys(name for name in shown if fold(name) != fold(found.title)))[:6]


def _near(beside: tuple[Ref, ...], id: str) -> tuple[Ref, ...]:
    """The entry's neighbours: a glossary of a hundred terms is not listed whole on each of its pages."""
    at = next((i for i, other in enumerate(beside) if other.id == id), 0)
    first = max(0, min(at - _NEAR, len(beside) - 2 * _NEAR - 1))
    return beside[first : first + 2 * _NEAR + 1]


def lit_lines(here: Site, found: Entry) -> list[tuple[str, str, list[tuple[str, str, str, bool]]]]:
    """The sequences in which the entry acts, as lines of their main steps with those lit."""
    places = here.acts_in.get(found.id, ())
    lines = []
    for name in dict.fromkeys(place.sequence for place in places):
        lit = {place.step.id for place in places if place.sequence == name}
        url = sequence_url(found.game, name)
        steps = sequences_of(here.games[found.game])[name]
        line = [(s.numero, s.nombre, f"{url}#{s.id}", any(below.id in lit for below in walk((s,)))) for s in steps]
        lines.append((name, url, line))
    return lines


class ListQuery(api.Query):
    game: GameSlug | None = None
    kind: Kind | None = None
    limit: int = Field(50, ge=1, le=LIST_PAGE)
    offset: int = Field(0, ge=0, le=1_000_000)


@api.get(bp, "/entries", summary="Lista las entradas, por páginas", tag="reglas", response=EntryList, query=ListQuery)
def entry_list(query: ListQuery) -> EntryList:
    rows = [e for e in site().kb.entries if query.game in (None, e.game) and query.kind in (None, e.kind)]
    end = query.offset + query.limit
    params = {**query.model_dump(exclude_none=True, exclude={"offset"}), "offset": end}
    following = f"{api.PREFIX}/entries?" + "&".join(f"{k}={v}" for k, v in params.items())
    return EntryList(items=tuple(map(ref, rows[query.offset : end])), total=len(rows), limit=query.limit,
                     offset=query.offset, next=following if end < len(rows) else None)  # fmt: skip


@api.get(bp, "/entries/<path:id>", summary="Una entrada con su sitio, enlaces y citas", tag="reglas", response=EntryOut)
def entry_json(id: str) -> EntryOut:
    return entry_view(site(), site().kb.get(id))


@api.get(bp, "/previews/<path:id>", summary="El comienzo de una entrada, para enseñarlo al pasar por un enlace",
         tag="reglas", response=Preview)  # fmt: skip
def preview(id: str) -> Preview:
    here = site()
    found = here.kb.get(id)
    text = opening(found)
    return Preview(id=found.id, title=found.title, game=found.game, kind=found.kind, url=entry_url(found.id),
                   excerpt=excerpt(named(text, here.drawings[found.game]), 260))  # fmt: skip
