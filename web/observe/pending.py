"""The editor's to-do list: `kb unanswered` is `python -m web.observe.pending [--game G] [--limit N] [--json]`."""

import argparse
import json
import sys

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grammar.game import GAMES
from kb.errors import StoreError, ended
from web.observe.unanswered import Row, to_do
from web.rulings.database import database_url, open_engine, owner_url, upgrade

MOST = 5000


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()  # what it is given comes from `kb`, which has checked it
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    url = database_url()
    upgrade(owner_url())
    try:
        with Session(open_engine(url, patient=True)) as session:
            rows = to_do(session, args.game, max(1, min(args.limit, MOST)))
    except SQLAlchemyError as error:
        raise StoreError("KB_DATABASE_URL", "no se puede leer la base de datos de dictámenes") from error
    print(_json(rows) if args.json else _table(rows))
    return 0


def _json(rows: list[Row]) -> str:
    return json.dumps([{**row._asdict(), "last": row.last.isoformat()} for row in rows], ensure_ascii=False)


def _table(rows: list[Row]) -> str:
    if not rows:
        return "Nadie ha buscado dos veces algo que no digan los libros."
    lines = [f"{row.times:6} {row.last.isoformat()}  {row.game or '-':16}  {row.words}" for row in rows]
    return "\n".join([f"{'veces':>6} {'último día':10}  {'juego':16}  lo que se buscó", *lines])


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
