"""The desk: rulings written act by act, read, searched, and told apart when a passage they cite has changed."""

import logging
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import Engine, event, func, select
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.orm import Session

from grammar.figures import whole
from web.kept.pages import Asks
from web.library import Site
from web.models import RulingOut
from web.observe.meters import DATABASE, RULINGS
from web.rulings.guard import DEADLINE, Away, Guard
from web.rulings.ledger import LARGEST, Deed, DeskError, adopt, record
from web.rulings.passages import PassageError, cited_out, filled, kept_or_cited, passages, renewed
from web.rulings.roles import Actor
from web.rulings.shelf import MOST_ABOUT, Shelf, shown
from web.rulings.states import Act, State, state_of
from web.rulings.tables import Judge, Revision, Ruling
from web.rulings.times import aware, now

log = logging.getLogger(__name__)
_FRESH_FOR, _A_MOMENT = 2.0, 0.25
_AT_ONCE = 500


@dataclass(frozen=True)
class Draft:
    """A ruling as somebody writes it."""

    game: str = ""
    question: str = ""
    answer: str = ""
    cards: str = ""
    event: str = ""
    citations: str = ""
    """Addresses of passages, one per line."""
    verdict: str = ""
    until: str = ""
    """The day after which it no longer holds, if one is set."""
    by_edition: str = ""
    """«1»: it holds until the next edition of what it cites."""
    overrules: str = ""
    """The number of the ruling that it overrules."""
    event_id: str = ""
    reviewed: str = ""
    """«1»: its author has compared what it cites with what the books say now, and cites that."""


@dataclass(frozen=True)
class Sent:
    """How an act came: what its author saw, and the mark by which a second sending is known."""

    sending: str | None = None
    seen: int | None = None
    reason: str = ""
    at: datetime | None = None


