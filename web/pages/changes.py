"""What changed between editions: as the books tell it, and word by word where the build was given the one before."""

import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence

from flask import Blueprint, Response, render_template

from kb.models import Block, Entry, Outcome
from kb.review.touched import touched
from web import api
from web.kept.pages import Asks, Page, Rulings, page_from, respond
from web.library import Site, site
from web.models import Changes, EntryChange, EntryEdits, Ref, RulingOut, RulingTouched
from web.rulings.access import asked_rulings
from web.view.cards import gallery
from web.view.refs import ref, titled
from web.view.render import grouped

bp = Blueprint("changes", __name__)
_CITED = re.compile(r"\s*\[([a-z0-9-]+/[a-z0-9/-]+)(#[a-z0-9-]+)?\]")
"""The address of the rule that a line of a story ends with."""
_DAY = re.compile(r"^(\d\d)\.(\d\d)\.(\d{4})$")


def changes_view(here: Site, game: str, rulings: Sequence[RulingOut] = ()) -> Changes:
    entries = here.by_game[game]
    rows = [EntryChange(entry=ref(e), change=change) for e in entries for change in e.changes]
    rows.sort(key=lambda row: newest(row.change.version))
    history = sorted((e for e in entries if e.kind == "historial"), key=lambda e: newest(e.title))
    books = [report for book, report in here.kb.report.items() if any(e.book == book for e in entries)]
    return Changes(
        game=game, edition=here.games[game].edicion, history=tuple(map(ref, history)), changes=tuple(rows),
        before=next((report.before for report in books if report.before), ""),
        edits=tuple(_edits(here, e, rulings) for e in entries if e.edits or e.new),
        outcomes=next((report.outcomes for report in books if report.outcomes is not None), None),
        gone=tuple(title for report in books for title in report.gone),
        orphaned=tuple(_ruling(r) for r in rulings if r.game == game and {c.entry for c in r.citations} - {*here.kb.by_id}),
    )  # fmt: skip


def newest(version: str) -> tuple[int, str]:
    """Days first, the last one on top; then versions by their number, as the book has them."""
    day = _DAY.match(version.strip())
    return (-int(day[3] + day[2] + day[1]), "") if day else (0, version)


def _edits(here: Site, entry: Entry, rulings: Sequence[RulingOut]) -> EntryEdits:
    """A change of an entry with what it touches."""
    cards = [(c.name, c.text) for c in gallery().get(entry.game, ())]
    found = touched(entry.id, titled(entry), here.games[entry.game], cards, ())
    cite = tuple(_ruling(r) for r in rulings if any(c.entry == entry.id for c in r.citations))
    return EntryEdits(
        entry=ref(entry), new=entry.new, edits=entry.edits, keywords=found.keywords, cards=found.cards, rulings=cite
    )


def _ruling(row: RulingOut) -> RulingTouched:
    return RulingTouched(id=row.id, question=row.question, url=row.url, review=row.review)


def _compared(here: Site, game: str) -> bool:
    """Whether the build was given another edition of this game: only then can a change touch a ruling."""
    return any(here.kb.report[book].before for book in {e.book for e in here.by_game[game]} if book in here.kb.report)


@bp.get("/cambios/<game:game>")
def changes(game: str) -> Response:
    here = site()
    rows, note = asked_rulings(here, Asks()) if _compared(here, game) else ((), None)

    def make() -> Page:
        return page_from(_page(here, game, rows), rulings=note)

    return respond(here.pages.get(f"/cambios/{game}|{note.shown if note else ''}", make))


def _page(here: Site, game: str, rulings: Sequence[RulingOut]) -> str:
    view = changes_view(here, game, rulings)
    context = here.context(game)
    told = _told(here, view)
    entries = [*(here.kb.by_id[row.id] for row in view.history), *(e for e in here.by_game[game] if e.title in told)]
    lists = {e.parent for e in entries}
    """The entry that only holds those of the editions."""
    history = {e.id: e for e in entries if e.id not in lists}
    texts = {e.id: grouped(_untold(e, told.get(e.title, ())), context) for e in history.values()}
    kept_here = [e for e in here.by_game[game] if e.kind != "redireccion"]
    parts = {id: [ref(e) for e in kept_here if e.parent == id] for id in history}
    return render_template(
        "changes.html",
        view=view,
        outcomes=[_played(here, row) for row in view.outcomes or ()],
        texts=texts,
        parts=parts,
        told=told,
        history=[ref(e) for e in history.values() if e.title not in told],
        pages={e.title: ref(e) for e in history.values() if e.title in told},
        sprite=context.sprite,
    )


def _untold(entry: Entry, told: Container[str]) -> list[Block]:
    """What an edition's entry says beyond the changes that are told with the rules they are about."""
    return [b for b in (entry.blocks or (entry.summary.blocks if entry.summary else ())) if b.text not in told]


def _played(here: Site, row: Outcome) -> dict[str, object]:
    """What came out otherwise, without addresses: these are links to the rules that were applied."""
    cited = dict.fromkeys(f"{id}{anchor}" for line in (row.before, row.after) for id, anchor in _CITED.findall(line))
    known = ((address, here.kb.by_id.get(address.partition("#")[0])) for address in cited)
    rules = {f"/{address}": titled(entry) for address, entry in known if entry}
    return {"row": row, "before": _CITED.sub("", row.before), "after": _CITED.sub("", row.after), "rules": rules}


def _told(here: Site, view: Changes) -> dict[str, dict[str, list[Ref]]]:
    """By version, each sentence once with all the entries that it is about."""
    found: dict[str, dict[str, list[Ref]]] = {}
    for row in view.changes:
        found.setdefault(row.change.version, {}).setdefault(row.change.text, []).append(row.entry)
    parents = {row.entry.id: here.kb.by_id[row.entry.id].parent for row in view.changes}
    where = {id: titled(up) for id, parent in parents.items() if (up := here.kb.by_id.get(parent or ""))}
    return {version: {text: told_apart(refs, where) for text, refs in rows.items()} for version, rows in found.items()}


def told_apart(refs: Sequence[Ref], where: Mapping[str, str]) -> list[Ref]:
    """Entries of one title, each with the title under which it stands."""
    often = Counter(row.title for row in refs)
    return [
        row.model_copy(update={"title": f"{row.title} ({where[row.id]})"}) if often[row.title] > 1 and row.id in where else row
        for row in refs
    ]


def _noted() -> Rulings:
    return asked_rulings(site(), Asks())[1]


@api.get(
    bp,
    "/games/<game:game>/changes",
    summary="Los cambios entre ediciones",
    tag="juegos",
    response=Changes,
    cached=False,
    rulings=_noted,
)
def changes_json(game: str) -> Changes:
    return changes_view(site(), game, asked_rulings(site(), Asks())[0] if _compared(site(), game) else ())
