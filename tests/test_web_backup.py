"""Rulings saved to a file and put back, in either database and from one to the other; never in half, never over others."""

import hashlib
import json
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event, select
from sqlalchemy.orm import Session

from kb.cli import main as kb_main
from kb.errors import StoreError
from tests.databases import emptied, wiped
from web import commands
from web.accounts.judges import add_judge, pseudonym, signed_in
from web.rulings.backup import Account, Copy, Done, Kept, Page, Tournament, copy_from, read_copy, text_of, write_copy
from web.rulings.states import CitedState, State, seal
from web.rulings.tables import Cited, Judge, Revision, Ruling
from web.rulings.times import now
from web.rulings.vault import main, put, taken

WORDS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40)
MOMENTS = st.datetimes(datetime(2001, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))
NAMES = st.text("aáñ z", min_size=1, max_size=12)
CITATIONS = st.builds(
    CitedState, entry=WORDS, anchor=st.text("r12", max_size=4), print=st.text("0af", max_size=64), told=WORDS, words=WORDS,
    base=st.text("0af", max_size=64), edition=st.text("1.", max_size=5),
)  # fmt: skip
STATES = st.builds(
    State, game=st.just("xwing"), question=WORDS, answer=WORDS, cards=WORDS, event=WORDS,
    verdict=st.sampled_from(["", "si", "depende"]), status=st.sampled_from(["vigente", "retirado"]),
    until=st.none() | st.dates(), by_edition=st.booleans(), overrules=st.none() | st.integers(1, 9),
    citations=st.lists(CITATIONS, min_size=1, max_size=4).map(tuple),
)  # fmt: skip


def pages(id: int, author: int, states: list[State], moments: list[datetime]) -> tuple[Page, ...]:
    """A history that adds up."""
    made: list[Page] = []
    for number, (state, moment) in enumerate(zip(states, moments, strict=True), 1):
        row = Revision(ruling_id=id, number=number, act="corrige", author_id=author, moment=moment, at=None,
                       sending=f"envio-{id}-{number}", reason="", state=state.model_dump_json())  # fmt: skip
        row.seal = seal(made[-1].seal if made else "", row)
        made.append(Page(number=number, act="corrige", author=author, moment=moment, at=None, sending=row.sending,
                         reason="", state=row.state, seal=row.seal))  # fmt: skip
    return tuple(made)


@st.composite
def tournaments(draw: st.DrawFn, id: int, people: int) -> Tournament:
    person, acts = st.integers(1, people), []
    for n, moment in enumerate(sorted(draw(st.lists(MOMENTS, max_size=3)))):
        acts.append(
            Done(sending=f"acto-{id}-{n}", kind="llamada", author=draw(person), moment=moment, at=draw(MOMENTS),
                 data=draw(WORDS), player=draw(st.none() | NAMES))
        )  # fmt: skip
    return Tournament(
        id=id, name=draw(NAMES), game="xwing", day=date(2080, 1, 1), head=draw(person), made_by=draw(person),
        created=draw(MOMENTS), forget=date(2090, 1, 1), penalties=draw(st.booleans()), sending=f"torneo-{id}",
        judges=tuple(sorted(draw(st.sets(person)))), acts=tuple(acts),
    )  # fmt: skip


@st.composite
def copies(draw: st.DrawFn) -> Copy:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    ids = draw(st.lists(st.integers(1, 10**6), max_size=5, unique=True).map(sorted))
    rulings = []
    for id in ids:
        author, states = draw(st.integers(1, len(names))), draw(st.lists(STATES, min_size=1, max_size=3))
        moments = draw(st.lists(MOMENTS, min_size=len(states), max_size=len(states)))
        sending = draw(st.none() | st.just(f"envio-{id}"))
        history = pages(id, author, states, moments)
        rulings.append(Kept(id=id, author=author, created=draw(MOMENTS), sending=sending, revisions=history))
    roles = st.sampled_from(["juez", "principal", "editor"])
    accounts = tuple(Account(id=n, name=name, password="huella", role=draw(roles)) for n, name in enumerate(names, 1))
    events = tuple(draw(tournaments(n, len(names))) for n in range(1, draw(st.integers(0, 2)) + 1))
    return Copy(accounts=accounts, rulings=tuple(rulings), events=events, last=max([*ids, draw(st.integers(0, 10**6))]))


