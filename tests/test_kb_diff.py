"""Two editions compared: what the build keeps, and what the page of changes tells."""

import json
from pathlib import Path

import pytest

from grammar.game import load_game
from kb.build import build_from, save
from kb.cli import main
from kb.errors import ReadError
from kb.models import BookReport, Citation, Entry, Outcome
from kb.review.diff import with_edits, with_gone, with_outcomes
from kb.review.outcomes import Asked, changed_outcomes
from kb.review.rerun import outcomes
from kb.review.touched import Ruling, Touched, rulings_from, touched
from kb.store import open_kb
from web.app import create_app
from web.models import Ref
from web.pages.changes import newest, told_apart

SCENARIOS = Path(__file__).parent / "fixtures" / "scenarios"


def entry(slug: str, text: str, edition: str = "2") -> Entry:
    return Entry(id=f"xwing/{slug}", game="xwing", book="xwing", title=slug.capitalize(), kind="termino", text=text,
                 citation=Citation(book="Guía", edition=edition, section=slug))  # fmt: skip


OLD = [entry("bote", "El bote mueve 2 casillas cada turno.", "1"), entry("ancla", "Pesa.", "1")]
NEW = [entry("bote", "El bote mueve 3 casillas cada turno."), entry("vela", "Nueva.")]


def test_words_that_changed_come_with_those_around_them() -> None:
    bote, vela = with_edits(NEW, OLD)
    assert [(e.lead, e.removed, e.added, e.trail) for e in bote.edits] == [("El bote mueve", "2", "3", "casillas cada turno.")]
    assert not bote.new and vela.new
    report = with_gone({"xwing": BookReport(title="t", source="s", sha256="", entries=2)}, NEW, OLD)["xwing"]
    assert (report.before, report.gone) == ("1", ("Ancla",))


def test_a_game_that_the_old_edition_does_not_have_is_not_all_new() -> None:
    other = entry("bote", "x").model_copy(update={"game": "legion", "id": "legion/bote"})
    assert not with_edits([other], OLD)[0].new


@pytest.mark.parametrize(("one", "other"), [("09.01.2026", "07.10.2025"), ("07.10.2025", "2.6.0")])
def test_the_newest_comes_first(one: str, other: str) -> None:
    assert newest(one) < newest(other)


def test_the_page_shows_them(tmp_path: Path) -> None:
    old, out = tmp_path / "old", tmp_path / "new"
    built = build_from(None)
    first = next(e for e in built.entries if e.id == "xwing/masa")
    built.entries = [e.model_copy(update={"text": "Antes decía otra cosa."}) if e is first else e for e in built.entries]
    save(built, old, None)
    assert main(["build", "--antes", str(old), "--out", str(out), "--no-index"]) == 0
    assert open_kb(out).by_id["xwing/masa"].edits
    page = create_app(out).test_client().get("/cambios/xwing").text
    assert "Desde la edición" in page and "<del>Antes decía otra cosa.</del>" in page


def test_scenarios_are_played_under_both_editions(tmp_path: Path) -> None:
    """A keyword with another definition: what comes out otherwise is told; with the same facts nothing is run."""
    now = load_game("legion")
    terms = tuple(
        t.model_copy(update={"definicion": t.definicion.replace("una ficha de Esquiva", "dos fichas de Esquiva")})
        if t.id == "agilidad_mental" and t.definicion else t for t in now.vocabulario
    )  # fmt: skip
    before, scenes = now.model_copy(update={"vocabulario": terms}), tmp_path / "escenas.yaml"
    told = (SCENARIOS / "legion" / "ronda.yaml").read_text("utf-8").split("---\n")
    scenes.write_text("---\n".join(part for part in told if "agilidad" in part.lower() or "reagrup" in part.lower()), "utf-8")
    assert changed_outcomes({"legion": now}, {"legion": now.model_copy(update={"edicion": "otra"})}, [scenes]) == {}
    found = changed_outcomes({"legion": before}, {"legion": now}, [scenes], cards=False)["legion"]
    assert found and {row.kind for row in found} == {"escenario"}
    assert any("2" in row.before and "2" not in row.after for row in found), found


