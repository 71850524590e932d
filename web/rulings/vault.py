"""`kb rulings backup|restore`: `python -m web.rulings.vault backup FILE [--no-passwords] | restore FILE [--replace]`."""

import argparse
import sys
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from kb.errors import StoreError, ended
from web.rulings.backup import Account, Citation, Copy, Kept, read_copy, write_copy
from web.rulings.database import database_url, open_engine, upgrade
from web.rulings.desk import TURN
from web.rulings.tables import Cited, Judge, Ruling
from web.rulings.times import aware

NO_PASSWORD = "!"  # noqa: S105 - no hash is like it, so that nobody can sign in with it


def taken(engine: Engine, passwords: bool = True) -> Copy:
    """All of it as it was at one moment, also while judges write."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # Python's driver would give each question a moment of its own
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        session = Session(connection)
        judges = session.scalars(select(Judge).order_by(Judge.name)).all()
        accounts = tuple(Account(name=j.name, password=j.password if passwords else "") for j in judges)
        rulings = tuple(map(_kept, session.scalars(select(Ruling).order_by(Ruling.id))))
        session.close()
    return Copy(accounts=accounts, rulings=rulings)


def _kept(row: Ruling) -> Kept:
    cited = tuple(Citation(entry=c.entry, anchor=c.anchor, print=c.print, told=c.told) for c in row.citations)
    return Kept(id=row.id, game=row.game, question=row.question, answer=row.answer, cards=row.cards, event=row.event,
                author=row.author.name, created=aware(row.created), updated=aware(row.updated), sending=row.sending,
                citations=cited)  # fmt: skip


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
        session.execute(delete(Cited))
        session.execute(delete(Ruling))
        known = {judge.name: judge for judge in session.scalars(select(Judge))}
        for row in copy.accounts:
            if row.name not in known:
                known[row.name] = Judge(name=row.name, password=row.password or NO_PASSWORD, failures=0)
                session.add(known[row.name])
        session.flush()
        session.add_all(_row(row, known[row.author]) for row in copy.rulings)
        session.flush()
        _next_number(connection)
        session.close()
        connection.commit()


def _row(row: Kept, author: Judge) -> Ruling:
    cited = [Cited(place=n, **citation.model_dump()) for n, citation in enumerate(row.citations)]
    return Ruling(**row.model_dump(exclude={"author", "citations"}), author_id=author.id, citations=cited)


def _next_number(connection: Connection) -> None:
    """PostgreSQL counts apart from the rows, and would give out a number that is taken."""
    if connection.dialect.name == "postgresql":
        number = (
            "SELECT setval(pg_get_serial_sequence('dictamen', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM dictamen), false)"
        )
        connection.execute(text(number))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()  # what it is given comes from `kb`, which has checked it
    parser.add_argument("que", choices=["backup", "restore"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--no-passwords", action="store_true")
    args = parser.parse_args(arguments)
    copy = read_copy(args.path) if args.que == "restore" else None
    url = database_url()
    upgrade(url)
    engine = open_engine(url, patient=True)
    try:
        if copy is None:
            copy = taken(engine, passwords=not args.no_passwords)
            write_copy(copy, args.path)
            print(f"{args.path}: copia de {len(copy.rulings)} dictámenes y {len(copy.accounts)} cuentas.")
        else:
            put(engine, copy, args.replace)
            print(f"{args.path}: puestos {len(copy.rulings)} dictámenes y {len(copy.accounts)} cuentas.")
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