@pytest.fixture(scope="module")
def sqlite() -> Iterator[Engine]:
    with tempfile.TemporaryDirectory() as folder:
        engine = emptied(f"sqlite:///{folder}/dictamenes.sqlite")
        yield engine
        engine.dispose()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite")
        return
    found = emptied(request.getfixturevalue("postgres"))
    yield found
    found.dispose()


def sample(number: int = 3) -> Copy:
    cited = (CitedState(entry="xwing/ataque", anchor="r1", print="0" * 64, told="X-Wing, Ataque", words="Dice."),) * 3
    moment = datetime(2026, 11, 16, 5, tzinfo=UTC)
    state = State(game="xwing", question="¿?", answer="Sí.\nNo.", citations=cited)
    rulings = [
        Kept(id=n * 7, author=1, created=moment, sending=f"envio-{n}",
             revisions=pages(n * 7, 1, [state, state.model_copy(update={"verdict": "si"})], [moment, moment]))
        for n in range(1, number + 1)
    ]  # fmt: skip
    return Copy(accounts=(Account(id=1, name="ana", password="$argon2id$x"),), rulings=tuple(rulings), last=number * 7)


@settings(max_examples=60, deadline=None)
@given(copies())
def test_file_and_back(copy: Copy) -> None:
    assert copy_from(text_of(copy), Path("c")) == copy


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(copy=copies())
def test_database_and_back(engine: Engine, sqlite: Engine, copy: Copy) -> None:
    """Into one database, out of it, into a SQLite, and out again: the same."""
    put(wiped(engine), copy)
    assert taken(engine) == copy
    if engine is not sqlite:
        put(wiped(sqlite), taken(engine))
        assert taken(sqlite) == copy


def test_numbers_go_on_where_they_were(engine: Engine) -> None:
    put(wiped(engine), sample())
    with Session(engine) as session, session.begin():
        judge = session.scalars(select(Judge)).one()
        moment = datetime(2026, 11, 17, tzinfo=UTC)
        new = Ruling(game="xwing", question="¿?", answer="No.", author_id=judge.id, created=moment, updated=moment)
        session.add(new)
        session.flush()
        assert new.id == 22


def test_over_others_only_when_told(engine: Engine) -> None:
    put(wiped(engine), sample())
    with pytest.raises(StoreError, match=r"ya hay 3 dictámenes.*--replace"):
        put(engine, sample(1))
    assert len(taken(engine).rulings) == 3
    put(engine, sample(1), replace=True)
    assert taken(engine) == sample(1).model_copy(update={"last": 21}), "no number is given out again"


def test_accounts_keep_the_password_of_now(engine: Engine) -> None:
    with Session(wiped(engine)) as session:
        session.add(Judge(id=1, name="ana", password="!", failures=0))
        session.flush()
        add_judge(session, "ana", "la contraseña de ahora")
    other = Account(id=2, name="luis", password="")
    put(engine, sample().model_copy(update={"accounts": (*sample().accounts, other)}))
    with Session(engine) as session:
        assert signed_in(session, "ana", "la contraseña de ahora") is not None
        for wrong in ("", "!", "cualquiera"):
            assert signed_in(session, "luis", wrong) is None, "left out of the copy: it cannot sign in"
    assert [a.password for a in taken(engine, passwords=False).accounts] == ["", ""]


