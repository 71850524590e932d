"""The history of rulings, on SQLite and on PostgreSQL: any past state can be rebuilt, every change has its author, nothing is
written over in silence, nothing is erased, and the version before can live with it."""

import random
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, delete, func, insert, select, text, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from kb.models import Entry
from kb.store import open_kb
from tests.databases import emptied, wiped
from web.library import Site
from web.rulings.database import VERSIONS, file_system, upgrade
from web.rulings.desk import Desk, Draft, Sent
from web.rulings.guard import Away
from web.rulings.ledger import SCHEMA, DeskError, NotAllowed, Overtaken, adopt_all
from web.rulings.passages import OWN, _at, differences
from web.rulings.roles import Actor, acts_open
from web.rulings.states import State, state_in, state_of, whole
from web.rulings.tables import Cited, Judge, Revision, Ruling
from web.rulings.times import now
from web.rulings.vault import put, taken

ANA, BEA, CESAR, DORA = Actor(1), Actor(2), Actor(3, "principal"), Actor(4, "editor")
PEOPLE = (ANA, BEA, CESAR, DORA)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/d.sqlite" if request.param == "sqlite" else request.getfixturevalue("postgres")
        found = emptied(url)
        yield found
        found.dispose()


@pytest.fixture
def desk(engine: Engine) -> Desk:
    with Session(wiped(engine)) as session, session.begin():
        roles = zip(("ana", "bea", "cesar", "dora"), PEOPLE, strict=True)
        session.add_all(Judge(id=who.id, name=name, password="!", failures=0, role=who.role) for name, who in roles)
    return Desk(engine)


@pytest.fixture(scope="module")
def here(xwing_kb: Path) -> Any:
    return Here(open_kb(xwing_kb), cast(Any, None))


class Here(Site):
    """A site that hypothesis can tell in few words."""

    def __repr__(self) -> str:
        return "here"


def newer_site(here: Site, entry: Entry, digest: str) -> Any:
    kb = SimpleNamespace(by_id={**here.kb.by_id, entry.id: entry}, digest=digest)
    return SimpleNamespace(kb=kb, game=here.game)


def draft(n: int = 0, **more: str) -> Draft:
    told = {"game": "xwing", "question": f"¿{n}?", "answer": f"Respuesta {n}.", "citations": "xwing/capacidades#r1", **more}
    return Draft(**told)


def histories(engine: Engine) -> dict[int, list[Revision]]:
    with Session(engine) as session:
        rows = session.scalars(select(Revision).order_by(Revision.ruling_id, Revision.number)).all()
    found: dict[int, list[Revision]] = {}
    for row in rows:
        found.setdefault(row.ruling_id, []).append(row)
    return found


STEPS = st.tuples(
    st.sampled_from(["escribe", "corrige", "corrige", "retira", "restituye", "apela", "confirma", "revoca", "revisa"]),
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(0, 99),
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=14))
def test_any_past_state_can_be_rebuilt(desk: Desk, here: Any, steps: list[tuple[str, int, int, int]]) -> None:
    """What each act left is noted aside, as a reader saw it; in the end the history says the same, act by act."""
    wiped_desk(desk)
    seen: dict[int, list[tuple[int, str]]] = {}
    numbers: list[int] = []

    def note(who: Actor) -> None:
        with Session(desk.engine) as session:
            for row in session.scalars(select(Ruling)).unique():
                known = seen.setdefault(row.id, [])
                if row.revision > len(known):
                    assert row.revision == len(known) + 1 and row.acted_id == who.id
                    known.append((who.id, state_of(row).model_dump_json()))

    for act, person, which, n in steps:
        who, target = PEOPLE[person], numbers[which % len(numbers)] if numbers else 0
        try:
            if act == "escribe" or not numbers:
                numbers.append(desk.write(here, draft(n), who))
            elif act == "corrige":
                desk.write(here, draft(n, verdict="no"), who, target)
            elif act == "revoca":
                numbers.append(desk.write(here, draft(n, overrules=str(target)), who))
            else:
                desk.act(here, act, who, target, Sent(reason=f"Motivo {n}"))  # type: ignore[arg-type]
        except NotAllowed:
            pass
        note(who)
    found = histories(desk.engine)
    assert {id: [(r.author_id, state_in(r).model_dump_json()) for r in rows] for id, rows in found.items()} == seen
    assert all(map(whole, found.values())) and len(set(numbers)) == len(numbers)
    copy = taken(desk.engine)
    put(desk.engine, copy, replace=True)
    assert taken(desk.engine) == copy, "and through a copy"


