"""`kb rulings backup|restore`: `python -m web.rulings.vault backup FILE [--no-passwords] | restore FILE [--replace]`."""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from kb.errors import StoreError, ended
from web.accounts.judges import is_pseudonym
from web.rulings.backup import Account, Copy, Done, Kept, Old, Page, Tournament, read_copy, write_copy
from web.rulings.database import open_engine, owner_url, upgrade
from web.rulings.ledger import TURN
from web.rulings.states import State, seal, show, state_of
from web.rulings.tables import Cited, Event, EventAct, Judge, PlayerName, Revision, Ruling, Schema, Works
from web.rulings.times import aware, now

NO_PASSWORD = "!"  # noqa: S105 - no hash is like it, so that nobody can sign in with it


def taken(engine: Engine, passwords: bool = True) -> Copy:
    """All of it as it was at one moment, also while judges write."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # Python's driver would give each question a moment of its own
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        session = Session(connection)
        judges = session.scalars(select(Judge).order_by(Judge.id)).all()
        accounts = tuple(_account(judge, passwords) for judge in judges)
        pages = defaultdict(list)
        for row in session.scalars(select(Revision).order_by(Revision.ruling_id, Revision.number)):
            pages[row.ruling_id].append(row)
        rulings = tuple(_kept(row, pages[row.id]) for row in session.scalars(select(Ruling).order_by(Ruling.id)).unique())
        events = _events(session)
        last = session.scalar(select(Schema.last)) or 0
        session.close()
    return Copy(accounts=accounts, rulings=rulings, events=events, last=max(last, *(r.id for r in rulings), 0))


def _events(session: Session) -> tuple[Tournament, ...]:
    judges, acts = defaultdict(list), defaultdict(list)
    for event, judge in session.execute(select(Works.event_id, Works.judge_id).order_by(Works.judge_id)):
        judges[event].append(judge)
    players = {row.sending: row.name for row in session.scalars(select(PlayerName))}
    for row in session.scalars(select(EventAct).order_by(EventAct.moment, EventAct.sending)):
        acts[row.event_id].append(
            Done(sending=row.sending, kind=row.kind, author=row.author_id, moment=aware(row.moment), at=aware(row.at),
                 data=row.data, player=players.get(row.sending))
        )  # fmt: skip
    return tuple(
        Tournament(id=e.id, name=e.name, game=e.game, day=e.day, head=e.head_id, made_by=e.made_by, created=aware(e.created),
                   forget=e.forget, penalties=e.penalties, sending=e.sending, judges=tuple(judges[e.id]),
                   acts=tuple(acts[e.id]))
        for e in session.scalars(select(Event).order_by(Event.id)).unique()
    )  # fmt: skip


def _account(judge: Judge, passwords: bool) -> Account:
    secrets = {"password": judge.password, "totp": judge.totp, "recovery": judge.recovery} if passwords else {"password": ""}
    stopped = aware(judge.disabled) if judge.disabled else None
    return Account(id=judge.id, name=judge.name, role=judge.role, disabled=stopped, **secrets)


def _kept(row: Ruling, history: list[Revision]) -> Kept:
    """With what the version before wrote without a revision as one more."""
    if not history or aware(history[-1].moment) != aware(row.updated):
        history = [*history, imported(row, history[-1].seal if history else "", len(history) + 1)]
    pages = tuple(
        Page(number=r.number, act=r.act, author=r.author_id, moment=aware(r.moment), at=aware(r.at) if r.at else None,
             sending=r.sending, reason=r.reason, state=r.state, seal=r.seal)
        for r in history
    )  # fmt: skip
    return Kept(id=row.id, author=row.author_id, created=aware(row.created), sending=row.sending, revisions=pages)


def imported(row: Ruling, before: str, number: int) -> Revision:
    made = Revision(ruling_id=row.id, number=number, act="importa", author_id=row.author_id, moment=aware(row.updated),
                    reason="", state=state_of(row).model_dump_json())  # fmt: skip
    made.seal = seal(before, made)
    return made


def put(engine: Engine, copy: Copy, replace: bool = False) -> None:
    """In one transaction, with nobody else writing. Rulings keep their numbers, which are their addresses; an account that
    exists keeps the password that it has now."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(select(func.pg_advisory_xact_lock(TURN)))
        session = Session(connection)
        found = session.scalar(select(func.count(Ruling.id))) or 0
        if found and not replace:
            advice = "Haz antes una copia y repite la orden con --replace para sustituirlos."
            raise StoreError("KB_DATABASE_URL", f"ya hay {found} dictámenes", advice)
        last = max(session.scalar(select(Schema.last)) or 0, session.scalar(select(func.max(Ruling.id))) or 0, copy.last)
        session.execute(update(Schema).values(open=True))
        for table in (Cited, Revision, Ruling, PlayerName, EventAct, Works, Event):
            session.execute(delete(table))
        names = _accounts(session, copy)
        for ruling in copy.rulings:
            _add(session, ruling)
        for old in copy.old:
            _add_old(session, old, names[old.author])
        for event in copy.events:
            _add_event(session, event)
        last = max(last, session.scalar(select(func.max(Ruling.id))) or 0)
        session.execute(update(Schema).values(open=False, last=last))
        _next_numbers(connection, last)
        session.close()
        connection.commit()