def test_a_restore_that_fails_changes_nothing(engine: Engine) -> None:
    put(wiped(engine), sample())

    def fail(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO cita"):
            raise OSError("el disco")

    event.listen(engine, "before_cursor_execute", fail)
    try:
        with pytest.raises(OSError, match="el disco"):
            put(engine, sample(1), replace=True)
    finally:
        event.remove(engine, "before_cursor_execute", fail)
    assert taken(engine) == sample()


def test_one_moment_while_judges_write(engine: Engine) -> None:
    """A writer changes every ruling in one transaction, again and again: no copy mixes two of them."""
    put(wiped(engine), sample(5))
    stop = Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            with Session(engine) as session, session.begin():
                for row in session.scalars(select(Ruling).order_by(Ruling.id)).unique():
                    row.updated, row.answer, row.citations = (
                        now(),
                        f"vuelta {n}",
                        [Cited(place=0, entry=f"v/{n}", anchor="", print="", told="t")],
                    )

    writer = Thread(target=write)
    writer.start()
    try:
        seen, copies, patience = set(), 0, time.monotonic() + 60
        while copies < 15 or (len(seen) < 2 and time.monotonic() < patience):  # a busy machine may let the writer wait
            copies += 1
            copy = taken(engine)
            (answer,) = {r.state.answer for r in copy.rulings}
            cited = {c.entry for r in copy.rulings for c in r.state.citations}
            assert len(copy.rulings) == 5 and (cited == {"v/" + answer.split()[-1]} or answer == "Sí.\nNo.")
            seen.add(answer)
    finally:
        stop.set()
        writer.join()
    assert len(seen) > 1, "the writer wrote meanwhile"


def resealed(change: Callable[[list[dict[str, object]]], object]) -> bytes:
    """A copy that was changed by somebody who knows how to write its checksum."""
    rows = [json.loads(line) for line in text_of(sample()).splitlines()[:-1]]
    change(rows)
    body = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    return body + json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"


GOOD = text_of(sample())
WRONG = {
    "vacía": (b"", "no es una copia"),
    "otra cosa": (b"hola\n", "no es una copia"),
    "json de otros": (b'{"formato": 1}\n', "no es una copia"),
    "honda": (b"[" * 100_000, "no es una copia"),
    "cortada": (GOOD[: len(GOOD) // 2], "incompleta o dañada"),
    "sin sello": (GOOD[: GOOD.rstrip(b"\n").rfind(b"\n") + 1], "incompleta o dañada"),
    "con cola": (GOOD + b"{}\n", "incompleta o dañada"),
    "tocada": (GOOD.replace(b"xwing/ataque", b"xwing/ataqui", 1), "incompleta o dañada"),
    "más nueva": (resealed(lambda rows: rows[0].update(formato=4)), "más nuevo"),
    "le falta una": (resealed(lambda rows: rows.pop()), "se contradice"),
    "repetida": (resealed(lambda rows: (rows[0].update(dictamenes=4), rows.append(rows[-1]))), "se contradice"),
    "sin autor": (resealed(lambda rows: rows[-1]["dictamen"].update(author=9)), "se contradice"),  # type: ignore[attr-defined]
    "sin historia": (resealed(lambda rows: rows[-1]["dictamen"].update(revisions=[])), "no se entiende"),  # type: ignore[attr-defined]
    "con una revisión de menos": (resealed(lambda rows: rows[-1]["dictamen"]["revisions"].pop(0)), "se contradice"),  # type: ignore[index]
    "con otro autor": (resealed(lambda rows: rows[-1]["dictamen"]["revisions"][0].update(reason="x")), "se contradice"),  # type: ignore[index]
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_copy_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    data, why = WRONG[name]
    (tmp_path / "copia").write_bytes(data)
    with pytest.raises(StoreError, match=why):
        read_copy(tmp_path / "copia")


OLD = b"""{"reglario":"dictamenes","formato":1,"hecho":"2026-11-16T05:00:00Z","cuentas":2,"dictamenes":1}
{"cuenta":{"name":"bea","password":"x"}}
{"cuenta":{"name":"ana","password":"x"}}
{"dictamen":{"id":4,"game":"xwing","question":"?","answer":"No.","cards":"","event":"","author":"ana","created":"2026-11-16T05:00:00Z","updated":"2026-11-16T06:00:00Z","sending":null,"citations":[{"entry":"xwing/ataque","anchor":"r1","print":"0","told":"X"}]}}
"""


def test_a_copy_of_the_version_before_is_restored(engine: Engine) -> None:
    data = OLD + json.dumps({"sha256": hashlib.sha256(OLD).hexdigest()}).encode() + b"\n"
    put(wiped(engine), copy_from(data, Path("c")))
    copy = taken(engine)
    (ruling,) = copy.rulings
    (page,) = ruling.revisions
    assert (
        ruling.id == 4 and page.act == "importa" and page.moment.hour == 6 and ruling.state.citations[0].entry == "xwing/ataque"
    )
    assert {a.id: a.name for a in copy.accounts}[page.author] == "ana"


def test_a_players_name_whose_day_has_passed_is_not_brought_back(engine: Engine) -> None:
    moment = datetime(2026, 1, 5, tzinfo=UTC)
    act = Done(sending="a", kind="sancion", author=1, moment=moment, at=moment, data="{}", player="Pía")
    past, later = (
        Tournament(id=n, name="Abierto", game="xwing", day=moment.date(), head=1, made_by=1, created=moment, forget=day,
                   penalties=True, sending=None, judges=(1,), acts=(act.model_copy(update={"sending": f"a{n}"}),))
        for n, day in ((1, date(2026, 1, 6)), (2, date(2090, 1, 1)))
    )  # fmt: skip
    put(wiped(engine), sample(1).model_copy(update={"events": (past, later)}))
    assert [event.acts[0].player for event in taken(engine).events] == [None, "Pía"]


def test_a_copy_of_format_2_is_restored(engine: Engine) -> None:
    rows = [json.loads(line) for line in text_of(sample()).splitlines()[:-1]]
    rows[0]["formato"] = 2
    del rows[0]["torneos"]
    body = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    data = body + json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
    assert copy_from(data, Path("c")) == sample()


def test_accounts_are_never_mistaken_for_others(engine: Engine) -> None:
    put(wiped(engine), sample(1))
    other = sample(1).model_copy(update={"accounts": (Account(id=1, name="bea", password="x"),)})
    with pytest.raises(StoreError, match="es aquí «ana» y en la copia «bea»"):
        put(engine, other, replace=True)
    with Session(engine) as session, session.begin():
        session.scalars(select(Judge)).one().name = pseudonym(1)
    put(engine, sample(1), replace=True)
    assert taken(engine).accounts[0].name == pseudonym(1), "a name that was removed stays removed"


def test_every_byte_counts() -> None:
    for place in range(0, len(GOOD), 7):
        with pytest.raises(StoreError):
            copy_from(GOOD[:place] + bytes([GOOD[place] ^ 1]) + GOOD[place + 1 :], Path("c"))


def test_a_copy_is_its_owners_and_never_over_another(tmp_path: Path) -> None:
    write_copy(sample(), tmp_path / "copia")
    assert stat.S_IMODE((tmp_path / "copia").stat().st_mode) == 0o600
    with pytest.raises(StoreError, match="ya existe"):
        write_copy(sample(1), tmp_path / "copia")
    with pytest.raises(StoreError, match="no se puede escribir"):
        write_copy(sample(1), tmp_path / "nada" / "copia")
    assert read_copy(tmp_path / "copia") == sample() and [p.name for p in tmp_path.iterdir()] == ["copia"]


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`kb` hands over to the vault, here in the same process."""
    monkeypatch.setattr("web.commands.subprocess.run", lambda command, check: SimpleNamespace(returncode=main(command[3:])))

    def kb(*words: str, file: str = "a.sqlite") -> tuple[int, str]:
        monkeypatch.setenv("KB_DATABASE_URL", f"sqlite:///{tmp_path / file}")
        status = kb_main(["rulings", *words], registers=(commands.register,))
        return status, "".join(capsys.readouterr())

    copy = str(tmp_path / "copia")
    assert kb("backup", str(tmp_path / "vacía")) == (0, f"{tmp_path / 'vacía'}: copia de 0 dictámenes y 0 cuentas.\n")
    write_copy(sample(), tmp_path / "copia")
    assert kb("restore", copy) == (0, f"{copy}: puestos 3 dictámenes y 1 cuentas.\n")
    assert kb("backup", "--no-passwords", str(tmp_path / "otra"))[0] == 0
    assert read_copy(tmp_path / "otra").rulings == sample().rulings
    status, told = kb("restore", copy)
    assert status == 2 and "--replace" in told and len(told.splitlines()) == 1
    assert kb("restore", "--replace", copy)[0] == 0
    status, told = kb("restore", "--replace", str(tmp_path / "a.sqlite"))
    assert status == 2 and "no es una copia de dictámenes" in told and len(told.splitlines()) == 1