def wiped_desk(desk: Desk) -> None:
    with desk.engine.begin() as connection:
        connection.execute(text("UPDATE esquema SET open = true"))
        for table in (Cited, Revision, Ruling):
            connection.execute(delete(table))
        connection.execute(text("UPDATE esquema SET open = false"))


def test_two_at_once_never_write_over_each_other(desk: Desk, here: Any) -> None:
    """Pairs of corrections of the same revision, in two threads: one is kept, the other is told. (1,000 of them: make soak.)"""
    number = desk.write(here, draft(), ANA)
    for n in range(20):
        seen = n + 1

        def correct(k: int, seen: int = seen, n: int = n) -> str:
            try:
                desk.write(here, draft(1000 * k + n + 1), ANA, number, Sent(f"pareja-de-envios-{n:03}-{k}", seen))
            except Overtaken:
                return "overtaken"
            return "kept"

        with ThreadPoolExecutor(2) as both:
            assert sorted(both.map(correct, (1, 2))) == ["kept", "overtaken"]
    (rows,) = histories(desk.engine).values()
    assert len(rows) == 21 and whole(rows)


def test_sent_twice_is_done_once(desk: Desk, here: Any) -> None:
    number = desk.write(here, draft(), ANA, None, Sent("un-envio-cualquiera"))
    assert desk.write(here, draft(), ANA, None, Sent("un-envio-cualquiera")) == number
    for _ in range(2):
        desk.act(here, "retira", ANA, number, Sent("otro-envio-cualquiera", 1, "Sobra."))
    assert [row.act for row in histories(desk.engine)[number]] == ["escribe", "retira"]


WHO = {
    "corrige": (ANA, DORA), "retira": (ANA, CESAR), "apela": PEOPLE, "confirma": (CESAR,), "revoca": (CESAR,),
    "revisa": (ANA, CESAR, DORA),
}  # fmt: skip


@pytest.mark.parametrize("act", WHO)
def test_who_may_do_what(desk: Desk, here: Any, act: str) -> None:
    """With a ruling of Ana's; César is head judge, Dora editor."""
    for who in PEOPLE:
        number = desk.write(here, draft(), ANA)

        def do(who: Actor = who, number: int = number) -> None:
            if act == "corrige":
                desk.write(here, draft(2), who, number)
            elif act == "revoca":
                desk.write(here, draft(2, overrules=str(number)), who)
            else:
                desk.act(here, act, who, number, Sent(reason="Porque sí."))  # type: ignore[arg-type]

        if who in WHO[act]:
            do()
        else:
            with pytest.raises(NotAllowed):
                do()
        acts = [row.act for row in histories(desk.engine)[number]]
        assert acts == (["escribe", act] if who in WHO[act] else ["escribe"])


def test_an_appeal_has_its_outcome(desk: Desk, here: Any) -> None:
    one, two, three = (desk.write(here, draft(n), ANA) for n in range(3))
    for number in (one, two, three):
        desk.act(here, "apela", BEA, number, Sent())
    desk.act(here, "confirma", CESAR, one, Sent())
    new = desk.write(here, draft(9, overrules=str(two)), CESAR)
    desk.act(here, "retira", ANA, three, Sent(reason="Tiene razón."))
    rows = {row.id: row for row in desk.all(here, latest=True)}
    assert [rows[n].appeal for n in (one, two, three)] == ["confirmada", "revocada", "retirada"]
    assert rows[one].confirmed_by == "cesar" and rows[two].overruled_by == new and rows[new].overrules == two
    with pytest.raises(NotAllowed):
        desk.write(here, draft(10, overrules=str(two)), CESAR)


