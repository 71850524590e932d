"""Players' lists: read from each form, every id resolved or listed, and the sheet made of them soon."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from kb.lists.dossier import Dossiers
from kb.lists.games import READERS, reader_for, recognised
from kb.lists.games.bench import squad
from kb.lists.names import terms_in
from kb.store import KnowledgeBase, open_kb

LISTS = [
    json.loads(line) for line in (Path(__file__).parent / "fixtures" / "lists" / "listas.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def kb(shipped_kb: Path) -> KnowledgeBase:
    return open_kb(shipped_kb)


@pytest.fixture(scope="module")
def makers(kb: KnowledgeBase) -> dict[str, Dossiers]:
    return {game: Dossiers(kb, game) for game in kb.games}


def text_of(row: dict[str, Any]) -> str:
    return row["lista"] if isinstance(row["lista"], str) else json.dumps(row["lista"])


@pytest.mark.parametrize("row", LISTS, ids=lambda row: row["titulo"])
def test_a_list_is_read(row: dict[str, Any], makers: dict[str, Dossiers]) -> None:
    roster = reader_for(row["juego"]).read(text_of(row))
    found = [card.name for card in roster.cards]
    assert [name for name in row["cartas"] if name not in found] == []
    assert list(roster.unknown) == row["sin_resolver"]
    made = makers[row["juego"]].make(roster)
    assert set(row.get("terminos", ())) <= {term.id for term in made.terms}
    assert sum(len(sheet.odds) for sheet in made.sheets) == row.get("tiradas", 0)


def ids_in(told: dict[str, Any]) -> list[str]:
    return [id for p in told["pilots"] for id in (p["id"], p["ship"], *(u for row in p["upgrades"].values() for u in row))]


def test_twenty_squads_are_made_soon_with_every_id_resolved_or_listed(makers: dict[str, Dossiers]) -> None:
    slow, lost = [], []
    for seed in range(20):
        told = squad(seed)
        began = time.process_time()
        made = makers["xwing"].make(READERS["xwing"].read(json.dumps(told)))
        took = time.process_time() - began
        resolved = {sheet.card.id for sheet in made.sheets}
        slow += [took] if took > 10 else []
        lost += [id for id in ids_in(told) if (id in resolved) == (id in made.unknown)]
    assert (slow, lost) == ([], [])


def test_the_questions_that_name_a_card_are_on_its_sheet(makers: dict[str, Dossiers]) -> None:
    made = makers["xwing"].make(READERS["xwing"].read(json.dumps({"pilots": [{"id": "outmaneuver"}]})))
    (sheet,) = made.sheets
    assert "xwing/valen-con-torreta-los-efectos-de-ataque-frontal" in [q.id for q in sheet.questions]
    assert made.odds and sum(made.odds[0].chances) == pytest.approx(1)


def test_the_text_of_a_card_gives_its_terms_with_their_moments(makers: dict[str, Dossiers]) -> None:
    texts = {"R2-D2": "Gasta una ficha de Concentración: repara 1 escudo. Ataque 3."}
    made = makers["xwing"].make(READERS["xwing"].read("R2-D2"), texts)
    assert "xwing/concentracion" in made.sheets[0].terms
    term = next(term for term in made.terms if term.id == "xwing/concentracion")
    assert term.definition and any("El ataque, paso" in step for step in term.steps)
    assert made.sheets[0].odds[0].told.startswith("Ataque 3 contra agilidad 2")


def test_the_longest_name_wins(kb: KnowledgeBase) -> None:
    terms = terms_in(kb, "legion")
    assert terms.said("Perforante 2 y Precisión 1.")[0] == "legion/perforante-x"
    assert terms.said("nada de nada") == []


def test_the_game_of_a_list_is_recognised() -> None:
    games = [(row["juego"], recognised(text_of(row))) for row in LISTS if row["cartas"]]
    assert [pair for pair in games if pair[0] != pair[1]] == []
    told = (
        "Luke Skywalker (6)\n  • Torpedos de protones (2)\n  • Artillero que no hay (3)\nWedge Antilles (T-65 X-wing)\nTotal: 9"
    )
    assert recognised(told) == "xwing" and reader_for("xwing").read(told).unknown == ("Artillero que no hay",)


@pytest.mark.parametrize(
    ("said", "entry"),
    [("Blindaje 2", "legion/blindaje-x"), ("Blindaje X", "legion/blindaje-x"), ("Blindaje", "legion/blindaje"),
     ("Perforante 1", "legion/perforante-x")],
)  # fmt: skip
def test_a_keyword_with_its_number_is_another_rule(kb: KnowledgeBase, said: str, entry: str) -> None:
    assert terms_in(kb, "legion").said(f"{said}, se despliega") == [entry]


def test_a_pilot_and_a_gunner_of_one_name_are_two_cards(makers: dict[str, Dossiers]) -> None:
    squad = {"pilots": [{"id": "lukeskywalker", "ship": "t65xwing", "upgrades": {"gunner": ["lukeskywalker"]}}]}
    made = makers["xwing"].make(reader_for("xwing").read(json.dumps(squad)))
    lukes = [sheet for sheet in made.sheets if sheet.card.id == "lukeskywalker"]
    assert [(sheet.card.kind, sheet.card.count) for sheet in lukes] == [("piloto", 1), ("mejora (gunner)", 1)]
    assert [sheet.entry.id if sheet.entry else None for sheet in lukes] == [None, "xwing/luke-skywalker"]


def test_a_squad_that_was_cut_off_is_told() -> None:
    assert reader_for("xwing").read('{"pilots": [{"id": "luke').unknown == ("el JSON está cortado o mal escrito, línea 1",)


SHIPS = [
    ("con viñetas", "Luke Skywalker (6)\n  • Torpedos de protones (2)\nWedge Antilles (5)\n  • Outmaneuver\nTotal: 14", "pmpm"),
    ("con + en cada línea", "Luke Skywalker + R2-D2\nWedge Antilles + Outmaneuver\nGarven Dreis", "pmpmp"),
    ("con su nave", "(62) Luke Skywalker [T-65 X-wing]\n(2) R2-D2\n(55) Wedge Antilles [T-65 X-wing]\n(6) Outmaneuver", "pmpm"),
    ("con totales", "Luke Skywalker (62)\nInstinctive Aim (2)\nShip total: 64\nWedge Antilles (55)\nOutmaneuver (6)", "pmpm"),
    ("sin nada que lo diga", "Luke Skywalker\nWedge Antilles", "p?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kinds"), [row[1:] for row in SHIPS], ids=[row[0] for row in SHIPS])
def test_a_second_pilot_opens_a_ship_of_its_own(text: str, kinds: str) -> None:
    roster = reader_for("xwing").read(text)
    assert "".join(card.kind[:1] or "?" for card in roster.cards) == kinds and roster.unknown == ()


def test_the_questions_of_another_card_of_the_name_stay_away(makers: dict[str, Dossiers]) -> None:
    def asked(kind: str, id: str) -> dict[str, bool]:
        ship = {"id": id} if kind == "piloto" else {"id": "wedgeantilles", "upgrades": {kind: [id]}}
        made = makers["xwing"].make(reader_for("xwing").read(json.dumps({"pilots": [ship]})))
        return {q.id: q.doubtful for sheet in made.sheets if sheet.card.id == id for q in sheet.questions}

    pilot, gunner = asked("piloto", "hansolo"), asked("gunner", "hansolo-gunner")
    extra, reroll, midnight = (
        "xwing/es-un-ataque-adicional-el-que-da-han-solo",
        "xwing/vale-han-solo-sobre-un-dado-que-ya-se-ha",
        "xwing/puede-han-solo-usar-su-capacidad-contra",
    )
    assert extra not in pilot and gunner[extra] is False
    assert reroll not in gunner and pilot[reroll] is False
    assert pilot[midnight] and gunner[midnight]


@pytest.mark.parametrize("game", [*READERS, "rebellion"])
@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0"])
def test_a_long_run_of_blanks_is_soon_read(game: str, blank: str) -> None:
    """Found by the fuzzer: expressions that look for what stands after blanks took the square of it."""
    start = time.thread_time()
    roster = reader_for(game).read(f"Una lista\n\n1 Darth{blank * 20_000}Vader (100{blank * 20_000}")
    assert time.thread_time() - start < 1
    assert roster.cards or roster.unknown