def test_what_comes_out_otherwise_is_on_the_page() -> None:
    row = Outcome(kind="carta", name="Remo roto", before="mueve 2", after="mueve 3")
    books = {"xwing": BookReport(title="t", source="s", sha256="", entries=2)}
    assert with_outcomes(books, NEW, {"xwing": (row,)})["xwing"].outcomes == (row,)
    assert with_outcomes(books, NEW, {})["xwing"].outcomes is None


RULED = Ruling(id=3, question="¿Cuánto pesa?", entries=("legion/perforante-x", "legion/agil"))


def test_what_a_change_touches() -> None:
    legion = load_game("legion")
    cards = [("Remo", "Perforante 2."), ("Vela", "Imperforantes.")]
    found = touched("legion/perforante-x", "Perforante X", legion, cards, (RULED,))
    assert (found.keywords, found.cards, found.rulings) == (("Perforante",), ("Remo",), (RULED,))
    assert touched("legion/nada", "Nada", legion, cards, (RULED,)) == Touched()


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two folders with the same facts: nothing is played, and what changed in words comes with what hangs on it."""
    old, new, judged = tmp_path / "old", tmp_path / "new", tmp_path / "dictamenes.json"
    built = build_from(None)
    save(built, new, None)
    built.entries = [e.model_copy(update={"text": "Otra."}) if e.id == "xwing/masa" else e for e in built.entries]
    save(built, old, None)
    row = {"id": 7, "question": "¿Pesa?", "citations": [{"entry": "xwing/masa"}, {"entry": "xwing/masa"}]}
    judged.write_text(json.dumps({"items": [row]}), "utf-8")
    asked = ["diff", str(old), str(new), "--dictamenes", str(judged)]
    assert main(asked) == 1 and "toca dictámenes: 7 («¿Pesa?»)" in capsys.readouterr().out
    assert main([*asked, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["outcomes"] == {} and told["entries"][0]["touches"]["rulings"][0]["entries"] == ["xwing/masa"]


@pytest.mark.parametrize("text", ["[]", "{", '{"items": [{"id": "x"}]}', '{"items": 3}', '{"items": [3]}'])
def test_what_are_no_rulings_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "d.json").write_text(text, "utf-8")
    with pytest.raises(ReadError, match="dictámenes"):
        rulings_from(tmp_path / "d.json")


def test_the_page_links_the_rules_that_were_applied(tmp_path: Path) -> None:
    built = build_from(None)
    row = Outcome(
        kind="escenario", name="Remo roto", before="a gana 2 [legion/agil#r-inicio]", after="a gana 1 [legion/agil#r-inicio]"
    )
    books = with_gone(built.report, built.entries, [e.model_copy(update={"id": f"{e.id}-x"}) for e in built.entries[:1]])
    built.report = with_outcomes(books, built.entries, {"legion": (row,)})
    save(built, tmp_path / "kb", None)
    page = create_app(tmp_path / "kb").test_client().get("/cambios/legion").text
    assert "<ins>a gana 1</ins>" in page and 'href="/legion/agil#r-inicio">Ágil</a>' in page


def test_entries_of_one_title_are_told_apart() -> None:
    rows = [
        Ref(id=f"remo/{n}", game="remo", title=t, kind="apartado", url=f"/remo/{n}")
        for n, t in enumerate(("Velas", "Velas", "Ancla"))
    ]
    assert [r.title for r in told_apart(rows, {"remo/1": "Apéndice", "remo/2": "Apéndice"})] == [
        "Velas",
        "Velas (Apéndice)",
        "Ancla",
    ]


def test_no_more_time_is_told() -> None:
    asked = Asked(facts=load_game("rebellion"), cards=(("Remo roto", "Roba 1 carta."),), scenarios=(), seconds=0)
    assert "no se ha ejecutado" in outcomes(asked)["carta: Remo roto"]