def changed_kb(here: Any, change: Any) -> Any:
    """The same knowledge base with the blocks of one entry made anew."""
    entry: Entry = here.kb.by_id["xwing/capacidades"]
    other = entry.model_copy(update={"blocks": tuple(change(list(entry.blocks)))})
    return newer_site(here, other, "f" * 64)


def test_a_changed_passage_waits_for_a_review(desk: Desk, here: Any) -> None:
    number = desk.write(here, draft(), ANA)
    old = desk.all(here, latest=True)[0].citations[0]
    assert old.words and old.base == here.kb.digest and not old.changed
    moved = changed_kb(here, lambda blocks: [blocks[-1].model_copy(update={"mark": "r-cero", "text": "Nuevo."}), *[
        b.model_copy(update={"mark": f"r-{n}"}) for n, b in enumerate(blocks, 2)]])  # fmt: skip
    row = desk.all(moved, latest=True)[0]
    assert not row.review and row.citations[0].anchor == "r-2", "the same words at another place are no change"
    newer = changed_kb(
        here, lambda blocks: [blocks[0].model_copy(update={"text": blocks[0].text + " Salvo hoy."}), *blocks[1:]]
    )
    row = desk.all(newer, latest=True)[0]
    assert row.review and row.citations[0].words == old.words and row.citations[0].text == f"{old.words} Salvo hoy."
    desk.write(newer, draft(5), ANA, number)
    row = desk.all(newer, latest=True)[0]
    assert row.answer == "Respuesta 5." and row.review and row.citations[0].words == old.words, "another edit is no review"
    desk.act(newer, "revisa", ANA, number, Sent())
    row = desk.all(newer, latest=True)[0]
    assert not row.review and row.citations[0].words == f"{old.words} Salvo hoy." and row.citations[0].base == "f" * 64
    assert state_in(histories(desk.engine)[number][0]).citations[0].words == old.words, "the old ones are kept"
    gone = changed_kb(here, lambda blocks: blocks[3:])
    assert desk.all(gone, latest=True)[0].citations[0].changed
    desk.write(gone, draft(6, citations="xwing/capacidades", reviewed="1"), ANA, number)
    assert not desk.all(gone, latest=True)[0].review, "corrected as a review"


def test_until_a_day_or_the_next_edition(desk: Desk, here: Any) -> None:
    desk.write(here, draft(until="2020-01-01"), ANA)
    desk.write(here, draft(until=now().date().isoformat()), ANA)
    desk.write(here, draft(by_edition="1"), ANA)
    assert [row.review for row in desk.all(here, latest=True)] == [False, False, True]
    entry: Entry = here.kb.by_id["xwing/capacidades"]
    cite = entry.citation.model_copy(update={"edition": "9.9"})
    newer = newer_site(here, entry.model_copy(update={"citation": cite}), "e" * 64)
    assert [row.review for row in desk.all(newer, latest=True)] == [True, False, True]


@pytest.mark.parametrize("wrong", ["UPDATE revision SET reason = 'x'", "DELETE FROM revision", "DELETE FROM dictamen"])
def test_the_database_itself_refuses_to_forget(desk: Desk, here: Any, wrong: str) -> None:
    desk.write(here, draft(), ANA)
    with pytest.raises(DatabaseError, match=r"append-only|FOREIGN KEY"), desk.engine.begin() as connection:
        connection.execute(text(wrong))
    assert len(histories(desk.engine)) == 1


