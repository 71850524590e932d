"""Prepares the database of rulings, and makes or lists accounts: `python -m web.rulings.setup [add NAME | list]`."""

import sys

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from kb.errors import KbError
from web.rulings.database import database_url, open_engine, upgrade
from web.rulings.judges import add_judge
from web.rulings.tables import Judge

AWAY = 3
"""Status that tells `kb serve` that the database does not answer: it serves the rules all the same."""


def main(arguments: list[str]) -> int:
    url = database_url()
    upgrade(url)
    with Session(open_engine(url, patient=True)) as session:
        match arguments:
            case ["add", name]:
                add_judge(session, name, sys.stdin.readline().rstrip("\n"))
                print(f"La cuenta de «{name.strip()}» está lista.")
            case ["list"]:
                for name in session.scalars(select(Judge.name).order_by(Judge.name)):
                    print(name)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        away = isinstance(error.__cause__, DBAPIError) and not sys.argv[1:]
        sys.exit(AWAY if away else 2)
