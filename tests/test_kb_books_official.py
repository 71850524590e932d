"""The five official books against the gold structure of their study. Skipped where they are absent."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kb.books.icons.evidence import NOT_KNOWN
from kb.books.levels import CLOSING
from kb.books.official import UNKNOWN
from kb.books.profiles import profiles
from kb.review.check import check, uncovered
from kb.store import KnowledgeBase, open_kb
from kb.text import fold

LATEX = re.compile(r"\]\(#\)|\\[a-z]+|\$[^$]*\$")
pytestmark = pytest.mark.books
BOOKS = ("legion", "xwing", "rebellion", "imperial-assault", "leyendas")


@pytest.fixture(scope="module")
def kb(official_kb: Path) -> KnowledgeBase:
    return open_kb(official_kb)


def test_structure_bars_hold(kb: KnowledgeBase, study: Path) -> None:
    scorer = study.parent / "tools" / "score_books.py"
    if not scorer.exists():
        pytest.skip("falta score_books.py")
    done = subprocess.run([sys.executable, str(scorer), str(kb.path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_line_is_accounted_for(kb: KnowledgeBase, books: Path) -> None:
    for book in BOOKS:
        lines = (books / f"{book}.txt").read_text("utf-8").split("\n")
        assert uncovered(lines, kb, book) == [], book


def test_titles_are_shown_without_the_letters_of_lost_icons(kb: KnowledgeBase) -> None:
    """The copy's title stays what it is; what readers see is data, and each row of it is of a title that is there."""
    assert (kb.get("xwing/escudos").title, kb.get("xwing/escudos").shown) == ("Escudos (E)", "Escudos")
    rows = {(p.juego, *row) for p in profiles() for row in p.titulos_a_la_vista.items()}
    assert {(e.game, e.title, e.shown) for e in kb.entries if e.shown} == rows


def test_every_icon_that_is_not_known_says_what_is_known_of_it(kb: KnowledgeBase) -> None:
    told = {mark.how for e in kb.entries for b in e.blocks for mark in b.icons if mark.token == UNKNOWN}
    assert told and NOT_KNOWN.how not in told


def test_a_caption_of_a_lost_figure_belongs_to_no_entry(kb: KnowledgeBase) -> None:
    assert "reclutamiento" not in kb.get("rebellion/proyectos").text


def test_nothing_is_wrong(kb: KnowledgeBase) -> None:
    assert [f for f in check(kb) if f.wrong] == []


def test_lost_pages_are_said(kb: KnowledgeBase) -> None:
    lost = {e.id for e in kb.entries if e.lost}
    assert lost == {
        "rebellion/cartas-de-sonda", "rebellion/cartas-de-tactica", "rebellion/cazas", "rebellion/combate",
        "xwing/capacidades", "xwing/cargas",
    }  # fmt: skip
    assert kb.get("rebellion/resolucion-de-ataques").parent == "rebellion/combate"
    assert kb.get("xwing/escudos").parent == "xwing/cargas"
    assert len(kb.get("rebellion/cazas").mentioned_by) >= 4


def test_history_reaches_its_entries(kb: KnowledgeBase, study: Path) -> None:
    starts = {e.lines[0]: e for e in kb.entries if e.book == "legion" and e.lines}
    rows = json.loads((study / "legion" / "history.json").read_text("utf-8"))
    missed = [row["name"] for row in rows for line in row["target_lines"] or () if not starts[line].changes]
    assert missed == []


def test_overrides_reach_what_they_replace(kb: KnowledgeBase, study: Path) -> None:
    starts = {e.lines[0]: e for e in kb.entries if e.book == "xwing" and e.lines}
    gold = map(json.loads, (study / "xwing" / "headings.jsonl").read_text("utf-8").splitlines())
    rows = [row for row in gold if row.get("overrides_line")]
    missed = [
        row["title"]
        for row in rows
        if row["overrides_line"] not in {(kb.get(o.target).lines or (0, 0))[0] for o in starts[row["line"]].overrides}
    ]
    assert (len(rows), missed) == (24, [])


def test_cooperative_mode_overrides_the_base_game(kb: KnowledgeBase) -> None:
    blast = kb.get("imperial-assault/explosion")
    assert [(o.target, o.relation, o.mode) for o in blast.overridden_by] == [
        ("leyendas/apendice-1/palabras-clave", "sustituye", "leyendas")
    ]


def test_team_rules_are_a_facet(kb: KnowledgeBase) -> None:
    blocks = [b for e in kb.entries if e.book == "rebellion" for b in e.blocks if "JUEGO POR EQUIPOS" in b.text]
    assert len(blocks) >= 34
    assert all(b.modes == ("equipos",) for b in blocks if b.text.startswith("JUEGO POR EQUIPOS"))


def test_steps_of_the_attack(kb: KnowledgeBase) -> None:
    labels = [b.label for b in kb.get("xwing/ataque").blocks if b.label]
    assert labels == [
        "1", "1a", "1b", "1c", "1d", "2", "2a", "2b", "3", "3a", "3b", "4", "4a", "4b", "5", "5a", "5b",
        "6", "6a", "6b", "6c", "6d",
    ]  # fmt: skip
    assert [b.label for b in kb.get("legion/secuencia-de-ataque").blocks if b.label and b.label.isdigit()] == [
        str(n) for n in range(1, 12)
    ]


def test_own_text_stands_beside_the_official(kb: KnowledgeBase) -> None:
    official = [e for e in kb.entries if e.source == "oficial" and e.kind in ("termino", "cualidad", "seccion") and e.text]
    without = [e.id for e in official if e.summary is None]
    assert without == [
        "rebellion/como-usar-esta-guia",
        "imperial-assault/alto",
        "leyendas/componentes-necesarios-para-legends-of-the",
    ]  # a preface, a box of the cover and a list of pieces


@pytest.mark.parametrize("book", BOOKS)
def test_every_word_is_in_its_entry(kb: KnowledgeBase, books: Path, book: str) -> None:
    """Nothing lost, down to the word: what a line says is in its entry, but for what a recorded repair changed."""
    rows = map(json.loads, (kb.path / "repairs.jsonl").read_text("utf-8").splitlines())
    mended = {(row["line"], w) for row in rows if row["book"] == book for w in fold(row["before"]).split()}
    excluded = {n for part in kb.report[book].excluded for n in range(part.lines[0], part.lines[1] + 1)}
    said: dict[int, set[str]] = {}
    for e in kb.entries:
        if e.book == book and e.lines:
            for n in range(e.lines[0], e.lines[1] + 1):
                said.setdefault(n, set()).update(fold(f"{e.title} {e.text}").split())
    headings = {e.lines[0] for e in kb.entries if e.book == book and e.lines}
    lost = []
    for n, line in enumerate((books / f"{book}.txt").read_text("utf-8").split("\n"), 1):
        if not line.strip() or n in excluded | headings or CLOSING.match(line.strip()):
            continue
        words = [w for w in fold(LATEX.sub(" ", line)).split() if len(w) > 2 and w not in ("iii", "vii")]
        lost += [(n, w) for w in words if w not in said[n] and (n, w) not in mended]
    assert lost == []