def test_a_history_that_was_tampered_with_does_not_add_up(desk: Desk, here: Any) -> None:
    number = desk.write(here, draft(), ANA)
    desk.write(here, draft(2), ANA, number)
    with desk.engine.begin() as connection:
        connection.execute(text("UPDATE esquema SET open = true"))
        connection.execute(update(Revision).where(Revision.number == 1).values(author_id=2))
        connection.execute(text("UPDATE esquema SET open = false"))
    assert not whole(desk.history(here, number))


def test_numbers_are_never_used_twice(desk: Desk, here: Any) -> None:
    empty = taken(desk.engine)
    numbers = [desk.write(here, draft(n), ANA) for n in range(3)]
    put(desk.engine, empty, replace=True)
    assert desk.write(here, draft(), ANA) == max(numbers) + 1


def old_write(engine: Engine, print: str, sending: str, number: int | None = None, answer: str = "De antes.") -> int:
    """As the version before writes (schema 3): it knows neither the new columns nor the history."""
    moment = {"created": now(), "updated": now()}
    with engine.begin() as connection:
        if number is None:
            texts = {"game": "xwing", "question": "¿Antes?", "answer": answer, "cards": "", "event": "", "sending": sending}
            made = connection.execute(insert(Ruling.__table__).values(**texts, **moment, author_id=1))
            number = int(made.inserted_primary_key[0])
        else:
            connection.execute(update(Ruling).where(Ruling.id == number).values(answer=answer, updated=now()))
            connection.execute(delete(Cited).where(Cited.ruling_id == number))
        cited = {"entry": "xwing/capacidades", "anchor": "r1", "print": print, "told": "X-Wing, Capacidades"}
        connection.execute(insert(Cited.__table__).values(ruling_id=number, place=0, **cited))
    return number


def test_what_the_version_before_writes_enters_the_history(desk: Desk, here: Any) -> None:
    mine = desk.write(here, draft(), ANA)
    words = state_in(histories(desk.engine)[mine][0]).citations[0]
    theirs = old_write(desk.engine, words.print, "un-envio-de-antes-01")
    assert theirs == mine + 1 and desk.write(here, draft(), ANA) == theirs + 1, "one count for both"
    assert desk.write(here, draft(), ANA, None, Sent("un-envio-de-antes-01")) == theirs, "sent again to a host of this version"
    (row,) = desk.history(here, theirs)
    assert row.act == "importa" and state_in(row).citations[0].words == words.words, "its words, as they are still the same"
    old_write(desk.engine, words.print, "", theirs, "Corregido por la de antes.")
    desk.write(here, draft(7), ANA, theirs)
    acts = [(r.act, state_in(r).answer) for r in desk.history(here, theirs)]
    assert acts == [("importa", "De antes."), ("importa", "Corregido por la de antes."), ("corrige", "Respuesta 7.")]
    old_write(desk.engine, words.print, "un-envio-de-antes-02")
    with Session(desk.engine) as session:
        assert adopt_all(session, lambda cited: cited) == 1
    assert all(map(whole, histories(desk.engine).values()))


def test_a_later_version_says_who_may_write(desk: Desk, here: Any, engine: Engine) -> None:
    """Of a schema that this code does not know: it writes if that schema lets it, else it reads."""
    url = engine.url.render_as_string(hide_password=False)
    number = desk.write(here, draft(), ANA)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSIONS} SET version_num = '9999'"))
    try:
        assert upgrade(url) is False, "not an error, and nothing touched"
        assert desk.write(here, draft(2), ANA) == number + 1
        with engine.begin() as connection:
            connection.execute(text("UPDATE esquema SET floor = '9998'"))
        with pytest.raises(Away, match="sin_dictamenes") as refused:
            desk.write(here, draft(3), ANA)
        assert "solo se lee" in refused.value.reason and len(desk.all(here, latest=True)) == 2
        assert len(desk.history(here, number)) == 1
    finally:
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE {VERSIONS} SET version_num = '{SCHEMA}'"))
            connection.execute(text("UPDATE esquema SET floor = '0003'"))