def _accounts(session: Session, copy: Copy) -> dict[str, Judge]:
    """Those of the copy that are missing here. One whose number is another's here would sign the other's rulings: refused.
    A name that was replaced here by a pseudonym stays replaced."""
    here = {judge.id: judge for judge in session.scalars(select(Judge))}
    names = {judge.name: judge for judge in here.values()}
    for row in copy.accounts:
        known = names.get(row.name) if row.id is None else here.get(row.id)
        if known is None and row.name in names:
            told = f"la cuenta «{row.name}» tiene aquí otro número que en la copia"
            raise StoreError("KB_DATABASE_URL", told, "Restaura la copia en una base de datos vacía.")
        if known is not None and known.name != row.name and not is_pseudonym(known.name):
            told = f"la cuenta {row.id} es aquí «{known.name}» y en la copia «{row.name}»"
            raise StoreError("KB_DATABASE_URL", told, "Restaura la copia en una base de datos vacía.")
        if known is None:
            kept = row.model_dump(include={"id", "name", "role", "disabled", "totp", "recovery"})
            known = Judge(**kept, password=row.password or NO_PASSWORD, failures=0)
            session.add(known)
        names[row.name] = known
    session.flush()
    return names


def _add(session: Session, ruling: Kept) -> None:
    end = ruling.revisions[-1]
    row = Ruling(id=ruling.id, author_id=ruling.author, created=ruling.created, sending=ruling.sending, updated=end.moment,
                 revision=end.number, reason=end.reason, acted_id=end.author)  # fmt: skip
    show(row, ruling.state)
    session.add(row)
    session.flush()
    session.add_all(page.row(ruling.id) for page in ruling.revisions)
    session.flush()


def _add_old(session: Session, old: Old, author: Judge) -> None:
    row = Ruling(id=old.id, author_id=author.id, created=old.created, sending=old.sending, updated=old.updated, revision=1)
    show(row, State(**old.model_dump(include={"game", "question", "answer", "cards", "event"}), citations=old.citations))
    session.add(row)
    session.flush()
    session.add(imported(row, "", 1))
    session.flush()


def _add_event(session: Session, event: Tournament) -> None:
    """A player's name whose day has passed since the copy was made is not brought back."""
    told = event.model_dump(include={"id", "name", "game", "day", "made_by", "created", "forget", "penalties", "sending"})
    session.add(Event(head_id=event.head, **told))
    session.flush()
    session.add_all(Works(event_id=event.id, judge_id=judge) for judge in event.judges)
    for act in event.acts:
        session.add(EventAct(event_id=event.id, author_id=act.author, **act.model_dump(exclude={"author", "player"})))
    session.flush()
    named = [act for act in event.acts if act.player is not None and event.forget >= now().date()]
    session.add_all(PlayerName(sending=act.sending, name=act.player) for act in named)
    session.flush()


def _next_numbers(connection: Connection, last: int) -> None:
    """PostgreSQL counts apart from the rows, and would give out a number that is taken."""
    if connection.dialect.name == "postgresql":
        for table, floor in (("dictamen", last), ("juez", 0), ("revision", 0), ("torneo", 0)):
            count = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), :last, 0) + 1, false)"
            number = f"{count} FROM {table}"
            connection.execute(text(number), {"last": floor})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()  # what it is given comes from `kb`, which has checked it
    parser.add_argument("que", choices=["backup", "restore"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--no-passwords", action="store_true")
    args = parser.parse_args(arguments)
    copy = read_copy(args.path) if args.que == "restore" else None
    url = owner_url()
    upgrade(url)
    engine = open_engine(url, patient=True)
    try:
        if copy is None:
            copy = taken(engine, passwords=not args.no_passwords)
            write_copy(copy, args.path)
            print(f"{args.path}: copia de {len(copy.rulings)} dictámenes y {len(copy.accounts)} cuentas.")
        else:
            put(engine, copy, args.replace)
            print(f"{args.path}: puestos {len(copy.rulings) + len(copy.old)} dictámenes y {len(copy.accounts)} cuentas.")
    except SQLAlchemyError as error:
        told = (
            "no se ha podido leer la base de datos"
            if args.que == "backup"
            else "no se ha cambiado nada: la base de datos falla"
        )
        raise StoreError("KB_DATABASE_URL", told, "Comprueba que responda y que tenga sitio.") from error
    finally:
        engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
