"""What a judge's phone sends, at once or hours later: acts of an event, events and rulings, with spoilt fields and times."""

import re
from collections.abc import Hashable
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from tests.hostile import corpus
from tests.soak import material
from tests.soak.invariants import hold
from tests.soak.mutate import NASTY, spoil_text
from tests.soak.targets import Target, web
from web.accounts.judges import add_judge
from web.guard.budgets import MOST_MS
from web.rulings.times import now

PASSWORD = "una contraseña larga"
FIGURES = tuple(row["head"] + row["unit"] * row["times"] for row in corpus("cifras"))
TIMES = (
    "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-02-30T10:00:00Z", "2026-11-18", "20261118T101010Z",
    "2026-W47-3T10:00:00+00:00", "2026-11-18T10:00:00+99:99", "2026-11-18T10:00:00,5Z", "hoy", "0001-01-01", "9999-12-31", "-1",
)  # fmt: skip
ACTS = ("llamada", "atiende", "cierra", "sancion", "fija", "suelta", "nota")


@cache
def judge() -> FlaskClient:
    """A head judge who has signed in, and an event of theirs."""
    here = web.site()
    engine = here.app.extensions["desk"].engine
    with Session(engine) as session:
        add_judge(session, "ana", PASSWORD, "principal")
    client = here.app.test_client()
    _sent(client, "/entrar", {"nombre": "ana", "clave": PASSWORD})
    _sent(client, "/torneo/nuevo", _event())
    _sent(client, "/dictamenes/nuevo", _ruling())
    return client


def _sent(client: FlaskClient, path: str, fields: dict[str, str]) -> None:
    answer = client.post(path, data={**fields, "ficha": _token(client, path)})
    assert answer.status_code == 303, (path, answer.status_code, re.findall(r'role="alert"[^>]*>([^<]+)', answer.text))


def _event() -> dict[str, str]:
    return {"name": "Abierto", "game": "xwing", "day": "2026-11-18", "forget": "2027-01-31", "penalties": "1", "head": "ana",
            "judges": "ana"}  # fmt: skip


def _ruling() -> dict[str, str]:
    return {"game": "xwing", "question": "¿Vale?", "answer": "Sí.", "citations": "xwing/ataque"}


def _token(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="ficha" value="([^"]+)"', client.get(path).text)
    assert found is not None
    return found[1]


@cache
def token() -> str:
    return str(judge().get("/mesa/ficha").get_json()["ficha"])


def seeds() -> list[Any]:
    """`[address, fields]`."""
    soon = (now() - timedelta(hours=1)).isoformat()
    late: dict[str, str] = {"hora": soon, "autor": "1"}
    found: list[Any] = []
    for n, act in enumerate(ACTS):
        fields = {"acto": act, "text": "¿Alcance?", "table": "4", "call": "llamada-numero-00", "kind": "aviso",
                  "rule": "xwing/ataque", "jugador": "Eva", "envio": f"{act}-numero-{n:08}", **late}  # fmt: skip
        found.append(["/torneo/1/actos", fields])
    found += [["/torneo/nuevo", _event()], ["/torneo/1/ajustes", _event()]]
    found += [["/dictamenes/nuevo", {**_ruling(), **late, "torneo": "1", "fallo": "si", "until": "2027-01-31"}]]
    found += [["/dictamenes/1/editar", {**_ruling(), **late, "visto": "1", "motivo": "mejor"}]]
    found += [
        [f"/dictamenes/1/{act}", {"motivo": "porque sí", "visto": "1", **late}] for act in ("apelar", "revisar", "confirmar")
    ]
    return found


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    path, fields = case
    other = rng.choice(pool)
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice((*fields, *other[1], "envio", "visto", "hora", "autor"))
        value = rng.choice((
            rng.choice(FIGURES), rng.choice(TIMES), other[1].get(name, ""), "", rng.choice(NASTY),
            spoil_text(rng, fields.get(name, ""), (*material.card_words()[::20], *NASTY), list(other[1].values())),
        ))  # fmt: skip
        fields = {**fields, name: value}
    if rng.random() < 0.05:
        path = path.replace("/1", f"/{rng.choice(FIGURES)}"[:30])
    return [path, fields]


def made(case: Any) -> Any:
    path, fields = case
    judge()
    return path, urlencode({**fields, "ficha": token()}, errors="replace")


def check(case: Any) -> Hashable:
    path, body = case
    here = web.site()
    here.errors.clear()
    answer = judge().post(path, data=body, content_type="application/x-www-form-urlencoded")
    hold(not here.errors, "error anotado por el servidor", here.errors[:1])
    hold(answer.status_code < 500, f"respuesta {answer.status_code}", answer.text[:300])
    if answer.status_code == 303:
        shown = judge().get(answer.headers["Location"])
        hold(shown.status_code < 500, f"después, {shown.status_code}", answer.headers["Location"])
    return web.rule_of(path), answer.status_code, re.sub(r"\d+", "", answer.headers.get("Location", ""))


TARGET = Target("mesa", seeds, spoil, check, slow=MOST_MS / 1000, made=made, kind=lambda case: str(case[0])[:20])
