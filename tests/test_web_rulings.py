"""Rulings and judges, on SQLite and on PostgreSQL: written whole, cited by duty, flagged when a passage changes."""

import re
import secrets
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from kb.errors import StoreError
from kb.models import BookReport
from kb.review.diff import with_edits, with_gone
from kb.store import open_kb, write
from tests.databases import emptied
from web.accounts.judges import add_judge
from web.app import create_app
from web.errors import WebError
from web.guard.secret import secret_key
from web.rulings import forms
from web.rulings.access import open_desk
from web.rulings.database import VERSIONS, open_engine, upgrade
from web.rulings.desk import Sent, ruling_out
from web.rulings.roles import Actor
from web.rulings.tables import Base
from web.rulings.times import now

PASSWORD = "una contraseña larga"
RULING = {
    "game": "xwing",
    "question": "¿Quién añade antes sus capacidades?",
    "answer": "El primer jugador.\n\nDespués, el otro [impacto] <b>.",
    "citations": "xwing/cola-de-capacidades#r2\nhttp://localhost:8000/xwing/capacidades?edicion=1.4.5",
    "cards": "Tavik Oro",
    "event": "Open de Gijón",
}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    given = f"sqlite:///{tmp_path / 'dictamenes.sqlite'}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    monkeypatch.setenv("KB_DATABASE_URL", given)
    url = given.replace("postgresql://", "postgresql+psycopg://")
    engine = emptied(url)
    with Session(engine) as session:
        add_judge(session, "ana", PASSWORD)
    engine.dispose()
    return url


@pytest.fixture
def client(two_kb: Path, database: str) -> Iterator[FlaskClient]:
    app = create_app(two_kb)
    yield app.test_client()
    app.extensions["desk"].engine.dispose()


def token(client: FlaskClient, path: str = "/entrar") -> str:
    found = re.search(r'name="ficha" value="([^"]+)"', client.get(path).text)
    assert found is not None
    return found[1]


def enter(client: FlaskClient, password: str = PASSWORD, name: str = "ana") -> int:
    return client.post("/entrar", data={"ficha": token(client), "nombre": name, "clave": password}).status_code


def rule(client: FlaskClient, **changes: str) -> tuple[int, str]:
    ficha = token(client, "/dictamenes/nuevo")
    answer = client.post("/dictamenes/nuevo", data={**RULING, **changes, "ficha": ficha})
    return answer.status_code, answer.headers.get("Location") or answer.text


def not_the_old(name: str | None, kind: str, parents: object) -> bool:
    return name != "alembic_version"  # the version before's


def test_tables_and_migrations_agree(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    engine = open_engine(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSIONS, "include_name": not_the_old})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()
    upgrade(database)  # again changes nothing


def test_a_ruling_from_sign_in_to_reading(client: FlaskClient) -> None:
    assert enter(client) == 303
    status, place = rule(client)
    assert (status, place) == (303, "/dictamenes/1")
    page = client.get(place).text
    assert "¿Quién añade antes sus capacidades?" in page and "Open de Gijón" in page
    assert "&lt;b&gt;" in page and "<title>impacto</title>" in page
    assert "X-Wing, Guía de referencia 1.4.5, «Cola de capacidades», paso 1, en palabras de Reglario" in page
    assert re.search(r'href="/xwing/cola-de-capacidades#r-[a-z0-9-]+"', page) and "Revisar" not in page
    reader = client.application.test_client()
    assert reader.get(place).status_code == 200
    assert "Corregir" not in reader.get(place).text
    assert "¿Quién añade antes" in reader.get("/xwing/cola-de-capacidades").text
    found = reader.get("/?q=quien+a%C3%B1ade+antes+sus+capacidades&juego=xwing").text
    assert '<b class="badge">dictamen</b>' in found
    assert reader.get("/api/v1/rulings/1").get_json()["citations"][0]["entry"] == "xwing/cola-de-capacidades"
    assert reader.get("/api/v1/rulings?q=capacidades").get_json()["total"] == 1
    assert reader.get("/api/v1/rulings?game=legion").get_json()["total"] == 0
    markdown = reader.get("/dictamenes/1.md").text
    assert markdown.startswith("# ¿Quién añade") and "&lt;b>" in markdown and "- X-Wing, Guía" in markdown


