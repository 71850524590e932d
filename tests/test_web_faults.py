"""The rulings' database locked, read-only, full, deleted, damaged, stuck, or gone and back: readers read on, the judge's text
is kept, nothing is a 500, and the site recovers by itself."""

import html
import io
import re
import runpy
import shutil
import sqlite3
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from alembic import command as alembic
from alembic.config import Config
from flask import Flask
from flask.testing import FlaskClient
from servers import until
from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from kb.cli import main as kb_main
from kb.errors import StoreError
from tests.databases import emptied
from tests.soak.cluster import Missing, Postgres, postgres
from web import commands
from web.accounts.judges import add_judge
from web.app import create_app
from web.rulings import guard
from web.rulings.database import MIGRATIONS, VERSIONS, open_engine, upgrade
from web.rulings.setup import main as setup
from web.rulings.tables import Cited, Ruling

pytestmark = pytest.mark.usefixtures("discreet")
PASSWORD = "una contraseña larga"
READING = ("/", "/xwing", "/xwing/ataque", "/?q=ataque", "/api/v1/search?q=ataque", "/healthz")
TEXT = "Primero el atacante; después, «el otro» <b> & los demás."
RULING = {
    "game": "xwing",
    "question": "¿Quién va antes?",
    "answer": TEXT,
    "citations": "xwing/ataque",
    "cards": "",
    "event": "",
}


def prepared(url: str) -> str:
    driver = url.replace("postgresql://", "postgresql+psycopg://")
    upgrade(driver)
    engine = open_engine(driver, patient=True)
    with Session(engine) as session:
        add_judge(session, "ana", PASSWORD)
    engine.dispose()
    return url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dictamenes.sqlite"


