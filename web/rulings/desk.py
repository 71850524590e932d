"""The desk: rulings written, read, searched, and told apart when a passage they cite has changed."""

import hashlib
import logging
import re
import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Lock, Thread

from sqlalchemy import Engine, event, false, func, select, update
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.orm import Session

from kb.models import Block, Entry
from web.kept.pages import Asks
from web.library import Site
from web.models import CitedOut, RulingOut
from web.observe.meters import DATABASE, RULINGS
from web.rulings.guard import DEADLINE, Away, Guard
from web.rulings.shelf import MOST_ABOUT, Shelf, shown
from web.rulings.tables import Cited, Judge, Ruling
from web.rulings.times import aware, now
from web.view.cite import cite
from web.view.refs import entry_url

log = logging.getLogger(__name__)
MOST_CITATIONS = 20
_FRESH_FOR, _A_MOMENT = 2.0, 0.25
_AT_ONCE = 500
TURN = 716_203_555  # any number, the same on every host
_ADDRESS = re.compile(r"^(?:https?://[^/]+)?/?([a-z0-9/-]+)(?:#(?:p-)?(r\d+))?$")


Passages = list[tuple[Entry, Block | None]]


class DeskError(ValueError):
    """A ruling that cannot be taken as it is; the sentence says why."""


class Overtaken(DeskError):
    """A ruling that somebody else has changed since it was opened to be corrected."""


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


class Desk:
    """The rulings as pages show them are kept in memory and renewed behind the readers' backs: no reader ever waits for a
    database that does not answer, and while it is away what was last known is shown."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.guard = Guard(engine)
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

    def write(
        self, here: Site, draft: Draft, judge_id: int, id: int | None = None, sending: str | None = None, seen: str = ""
    ) -> int:
        """Keeps a ruling, whole or not at all, and returns its number. The same `sending` twice is the same ruling.

        `seen`: when the one that is corrected had last been changed, as its corrector saw it; `Overtaken` if that is no more.
        """
        cited = passages(here, draft)
        number, new = self.guard.ask(lambda session: _write(session, draft, cited, judge_id, id, sending, seen))
        if new:
            RULINGS.labels("corregido" if id else "escrito").inc()
        self._renew_now(here)
        return number

    def remove(self, here: Site, id: int) -> None:
        self.guard.ask(lambda session: _remove(session, id))
        RULINGS.labels("borrado").inc()
        self._renew_now(here)

    def judge(self, id: int) -> Judge | None:
        return self.guard.ask(lambda session: session.get(Judge, id))

    def all(self, here: Site, latest: bool = False) -> tuple[RulingOut, ...]:
        """Every ruling, newest first: as they were within two seconds, or now if the latest are wanted, for another host may
        have written one. While the database is away, as they were last known; `Away` if they never were."""
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
            rows = session.scalars(select(Ruling).where(Ruling.id.in_(wanted[start : start + _AT_ONCE])))
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


def _write(
    session: Session, draft: Draft, cited: Passages, judge_id: int, id: int | None, sending: str | None, seen: str
) -> tuple[int, bool]:
    """Its number, and whether it was written now."""
    with session.begin():
        moment = _turn(session)
        again = session.scalar(select(Ruling.id).where(Ruling.sending == sending)) if sending and id is None else None
        if again is not None:
            return again, False
        ruling = session.get(Ruling, id) if id else Ruling(author_id=judge_id, created=now(), sending=sending)
        if ruling is None:
            raise DeskError("ese dictamen ya no existe")
        if id and seen and aware(ruling.updated).isoformat() != seen:
            if _says(ruling, draft, cited):
                return id, False  # the same correction again: its answer was lost
            raise Overtaken("alguien lo ha corregido entretanto")
        ruling.game, ruling.question, ruling.answer = draft.game, draft.question, draft.answer
        ruling.cards, ruling.event, ruling.updated = draft.cards, draft.event, moment
        ruling.citations = [
            Cited(
                place=n,
                entry=entry.id,
                anchor=block.anchor if block else "",
                print=printed(entry, block),
                told=cite(entry, block),
            )
            for n, (entry, block) in enumerate(cited)
        ]
        session.add(ruling)
        session.flush()
        number = ruling.id
    return number, True


def _says(ruling: Ruling, draft: Draft, cited: Passages) -> bool:
    texts = (ruling.game, ruling.question, ruling.answer, ruling.cards, ruling.event)
    places = [(c.entry, c.anchor) for c in ruling.citations]
    wanted = [(entry.id, block.anchor if block else "") for entry, block in cited]
    return texts == (draft.game, draft.question, draft.answer, draft.cards, draft.event) and places == wanted


def _remove(session: Session, id: int) -> None:
    with session.begin():
        ruling = session.get(Ruling, id)
        if ruling is not None:
            session.delete(ruling)


def _turn(session: Session) -> datetime:
    """Waits for its turn to write; a moment later than that of any other ruling, whatever the clocks of the hosts say.
    So each change moves the version that every host looks at."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(TURN)))
    else:
        session.execute(update(Ruling).where(false()).values(event=""))  # changes nothing, but from here on it alone writes
    last = session.scalar(select(func.max(Ruling.updated)))
    return max(now(), aware(last) + timedelta(microseconds=1)) if last else now()