def test_correct_withdraw_and_restore(client: FlaskClient) -> None:
    enter(client)
    rule(client)
    changed = {**RULING, "answer": "Otra cosa.", "ficha": token(client, "/dictamenes/1/editar")}
    assert client.post("/dictamenes/1/editar", data=changed).status_code == 303
    assert "Otra cosa." in client.get("/dictamenes/1").text
    reader = client.application.test_client()
    assert "corregido por ana" in reader.get("/dictamenes/1").text
    form = {"ficha": token(client, "/dictamenes/1/retirar")}
    assert client.post("/dictamenes/1/retirar", data=form).status_code == 400, "it has to say why"
    assert client.post("/dictamenes/1/retirar", data={**form, "motivo": "Estaba <mal>."}).status_code == 303
    page = reader.get("/dictamenes/1")
    assert page.status_code == 200 and "<strong>Retirado</strong> por ana" in page.text and "Estaba &lt;mal&gt;." in page.text
    assert reader.get("/api/v1/rulings").get_json()["total"] == 0 and "Otra cosa." not in reader.get("/dictamenes").text
    assert "¿Quién añade antes" not in reader.get("/xwing/cola-de-capacidades").text
    assert reader.get("/api/v1/rulings/1").get_json()["status"] == "retirado"
    edit = client.post("/dictamenes/1/editar", data={**changed, "answer": "Ya no."})
    assert edit.status_code == 403 and "antes hay que restituirlo" in edit.text
    assert client.post("/dictamenes/1/restituir", data=form).status_code == 303
    assert "Otra cosa." in reader.get("/dictamenes/1").text and reader.get("/api/v1/rulings").get_json()["total"] == 1
    page = reader.get("/dictamenes/1/historial").text
    assert page.count("<li><p>") == 4 and "<del>" in page and "Restituido por ana" in page and "no cuadran" not in page
    first = reader.get("/dictamenes/1/r/1").text
    assert "Después, el otro" in first and "Otra cosa." not in first and "Así quedó entonces" in first
    told = reader.get("/api/v1/rulings/1/history").get_json()
    assert told["whole"] and [r["act"] for r in told["revisions"]] == ["escribe", "corrige", "retira", "restituye"]
    assert reader.get("/dictamenes/1/r/5").status_code == reader.get("/dictamenes/9/historial").status_code == 404
    assert reader.get("/api/v1/rulings/9223372036854775808/history").status_code == 404
    assert client.post("/dictamenes/9223372036854775808/retirar", data={**form, "motivo": "x"}).status_code == 404


def opened(client: FlaskClient) -> dict[str, str]:
    """What the form for correcting the first ruling brings hidden."""
    page = client.get("/dictamenes/1/editar").text
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def test_two_judges_correct_the_same_ruling(client: FlaskClient) -> None:
    enter(client)
    rule(client)
    mine, theirs = opened(client), opened(client)
    assert client.post("/dictamenes/1/editar", data={**RULING, **theirs, "answer": "La de Bea."}).status_code == 303
    late = client.post("/dictamenes/1/editar", data={**RULING, **mine, "answer": "La de Ana."})
    assert late.status_code == 409
    assert "alguien lo ha cambiado" in late.text and "La de Ana." in late.text and "La de Bea." in late.text
    assert "La de Bea." in client.get("/dictamenes/1").text
    again = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', late.text))
    assert client.post("/dictamenes/1/editar", data={**RULING, **again, "answer": "La de las dos."}).status_code == 303
    assert "La de las dos." in client.get("/dictamenes/1").text


def test_a_correction_sent_twice_is_no_quarrel(client: FlaskClient) -> None:
    enter(client)
    rule(client)
    data = {**RULING, **opened(client), "answer": "Otra cosa."}
    assert [client.post("/dictamenes/1/editar", data=data).status_code for _ in range(2)] == [303, 303]


