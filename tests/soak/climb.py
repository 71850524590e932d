"""The dearest requests that can be found: `python -m tests.soak.climb --minutes 10 --seed 1 [--only /taller] [--over 60]`.

Chance finds one input over the limit in half a million. Here each door keeps its dearest requests, and new ones are made of
those: spoilt as `puertas` spoils, joined, filled up to the limits of the door. Prints the dearest of each door, in
milliseconds of processor time (the better of two), one JSON line each.
"""

import argparse
import gc
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from werkzeug.test import Client

from grammar.game import GAMES
from tests.soak import material
from tests.soak.forget import forget, remember
from tests.soak.fuzz import outcome, prepare
from tests.soak.mutate import spoil_text
from tests.soak.targets import doors, web
from web.guard.budgets import BUDGETS
from web.warm import warm_grammars, warm_work

KEPT = 16
"""The dearest of a door, from which more are made."""
FIELDS = {"/taller", "/taller/seguir", "/taller/traduccion", "/taller/prueba", "/api/v1/workshop", "/api/v1/compile"}
"""Doors that take one card's text."""
MADE_ONCE = ("/sin-conexion/", "/descargas/", "/cobertura", "/api/v1/coverage")
"""Pages that are made once per knowledge base and kept."""
SPREAD = 0.15
"""How often chance takes any door, not one of the dear."""


MOST_DOORS = 200


@dataclass
class Door:
    dearest: list[tuple[float, Any]] = field(default_factory=list)
    tried: int = 0

    def add(self, took: float, case: Any) -> bool:
        self.tried += 1
        if (len(self.dearest) >= KEPT and took <= self.dearest[-1][0]) or any(case == known for _, known in self.dearest):
            return False
        self.dearest = sorted([*self.dearest, (took, case)], key=lambda pair: -pair[0])[:KEPT]
        return True


def beginnings() -> list[Any]:
    """What the doors are sent, and the longest texts of ours at every door that reads cards."""
    found = [case for case in (*doors.seeds(), *web.seeds()) if not case[1].startswith(MADE_ONCE)]
    for game in GAMES:
        texts = sorted((text for of, text in material.cards() if of == game), key=len)[-12:]
        for text in texts:
            found += [one_card(path, text, game) for path in sorted(FIELDS)]
        found.append(["POST", "/api/v1/lint", "", web.TYPES[0], {"cards": [{"text": t, "game": game} for t in texts]}, []])
        found.append(["POST", "/taller/fichero", "", web.TYPES[6], _file(texts, game), []])
    return found


def one_card(path: str, text: str, game: str) -> Any:
    if path.startswith("/api/v1/compile"):
        return ["POST", path, "", web.TYPES[0], {"text": text, "game": game}, []]
    if path in ("/taller/seguir",):
        return ["POST", path, "", web.TYPES[3], urlencode({"texto": text, "juego": game}), []]
    return ["GET", path, urlencode({"texto": text, "juego": game}), "", None, []]


def _file(texts: list[str], game: str) -> str:
    return web._part("c.jsonl", "\n".join(json.dumps({"text": text, "game": game}, ensure_ascii=False) for text in texts))


def texts_of(case: Any) -> list[str]:
    """The card texts in a request, to be joined with others'."""
    _, path, query, _, body, _ = case
    if path == "/api/v1/lint" and isinstance(body, dict):
        return [c["text"] for c in body.get("cards", ()) if isinstance(c, dict) and isinstance(c.get("text"), str)]
    if isinstance(body, dict) and isinstance(body.get("text"), str):
        return [body["text"]]
    form = query or (body if isinstance(body, str) else "")
    for part in form.split("&"):
        name, _, value = part.partition("=")
        if name == "texto":
            return [web.unquoted(value)]
    return []


def _made(rng: random.Random, case: Any, pool: list[Any]) -> Any:
    how = rng.random()
    if how < 0.5:
        return doors.spoil(rng, case, pool)
    texts = texts_of(case)
    others = [text for _ in range(4) for text in texts_of(rng.choice(pool))]
    path = case[1]
    if path == "/api/v1/lint" and texts:
        game = case[4]["cards"][0].get("game") or rng.choice(GAMES)
        texts = [*texts, *others] if rng.random() < 0.5 else rng.sample(texts, rng.randint(1, len(texts)))
        texts = [_changed(rng, text, others) if rng.random() < 0.3 else text for text in texts][:40]
        return [*case[:4], {"cards": [{"text": text, "game": game} for text in texts]}, case[5]]
    if path in FIELDS and texts:
        return one_card(path, _changed(rng, texts[0], others), rng.choice(GAMES) if rng.random() < 0.1 else _game(case))
    return doors.spoil(rng, case, pool)


