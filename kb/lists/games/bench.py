"""How long the sheet of a squad takes: twenty of any cards, some of which nobody knows."""

import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from kb.build import build_from
from kb.lists.dossier import Dossiers
from kb.lists.games import READERS
from kb.lists.games.xwing import names
from kb.store import open_kb, write

SQUADS = 20


def squad(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)  # noqa: S311 - no secret
    ids = chance.sample(sorted(names()), 30)
    strange = [f"inventada{seed}{n}" for n in range(chance.randint(0, 3))]
    pilots = [{"id": ids.pop(), "ship": ids.pop(), "upgrades": {"talent": [ids.pop(), *([strange.pop()] if strange else [])],
               "modification": [ids.pop()]}} for _ in range(chance.randint(2, 6))]  # fmt: skip
    return {"name": f"Escuadrón {seed}", "pilots": pilots}


def bench_lists() -> dict[str, float]:
    """Processor milliseconds: of the first sheet, which finds nothing prepared, and of the slowest of the others."""
    with tempfile.TemporaryDirectory(prefix="reglario-bench-") as folder:
        built = build_from(None)
        write(Path(folder) / "kb", built.entries, built.report, built.repairs)
        maker = Dossiers(open_kb(Path(folder) / "kb"), "xwing")
        took = []
        for seed in range(SQUADS):
            start = time.process_time()
            maker.make(READERS["xwing"].read(json.dumps(squad(seed))))
            took.append((time.process_time() - start) * 1000)
    return {"dossier_first_ms": took[0], "dossier_slowest_ms": max(took[1:])}
