"""Requests as a tournament day sends them: 70 % entries, 20 % searches, 5 % compiled cards, 5 % odds.

Varied, so that caches do not answer everything. The same seed sends the same requests.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import quote, urlencode

from grammar.game import GAMES
from kb.models import Entry
from tests.soak import material

SHARES = {"entrada": 70, "búsqueda": 20, "carta": 5, "tirada": 5}
_NUMBER = re.compile(r"\b[1-3]\b")


class Request(NamedTuple):
    kind: str
    data: bytes
    path: str
    """Where an ETag is remembered; empty for what has none."""


class Traffic:
    """An endless stream of requests; `etags` is filled by the client, and one reader in five has the page already."""

    def __init__(self, entries: tuple[Entry, ...], seed: int) -> None:
        self.rng = random.Random(f"traffic {seed}")
        self.pages = [f"/{quote(entry.id)}" for entry in entries]
        self.queries = [*material.queries(), *((entry.title, entry.game) for entry in entries)]
        self.cards = material.cards()
        self.etags: dict[str, bytes] = {}

    def __iter__(self) -> Iterator[Request]:
        makers = {"entrada": self._entry, "búsqueda": self._search, "carta": self._card, "tirada": self._odds}
        kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
        while True:
            yield makers[self.rng.choice(kinds)]()

    def _entry(self) -> Request:
        path = self.rng.choice(self.pages)
        if self.rng.random() < 0.25:
            path = f"/api/v1/entries{path}"
        known = self.etags.get(path) if self.rng.random() < 0.2 else None
        return Request("entrada", _get(path, known), path)

    def _search(self) -> Request:
        q, game = self.rng.choice(self.queries)
        words = q.split()
        if self.rng.random() < 0.6 and len(words) > 1:  # said in other words: no cache has it
            words.insert(self.rng.randrange(len(words)), self.rng.choice(self.rng.choice(self.queries)[0].split() or ["y"]))
        asked = {"q": " ".join(words)[:280], **({"game": game} if game in GAMES and self.rng.random() < 0.5 else {})}
        path = "/api/v1/search?" if self.rng.random() < 0.4 else "/?"
        return Request("búsqueda", _get(path + urlencode(asked)), "")

    def _card(self) -> Request:
        game, text = self.rng.choice(self.cards)
        text = _NUMBER.sub(lambda _: str(self.rng.randint(1, 5)), text)[:1900]
        return Request("carta", _post("/api/v1/compile", {"text": text, "game": game}), "")

    def _odds(self) -> Request:
        game = self.rng.choice(list(QUESTIONS))
        return Request("tirada", _post("/api/v1/odds", {"game": game, **QUESTIONS[game](self.rng)}), "")


def _xwing(rng: random.Random) -> dict[str, object]:
    mine = {"concentracion": rng.randint(0, 1), "blanco_fijado": rng.randint(0, 1)}
    theirs = {"evasion": rng.randint(0, 2), "concentracion": rng.randint(0, 1)}
    return {"attack": {"dice": rng.randint(1, 4), "tokens": mine}, "defense": {"dice": rng.randint(0, 4), "tokens": theirs}}


def _legion(rng: random.Random) -> dict[str, object]:
    dice = {"rojo": rng.randint(0, 2), "negro": rng.randint(0, 3), "blanco": rng.randint(1, 4)}
    attack = {"dice": dice, "surge": rng.choice(("impacto", "critico", None)), "keywords": [f"Perforante {rng.randint(1, 3)}"]}
    defense = {"die": rng.choice(("rojo", "blanco")), "surge": rng.random() < 0.5}
    return {"attack": {**attack, "tokens": {"ataque_apuntado": rng.randint(0, 1)}}, "defense": defense}


def _assault(rng: random.Random) -> dict[str, object]:
    dice = rng.choices(("rojo", "azul", "verde", "amarillo"), k=rng.randint(1, 3))
    attack = {"dice": dice, "type": "a_distancia", "range": rng.randint(1, 6)}
    defense = {"dice": rng.choices(("negro", "blanco"), k=rng.randint(0, 2))}
    return {"attack": {**attack, "abilities": [f"[incremento]: +{rng.randint(1, 3)} [daño]"]}, "defense": defense}


def _rebellion(rng: random.Random) -> dict[str, object]:
    return {"mission": {"dice": rng.randint(1, 8), "bonus": rng.randint(0, 3)}, "opposition": {"dice": rng.randint(1, 6)}}


QUESTIONS: dict[str, Callable[[random.Random], dict[str, object]]] = {
    "xwing": _xwing,
    "legion": _legion,
    "imperial-assault": _assault,
    "rebellion": _rebellion,
}


def _get(path: str, etag: bytes | None = None) -> bytes:
    known = b"If-None-Match: %s\r\n" % etag if etag else b""
    return b"GET %s HTTP/1.1\r\nHost: soak\r\nAccept-Encoding: gzip\r\n%s\r\n" % (path.encode("ascii"), known)


def _post(path: str, body: object) -> bytes:
    data = json.dumps(body, ensure_ascii=False).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode("ascii") + data
