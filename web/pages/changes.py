"""What changed between editions: as the books tell it, and word by word where the build was given the one before."""

import re

from flask import Blueprint, render_template

from kb.models import Entry
from web import api
from web.library import Site, site
from web.models import Changes, EntryChange, EntryEdits, Ref
from web.pages.family import kept
from web.view.cards import gallery
from web.view.refs import ref, shown_title
from web.view.render import grouped

bp = Blueprint("changes", __name__)
_DAY = re.compile(r"^(\d\d)\.(\d\d)\.(\d{4})$")
_PARAMETER = re.compile(r"\s+X\b.*$|:.*$")


def changes_view(here: Site, game: str) -> Changes:
    entries = here.by_game[game]
    rows = [EntryChange(entry=ref(e), change=change) for e in entries for change in e.changes]
    rows.sort(key=lambda row: newest(row.change.version))
    history = sorted((e for e in entries if e.kind == "historial"), key=lambda e: newest(e.title))
    books = [report for book, report in here.kb.report.items() if any(e.book == book for e in entries)]
    return Changes(
        game=game, edition=here.games[game].edicion, history=tuple(map(ref, history)), changes=tuple(rows),
        before=next((report.before for report in books if report.before), ""),
        edits=tuple(_edits(here, e) for e in entries if e.edits or e.new),
        outcomes=next((report.outcomes for report in books if report.outcomes is not None), None),
        gone=tuple(title for report in books for title in report.gone),
    )  # fmt: skip


def newest(version: str) -> tuple[int, str]:
    """Days first, the last one on top; then versions by their number, as the book has them."""
    day = _DAY.match(version.strip())
    return (-int(day[3] + day[2] + day[1]), "") if day else (0, version)


def _edits(here: Site, entry: Entry) -> EntryEdits:
    """A change of an entry with the keywords that it defines and the sample cards that name it."""
    slug, name = entry.id.split("/", 1)[1], _PARAMETER.sub("", shown_title(entry.title)).lower()
    keywords = tuple(t.nombre for t in here.games[entry.game].vocabulario if t.entrada == slug)
    cards = tuple(c.name for c in gallery().get(entry.game, ()) if len(name) > 3 and name in c.text.lower())
    return EntryEdits(entry=ref(entry), new=entry.new, edits=entry.edits, keywords=keywords, cards=cards)


@bp.get("/cambios/<game:game>")
@kept
def changes(game: str) -> str:
    here = site()
    view = changes_view(here, game)
    context = here.context(game)
    told = [here.kb.by_id[row.id] for row in view.history]
    texts = {e.id: grouped(e.blocks or (e.summary.blocks if e.summary else ()), context) for e in told}
    kept_here = [e for e in here.by_game[game] if e.kind != "redireccion"]
    parts = {row.id: [ref(e) for e in kept_here if e.parent == row.id] for row in view.history}
    return render_template("changes.html", view=view, texts=texts, parts=parts, told=_told(view), sprite=context.sprite)


def _told(view: Changes) -> dict[str, dict[str, list[Ref]]]:
    """By version, each sentence once with all the entries that it is about."""
    found: dict[str, dict[str, list[Ref]]] = {}
    for row in view.changes:
        found.setdefault(row.change.version, {}).setdefault(row.change.text, []).append(row.entry)
    return found


@api.get(bp, "/games/<game:game>/changes", summary="Los cambios entre ediciones", tag="juegos", response=Changes)
def changes_json(game: str) -> Changes:
    return changes_view(site(), game)