def test_the_citation_survives_signing_in(client: FlaskClient) -> None:
    place = client.get("/dictamenes/nuevo?cita=xwing/ataque%23r2").headers["Location"]
    page = client.get(place).text
    data = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    after = client.post("/entrar", data={**data, "nombre": "ana", "clave": PASSWORD}).headers["Location"]
    assert "xwing/ataque#r2</textarea>" in client.get(after).text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"citations": ""}, "al menos una cita"),
        ({"citations": "xwing/nada"}, "no existe el pasaje"),
        ({"citations": "Atque"}, "¿es alguna de estas?: Ataque (xwing/ataque)"),
        ({"citations": "zorritrones calvos"}, "se escribe el nombre de la regla"),
        ({"citations": "xwing/ataque#r999"}, "no tiene el punto"),
        ({"citations": "javascript:alert(1)"}, "no existe el pasaje"),
        ({"citations": "xwing/ataque\n" * 21}, "demasiadas citas"),
        ({"question": ""}, "hacen falta"),
        ({"game": "ajedrez"}, "elegir el juego"),
        ({"answer": "a" * 8001}, "8000"),
    ],
)
def test_a_ruling_must_be_sound(client: FlaskClient, changes: dict[str, str], why: str) -> None:
    enter(client)
    status, page = rule(client, **changes)
    assert status == 400 and why.lower() in page.lower()
    assert client.get("/api/v1/rulings").get_json()["total"] == 0


def test_a_rule_is_cited_by_its_name(client: FlaskClient) -> None:
    enter(client)
    assert rule(client, citations="«Ataque»\ncapacidades")[0] == 303
    cited = client.get("/api/v1/rulings").get_json()["items"][0]["citations"]
    assert [row["entry"] for row in cited] == ["xwing/ataque", "xwing/capacidades"]


def test_only_judges_write_and_only_from_our_forms(client: FlaskClient) -> None:
    assert client.get("/dictamenes/nuevo").headers["Location"].startswith("/entrar?luego=/dictamenes/nuevo")
    assert client.post("/dictamenes/nuevo", data=RULING).status_code == 401, "asked to sign in"
    enter(client)
    for wrong in ("", "otra", "ñ"):
        assert client.post("/dictamenes/nuevo", data={**RULING, "ficha": wrong}).status_code == 400
    assert client.post("/salir", data={}).status_code == 400
    assert client.post("/entrar", data={"nombre": "ana", "clave": PASSWORD}).status_code == 400
    assert client.get("/api/v1/rulings").get_json()["total"] == 0


def test_sign_in_goes_nowhere_else(client: FlaskClient) -> None:
    data = {"ficha": token(client), "nombre": "ana", "clave": PASSWORD, "luego": "//malo.example/"}
    assert client.post("/entrar", data=data).headers["Location"] == "/dictamenes"


def test_a_new_password_ends_old_sessions(client: FlaskClient, database: str) -> None:
    enter(client)
    assert client.get("/dictamenes/nuevo").status_code == 200
    engine = open_engine(database)
    with Session(engine) as session:
        add_judge(session, "ana", "otra contraseña larga")
    engine.dispose()
    assert client.get("/dictamenes/nuevo").status_code == 303
    assert enter(client) == 401 and enter(client, "otra contraseña larga") == 303


def test_cookie_is_closed(client: FlaskClient) -> None:
    cookie = client.get("/entrar").headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_changed_passage_is_flagged(two_kb: Path, database: str, tmp_path: Path) -> None:
    kb = open_kb(two_kb)
    app = create_app(two_kb)
    client = app.test_client()
    enter(client)
    rule(client)
    app.extensions["desk"].engine.dispose()
    entry = kb.get("xwing/cola-de-capacidades")
    blocks = tuple(b.model_copy(update={"text": b.text + " Y más."}) if b.anchor == "r2" else b for b in entry.blocks)
    rest = [e for e in kb.entries if e.id not in (entry.id, "xwing/capacidades")]
    write(tmp_path / "nueva", [*rest, entry.model_copy(update={"blocks": blocks})], kb.report, {})
    newer = create_app(tmp_path / "nueva")
    page = newer.test_client().get("/dictamenes/1").text
    assert "Revisar." in page and "ha cambiado" in page and "ya no existe" in page
    assert newer.test_client().get("/api/v1/rulings/1").get_json()["review"] is True
    newer.extensions["desk"].engine.dispose()


