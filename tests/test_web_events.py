"""Events: calls, penalties and pinned rules, from forms and from phones that send late, in any order, and more than once."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.databases import emptied
from web.accounts.judges import add_judge
from web.app import create_app
from web.events import store
from web.events.log import Act, board
from web.rulings.tables import EventAct, PlayerName
from web.rulings.times import now

PASSWORD = "una contraseña larga"
EVENT = {"name": "Open de Gijón", "game": "xwing", "day": "2026-11-17", "forget": "2027-01-31", "penalties": "1",
         "head": "cesar", "judges": "ana\nbea"}  # fmt: skip


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'd.sqlite'}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    monkeypatch.setenv("KB_DATABASE_URL", url)
    found = emptied(url)
    with Session(found) as session:
        for name, role in (("ana", "juez"), ("bea", "juez"), ("cesar", "principal"), ("dora", "juez")):
            add_judge(session, name, PASSWORD, role)
    yield found
    found.dispose()


@pytest.fixture
def app(engine: Engine, xwing_kb: Path) -> Iterator[Flask]:
    made = create_app(xwing_kb)
    yield made
    made.extensions["desk"].engine.dispose()


def token(client: FlaskClient, path: str = "/mesa") -> str:
    found = re.search(r'name="ficha" value="([^"]+)"', client.get("/entrar" if path == "/mesa" else path).text)
    assert found is not None
    return found[1]


def judge(app: Flask, name: str = "ana") -> FlaskClient:
    client = app.test_client()
    entered = client.post("/entrar", data={"ficha": token(client), "nombre": name, "clave": PASSWORD})
    assert entered.status_code == 303
    return client


def opened(app: Flask) -> str:
    head = judge(app, "cesar")
    answer = head.post("/torneo/nuevo", data={**EVENT, "ficha": token(head)})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def do(client: FlaskClient, place: str, act: str, sending: str, **fields: str) -> TestResponse:
    return client.post(f"{place}/actos", data={"ficha": token(client), "acto": act, "envio": sending, **fields})


def test_an_event_from_its_opening_to_its_log(app: Flask, engine: Engine) -> None:
    place = opened(app)
    ana, bea, dora, reader = judge(app), judge(app, "bea"), judge(app, "dora"), app.test_client()
    call = "una-llamada-de-la-mesa-4"
    assert do(ana, place, "llamada", call, table="4", text="¿Alcance <2>?").status_code == 303
    assert do(ana, place, "llamada", call, table="4", text="¿Alcance <2>?").status_code == 303, "sent twice, once"
    page = bea.get(place).text
    assert "Llamadas abiertas (1)" in page and "Mesa 4" in page and "¿Alcance &lt;2&gt;?" in page
    assert do(bea, place, "atiende", "la-atiende-bea-0001", call=call).status_code == 303
    assert do(ana, place, "atiende", "la-atiende-ana-0001", call=call).status_code == 303
    assert "la han atendido dos" in ana.get(place).text, "a conflict is shown"
    penalty = {"kind": "aviso", "text": "Llega tarde.", "table": "4", "nombre_jugador": "=Luis", "hora": now().isoformat()}
    assert do(ana, place, "sancion", "una-sancion-cualquiera", **penalty).status_code == 303
    assert do(ana, place, "fija", "fija-una-regla-000001", rule="xwing/capacidades#r1").status_code == 303
    ruling = {
        "game": "xwing",
        "question": "¿Alcance 2?",
        "answer": "Sí.",
        "citations": "xwing/capacidades",
        "event_id": place[-1],
    }
    assert ana.post("/dictamenes/nuevo", data={**ruling, "ficha": token(ana)}).status_code == 303
    assert dora.post("/dictamenes/nuevo", data={**ruling, "ficha": token(dora)}).status_code == 403, "she does not work it"
    assert do(bea, place, "cierra", "la-cierra-bea-000001", call=call).status_code == 303
    public = reader.get(place).text
    assert "¿Alcance 2?" in public and "Capacidades" in public
    assert "Luis" not in public and "Llamadas" not in public and "=Luis" in ana.get(place).text
    assert reader.get(f"{place}/registro").status_code == 303 and dora.get(f"{place}.csv").status_code == 403
    table = ana.get(f"{place}.csv").text
    assert "'=Luis" in table and "Dictamen 1" in table and table.count("Llamada,") == 1
    assert ",Aviso,ana,4,Llega tarde.," in table, "which penalty it was"
    assert "Open de Gijón" in ana.get("/mesa").text and "trabajas aquí" in ana.get("/mesa").text
    with Session(engine) as session:
        assert store.forget(session, date(2027, 1, 31)) == 0
        assert store.forget(session, date(2027, 2, 1)) == 1
        assert session.scalar(select(func.count(EventAct.sending))) == 6, "the acts stay"
    assert "Luis" not in ana.get(place).text and "Llega tarde." in ana.get(place).text


@pytest.mark.parametrize(
    ("who", "kind", "fields", "status"),
    [
        ("dora", "llamada", {"text": "x"}, 403),
        ("ana", "llamada", {}, 400),
        ("ana", "borra", {"text": "x"}, 400),
        ("ana", "sancion", {"kind": "muerte", "text": "x"}, 400),
        ("ana", "fija", {"rule": "xwing/nada"}, 400),
        ("ana", "llamada", {"text": "x", "autor": "2"}, 403),
    ],
)
def test_acts_that_are_refused(app: Flask, engine: Engine, who: str, kind: str, fields: dict[str, str], status: int) -> None:
    place = opened(app)
    answer = do(judge(app, who), place, kind, "un-acto-cualquiera-01", **fields)
    assert answer.status_code == status and "No se ha guardado" in answer.text
    with Session(engine) as session:
        assert session.scalar(select(func.count(EventAct.sending))) == 0


def test_who_opens_and_changes_events(app: Flask) -> None:
    ana = judge(app)
    assert ana.post("/torneo/nuevo", data={**EVENT, "ficha": token(ana)}).status_code == 403
    place, head = opened(app), judge(app, "cesar")
    for wrong in ({"judges": "nadie"}, {"day": "ayer"}, {"forget": "2026-11-16"}, {"name": ""}, {"game": "ajedrez"}):
        answer = head.post("/torneo/nuevo", data={**EVENT, **wrong, "ficha": token(head)})
        assert answer.status_code == 400 and 'role="alert"' in answer.text
    for number in (0, 99, 2**63):
        assert head.post(f"/torneo/{number}/ajustes", data={**EVENT, "ficha": token(head)}).status_code == 404
    assert ana.post(f"{place}/ajustes", data={**EVENT, "ficha": token(ana)}).status_code == 403
    changed = {**EVENT, "head": "ana", "judges": "bea", "ficha": token(head)}
    assert head.post(f"{place}/ajustes", data=changed).status_code == 303
    assert ana.get(f"{place}/ajustes").status_code == 200 and "Juez principal: ana" in ana.get(place).text
    assert ana.get("/torneo/99").status_code == ana.get("/torneo/99999999999999999999").status_code == 404


def test_the_head_judge_of_an_event_decides_there(app: Flask) -> None:
    """Ana is a judge like any other, but heads this one: she confirms Bea's ruling here, not her ruling elsewhere."""
    place, head = opened(app), judge(app, "cesar")
    assert head.post(f"{place}/ajustes", data={**EVENT, "head": "ana", "ficha": token(head)}).status_code == 303
    ana, bea = judge(app), judge(app, "bea")
    ruling = {"game": "xwing", "question": "¿Qué?", "answer": "Sí.", "citations": "xwing/capacidades"}
    for event in (place[-1], ""):
        assert bea.post("/dictamenes/nuevo", data={**ruling, "event_id": event, "ficha": token(bea)}).status_code == 303
    statuses = [ana.post(f"/dictamenes/{n}/confirmar", data={"ficha": token(ana)}).status_code for n in (1, 2)]
    assert statuses == [303, 403] and "confirmado por ana" in bea.get("/dictamenes/1").text


