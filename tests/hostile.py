"""The hostile corpus as requests: each endpoint with each killer of tests/fixtures/hostile, filled up to its limits."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.guard.budgets import BUDGETS, Budget

FOLDER = Path(__file__).resolve().parent / "fixtures" / "hostile"
EXAMPLE = {"game": "xwing", "slug": "ataque", "id": "xwing/ataque", "name": "ataque", "form": "xwing", "letter": "a"}
FIELDS = {
    "GET /": "q", "GET /api/v1/search": "q", "GET /api/v1/complete": "q", "GET /api/v1/rulings": "q", "GET /dictamenes": "q",
    "GET /dictamenes/nuevo": "cita", "GET /hoja": "reglas", "GET /taller/prueba": "texto",
    "GET /taller": "texto", "GET /api/v1/workshop": "texto", "POST /taller": "texto",
    "POST /taller/seguir": "texto", "GET /taller/traduccion": "texto",
    "GET /situaciones/escenario": "texto", "GET /api/v1/scenario": "texto", "POST /situaciones/escenario": "texto",
    "GET /probabilidades/<slug>": "a_cards", "GET /api/v1/odds/<form>": "a_cards",
    "GET /situaciones/<game:game>": "n1", "GET /api/v1/situations/<game:game>": "n1",
    "GET /dossier": "lista", "POST /dossier": "lista", "GET /api/v1/dossier": "lista",
    "GET /mesa/<game:game>": "m", "GET /mesa/<game:game>/escenario.yaml": "m", "GET /api/v1/table/<game:game>": "m",
    "GET /compartir": "texto", "GET /oembed": "url", "GET /sugerencias": "q",
    "POST /entrar": "clave", "POST /dictamenes/nuevo": "answer", "POST /dictamenes/<int:id>/editar": "answer",
}  # fmt: skip
"""Where each endpoint takes its text. Those of the API that take it in JSON are in `TEXTS`."""
TEXTS: dict[str, Any] = {
    "POST /api/v1/compile": lambda text: {"text": text},
    "POST /api/v1/lint": lambda text: {
        "cards": [{"text": text, "game": "legion"}] * (60_000 // max(len(text.encode()) * 2, 1600))
    },
    "POST /api/v1/odds": lambda text: {"game": "xwing", "attack": {"dice": 3, "cards": [text]}},
    "POST /api/v1/order": lambda text: {
        "juego": "xwing",
        "jugadores": ["A"],
        "capacidades": [{"nombre": text, "jugador": "A"}],
    },
    "POST /api/v1/quote": lambda text: {"text": text},
    "POST /api/v1/run": lambda text: {"juego": "xwing", "titulo": text, "entonces": {text: text}},
}
FORM, MULTIPART, JSON = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"


@dataclass(frozen=True)
class Attack:
    rule: str
    name: str
    method: str
    path: str
    sent: dict[str, Any] = field(default_factory=dict)

    file: tuple[bytes, str] | None = None
    """Content and name of what is uploaded."""

    def send(self, client: FlaskClient) -> TestResponse:
        data = {"data": {**self.sent["data"], "fichero": (io.BytesIO(self.file[0]), self.file[1])}} if self.file else {}
        return client.open(self.path, method=self.method, **{**self.sent, **data})


@cache
def corpus(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines())


def filled(row: dict[str, str], size: int) -> str:
    """The killer repeated up to so many characters."""
    head, unit, tail = row.get("head", ""), row["unit"], row.get("tail", "")
    return head + unit * max(1, (size - len(head) - len(tail)) // len(unit)) + tail


def address(rule: str) -> str:
    """An address of that rule."""
    rule = rule.replace("/descargas/<game:game>.<form>", "/descargas/xwing.csv")
    rule = rule.replace("/probabilidades/<slug>", "/probabilidades/xwing")
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: "1" if m[1] == "int" else EXAMPLE.get(m[2], "xwing"), rule)


def attacks(rule: str) -> Iterator[Attack]:
    """All of one endpoint, by its key in BUDGETS."""
    method, path = rule.split(" ", 1)
    row, path = BUDGETS[rule], address(path)
    for text in corpus("textos"):
        for sent in _with_text(rule, row, filled(text, row.text or 200)):
            yield Attack(rule, text["name"], method, path, sent)
    if method == "POST":
        for body in corpus("cuerpos"):
            data = filled(body, row.body).encode()[: row.body]
            for kind in (JSON,) if path.startswith("/api/") else (FORM, MULTIPART):
                yield Attack(rule, f"{body['name']} ({kind[:11]})", method, path, {"data": data, "content_type": kind})
    if rule == "POST /api/v1/odds":
        for roll in corpus("tiradas"):
            yield Attack(rule, roll["name"], method, path, {"json": roll["question"]})
    if rule == "POST /taller/fichero":
        for file in corpus("ficheros"):
            for form in ("tabla", "csv"):
                content = filled(file, row.body - 2000).encode()[: row.body - 2000]
                sent = {"data": {"formato": form, "juego": "xwing"}}
                yield Attack(rule, f"{file['name']} ({form})", method, path, sent, (content, file["name"]))


def _with_text(rule: str, row: Budget, text: str) -> Iterator[dict[str, Any]]:
    if rule in TEXTS:
        yield {"json": TEXTS[rule](text)}
    elif rule in FIELDS and rule.startswith("GET"):
        yield {"query_string": {FIELDS[rule]: text}}
    elif rule in FIELDS:
        yield {"data": {FIELDS[rule]: text}}
    elif rule.startswith("GET"):
        yield {"query_string": {"x": text}}
