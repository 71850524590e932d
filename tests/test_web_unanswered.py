"""What was looked for and not found: counted by its words, on SQLite and PostgreSQL, and shown to those who can add it."""

import json
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.test_web_rulings import client, database, enter  # noqa: F401 - fixtures
from web.observe import unanswered
from web.observe.unanswered import FORGET_AFTER, Notebook, Row, significant, to_do, write
from web.rulings.database import open_engine
from web.rulings.tables import Unanswered

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("q", "words"),
    [
        ("¿Cuánto cuesta el submarino?", "cuanto cuesta submarino"),
        ("submarino SUBMARINO", "submarino"),
        ("soy ana@example.com submarino", "soy submarino"),
        ("mi número es 600123123 o +34600123123", "numero"),
        ("https://malo.example/x submarino www.malo.example malo.example", "submarino"),
        ("a" * 25 + " submarino", "submarino"),
        ("uno dos tres cuatro cinco seis siete ocho nueve diez once", "dos tres cuatro cinco seis siete ocho nueve"),
        ("el de la", ""),
        ("12345 @", ""),
        ("", ""),
        ("palabra " * 5000, "palabra"),
    ],
)
def test_only_words_that_help_are_left(q: str, words: str) -> None:
    assert significant(q) == words


def rows(url: str) -> list[tuple[str, str, int, date]]:
    engine = open_engine(url)
    with Session(engine) as session:
        found = [(u.game, u.words, u.count, u.last) for u in session.scalars(select(Unanswered).order_by(Unanswered.count))]
    engine.dispose()
    return found


def test_words_are_written_from_the_second_time(database: str) -> None:  # noqa: F811
    engine = open_engine(database)
    with Session(engine) as session, session.begin():
        write(session, {("xwing", "una vez"): 1, ("", "dos veces"): 2}, TODAY)
    assert rows(database) == [("xwing", "", 1, TODAY), ("", "dos veces", 2, TODAY)]
    with Session(engine) as session, session.begin():
        write(session, {("xwing", "una vez"): 1, ("legion", "una vez"): 1}, TODAY + timedelta(days=1))
        assert to_do(session) == [
            Row("una vez", "xwing", 2, TODAY + timedelta(days=1)),
            Row("dos veces", "", 2, TODAY),
        ]
        assert [row.game for row in to_do(session, "xwing")] == ["xwing"] and len(to_do(session, limit=1)) == 1
    engine.dispose()


def test_the_table_has_a_bound(database: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(unanswered, "MOST_ROWS", 10)
    engine = open_engine(database)
    with Session(engine) as session, session.begin():
        write(session, {("", "muy vieja"): 90}, TODAY - FORGET_AFTER - timedelta(days=1))
        write(session, {("", f"palabra {n}"): n for n in range(1, 16)}, TODAY)
    with Session(engine) as session:
        assert session.scalar(select(func.min(Unanswered.count))) == 6
        assert session.scalar(select(func.count()).select_from(Unanswered)) == 10
    engine.dispose()


def test_from_search_to_the_judges_list(client, database: str) -> None:  # type: ignore[no-untyped-def] # noqa: F811
    notebook = client.application.wsgi_app.notebook
    asked = "/?q=zorritrones+calvos+666777888+ana%40zorglub.es&juego=xwing"
    for path in (asked, asked, f"{asked}&parcial=fin", asked.replace("/?q", "/api/v1/search?q").replace("juego", "game")):
        assert client.get(path).status_code == 200
    client.get("/?q=zorritr&juego=xwing&parcial=1")  # half typed
    client.get("/?q=zorritrones+bizcochados")  # once
    client.get("/?q=cola+de+capacidades")  # answered
    assert notebook.flush() and notebook.flush()
    assert [row[:3] for row in rows(database)] == [("", "", 1), ("xwing", "zorritrones calvos", 4)]
    assert client.get("/dictamenes/pendientes").headers["Location"].startswith("/entrar?luego=/dictamenes/pendientes")
    enter(client)
    page = client.get("/dictamenes/pendientes").text
    assert "zorritrones calvos</a></td><td>X-Wing</td><td>4</td>" in page and "666777" not in page and "bizcochados" not in page
    assert "zorritrones" not in client.get("/dictamenes/pendientes?juego=legion").text
    assert client.get("/dictamenes/pendientes?juego=ajedrez").status_code == 404
    assert "/dictamenes/pendientes" in client.get("/dictamenes").text
    command = [sys.executable, "-m", "web.cli", "unanswered"]
    told = subprocess.run([*command, "--game", "xwing", "--json"], capture_output=True, text=True, check=True).stdout
    assert [(row["words"], row["times"]) for row in json.loads(told)] == [("zorritrones calvos", 4)]
    assert "zorritrones calvos" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert subprocess.run([*command, "--game", "ajedrez"], capture_output=True, check=False).returncode == 2


def test_a_dead_database_never_stops_a_search(tmp_path: Path) -> None:
    broken = open_engine(f"sqlite:///{tmp_path / 'sin-tablas.sqlite'}", patient=True)
    notebook = Notebook(broken)
    for n in range(unanswered.MOST_WAITING + 50):
        notebook.add(f"palabra {n}", "")
    notebook.add("palabra 0", "")
    assert not notebook.flush() and len(notebook._waiting) == unanswered.MOST_WAITING
    Unanswered.metadata.create_all(broken)
    assert notebook.flush() and not notebook._waiting
    with Session(broken) as session:
        assert [row[:3] for row in to_do(session)] == [("palabra 0", "", 2)]
    broken.dispose()