class Desk:
    """The rulings as pages show them are kept in memory and renewed behind the readers' backs: no reader ever waits for a
    database that does not answer, and while it is away what was last known is shown."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.guard = Guard(engine)
        self.told: Callable[[str, RulingOut], None] | None = None
        """Whom each act is told to, once it is kept."""
        self._shelf = Shelf()
        self._version = ""
        self._seen: Site | None = None
        """The site for which the rows were made; None until they have been read once."""
        self._looked = -_FRESH_FOR
        self._lock = Lock()
        self._renewing = Lock()
        self._renewed = Event()
        event.listen(engine, "handle_error", _noted)

    @property
    def away(self) -> str | None:
        """Why the database does not answer, while it does not."""
        return self.guard.away

    def write(self, here: Site, draft: Draft, actor: Actor, id: int | None = None, sent: Sent | None = None) -> int:
        """Keeps a ruling, or a correction of one, whole or not at all, and returns its number."""
        try:
            rests = passages(here, draft.citations, game=draft.game)
        except PassageError as error:
            raise DeskError(str(error)) from error

        def make(before: State | None) -> State:
            said = {
                "game": draft.game, "question": draft.question, "answer": draft.answer, "cards": draft.cards,
                "event": draft.event, "verdict": draft.verdict, "by_edition": draft.by_edition == "1",
                "until": date.fromisoformat(draft.until) if draft.until else None,
                "citations": kept_or_cited(here, rests, None if draft.reviewed == "1" else before),
            }  # fmt: skip
            if before is None:
                return State(**said, overrules=_number(draft.overrules), event_id=_number(draft.event_id))
            return before.model_copy(update={**said, "editor_id": actor.id})

        return self._do(here, "corrige" if id else "escribe", actor, make, id, sent or Sent())

    def act(self, here: Site, act: Act, actor: Actor, id: int, sent: Sent) -> int:
        """Any other act: what it changes is in `_CHANGES`; a review also takes the words as they read now."""

        def make(before: State | None) -> State:
            assert before is not None
            changes = {name: value(actor, before) if callable(value) else value for name, value in _CHANGES[act].items()}
            if act == "revisa":
                changes["citations"] = tuple(renewed(here, c) for c in before.citations)
            return before.model_copy(update=changes)

        return self._do(here, act, actor, make, id, sent)

    def _do(self, here: Site, act: Act, actor: Actor, make: "Make", id: int | None, sent: Sent) -> int:
        deed = Deed(act, actor, make, id, sent.sending, sent.seen, sent.reason, sent.at)
        number, new = self.guard.ask(lambda session: record(session, deed, partial(filled, here)))
        if new:
            RULINGS.labels(act).inc()
            log.info("ruling %s: %s", number, act, extra={"data": {"account": actor.id}})
        self._renew_now(here)
        if new and self.told is not None and (row := next((r for r in self._shelf.rows if r.id == number), None)):
            self.told(act, row)
        return number

    def history(self, here: Site, id: int) -> list[Revision]:
        """Every revision of a ruling, the first one first."""

        def read(session: Session) -> list[Revision]:
            with session.begin():
                row = session.get(Ruling, id) if id <= LARGEST else None
                if row is not None:
                    with suppress(Away):  # where only reading is left, what there is is read
                        adopt(session, row, partial(filled, here))
                rows = select(Revision).where(Revision.ruling_id == id).order_by(Revision.number)
                return list(session.scalars(rows)) if id <= LARGEST else []

        return self.guard.ask(read)

    def judge(self, id: int) -> Judge | None:
        return self.guard.ask(lambda session: session.get(Judge, id))

    def all(self, here: Site, latest: bool = False) -> tuple[RulingOut, ...]:
        """Every ruling, also those withdrawn, newest first: as they were within two seconds, or now if the latest are wanted,
        for another host may have written one. While the database is away, as they were last known; `Away` if they
        never were."""
        if latest:
            self._renew_now(here)
        else:
            self._renew(here)
        if self._seen is None:
            raise Away(self.away or "no responde")
        return self._shelf.rows

    def version(self, here: Site) -> str:
        """Changes whenever a ruling does: then kept pages that show some ask whether theirs are still the ones. Asked at every
        request."""
        self._renew(here)
        return self._version

    def _renew(self, here: Site) -> None:
        if time.monotonic() - self._looked < (_FRESH_FOR if self._seen is here or self.away else 0.0):
            return
        begun = self._renewing.acquire(blocking=False)
        if begun:
            self._renewed.clear()
            Thread(target=self._renew_behind, args=(here,), daemon=True, name="rulings").start()
        if self._seen is None and not self.away:  # this site starts, and has nothing to show yet
            self._renewed.wait(DEADLINE)
        elif begun and not self.away:  # a healthy database answers in a millisecond; one that is stuck delays one reader once
            self._renewed.wait(_A_MOMENT)

    def _renew_behind(self, here: Site) -> None:
        try:
            self._renew_now(here)
        finally:
            self._renewing.release()
            self._renewed.set()

    def _renew_now(self, here: Site) -> None:
        """Not an error where it fails: `away` says so."""
        try:
            self.guard.ask(lambda session: self._read(session, here))
        except Away:
            self._looked = time.monotonic()

    def _read(self, session: Session, here: Site) -> None:
        with self._lock:
            number, latest = session.execute(select(func.count(Ruling.id), func.max(Ruling.updated))).one()
            version = f"{number}:{latest}"
            if version != self._version or self._seen is not here:
                self._shelf = self._shelf.renewed(self._rows(session, here))
                self._version, self._seen = version, here
            self._looked = time.monotonic()

    def _rows(self, session: Session, here: Site) -> list[RulingOut]:
        """Newest first. Only those that changed are read; all of them for another knowledge base, which they cite."""
        moments = {row.id: row.updated for row in session.execute(select(Ruling.id, Ruling.updated))}
        same = self._shelf.rows if self._seen is here else ()
        found = {r.id: r for r in same if r.id in moments and aware(moments[r.id]).isoformat() == r.updated}
        wanted = [id for id in moments if id not in found]
        for start in range(0, len(wanted), _AT_ONCE):
            rows = session.scalars(select(Ruling).where(Ruling.id.in_(wanted[start : start + _AT_ONCE]))).unique()
            found |= {row.id: ruling_out(here, row) for row in rows}
        return [found[id] for id in sorted(found, key=lambda id: (moments[id], id), reverse=True)]

    def on(self, here: Site, entry_id: str) -> tuple[RulingOut, ...]:
        return self.answer(here, Asks(entry=entry_id))

    def answer(self, here: Site, asks: Asks) -> tuple[RulingOut, ...]:
        self._renew(here)
        return self._shelf.answer(asks)

    def shown(self, asks: Asks) -> Hashable:
        """What `answer` would show now, without looking whether there is more in the database."""
        return shown(self._shelf.answer(asks))

    def search(self, here: Site, q: str, game: str | None, limit: int = MOST_ABOUT) -> tuple[RulingOut, ...]:
        self._renew(here)
        return self._shelf.about(q, game, limit)


Make = Callable[[State | None], State]
_CHANGES: dict[str, dict[str, Any]] = {
    "retira": {"status": "retirado", "appeal": lambda _, state: "retirada" if state.appeal == "abierta" else state.appeal},
    "restituye": {"status": "vigente"},
    "apela": {"appeal": "abierta", "confirmed_id": None},
    "confirma": {
        "confirmed_id": lambda actor, _: actor.id,
        "appeal": lambda _, state: "confirmada" if state.appeal == "abierta" else state.appeal,
    },
    "revisa": {},
}
"""What each act changes of a ruling: values, or what makes them of who acts and of what it said before."""


def _number(told: str) -> int | None:
    return whole(told)


def _noted(context: ExceptionContext) -> None:
    """Every error of the database, wherever it is answered: counted, and told by its kind alone."""
    DATABASE.inc()
    log.error("database error: %s", type(context.original_exception).__name__)


def ruling_out(here: Site, row: Ruling) -> RulingOut:
    state = state_of(row)
    citations = tuple(cited_out(here, c) for c in state.citations)
    expired = state.until is not None and state.until < now().date()
    old_edition = state.by_edition and any(c.new_edition for c in citations)
    return RulingOut(
        id=row.id, game=row.game, question=row.question, answer=row.answer, cards=row.cards, event=row.event,
        event_id=row.event_id, verdict=row.verdict, status=row.status, appeal=row.appeal, author=row.author.name,
        author_id=row.author_id, created=aware(row.created).isoformat(), updated=aware(row.updated).isoformat(),
        revision=row.revision, corrected_by=row.editor.name if row.editor else None,
        confirmed_by=row.confirmed.name if row.confirmed else None, acted_by=row.acted.name if row.acted else None,
        reason=row.reason, overrules=row.overrules, overruled_by=row.overruled_by,
        until=row.until.isoformat() if row.until else None, by_edition=row.by_edition, expired=expired, citations=citations,
        review=row.status == "vigente" and (expired or old_edition or any(c.changed for c in citations)),
        url=f"/dictamenes/{row.id}",
    )  # fmt: skip