def _game(case: Any) -> str:
    found = json.dumps([case[2], case[4]], default=str)
    return next((game for game in GAMES if game in found), GAMES[0])


def _changed(rng: random.Random, text: str, others: list[str]) -> str:
    how = rng.random()
    if how < 0.25 and others:
        text = f"{text.strip()} {rng.choice(others)}"
    elif how < 0.4:
        parts = text.split(" ")
        at = rng.randrange(len(parts))
        piece = parts[at : at + rng.randint(1, 6)]
        text = " ".join([*parts[:at], *piece * rng.choice((2, 3, 8, 20)), *parts[at:]])
    else:
        text = spoil_text(rng, text, material.card_words(), others or [text])
    return text[:2000]


def climb(minutes: float, seed: int, only: str = "", tell: bool = True) -> dict[str, Door]:
    rng = random.Random(f"climb {seed}")
    prepare()
    found: dict[str, Door] = {}
    pool = [case for case in beginnings() if case[1].startswith(only)]
    warmed()
    until = time.monotonic() + minutes * 60
    for case in pool:
        _try(found, case)
    told = time.monotonic()
    while time.monotonic() < until:
        names = [*found]
        weights = [max(door.dearest[0][0], 0.002) if door.dearest else 0.002 for door in found.values()]
        name = rng.choice(names) if rng.random() < SPREAD else rng.choices(names, weights)[0]
        door = found[name]
        if not door.dearest:
            continue
        mates = [known for _, known in door.dearest]
        _try(found, _made(rng, rng.choice(mates), mates if rng.random() < 0.5 else pool))
        if tell and time.monotonic() - told > 30:
            told = time.monotonic()
            best = sorted(((d.dearest[0][0], n) for n, d in found.items() if d.dearest), reverse=True)[:6]
            print(
                "  ".join(f"{n} {t * 1000:.0f}" for t, n in best),
                sum(d.tried for d in found.values()),
                file=sys.stderr,
                flush=True,
            )
    return found


def warmed() -> None:
    """What is read once is read, as in a hand; what the site remembers of texts is forgotten before each try."""
    doors._warm()
    here = web.site().app
    warm_grammars()
    warm_work(here, Client(here))
    for door in ("/api/v1/quote", "/taller/fichero"):
        for case in [case for case in doors.seeds() if case[1] == door][:3]:
            outcome(doors.TARGET, case, 50)
    for _, path, query, _, _, _ in [case for case in beginnings() if case[1] == "/taller/prueba"][::6]:
        outcome(doors.TARGET, ["GET", path, query, "", None, []], 50)
    remember()
    gc.collect()
    gc.freeze()


def _door(case: Any) -> str:
    """Its method and address, of pages the first part."""
    return f"{case[0]} {case[1] if case[1] in KNOWN else '/'.join(case[1].split('/')[:3])}"


KNOWN = frozenset(rule.split(" ", 1)[1] for rule in BUDGETS)


def _try(found: dict[str, Door], case: Any) -> None:
    forget()
    name, _, took, trace = outcome(doors.TARGET, case, 50)
    if name is not None:
        print(json.dumps({"finding": name, "trace": trace[-300:], "case": case}), flush=True)
    door = (
        found.setdefault(_door(case), Door()) if _door(case) in found or len(found) < MOST_DOORS else found[next(iter(found))]
    )
    if took > (door.dearest[-1][0] if len(door.dearest) >= KEPT else 0):
        for _ in range(1):
            forget()
            took = min(took, outcome(doors.TARGET, case, 50)[2])
        door.add(took, case)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.climb", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="doors whose address begins so")
    parser.add_argument("--over", type=float, default=60, help="prints the requests over so many milliseconds")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as state:
        os.environ.update(XDG_STATE_HOME=state, KB_SECRET="x" * 40, KB_RATE="0")
        found = climb(args.minutes, args.seed, args.only)
    dear = False
    for name, door in sorted(found.items(), key=lambda pair: -(pair[1].dearest or [(0, None)])[0][0]):
        for took, case in door.dearest[:4]:
            if took * 1000 > args.over or case is door.dearest[0][1]:
                print(json.dumps({"door": name, "ms": round(took * 1000, 1), "tried": door.tried, "case": case}), flush=True)
        dear = dear or (door.dearest[:1] and door.dearest[0][0] * 1000 > args.over)
    return 1 if dear else 0


if __name__ == "__main__":
    sys.exit(main())
