"""Citations open the passage that justifies the step, in our own text and with the official books loaded."""

import json
import tomllib
from pathlib import Path

import pytest

from kb.anchors import OWN, block_at, passage_at
from kb.books.passages import aligned
from kb.build import build_from
from kb.cli import main
from kb.errors import CorpusError
from kb.models import Block
from kb.play import citations
from kb.play.cite import Cite
from kb.play.reach import noted, reach, reached_by
from kb.store import open_kb

READ = Path(__file__).parent / "fixtures" / "citas.toml"
"""The citations that scenarios use most, each read in both bases: the mark of the official block that justifies the step."""


@pytest.fixture(scope="module")
def own(shipped_kb):
    return open_kb(shipped_kb).by_id


@pytest.fixture(scope="module")
def official(official_kb):
    return open_kb(official_kb).by_id


def test_our_text_says_what_is_cited(own):
    wrong = []
    for cite in citations.all_cites():
        found = block_at(own[cite.entry].blocks, cite.anchor) if cite.entry in own else None
        if found is None or cite.about not in found.text:
            wrong.append(f"{cite.ref}: {cite.about}")
    assert wrong == []


def test_a_citation_is_no_number():
    """Places change when a bullet is put before; what is said does not."""
    assert [c.ref for c in citations.all_cites() if c.anchor[1:].isdigit()] == []


def test_every_citation_opens_something_with_the_books(official):
    assert list(citations.unresolved(official.values(), ("xwing", "legion", "imperial-assault", "leyendas", "rebellion"))) == []


@pytest.mark.parametrize("row", tomllib.loads(READ.read_text("utf-8"))["cita"], ids=lambda row: row["cita"])
def test_what_was_read_is_still_opened(official, row):
    entry, _, anchor = row["cita"].partition("#")
    found = passage_at(official[entry], anchor)
    assert found is not None and found[1] == row["oficial"]


def test_the_official_words_come_first_and_ours_where_it_has_none(official):
    entry = official["xwing/ataque"]
    block, anchor = passage_at(entry, "r-tirar-dados")
    assert block in entry.blocks and anchor == block.mark
    lost = official["rebellion/combate"]
    block, anchor = passage_at(lost, "r-ef4166")
    assert block in lost.summary.blocks and anchor == f"{OWN}{block.mark}"


def block(n: int, text: str, mark: str, label: str | None = None) -> Block:
    return Block(anchor=f"r{n}", mark=mark, kind="vineta", label=label, text=text, md=text)


def test_passages_are_found_by_what_they_say():
    ours = [block(1, "Se gira el dado.", "r-a"), block(2, "Cada nave lleva 3 clavijas.", "r-b"), block(3, "Otra cosa.", "r-c")]
    theirs = [
        block(1, "Toda nave tiene siempre tres o 3 clavijas puestas.", "r-x"),
        block(2, "Para cambiar un dado, el jugador gira ese dado.", "r-y"),
        block(3, "Nada que ver con lo anterior.", "r-z"),
    ]
    assert aligned(ours, theirs, {}) == {0: 1, 1: 0}
    assert aligned(ours, theirs, {"r-c": "r-z", "r-b": ""}) == {0: 1, 2: 2}


def test_a_build_whose_citation_leads_nowhere_fails(monkeypatch):
    lost = Cite(entry="xwing/ataque", anchor="r-nunca", about="nada")
    monkeypatch.setattr(citations, "all_cites", lambda: (lost,))
    with pytest.raises(CorpusError, match="xwing/ataque#r-nunca"):
        build_from(None)


FOLDER = Path(__file__).parent / "fixtures" / "scenarios"


def test_what_was_noted_as_reached_exists(own):
    """A passage that has gone, or that nothing cites any more, is not claimed."""
    assert len(noted()) >= 450
    assert [ref for ref in noted() if ref.partition("#")[0] not in own] == []


def test_rules_that_situations_run(own):
    reached = reached_by([FOLDER / "orden" / "xwing-cola.yaml", FOLDER / "rebellion" / "invariantes.yaml"])
    assert {"xwing/ataque#r-31d54e", "rebellion/retirada#r-3b536c"} <= reached
    rows = {row.juego: row for row in reach(list(own.values()), reached)}
    xwing = rows["xwing"]
    assert 0 < xwing.ejecutados < xwing.citados < xwing.pasajes
    assert "xwing/aliado-a#r-633914" in xwing.sin_prueba and "xwing/ataque" not in xwing.sin_motor
    assert "xwing/unidad" in xwing.sin_motor


def test_command_of_rule_coverage(xwing_kb, capsys):
    assert main(["coverage", "--reglas", "--kb", str(xwing_kb)]) == 0
    assert "xwing: " in capsys.readouterr().out
    assert main(["coverage", "--reglas", "nada.yaml", "--kb", str(xwing_kb)]) == 2
    assert "nada.yaml: no existe." in capsys.readouterr().err


def test_rule_coverage_tells_what_it_could_not_play(xwing_kb, tmp_path, capsys):
    bad, none, cards = tmp_path / "roto.yaml", tmp_path / "nada.yaml", tmp_path / "cartas.jsonl"
    bad.write_text("juego: xwing\ndado: {", "utf-8")
    none.write_text(
        "juego: xwing\ntitulo: una\ndado: {naves: {a: {}}}\ncuando: [{accion: {nave: a, accion: evasion}}]\n", "utf-8"
    )
    text = "Después de que realices una acción [evasión], recibes 1 ficha de Cálculos."
    row = {"id": "x", "game": "xwing", "kind": "pilot", "text": text}
    cards.write_text(json.dumps(row), "utf-8")
    assert main(["coverage", "--reglas", str(bad), str(none), "--kb", str(xwing_kb)]) == 0
    told = capsys.readouterr()
    assert "roto.yaml:2: no es YAML válido" in told.err and told.out.count(" pasajes; ") == 1  # only the game of the files
    assert main(["coverage", "--reglas", str(bad), "--kb", str(xwing_kb)]) == 2
    assert "ninguno de los ficheros" in capsys.readouterr().err
    assert main(["coverage", "--reglas", str(cards), "--kb", str(xwing_kb)]) == 0
    assert "se ejecutan 0 " not in capsys.readouterr().out


def test_coverage_needs_files():
    assert main(["coverage"]) == 2
