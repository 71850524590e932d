"""Search on the corpus we ship: what people type, what comes first, what is refused."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.search.evaluate import questions_in, refused, run, table
from kb.search.negatives import names_in, variants
from kb.search.phrases import phrases
from kb.search.searcher import Searcher
from kb.search.words import infinitives
from kb.text import fold

QUERIES = Path(__file__).parent / "fixtures" / "queries"
OWN = [QUERIES / f"{name}.jsonl" for name in ("ajuste", "apartadas", "frescas", "nuevas")]


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (QUERIES / name).read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def searcher(shipped_kb: Path) -> Iterator[Searcher]:
    with Searcher.open(shipped_kb) as opened:
        yield opened


@pytest.mark.parametrize("row", rows("primeras.jsonl"), ids=lambda row: f"{row['case']}: {row['q']}")
def test_first_hit(searcher: Searcher, row: dict[str, Any]) -> None:
    answer = searcher.search(row["q"], game=row["game"])
    assert answer.hits[0].id == row["first"]
    assert not answer.unanswered


@pytest.mark.parametrize("row", rows("sin_respuesta.jsonl"), ids=lambda row: row["q"])
def test_no_book_answers(searcher: Searcher, row: dict[str, Any]) -> None:
    answer = searcher.search(row["q"], game=row["game"])
    assert answer.unanswered
    assert answer.note
    if "nearest" in row:
        assert answer.hits[0].id == row["nearest"]


def test_most_of_what_is_not_here_is_refused(searcher: Searcher) -> None:
    """Kinds of question that nobody had written negative examples of."""
    caught, total, _, _ = refused(run(searcher, questions_in([QUERIES / "ajenas.jsonl"]), True, by_title=False))
    assert caught >= 0.6 * total


def test_a_long_situation_is_read_to_its_end(searcher: Searcher) -> None:
    """What a judge tells first, with names, hides neither what he asks nor that a book answers it."""
    results = run(searcher, questions_in([QUERIES / "largas.jsonl"]), True, by_title=False)
    assert sum(result.rank <= 3 for result in results) >= 0.7 * len(results)
    assert not any(result.answer.unanswered for result in results)


@pytest.mark.parametrize(("q", "game"), [("cabecilla", "legion"), ("víctima", "imperial-assault"), ("tablet", "leyendas")])
def test_a_word_that_is_looked_up_is_not_refused(searcher: Searcher, q: str, game: str) -> None:
    assert not searcher.search(q, game=game).unanswered


@pytest.mark.parametrize("q", ["qué escudos tiene Wedge Antilles", "vida de Gaarkhan", "cuánto cuesta el AT-ST"])
def test_what_a_card_has_printed_is_on_the_card(searcher: Searcher, q: str) -> None:
    answer = searcher.search(q)
    assert answer.unanswered
    assert "en la carta" in (answer.note or "")


@pytest.mark.parametrize("q", ["tensión", "retirada", "movimiento"])
def test_a_bare_name_shows_each_game_side_by_side(searcher: Searcher, q: str) -> None:
    assert len({hit.game for hit in searcher.search(q).hits[:3]}) == 3


def test_alternatives_of_a_line_come_each_once_at_least() -> None:
    assert variants("{uno|dos} {más|menos|igual}") == ("uno más", "dos menos", "uno igual")
    assert variants("ve {a {nombre}|nombre}") == ("ve a {nombre}", "ve {nombre}")
    assert variants("hola") == ("hola",)


@pytest.mark.parametrize(("with_game", "hit1", "hit3"), [(True, 0.75, 0.88), (False, 0.65, 0.82)])
def test_own_questions(searcher: Searcher, with_game: bool, hit1: float, hit3: float) -> None:
    results = run(searcher, questions_in(OWN), with_game, by_title=False)
    total = table(results)[0]
    assert total.n >= 200
    assert (total.hit1, total.hit3) >= (hit1, hit3), total
    assert total.hit3 >= hit3, total
    assert refused(results)[2] <= 0.03 * total.n


def test_every_title_finds_its_entry(searcher: Searcher, shipped_kb: Path) -> None:
    lines = (shipped_kb / "entries.jsonl").read_text("utf-8").splitlines()
    entries = [e for e in map(json.loads, lines) if e["kind"] not in ("pregunta", "ejemplo", "paso", "definicion")]
    first = {e["id"]: searcher.search(e["title"], game=e["game"]).hits[0].title for e in entries}
    assert [e["id"] for e in entries if fold(first[e["id"]]) != fold(e["title"])] == []


def test_says_what_it_corrected(searcher: Searcher) -> None:
    assert searcher.search("ficha de consentracion", game="xwing").corrected == "ficha de concentracion"
    assert searcher.search("ficha de concentración", game="xwing").corrected is None
    assert searcher.search("mafiosos y prisioneros", game="rebellion").corrected is None


@pytest.mark.parametrize(("word", "verb"), [("moviendose", "mover"), ("lastimandolo", "lastimar"), ("muriendosele", "morir")])
def test_gerunds_with_their_pronouns_are_verbs(word: str, verb: str) -> None:
    assert verb in infinitives(word)


@pytest.mark.parametrize(
    "q",
    [
        "cuánto cuesta una acción roja",
        "mis tíos disparan",
        "vemos el radar del padre",
        "una receta de mago",
        "como en warhammer",
        "fichitas",
        "la marea de la temporada",
        "argumento de los impuestos",
        "un latino con hipo y su hacha",
    ],
)
def test_right_words_are_not_slips(searcher: Searcher, q: str) -> None:
    assert searcher.search(q, game="xwing").corrected is None


@pytest.mark.parametrize(
    ("q", "corrected"),
    [
        ("manibora", "maniobra"),  # out of its place
        ("obstculo", "obstaculo"),  # missing
        ("perforente", "perforante"),  # a vowel for another in a long word
        ("inpulso", "impulso"),  # heard alike
        ("iniciatuva", "iniciativa"),  # the next key
        ("reclutamyentto", "reclutamiento"),  # two, of which one is heard alike
        ("ensima", "encima"),  # our own ways of asking write it so
    ],
)
def test_slips_of_each_kind(searcher: Searcher, q: str, corrected: str) -> None:
    assert searcher.search(q).corrected == corrected


GREETINGS = (
    "hola buenas, una preguntilla: {}",
    "oye tío, {}",
    "che, {} gracias!",
    "{} o sea sí, supongo",
    "pues güey, {} ok?",
    "duda de mi sobrina: {}",
    "perdón por la pregunta tonta: {}",
)


@pytest.mark.parametrize("greeting", GREETINGS)
def test_what_people_say_around_a_question_changes_little(searcher: Searcher, greeting: str) -> None:
    questions = [q for q in questions_in([QUERIES / "ajuste.jsonl"]) if q.q.count(" ") >= 2]
    pairs = [(searcher.search(q.q, q.game), searcher.search(greeting.format(q.q), q.game)) for q in questions]
    assert sum(said.unanswered and not bare.unanswered for bare, said in pairs) <= 0.01 * len(pairs)
    assert sum(bare.hits[0].id != said.hits[0].id for bare, said in pairs if bare.hits) <= 0.1 * len(pairs)


def test_a_greeting_alone_is_still_words(searcher: Searcher) -> None:
    assert searcher.search("hola, gracias").unanswered


def test_a_mode_that_redefines_a_term_answers_for_itself(searcher: Searcher) -> None:
    answer = searcher.search("la explosión hace daño a los imperiales de al lado?", game="leyendas")
    assert not answer.unanswered
    assert answer.hits[0].id == "leyendas/apendice-1/palabras-clave"


def test_homonyms_are_shown_apart(searcher: Searcher) -> None:
    answer = searcher.search("perforante", game="imperial-assault")
    assert {h.game for h in answer.hits} == {"imperial-assault"}
    assert "legion/perforante-x" in {h.id for h in answer.homonyms}


def test_game_in_the_query_is_a_filter(searcher: Searcher) -> None:
    answer = searcher.search("movimiento en legion")
    assert answer.game == "legion"
    assert {h.game for h in answer.hits} == {"legion"}


def test_facets(searcher: Searcher) -> None:
    assert {h.kind for h in searcher.search("ataque", game="xwing", kind="termino").hits} == {"termino"}
    assert {h.game for h in searcher.search("ataque", book="rebellion").hits} == {"rebellion"}
    assert searcher.search("ataque", game="ajedrez").hits == ()
    assert len(searcher.search("ataque", limit=3).hits) == 3


def test_passage_anchor_marks_and_breadcrumb(searcher: Searcher) -> None:
    hit = searcher.search("gastar un blanco fijado para volver a tirar dados", game="xwing").hits[0]
    assert hit.anchor
    assert hit.breadcrumb
    assert hit.marks
    assert all(0 <= start < end <= len(hit.passage) for start, end in hit.marks)
    assert "dado" in " ".join(hit.passage[start:end] for start, end in hit.marks).lower()


def test_questions_answer_under_their_topic(searcher: Searcher) -> None:
    hits = searcher.search("¿está una nave en su propio arco de fuego?", game="xwing").hits
    below = next(h for h in hits if h.within != h.id)
    assert below.kind != "pregunta"
    assert "?" in below.passage


def test_explains(searcher: Searcher) -> None:
    hit = searcher.search("perforante 2", game="legion", explain=True).hits[0]
    assert "title_exact" in {r.feature for r in hit.why}
    assert sum(r.points for r in hit.why) == pytest.approx(hit.score, abs=0.5)
    plain = searcher.search("perforante 2", game="legion")
    assert plain.hits[0].why == plain.understood == ()


def test_explains_words_and_names(searcher: Searcher) -> None:
    answer = searcher.search("suppression", game="legion", explain=True)
    assert any(line.startswith("suppression") and "acobard" in line for line in answer.understood)
    assert any("suppression" in r.detail for r in answer.hits[0].why)


def test_spoken_phrases_point_to_entries(shipped_kb: Path) -> None:
    ids = {json.loads(line)["id"] for line in (shipped_kb / "entries.jsonl").read_text("utf-8").splitlines()}
    games = {id.split("/", 1)[0] for id in ids}
    assert {f"{game}/{slug}" for game in games for slug in phrases(game)} <= ids


def test_completes(searcher: Searcher) -> None:
    assert searcher.complete("cola de", game="xwing")[0].id == "xwing/cola-de-capacidades"
    assert "xwing/cola-de-capacidades" in {c.id for c in searcher.complete("capacid", game="xwing")}
    assert searcher.complete("concentrac") == searcher.complete("Concentrác")
    assert len(searcher.complete("a", limit=5)) == 5
    assert searcher.complete("  ") == ()
    assert searcher.complete("qué pasa si")[0].title.startswith("¿Qué pasa si")


def test_completes_with_the_game_asked_for_and_no_other(searcher: Searcher) -> None:
    assert {c.game for c in searcher.complete("perfo", game="xwing")} <= {"xwing"}  # which has only English names that begin so
    assert {c.game for c in searcher.complete("perfo", game="legion")} == {"legion"}
    assert len({c.game for c in searcher.complete("perfo")}) > 1


def test_completes_steps_and_the_names_in_questions(searcher: Searcher) -> None:
    steps = searcher.complete("ataque paso 2", game="xwing")
    assert steps[0].text == "Ataque, paso 2" and steps[0].anchor and len({(c.id, c.anchor) for c in steps}) == len(steps)
    assert all(c.anchor for c in searcher.complete("paso 2"))
    assert not any(c.anchor for c in searcher.complete("ataque"))
    asked = searcher.complete("han so", game="xwing")
    assert len(asked) >= 2 and all("Han Solo" in c.text for c in asked)


@pytest.mark.parametrize("game", [None, "xwing"])
def test_prefixes_of_titles_are_completed(searcher: Searcher, game: str | None) -> None:
    """Of every prefix of four letters or more of every title, the entry is offered: a fixed twentieth of them."""
    records = [r for r in searcher.parts[0].records if game in (None, r.game)]
    asked = [(r.id, r.title[:n]) for r in records for n in range(4, len(r.title) + 1)][::20]
    assert sum(id in {c.id for c in searcher.complete(q, game)} for id, q in asked) >= 0.97 * len(asked)


def test_tells_what_may_have_been_meant(searcher: Searcher) -> None:
    assert "Tensión" in [c.text for c in searcher.meant("tenzionado", "xwing")]
    assert "Bloqueo" in [c.text for c in searcher.meant("blqeo", "xwing")]  # of another game where this one has none
    assert searcher.meant("zzxxqq") == searcher.meant("") == ()


def test_threads_get_the_same_answers(searcher: Searcher) -> None:
    questions = questions_in(OWN)[:40]
    alone = [[h.id for h in searcher.fresh(q.q, q.game).hits] for q in questions]
    different: list[str] = []

    def ask() -> None:
        different.extend(
            q.q for q, ids in zip(questions, alone, strict=True) if [h.id for h in searcher.fresh(q.q, q.game).hits] != ids
        )

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert different == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("me han quitado a Leia", {"leia"}),
        ("yo solo muevo una", set()),
        ("a qué distancia ve el viejo Han Solo", {"han", "solo"}),
        ("cuánto vuela el AT-ST", {"at", "st"}),
        ("cuántos torpedos de protones lleva", {"torpedos", "protones"}),
    ],
)
def test_names_of_a_question(text: str, names: set[str]) -> None:
    assert names_in(text, fold(text).split(), ()) == names