def test_old_numbers_and_wrong_ones(desk: Desk, here: Any) -> None:
    for number in (77, 2**31, 2**63):
        with pytest.raises(DeskError, match="no existe"):
            desk.act(here, "retira", ANA, number, Sent(reason="x"))
        assert desk.history(here, number) == []
    with Session(desk.engine) as session:
        assert session.scalar(select(func.count(Revision.id))) == 0


def test_differences_word_by_word() -> None:
    rng = random.Random(4)
    words = "la nave ataca. no,  puede\n\n¿mover? 2 [impacto]".split(" ")
    for _ in range(200):
        old, new = (" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(2))
        pieces = differences(old, new)
        assert "".join(t for m, t in pieces if m in "=-") == old and "".join(t for m, t in pieces if m in "=+") == new
    assert differences("Puede mover.", "No puede mover.") != [("=", "Puede mover.")]
    assert differences("Puede mover 2.", "Puede mover 3.") == [("=", "Puede mover "), ("-", "2"), ("+", "3"), ("=", ".")]


def test_where_a_file_would_vanish(tmp_path: Path) -> None:
    (tmp_path / "m").write_text(
        "1 0 0:1 / / rw - overlay overlay rw\n2 1 0:2 / /tmp rw shared:1 - tmpfs tmpfs rw\n"
        "3 1 8:1 / /var/lib rw - ext4 /dev/sda1 rw\n"
    )
    kinds = {"/tmp/x/d.sqlite": "tmpfs", "/var/lib/reglario/d": "ext4", "/home/x": "overlay"}
    assert {path: file_system(Path(path), tmp_path / "m") for path in kinds} == kinds
    assert file_system(Path("/x"), tmp_path / "nada") == ""


@pytest.mark.parametrize(
    ("role", "author", "state", "open_"),
    [
        ("juez", 2, {}, "apela"),
        ("juez", 1, {}, "apela corrige retira revisa"),
        ("principal", 2, {}, "apela confirma retira revisa revoca"),
        ("editor", 2, {}, "apela corrige revisa"),
        ("juez", 2, {"event_id": 7}, "apela confirma retira revisa revoca"),  # the head judge of its event
        ("juez", 2, {"event_id": 8}, "apela"),
        ("principal", 2, {"appeal": "abierta"}, "confirma retira revisa revoca"),
        ("principal", 2, {"overruled_by": 3}, "retira revisa"),
        ("principal", 2, {"confirmed_id": 4}, "apela retira revisa revoca"),
        ("principal", 2, {"confirmed_id": 4, "appeal": "abierta"}, "confirma retira revisa revoca"),
        ("principal", 2, {"status": "retirado"}, "restituye"),
        ("juez", 2, {"status": "retirado"}, ""),
    ],
)
def test_what_is_offered(role: str, author: int, state: dict[str, Any], open_: str) -> None:
    stands = State(game="xwing", question="q", answer="a", **state)
    assert acts_open(Actor(1, role, (7,)), author, stands) == frozenset(open_.split())


def test_an_anchor_leads_to_its_block() -> None:
    """Its mark first, then what led there before, then its place; ours and the official text apart."""

    def block(anchor: str, *old: str) -> Any:
        return SimpleNamespace(anchor=anchor, old=old)

    there = [("vela", block("r1", "bote")), ("bote", block("r2", "r1")), (f"{OWN}vela", block("r1", "r9"))]
    found = {anchor: _at(there, anchor) for anchor in ("vela", "bote", "r1", "r2", "r9", f"{OWN}vela", f"{OWN}r1", "nada")}
    assert {anchor: pair and pair[0] for anchor, pair in found.items()} == {
        "vela": "vela", "bote": "bote", "r1": "bote", "r2": "bote", "r9": None, f"{OWN}vela": f"{OWN}vela",
        f"{OWN}r1": f"{OWN}vela", "nada": None,
    }  # fmt: skip
