"""What people looked for and no book says: the editor's to-do list. Only words are kept, never who asked or at what hour.

A search leaves its words in memory; every few seconds a thread adds them to the rulings' database, so that no search waits for
it. While the database is away the words wait too, up to a bound.
"""

import hashlib
import logging
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from multiprocessing.util import Finalize
from threading import Lock, Thread
from typing import NamedTuple
from weakref import ref

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from kb.text import STOP_WORDS, fold
from web.observe.meters import TO_DO
from web.rulings.tables import Unanswered
from web.rulings.times import now

MOST_ROWS, MOST_WAITING = 5000, 1000
FORGET_AFTER = timedelta(days=180)
TIMES = 2
"""Words are written down, and shown, from the second time that they are asked; before, only their print is."""
EVERY = 5.0
_LONGEST_WORD, _MOST_WORDS = 24, 8
_PERSONAL = re.compile(r"[@\d/\\]|www\.|\.\w{2,}$", re.IGNORECASE)
log = logging.getLogger(__name__)
Term = tuple[str, str]
"""Game (or nothing) and words."""


class Row(NamedTuple):
    words: str
    game: str
    times: int
    last: date


def significant(q: str) -> str:
    """The words of a query that can help an editor: folded, without stop words; nothing with digits, at signs or slashes."""
    kept = [part for part in q.split()[:60] if not _PERSONAL.search(part)]
    words = [w for w in fold(" ".join(kept)).split() if 1 < len(w) <= _LONGEST_WORD and w not in STOP_WORDS]
    return " ".join(dict.fromkeys(words[:_MOST_WORDS]))


@dataclass
class Notebook:
    engine: Engine
    _waiting: Counter[Term] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)
    _writing: bool = False

    def __post_init__(self) -> None:
        Finalize(None, _last_words, (ref(self),), exitpriority=50)

    def add(self, words: str, game: str) -> None:
        """Remembers a search that found nothing. Costs a microsecond; the first in a while starts the thread that writes."""
        words = words.replace("\0", " ")  # PostgreSQL takes none, and nothing behind it would ever be written
        with self._lock:
            if (game, words) in self._waiting or len(self._waiting) < MOST_WAITING:
                self._waiting[game, words] += 1
            begin, self._writing = not self._writing, True
        TO_DO.labels(game).inc()
        if begin:
            Thread(target=self._later, daemon=True, name="unanswered").start()

    def _later(self) -> None:
        while self._waiting:
            time.sleep(EVERY)
            self.flush()
        with self._lock:
            self._writing = bool(self._waiting)
        if self._writing:  # one came between the last look and here
            self._later()

    def flush(self) -> bool:
        """Writes what waits. A database that does not answer leaves it waiting."""
        with self._lock:
            taken = Counter(self._waiting)
        if not taken:
            return True
        try:
            with Session(self.engine) as session, session.begin():
                write(session, taken, now().date())
        except SQLAlchemyError:
            log.warning("unanswered searches wait: the database does not answer")
            return False
        with self._lock:
            self._waiting -= taken
        return True


def _last_words(notebook: "ref[Notebook]") -> None:
    """A worker that ends writes what it holds."""
    if found := notebook():
        found.flush()


def write(session: Session, asked: Mapping[Term, int], today: date) -> None:
    """Adds up, and keeps the table within its bound: the least asked and oldest are forgotten."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    for (game, words), times in sorted(asked.items()):  # in order, so that two hosts never wait for each other
        row = insert(Unanswered).values(
            key=_print(game, words), game=game, words=words if times >= TIMES else "", count=times, last=today
        )
        again = {"count": Unanswered.count + row.excluded.count, "words": words, "last": row.excluded.last}
        session.execute(row.on_conflict_do_update(index_elements=["key"], set_=again))
    session.execute(delete(Unanswered).where(Unanswered.last < today - FORGET_AFTER))
    extra = (session.scalar(select(func.count()).select_from(Unanswered)) or 0) - MOST_ROWS
    if extra > 0:
        least = select(Unanswered.key).order_by(Unanswered.count, Unanswered.last, Unanswered.key).limit(extra)
        session.execute(delete(Unanswered).where(Unanswered.key.in_(least)))


def _print(game: str, words: str) -> str:
    return hashlib.sha256(f"{game}/{words}".encode()).hexdigest()[:32]


def to_do(session: Session, game: str | None = None, limit: int = 50) -> list[Row]:
    """The most asked first; only what was asked more than once."""
    rows = select(Unanswered).where(Unanswered.count >= TIMES, Unanswered.words != "")
    if game is not None:
        rows = rows.where(Unanswered.game == game)
    found: Iterable[Unanswered] = session.scalars(
        rows.order_by(Unanswered.count.desc(), Unanswered.last.desc(), Unanswered.words).limit(limit)
    )
    return [Row(u.words, u.game, u.count, u.last) for u in found]