def test_two_hosts_see_each_other_at_once(two_kb: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one host wrote, another shows to the judge and to whoever asks for it; a clock that is late hides nothing."""
    one, other = (create_app(two_kb) for _ in range(2))
    client, elsewhere, reader = one.test_client(), other.test_client(), other.test_client()
    for app in (one, other):
        app.secret_key = "el mismo secreto en todas las máquinas"
    enter(client)
    assert elsewhere.get("/dictamenes").status_code == 200, "it has looked, and knows none"
    _, place = rule(client)
    assert reader.get(place).status_code == 200
    assert reader.get(f"/api/v1/rulings{place.removeprefix('/dictamenes')}").status_code == 200
    cookie = client.get_cookie("reglario")
    assert cookie is not None
    elsewhere.set_cookie("reglario", cookie.value)
    monkeypatch.setattr("web.rulings.ledger.now", lambda: now() - timedelta(hours=1))
    changed = {**RULING, "answer": "Corregido desde otra.", "ficha": token(elsewhere, f"{place}/editar")}
    assert elsewhere.post(f"{place}/editar", data=changed).status_code == 303
    assert "Corregido desde otra." in client.get(place).text
    monkeypatch.setattr("web.rulings.desk._FRESH_FOR", 0.0)
    assert "Corregido desde otra." in one.test_client().get(place).text
    for app in (one, other):
        app.extensions["desk"].engine.dispose()


def test_only_what_changed_is_read_again(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A corrected ruling is made anew, its neighbours are the very same ones; another order, another words, one fewer."""
    desk, here = client.application.extensions["desk"], client.application.extensions["library"].site()
    enter(client)
    for question in ("¿Uno?", "¿Dos fichas?", "¿Tres?"):
        assert rule(client, question=question)[0] == 303
    three, two, one = desk.all(here, latest=True)
    assert [row.question for row in (one, two, three)] == ["¿Uno?", "¿Dos fichas?", "¿Tres?"]
    assert desk.search(here, "fichas", None) == (two,) and len(desk.on(here, "xwing/capacidades")) == 3
    made = []
    monkeypatch.setattr("web.rulings.desk.ruling_out", lambda site, row: made.append(row.id) or ruling_out(site, row))
    changed = {**RULING, "question": "¿Cuatro?", "citations": "xwing/ataque", "ficha": token(client, f"{two.url}/editar")}
    assert client.post(f"{two.url}/editar", data=changed).status_code == 303
    first, *others = desk.all(here, latest=True)
    assert made == [two.id] and first.question == "¿Cuatro?" and others[0] is three and others[1] is one
    assert desk.search(here, "fichas", None) == () and desk.on(here, "xwing/ataque") == (first,)
    desk.act(here, "retira", Actor(1), one.id, Sent(reason="Sobra."))
    assert desk.search(here, "uno", None) == () and made == [two.id, one.id]


def test_a_ruling_makes_old_only_the_pages_that_show_it(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written, corrected and removed: the entry it cites, the search that finds it and the lists are made again."""
    showing = ["/xwing/capacidades", "/?q=ficha+con+jarras", "/api/v1/rulings"]
    others = ["/xwing/ataque", "/?q=ataque", "/legion", "/", "/about", "/api/v1/search?q=ataque"]
    made: list[str] = []
    front = client.application.extensions["front"]
    flask = front.inner
    monkeypatch.setattr(front, "inner", lambda environ, start: made.append(environ["PATH_INFO"]) or flask(environ, start))

    def texts() -> list[str]:
        made.clear()
        return [client.get(path).text for path in (*showing, *others)]

    enter(client)
    before = texts()
    assert texts() == before and made == [], "all of them are kept"
    _, place = rule(client, question="¿Una ficha con jarras?", citations="xwing/capacidades")
    written = texts()
    assert made == ["/xwing/capacidades", "/", "/api/v1/rulings"]
    assert all("con jarras" in text for text in written[:3]) and written[3:] == before[3:]
    changed = {**RULING, "question": "¿Otra cosa?", "citations": "xwing/ataque", "ficha": token(client, f"{place}/editar")}
    assert client.post(f"{place}/editar", data=changed).status_code == 303
    corrected = texts()
    assert made == ["/xwing/capacidades", "/", "/api/v1/rulings", "/xwing/ataque"]
    assert corrected[:2] == before[:2] and "¿Otra cosa?" in corrected[3] and corrected[4:] == before[4:]
    desk, here = client.application.extensions["desk"], client.application.extensions["library"].site()
    desk.act(here, "retira", Actor(1), int(place.split("/")[-1]), Sent(reason="Sobra."))
    assert texts() == before
    assert made == ["/api/v1/rulings", "/xwing/ataque"]


def test_reading_goes_on_without_the_database(two_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_DATABASE_URL", f"sqlite:///{tmp_path / 'vacia.sqlite'}")
    app = create_app(two_kb)
    client = app.test_client()
    assert client.get("/xwing/ataque").status_code == 200
    assert client.get("/?q=ataque").status_code == 200
    assert client.get("/dictamenes").status_code == 503
    assert client.get("/api/v1/rulings").get_json()["error"]["code"] == "sin_dictamenes"
    app.extensions["desk"].engine.dispose()


def test_production_wants_a_real_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_ENV", "production")
    monkeypatch.delenv("KB_SECRET", raising=False)
    examples = ("corto", "cambiame-por-algo-que-nadie-sepa-1234", "x" * 64, "0123456789abcdef" * 3, "Ab1-" * 10,
                "una-llave-de-prueba-para-las-tres-maquinas", "El-secreto-del-sitio-de-nuestro-club")  # fmt: skip
    for wrong in (None, *examples):
        if wrong:
            monkeypatch.setenv("KB_SECRET", wrong)
        with pytest.raises(StoreError, match="KB_SECRET"):
            secret_key()
    for _ in range(50):
        for good in (secrets.token_urlsafe(32), secrets.token_hex(32)):
            monkeypatch.setenv("KB_SECRET", good)
            assert secret_key() == good


def test_rulings_chosen_and_followed(client: FlaskClient) -> None:
    enter(client)
    rule(client, question="¿Una & dos?", answer="No\x0b.", cards="Tavik Oro, Luz", verdict="no")
    rule(client, question="¿Otra?", citations="xwing/ataque", cards="Nave <x>")
    reader = client.application.test_client()

    def found(query: str) -> list[str]:
        return re.findall(r'<a class="hl" href="/dictamenes/(\d+)">', reader.get(f"/dictamenes?{query}").text)

    assert found("") == ["2", "1"] and found("carta=tavik") == ["1"] and found("regla=xwing/ataque") == ["2"]
    assert (
        found("regla=cola+de+cap") == ["1"] and found("carta=luz&regla=ataque") == [] and found("edicion=1.4.5") == ["2", "1"]
    )
    assert found("edicion=9") == [] and found("q=dos&carta=tavik") == ["1"] and found("desde=1") == ["1"]
    feed = ElementTree.fromstring(reader.get("/dictamenes/canal.atom").data)
    space = {"a": "http://www.w3.org/2005/Atom"}
    assert [e.text for e in feed.findall("a:entry/a:title", space)] == ["¿Otra?", "¿Una & dos?"]
    assert all(e.get("href", "").startswith("http://localhost/") for e in feed.findall(".//a:link", space))
    told = reader.get("/dictamenes/canal.json?juego=xwing").get_json(force=True)
    assert told["version"].endswith("1.1") and [i["title"] for i in told["items"]] == ["¿Otra?", "¿Una & dos?"]
    assert told["items"][1]["content_text"].startswith("No. No") and told["items"][1]["authors"] == [{"name": "ana"}]
    assert reader.get("/dictamenes/canal.json?juego=legion").get_json(force=True)["items"] == []
    assert reader.get("/dictamenes/canal.json?torneo=3").get_json(force=True)["items"] == []
    assert reader.get("/dictamenes/canal.atom?torneo=x").status_code == 404
    form = {"ficha": token(client, "/dictamenes/2/retirar"), "motivo": "Sobra."}
    assert client.post("/dictamenes/2/retirar", data=form).status_code == 303
    assert len(reader.get("/dictamenes/canal.json").get_json(force=True)["items"]) == 1


HOURS = ((timedelta(0), True), (timedelta(minutes=-4), True), (timedelta(minutes=-6), False),
         (timedelta(days=29, hours=23), True), (timedelta(days=30, minutes=1), False))  # fmt: skip
NO_HOURS = ("", "ayer", "2026-11-18T10:00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "9" * 5000)


def test_the_hour_of_a_phone_counts_within_bounds(two_kb: Path) -> None:
    app = create_app(two_kb, exported=True)
    for told, kept in HOURS:
        at = now() - told
        with app.test_request_context(method="POST", data={"hora": at.isoformat()}):
            assert forms.sent_at() == (at if kept else None), told
    for nonsense in NO_HOURS:
        with app.test_request_context(method="POST", data={"hora": nonsense}):
            assert forms.sent_at() is None, nonsense


def test_the_session_outlives_the_window_of_the_browser(client: FlaskClient) -> None:
    answer = client.post("/entrar", data={"ficha": token(client), "nombre": "ana", "clave": PASSWORD})
    assert "Expires=" in answer.headers["Set-Cookie"]


def test_what_was_looked_for_is_shown_to_judges_alone(client: FlaskClient) -> None:
    away = client.get("/dictamenes/pendientes")
    assert (away.status_code, away.headers["Location"]) == (303, "/entrar?luego=/dictamenes/pendientes")
    enter(client)
    assert client.get("/dictamenes/pendientes").status_code == 200


def test_what_a_form_begins_with(client: FlaskClient) -> None:
    """A correction with all that the ruling says; one that overrules it with its question, and no answer yet."""
    enter(client)
    _, place = rule(client, hasta="2027-01-31", por_edicion="1")
    again = client.get(f"{place}/editar").text
    assert 'value="2027-01-31"' in again and RULING["answer"].split("<")[0].strip()[:20] in again
    over = client.get("/dictamenes/nuevo?revoca=1").text
    assert (
        RULING["question"] in over
        and 'name="revoca" value="1"' in over
        and RULING["answer"].split("<")[0].strip()[:20] not in over
    )
    assert client.get("/dictamenes/nuevo?revoca=99").status_code == 404
    for nonsense in ("²", "-1", "9" * 40, "x"):
        assert client.get(f"/dictamenes/nuevo?revoca={nonsense}").status_code == 200
    sent = {**RULING, "ficha": token(client, "/dictamenes/nuevo")}
    assert client.post("/dictamenes/nuevo?revoca=99", data=sent).status_code == 303, "an address asks, a form says"


def test_the_list_begins_where_it_is_told(client: FlaskClient) -> None:
    enter(client)
    rule(client)
    seen = {told: "¿Quién añade antes" in client.get(f"/dictamenes?desde={told}").text for told in ("", "0", "x", "²", "1")}
    assert seen == {"": True, "0": True, "x": True, "²": True, "1": False}
    assert "¿Quién añade antes" not in client.get("/dictamenes?desde=999999").text
    assert "¿Quién añade antes" in client.get("/dictamenes?desde=1000000").text


def test_an_exported_site_has_no_rulings(two_kb: Path) -> None:
    app = create_app(two_kb, exported=True)
    with app.app_context(), pytest.raises(WebError) as refused:
        open_desk()
    assert refused.value.status == 404


def test_the_feed_says_that_it_is_xml(client: FlaskClient) -> None:
    assert client.get("/dictamenes/canal.atom").data.startswith(b"<?xml")


def test_a_new_edition_names_the_rulings_that_it_touches(two_kb: Path, database: str, tmp_path: Path) -> None:
    """On the page of changes: beside the entry that they cite, and those whose entry is gone."""
    first = create_app(two_kb)
    judge = first.test_client()
    enter(judge)
    assert rule(judge)[0] == 303
    first.extensions["desk"].engine.dispose()
    kb = open_kb(two_kb)
    changed = [
        e.model_copy(update={"text": f"{e.text} Cambiada."}) if e.id == "xwing/cola-de-capacidades" else e for e in kb.entries
    ]
    book = BookReport(title="Guía", source="s", sha256="", entries=2)
    entries = with_edits([e for e in changed if e.id != "xwing/capacidades"], kb.entries)
    write(tmp_path / "kb", entries, with_gone({"xwing": book}, entries, kb.entries), {}, games=kb.games)
    second = create_app(tmp_path / "kb")
    page = second.test_client().get("/cambios/xwing").text
    told = second.test_client().get("/api/v1/games/xwing/changes").get_json()
    second.extensions["desk"].engine.dispose()
    assert "Dictámenes que la citan" in page and "Dictámenes que citan algo que ya no está" in page
    assert page.count(RULING["question"]) == 2
    assert [r["question"] for r in told["orphaned"]] == [RULING["question"]]