def test_a_phone_that_sends_late(app: Flask, engine: Engine) -> None:
    """Its time is its author's; one in the future or long ago is not believed; another account cannot send it."""
    place, ana, bea = opened(app), judge(app), judge(app, "bea")
    told = ana.get("/mesa/ficha").get_json()
    assert told["juez"] == 1 and told["ficha"] and app.test_client().get("/mesa/ficha").get_json()["juez"] is None
    earlier = now() - timedelta(minutes=40)
    for n, at in enumerate((earlier, now() + timedelta(hours=1), now() - timedelta(days=300))):
        do(ana, place, "nota", f"una-nota-sin-conexion-{n}", text="x", hora=at.isoformat(), autor="1")
    with Session(engine) as session:
        times = {row.id[-1]: row.at for row in store.acts(session, int(place[-1]))}
    assert times["0"] == earlier and abs(times["1"] - now()) < timedelta(minutes=1) > abs(times["2"] - now())
    ruling = {"game": "xwing", "question": "¿Qué?", "answer": "Sí.", "citations": "xwing/capacidades", "autor": "1",
              "hora": earlier.isoformat(), "envio": "un-dictamen-sin-conexion"}  # fmt: skip
    assert bea.post("/dictamenes/nuevo", data={**ruling, "ficha": token(bea)}).status_code == 403
    assert [ana.post("/dictamenes/nuevo", data={**ruling, "ficha": token(ana)}).status_code for _ in range(2)] == [303, 303]
    assert "sin conexión" in ana.get("/dictamenes/1/historial").text
    at_once = {**ruling, "hora": now().isoformat(), "envio": "un-dictamen-con-conexion"}
    assert ana.post("/dictamenes/nuevo", data={**at_once, "ficha": token(ana)}).status_code == 303
    assert "sin conexión" not in ana.get("/dictamenes/2/historial").text, "its time was sent, but it did not wait"


