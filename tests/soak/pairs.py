"""Two judges who correct the same revision at once: `python -m tests.soak.pairs --pairs 1000 --database sqlite|postgres`.

Of each pair one is kept and the other is told; none is written over in silence. Prints one JSON line; exit 1 otherwise.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from kb.store import open_kb
from tests.soak.cluster import Missing
from tests.soak.rulings import database, small_kb
from web.library import Site
from web.rulings.database import open_engine, upgrade
from web.rulings.desk import Desk, Draft, Sent
from web.rulings.guard import Away
from web.rulings.ledger import Overtaken
from web.rulings.roles import Actor
from web.rulings.states import state_in, state_of, whole
from web.rulings.tables import Judge, Revision, Ruling


def run(pairs: int, kind: str, folder: Path) -> dict[str, object]:
    begun, counted = time.monotonic(), Counter[str]()
    kb, cited = small_kb(folder)
    here = Site(open_kb(kb), cast(Any, None))
    with database(kind, folder) as (url, _):
        driver = url.replace("postgresql://", "postgresql+psycopg://")
        upgrade(driver)
        engine = open_engine(driver)
        with Session(engine) as session, session.begin():
            session.add_all(Judge(id=n, name=f"juez {n}", password="!", failures=0, role="editor") for n in (1, 2))
        desks = Desk(engine), Desk(engine)
        first = Draft(game="rebellion", question="¿?", answer="0", citations=cited[0])
        number = desks[0].write(here, first, Actor(1, "editor"))
        seen = 1

        def correct(who: int) -> str:
            draft = Draft(game="rebellion", question="¿?", answer=f"{seen} de {who}", citations=cited[0])
            sent = Sent(f"pareja-{seen:07}-de-juez-{who}", seen)
            for _ in range(20):
                try:
                    desks[who - 1].write(here, draft, Actor(who, "editor"), number, sent)
                except Overtaken:
                    return "told"
                except Away:
                    time.sleep(0.1)
                    continue
                return "kept"
            return "away"

        with ThreadPoolExecutor(2) as both:
            for _ in range(pairs):
                outcome = sorted(both.map(correct, (1, 2)))
                counted["+".join(outcome)] += 1
                seen += outcome.count("kept")
        with Session(engine) as session:
            rows = session.scalars(select(Revision).where(Revision.ruling_id == number).order_by(Revision.number)).all()
            sound = whole(rows) and state_in(rows[-1]) == state_of(session.get_one(Ruling, number))
            silent = len(rows) - 1 - counted["kept+told"]
        engine.dispose()
    return {"soak": "parejas", "database": kind, "pairs": pairs, "outcomes": dict(counted), "silent": silent, "whole": sound,
            "seconds": round(time.monotonic() - begun, 1)}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as folder:
        try:
            told = run(args.pairs, args.database, Path(folder))
        except Missing as error:
            print(json.dumps({"soak": "parejas", "skipped": str(error)}, ensure_ascii=False))
            return 0
    print(json.dumps(told, ensure_ascii=False))
    return 0 if told["outcomes"] == {"kept+told": args.pairs} and told["whole"] and not told["silent"] else 1


if __name__ == "__main__":
    sys.exit(main())