def _noted(context: ExceptionContext) -> None:
    """Every error of the database, wherever it is answered: counted, and told by its kind alone."""
    DATABASE.inc()
    log.error("database error: %s", type(context.original_exception).__name__)


def printed(entry: Entry, block: Block | None) -> str:
    """The print of a passage: white space does not count, any other change does."""
    text = block.text if block else entry.text or (entry.summary.text if entry.summary else "")
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def passages(here: Site, draft: Draft) -> Passages:
    """The passages that a draft cites; at least one, and every one must exist."""
    found = []
    for line in filter(None, map(str.strip, draft.citations.splitlines())):
        match = _ADDRESS.match(line)
        entry = here.kb.by_id.get(match[1].strip("/")) if match else None
        if match is None or entry is None:
            raise DeskError(f"no existe el pasaje «{line[:80]}»; se escribe como xwing/cola-de-capacidades#r3")
        block = next((b for b in _blocks(entry) if b.anchor == match[2]), None)
        if match[2] and block is None:
            raise DeskError(f"«{entry.title}» no tiene el punto {match[2]}")
        found.append((entry, block))
    if not found:
        raise DeskError("un dictamen necesita al menos una cita")
    if len(found) > MOST_CITATIONS:
        raise DeskError(f"son demasiadas citas (como mucho {MOST_CITATIONS})")
    return found


def _blocks(entry: Entry) -> Iterable[Block]:
    return entry.blocks or (entry.summary.blocks if entry.summary else ())


def ruling_out(here: Site, row: Ruling) -> RulingOut:
    citations = tuple(_cited_out(here, c) for c in row.citations)
    return RulingOut(id=row.id, game=row.game, question=row.question, answer=row.answer, cards=row.cards, event=row.event,
                     author=row.author.name, created=aware(row.created).isoformat(), updated=aware(row.updated).isoformat(),
                     citations=citations, review=any(c.changed for c in citations), url=f"/dictamenes/{row.id}")  # fmt: skip


def _cited_out(here: Site, row: Cited) -> CitedOut:
    entry = here.kb.by_id.get(row.entry)
    block = next((b for b in _blocks(entry) if b.anchor == row.anchor), None) if entry else None
    lost = entry is None or (bool(row.anchor) and block is None)
    changed = lost or (entry is not None and printed(entry, block) != row.print)
    return CitedOut(entry=row.entry, anchor=row.anchor or None, cite=row.told, changed=changed, lost=lost,
                    text=block.text if block else None, url=entry_url(row.entry, row.anchor or None))  # fmt: skip