def random_acts(rng: random.Random) -> list[Act]:
    start, acts = datetime(2026, 11, 17, 9, tzinfo=UTC), []
    for n in range(rng.randint(0, 12)):
        at = start + timedelta(minutes=rng.randint(0, 300))
        acts.append(Act(f"llamada-{n}", "llamada", "ana", at, {"table": str(n), "text": f"¿{n}?"}))
        for m in range(rng.randint(0, 3)):
            kind, who = rng.choice(["atiende", "cierra"]), rng.choice(["ana", "bea"])
            data = {"call": f"llamada-{n}", "text": rng.choice(["", "sí"])}
            acts.append(Act(f"acto-{n}-{m}", kind, who, at + timedelta(minutes=rng.randint(-5, 90)), data))
        acts.append(Act(f"regla-{n}", rng.choice(["fija", "suelta"]), "bea", at, {"rule": f"xwing/{rng.randint(0, 3)}"}))
    return acts


def test_any_order_of_arrival_gives_the_same_event() -> None:
    """A hundred queues of phones that were cut, sent in random order: the same board."""
    for seed in range(100):
        rng = random.Random(seed)
        acts = random_acts(rng)
        wanted = board(acts)
        shuffled = rng.sample(acts, len(acts))
        assert board(shuffled) == wanted
        taken = [a for a in acts if a.kind in ("atiende", "cierra")]
        assert sum(len(c.taken) + len(c.closed) for c in wanted.calls) == len(taken), "none is lost"


def test_a_hundred_queues_through_the_database(engine: Engine, app: Flask) -> None:
    """Each act sent one to three times, as after cuts: each is there once."""
    place, rng = opened(app), random.Random(7)
    acts = [act for seed in range(10) for act in random_acts(random.Random(seed))]
    unique = {f"{n:04}-{act.id}-relleno": act for n, act in enumerate(acts)}
    sent = [item for item in unique.items() for _ in range(rng.randint(1, 2))]
    rng.shuffle(sent)
    with Session(engine) as session:
        people = {judge.name: judge for judge in store.workers(session, int(place[-1]))}
        session.commit()
        new = [store.add(session, int(place[-1]), people[a.author], a.kind, a.data, key, a.at) for key, a in sent]
        found = {row.id: (row.kind, row.author, row.at, row.data) for row in store.acts(session, int(place[-1]))}
        assert session.scalar(select(func.count(PlayerName.sending))) == 0
    assert new.count(True) == len(unique) and found == {k: (a.kind, a.author, a.at, a.data) for k, a in unique.items()}
