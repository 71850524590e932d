"""The glossaries for taking away: each format read back by a reader of that format, and saying the same."""

import csv
import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree
from rdflib import Graph, Namespace, URIRef
from rdflib.namespace import RDF, SKOS

from kb.cli import main
from kb.dump.formats import FORMATS, as_csv, as_skos, as_tbx
from kb.dump.terms import LICENCE, SCHEMA, TermRow, terms_of
from kb.models import Summary
from kb.store import KnowledgeBase, open_kb

SCHEMAS = Path(__file__).parent / "fixtures" / "schemas"
BASE = "https://reglario.example/"
DCT = Namespace("http://purl.org/dc/terms/")


@pytest.fixture(scope="module")
def kb(shipped_kb: Path) -> KnowledgeBase:
    return open_kb(shipped_kb)


@pytest.fixture(scope="module")
def rows(kb: KnowledgeBase) -> Sequence[TermRow]:
    return [row for game in kb.games for row in terms_of(kb, game)]


def test_every_row_stands_on_its_own(kb: KnowledgeBase, rows: Sequence[TermRow]) -> None:
    assert len(rows) > 800 and len({row.id for row in rows}) == len(rows)
    assert {(row.licence, row.digest, row.schema_version) for row in rows} == {(LICENCE, kb.digest, SCHEMA)}
    assert all(row.term and row.edition and row.id.startswith(f"{row.game}/") for row in rows)
    assert sum(bool(row.definition or row.redirect) for row in rows) > 0.9 * len(rows)


def test_lines_and_cells_say_the_rows(rows: Sequence[TermRow]) -> None:
    lines = FORMATS["jsonl"].write(rows, BASE).splitlines()
    assert [TermRow.model_validate_json(line) for line in lines] == list(rows)
    table = list(csv.DictReader(io.StringIO(as_csv(rows, BASE))))
    assert [(r["id"], r["term"], r["digest"]) for r in table] == [(r.id, r.term, r.digest) for r in rows]
    assert all(t["definition"].removeprefix("'") == r.definition for t, r in zip(table, rows, strict=True))


def test_the_turtle_is_skos(rows: Sequence[TermRow]) -> None:
    graph = Graph().parse(data=as_skos(rows, BASE), format="turtle")
    schemes, concepts = set(graph.subjects(RDF.type, SKOS.ConceptScheme)), set(graph.subjects(RDF.type, SKOS.Concept))
    assert len(schemes) == len({row.game for row in rows})
    assert concepts == {URIRef(BASE + row.id) for row in rows if not row.redirect}
    assert all(len(list(graph.objects(s, DCT.license))) == 1 and graph.value(s, DCT.identifier) for s in schemes)
    for concept in concepts:
        assert set(graph.objects(concept, SKOS.inScheme)) <= schemes
        preferred = list(graph.objects(concept, SKOS.prefLabel))
        languages = [label.language for label in preferred]  # type: ignore[attr-defined]
        assert "es" in languages and len(languages) == len(set(languages))
        assert not set(preferred) & set(graph.objects(concept, SKOS.altLabel))  # S13
    assert set(graph.objects(None, SKOS.broader)) | set(graph.objects(None, SKOS.related)) <= concepts
    for concept, other in graph.subject_objects(SKOS.related):  # S27
        assert other not in set(graph.transitive_objects(concept, SKOS.broader))


def test_the_translators_file_is_tbx(rows: Sequence[TermRow]) -> None:
    tree = etree.fromstring(as_tbx(rows, BASE).encode())
    etree.RelaxNG(etree.parse(SCHEMAS / "tbx.rng")).assertValid(tree)
    assert len(tree.findall(".//{*}conceptEntry")) == sum(not row.redirect for row in rows)


HOSTILE = TermRow(id="x/a", game="x", game_name='N"<&>', book="L\\", edition="1", kind="termino", term='=1+1 "\\',
                  names_es=("a\x00b", "<b>"), names_en=("@x",), digest="0" * 64,
                  definition='\\ "fin"\n\u2028<&]]>\x01')  # fmt: skip


def test_no_text_breaks_a_format() -> None:
    assert len(Graph().parse(data=as_skos([HOSTILE], BASE), format="turtle")) > 5
    etree.RelaxNG(etree.parse(SCHEMAS / "tbx.rng")).assertValid(etree.fromstring(as_tbx([HOSTILE], BASE).encode()))
    (row,) = csv.DictReader(io.StringIO(as_csv([HOSTILE], BASE)))
    assert row["term"] == "'" + HOSTILE.term and row["names_en"] == "'@x"


def test_the_official_text_is_not_given_away(kb: KnowledgeBase) -> None:
    entry = kb.get("xwing/ataque")
    official = entry.model_copy(update={"source": "oficial", "text": "Palabras ajenas.", "summary": None})
    with_ours = official.model_copy(update={"summary": Summary(text="Las nuestras.", blocks=())})
    for changed, definition in ((official, ""), (with_ours, "Las nuestras.")):
        other = KnowledgeBase(kb.path, (changed,), kb.report, kb.digest, kb.games)
        (row,) = terms_of(other, "xwing")
        assert row.definition == definition


def test_the_command_writes_files_with_their_digests(
    shipped_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dump", "--kb", str(shipped_kb), "--game", "legion", "--out", str(tmp_path), "--base", BASE]) == 0
    told = json.loads((tmp_path / "manifiesto.json").read_text("utf-8"))
    assert (told["schema"], told["licence"], len(told["files"])) == (SCHEMA, LICENCE, len(FORMATS))
    for row in told["files"]:
        assert hashlib.sha256((tmp_path / row["file"]).read_bytes()).hexdigest() == row["sha256"]
    capsys.readouterr()
    assert main(["dump", "--kb", str(shipped_kb), "--game", "legion", "--format", "ttl", "--base", BASE]) == 0
    assert capsys.readouterr().out == next(tmp_path.glob("*.ttl")).read_text("utf-8")
    assert main(["dump", "--kb", str(shipped_kb), "--game", "nada"]) == 2
