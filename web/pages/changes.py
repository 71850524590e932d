"""What changed between editions, as the books tell it."""

from flask import Blueprint, render_template

from web import api
from web.library import Site, site
from web.models import Changes, EntryChange
from web.pages.family import kept
from web.view.refs import ref
from web.view.render import Context, grouped

bp = Blueprint("changes", __name__)


def changes_view(here: Site, game: str) -> Changes:
    entries = here.by_game[game]
    rows = [EntryChange(entry=ref(e), change=change) for e in entries for change in e.changes]
    history = tuple(ref(e) for e in entries if e.kind == "historial")
    return Changes(game=game, edition=here.games[game].edicion, history=history, changes=tuple(rows))


@bp.get("/cambios/<game:game>")
@kept
def changes(game: str) -> str:
    here = site()
    view = changes_view(here, game)
    context = Context(game, here.kb.by_id)
    told = [here.kb.by_id[row.id] for row in view.history]
    texts = {e.id: grouped(e.blocks or (e.summary.blocks if e.summary else ()), context) for e in told}
    versions = list(dict.fromkeys(row.change.version for row in view.changes))
    return render_template("changes.html", view=view, texts=texts, versions=versions, sprite=context.sprite())


@api.get(bp, "/games/<game:game>/changes", summary="Los cambios entre ediciones", tag="juegos", response=Changes)
def changes_json(game: str) -> Changes:
    return changes_view(site(), game)