@pytest.fixture
def app(xwing_kb: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("KB_DATABASE_URL", prepared(f"sqlite:///{file}"))
    made = create_app(xwing_kb)
    yield made
    made.extensions["desk"].engine.dispose()


@pytest.fixture
def judge(app: Flask) -> FlaskClient:
    return signed_in(app)


def signed_in(app: Flask) -> FlaskClient:
    client = app.test_client()
    answer = client.post("/entrar", data={**hidden(client.get("/entrar")), "nombre": "ana", "clave": PASSWORD})
    assert answer.status_code == 303
    return client


def hidden(page: TestResponse) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(ficha|envio)" value="([^"]*)">', page.text))


def filled(client: FlaskClient) -> dict[str, str]:
    return {**RULING, **hidden(client.get("/dictamenes/nuevo"))}


def kept(answer: TestResponse, form: dict[str, str]) -> str:
    """The form comes back with the judge's text and the same sending; returns what it says is wrong."""
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "5"
    assert hidden(answer)["envio"] == form["envio"]
    for field in ("question", "answer", "citations"):
        assert html.escape(form[field], quote=False) in answer.text
    told = re.search(r'<p class="warn" role="alert">([^<]+)</p>', answer.text)
    assert told is not None
    return told[1]


def reading_goes_on(app: Flask) -> None:
    reader = app.test_client()
    for path in READING:
        assert reader.get(path).status_code == 200, path


def ready(app: Flask) -> dict[str, object]:
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 200, "rules can be read"
    found: dict[str, object] = answer.get_json()
    return found


def number(app: Flask) -> int:
    return int(app.test_client().get("/api/v1/rulings").get_json()["total"])


def test_locked_by_another_writer(app: Flask, judge: FlaskClient, file: Path) -> None:
    """Longer than our patience. Meanwhile readers read, and do not wait for the writer."""
    form, done, read = filled(judge), Event(), 0
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers: list[TestResponse] = []

    def send() -> None:
        answers.append(judge.post("/dictamenes/nuevo", data=form))
        done.set()

    Thread(target=send).start()
    while not done.is_set():
        reading_goes_on(app)
        read += 1
    assert read > 3, "many pages were read while the judge waited"
    told = kept(answers[0], form)
    assert told.startswith("El dictamen no se ha guardado: la base de datos está ocupada por otro programa.")
    other.execute("ROLLBACK")
    other.close()
    answer = judge.post("/dictamenes/nuevo", data=form)
    assert answer.status_code == 303 and number(app) == 1


def test_every_door_busy(app: Flask, judge: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """More judges than doors: those without one are told at once, and a thread is always left for readers."""
    monkeypatch.setattr(guard, "TURN", 0.05)
    form, go = filled(judge), Event()
    keeper = app.extensions["desk"].guard
    busy = [Thread(target=lambda: keeper.ask(lambda session: go.wait(20))) for _ in range(guard.DOORS)]
    for thread in busy:
        thread.start()
    assert "tiene demasiado trabajo" in kept(judge.post("/dictamenes/nuevo", data=form), form)
    reading_goes_on(app)
    go.set()
    for thread in busy:
        thread.join()
    assert judge.post("/dictamenes/nuevo", data=form).status_code == 303


def test_stuck_and_back(app: Flask, judge: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit never answers, and then it turns out that it was kept: sent again, it is one ruling."""
    monkeypatch.setattr(guard, "DEADLINE", 0.3)
    monkeypatch.setattr(guard, "HOLD", 0.3)
    form, go = filled(judge), Event()
    engine = app.extensions["desk"].engine
    stuck = lambda connection: go.wait(30)  # noqa: E731
    event.listen(engine, "commit", stuck)
    told = kept(judge.post("/dictamenes/nuevo", data=form), form)
    assert told.startswith("No sabemos si el dictamen se ha guardado") and told.endswith("no se duplicará.")
    reading_goes_on(app)
    go.set()
    event.remove(engine, "commit", stuck)
    monkeypatch.setattr(guard, "DEADLINE", 20.0)  # from here on only the machine may be slow
    assert until(lambda: ready(app)["rulings"] == "ok")
    answer = judge.post("/dictamenes/nuevo", data=form)
    assert answer.status_code == 303 and number(app) == 1


def damage_header(file: Path) -> None:
    for part in file.parent.glob(f"{file.name}*"):
        part.write_bytes(b"esto no es una base de datos, ni lo fue nunca; " * 200)


SQLITE: dict[str, tuple[Callable[[Path], object], str]] = {
    "deleted": (lambda file: [part.unlink() for part in file.parent.glob(f"{file.name}*")], "no se encuentra"),
    "damaged": (damage_header, "está dañada"),
}


@pytest.mark.parametrize("fault", SQLITE)
def test_file_deleted_or_damaged_and_put_back(app: Flask, judge: FlaskClient, file: Path, fault: str) -> None:
    assert judge.post("/dictamenes/nuevo", data=filled(judge)).status_code == 303
    form = filled(judge)
    desk = app.extensions["desk"]
    desk.engine.dispose()  # so that the copy is whole: what is in the log goes to the file
    shutil.copy(file, file.with_name("copia"))
    number(app)
    damage, why = SQLITE[fault]
    damage(file)
    assert until(lambda: ready(app).get("rulings") == "no disponible")
    assert why in str(ready(app)["rulings_reason"])
    assert why in kept(judge.post("/dictamenes/nuevo", data=form), form)
    reading_goes_on(app)
    page = app.test_client().get("/dictamenes")
    assert page.status_code == 200 and "¿Quién va antes?" in page.text and "se muestra lo último que sabemos" in page.text
    assert app.test_client().get("/dictamenes/77").status_code == 503, "it may exist: we cannot look"
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()
    shutil.copy(file.with_name("copia"), file)
    assert until(lambda: ready(app).get("rulings") == "ok"), "without a restart"
    assert judge.post("/dictamenes/nuevo", data=form).status_code == 303
    assert number(app) == 2


def test_deleted_in_mid_write_is_not_acknowledged(app: Flask, judge: FlaskClient, file: Path) -> None:
    form = filled(judge)
    vanish = lambda connection: [part.unlink() for part in file.parent.glob(f"{file.name}*")]  # noqa: E731
    event.listen(app.extensions["desk"].engine, "commit", vanish, once=True)
    assert "ya no está donde estaba" in kept(judge.post("/dictamenes/nuevo", data=form), form)


@pytest.mark.parametrize(
    ("pragma", "why"),
    [("query_only=ON", "no admite escrituras"), ("max_page_count=1", "no tiene sitio en el disco")],
)
def test_read_only_or_full(app: Flask, judge: FlaskClient, pragma: str, why: str) -> None:
    """SQLite's own errors, provoked by its own switches, because root may write anywhere."""
    form = {**filled(judge), "answer": "Larga. " * 1000}
    engine = app.extensions["desk"].engine
    hinder = lambda connection, record: connection.execute(f"PRAGMA {pragma}")  # noqa: E731
    event.listen(engine, "connect", hinder)
    engine.dispose()
    assert why in kept(judge.post("/dictamenes/nuevo", data=form), {**form, "answer": "Larga. Larga."})
    reading_goes_on(app)
    assert number(app) == 0
    event.remove(engine, "connect", hinder)
    engine.dispose()
    assert judge.post("/dictamenes/nuevo", data=form).status_code == 303


def test_sent_twice_is_one_ruling(app: Flask, judge: FlaskClient) -> None:
    form = filled(judge)
    answers = [judge.post("/dictamenes/nuevo", data=form) for _ in range(2)]
    assert {a.headers["Location"] for a in answers} == {"/dictamenes/1"}
    twice = filled(judge)
    both: list[str] = []
    start = threading.Barrier(2)

    def send() -> None:
        client = signed_in(app)
        ficha = hidden(client.get("/dictamenes/nuevo"))["ficha"]
        start.wait(30)
        both.append(client.post("/dictamenes/nuevo", data={**twice, "ficha": ficha}).headers["Location"])

    threads = [Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert both == ["/dictamenes/2", "/dictamenes/2"] and number(app) == 2
    for wrong in ("", "corto", "x" * 41, "con espacio y ñ de más, largo"):
        assert judge.post("/dictamenes/nuevo", data={**filled(judge), "envio": wrong}).status_code == 303
    assert number(app) == 6


def test_signing_in_without_a_database(app: Flask, file: Path) -> None:
    client = app.test_client()
    form = hidden(client.get("/entrar"))
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()
    answer = client.post("/entrar", data={**form, "nombre": "ana", "clave": PASSWORD})
    assert answer.status_code == 503 and "no se puede entrar" in answer.text and answer.headers["Retry-After"] == "5"


def test_a_migration_keeps_every_citation(file: Path) -> None:
    url = f"sqlite:///{file}"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = url
    alembic.upgrade(config, "0002")
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO juez (id, name, password) VALUES (1, 'ana', 'x')"))
        connection.execute(
            text(
                "INSERT INTO dictamen (id, game, question, answer, author_id, created, updated) "
                "VALUES (1, 'xwing', 'q', 'a', 1, '2026-01-01', '2026-01-01')"
            )
        )
        connection.execute(
            text("INSERT INTO cita (ruling_id, place, entry, print, told) VALUES (1, 0, 'xwing/ataque', 'p', 't')")
        )
    engine.dispose()
    upgrade(url)
    with Session(open_engine(url)) as session:
        assert len(session.scalars(select(Cited)).all()) == 1 and session.scalars(select(Ruling)).one().sending is None
        session.connection().engine.dispose()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    try:
        with postgres(fsync=False) as found:
            yield found
    except Missing as error:
        pytest.skip(str(error))


def test_postgresql_gone_and_back(xwing_kb: Path, cluster: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped as in a crash between two requests, and in the middle of one; the pool recovers by itself."""
    monkeypatch.setenv("KB_DATABASE_URL", prepared(cluster.url))
    app = create_app(xwing_kb)
    judge = signed_in(app)
    assert judge.post("/dictamenes/nuevo", data=filled(judge)).status_code == 303
    form = filled(judge)
    engine = app.extensions["desk"].engine
    crash = lambda connection, *rest: cluster.stop()  # noqa: E731
    event.listen(engine, "before_cursor_execute", crash, once=True)
    assert kept(judge.post("/dictamenes/nuevo", data=form), form)
    reading_goes_on(app)
    assert until(lambda: ready(app)["rulings"] == "no disponible")
    assert kept(judge.post("/dictamenes/nuevo", data=form), form)
    page = app.test_client().get("/dictamenes/1")
    assert page.status_code == 200 and "se muestra lo último que sabemos" in page.text
    cluster.start()
    assert until(lambda: ready(app)["rulings"] == "ok")
    assert judge.post("/dictamenes/nuevo", data=form).status_code == 303
    assert number(app) == 2
    engine.dispose()


@pytest.mark.parametrize(("status", "served"), [(0, 0), (3, 0), (2, 2)])
def test_rules_are_served_without_the_rulings(
    xwing_kb: Path, status: int, served: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A host that starts while the database is away serves; one that is told a wrong address does not."""
    monkeypatch.setenv("KB_SECRET", "x" * 40)
    monkeypatch.setenv("KB_DIR", str(xwing_kb))
    monkeypatch.setattr("web.commands.subprocess.run", lambda command, check: SimpleNamespace(returncode=status))
    monkeypatch.setattr("web.commands._become", lambda command: 0)
    assert kb_main(["serve", "--kb", str(xwing_kb)], registers=(commands.register,)) == served
    told = capsys.readouterr()
    assert ("se sirven las reglas" in told.err) == (status == 3) and ("http://" in told.out) == (served == 0)


def asked(judge: FlaskClient, where: str) -> dict[str, str]:
    return {**hidden(judge.get(where)), "visto": "1", "motivo": "Estaba mal."}


def test_an_act_is_overtaken_refused_or_has_nothing_to_act_on(app: Flask, judge: FlaskClient) -> None:
    place = judge.post("/dictamenes/nuevo", data=filled(judge)).headers["Location"]
    where = f"{place}/retirar"
    late = judge.post(where, data={**asked(judge, where), "visto": "7"})
    assert late.status_code == 409 and "alguien ha cambiado el dictamen entretanto" in late.text
    other = judge.post(where, data={**asked(judge, where), "autor": "99"})
    assert other.status_code == 403 and "lo escribió otra cuenta" in other.text
    assert judge.post(f"{place}/confirmar", data=asked(judge, f"{place}/confirmar")).status_code == 403, "not a head judge"
    assert judge.post("/dictamenes/404/retirar", data=asked(judge, where)).status_code == 404
    assert judge.post(where, data=asked(judge, where)).status_code == 303
    assert judge.get("/dictamenes/por-revisar").status_code == 200
    assert app.test_client().get("/dictamenes/por-revisar").headers["Location"].startswith("/entrar")


@pytest.mark.parametrize("sure", [True, False])
def test_an_act_that_the_database_does_not_answer(
    app: Flask, judge: FlaskClient, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = f"{judge.post('/dictamenes/nuevo', data=filled(judge)).headers['Location']}/retirar"
    form, desk = asked(judge, where), app.extensions["desk"]

    def away(*_: object) -> None:
        raise guard.Away("no responde", sure)

    with monkeypatch.context() as patch:
        patch.setattr(type(desk), "act", away)
        answer = judge.post(where, data=form)
    told = "No se ha hecho nada" if sure else "No sabemos si se ha hecho"
    assert answer.status_code == 503 and told in answer.text and hidden(answer)["envio"] == form["envio"]
    assert judge.post(where, data=form).status_code == 303


def command(*arguments: str) -> int:
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(), pytest.raises(SystemExit) as ended:
        warnings.simplefilter("ignore", RuntimeWarning)  # the module is loaded already
        patch.setattr(sys, "argv", ["setup", *arguments])
        runpy.run_module("web.rulings.setup", run_name="__main__")
    return int(str(ended.value.code))


def test_the_command_that_prepares_the_database(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KB_DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert command() == 0 and command("add", "ana") == 0 and "está lista" in capsys.readouterr().out
    assert command("role", "nadie", "editor") == 2 and capsys.readouterr().err.startswith("kb: ")
    with sqlite3.connect(file) as rows:
        rows.execute(f"UPDATE {VERSIONS} SET version_num = 'de-mañana'")
    assert command() == 0 and "de una versión posterior" in capsys.readouterr().err
    monkeypatch.setenv("KB_DATABASE_URL", "postgresql://nadie@127.0.0.1:1/nada")
    assert command() == 3, "`kb serve` serves the rules all the same"
    assert command("list") == 2
    monkeypatch.setenv("KB_DATABASE_URL", "esto no es una dirección")
    assert command() == 2 and "no se puede abrir" in capsys.readouterr().err


def test_where_rulings_go_in_production(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place that vanishes is refused; one that stays is told."""
    monkeypatch.delenv("KB_DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("web.rulings.database.production", lambda: True)
    monkeypatch.setattr("web.rulings.setup.production", lambda: True)
    for kind, wrong in (("tmpfs", True), ("ext4", False)):
        monkeypatch.setattr("web.rulings.database.file_system", lambda path, kind=kind: kind)
        if wrong:
            with pytest.raises(StoreError, match="desaparece con la máquina"):
                setup([])
        else:
            assert setup([]) == 0 and "los dictámenes se guardan en" in capsys.readouterr().err


def test_the_site_serves_with_an_account_that_owns_nothing(
    postgres: str, xwing_kb: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Judges enter and rule; the tables, and what keeps the history shut, are beyond what the site may touch."""
    owner = emptied(postgres)
    with owner.begin() as connection:
        connection.execute(text("DROP OWNED BY sitio") if _role(connection) else text("CREATE ROLE sitio LOGIN"))
    given = postgres.replace("//postgres@", "//sitio@")
    monkeypatch.setenv("KB_DATABASE_OWNER_URL", postgres)
    monkeypatch.setenv("KB_DATABASE_URL", given)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert setup(["add", "ana"]) == 0 and setup([]) == 0
    made = create_app(xwing_kb)
    judge = signed_in(made)
    place = judge.post("/dictamenes/nuevo", data=filled(judge)).headers["Location"]
    assert judge.post(f"{place}/retirar", data=asked(judge, f"{place}/retirar")).status_code == 303
    site = open_engine(given.replace("postgresql://", "postgresql+psycopg://"))
    for wrong in (
        "DROP TABLE revision", "ALTER TABLE revision DISABLE TRIGGER ALL", "TRUNCATE dictamen CASCADE",
        "UPDATE esquema SET open = true", f"UPDATE {VERSIONS} SET version_num = 'x'",
    ):  # fmt: skip
        with site.connect() as connection, pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
            connection.execute(text(wrong))
    for engine in (owner, site, made.extensions["desk"].engine):
        engine.dispose()
    monkeypatch.setenv("KB_DATABASE_URL", postgres.replace("//postgres@", "//nadie_asi@"))
    with pytest.raises(StoreError, match="no se pueden dar a la cuenta «nadie_asi»"):
        setup([])


def _role(connection: Connection) -> bool:
    return bool(connection.scalar(text("SELECT 1 FROM pg_roles WHERE rolname = 'sitio'")))
