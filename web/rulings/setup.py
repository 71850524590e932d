"""Prepares the database of rulings, and keeps the accounts: `python -m web.rulings.setup [add NAME | list | …]`."""

import os
import sys

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from kb.errors import KbError
from web.accounts import judges
from web.accounts.judges import add_judge
from web.guard.secret import production
from web.rulings.database import database_url, let_in, open_engine, owner_url, upgrade
from web.rulings.ledger import adopt_all
from web.rulings.roles import ROLES
from web.rulings.tables import Judge

AWAY = 3
"""Status that tells `kb serve` that the database does not answer: it serves the rules all the same."""


_DONE = {
    "disable": "«{0}» (cuenta {1}) ya no puede entrar y sus sesiones han acabado.",
    "enable": "«{0}» (cuenta {1}) puede entrar otra vez.",
    "remove": "El nombre «{0}» se ha sustituido por un seudónimo (cuenta {1}); sus dictámenes y su historial siguen enteros.",
}


def main(arguments: list[str]) -> int:
    url = database_url()
    ours = upgrade(owner_url())
    let_in(owner_url(), url)
    if not ours and not arguments:
        print("kb: aviso: la base de datos de dictámenes es de una versión posterior del programa; se usa como esta permite.",
              file=sys.stderr)  # fmt: skip
        return 0
    if production() and not os.environ.get("KB_DATABASE_URL") and not arguments:
        print(f"kb: aviso: los dictámenes se guardan en {url.removeprefix('sqlite:///')}.", file=sys.stderr)
    engine = open_engine(url, patient=True)
    with Session(engine) as session:
        match arguments:
            case ["add", name]:
                add_judge(session, name, sys.stdin.readline().rstrip("\n"))
                print(f"La cuenta de «{name.strip()}» está lista.")
            case ["role", name, role]:
                judges.set_role(session, judges.known(session, name), role)
                print(f"«{name}» es ahora {ROLES[role]}.")  # type: ignore[index]
            case [("disable" | "enable" | "remove") as what, name]:
                done = {"disable": judges.disable, "enable": judges.enable, "remove": judges.remove}[what]
                judge = judges.known(session, name)
                done(session, judge)
                print(_DONE[what].format(name, judge.id))
            case []:
                adopt_all(session, lambda cited: cited)
            case ["list"]:
                for judge in session.scalars(select(Judge).order_by(Judge.name)):
                    state = "suspendida" if judge.disabled else "con código" if judge.totp else ""
                    print("\t".join((judge.name, str(judge.id), judge.role, state)).rstrip())
    engine.dispose()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        away = isinstance(error.__cause__, DBAPIError) and not sys.argv[1:]
        sys.exit(AWAY if away else 2)
