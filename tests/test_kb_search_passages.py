"""Which blocks a hit shows, whole: lists with their introduction, steps with their number, questions with their verdict."""

from pathlib import Path

import pytest

from kb.search.passages import ROOM, Passage, shown, whole
from kb.search.searcher import Searcher
from kb.text import fold

LIST = [
    Passage("r1", "Las naves chocan.", ""),
    Passage("r2", "Al chocar, por este orden:", ""),
    Passage("r3", "Retrocede.", "", 1, "1"),
    Passage("r4", "Recibe daño.", "", 1, "2"),
    Passage("r5", "Otra cosa.", ""),
]
CASES = [
    (0, "Las naves chocan."),
    (1, "Al chocar, por este orden:\n1. Retrocede.\n2. Recibe daño."),
    (3, "Al chocar, por este orden:\n1. Retrocede.\n2. Recibe daño."),
    (4, "Otra cosa."),
]


@pytest.mark.parametrize(("k", "text"), CASES)
def test_a_block_is_shown_with_what_it_needs(k: int, text: str) -> None:
    assert whole(LIST, k)[0] == text


def test_what_is_visible_is_not_shown_twice() -> None:
    assert [part.anchor for part in shown(LIST, [3, 2, 1, 0, 4])] == ["r4", "r1", "r5"]


def test_a_long_list_is_shown_around_its_item() -> None:
    items = [Passage(f"r{n}", f"{n}" * 300, "", 0) for n in range(1, 9)]
    text, seen = whole([Passage("r0", "Hay:", ""), *items], 4)
    assert text.startswith("Hay:\n…\n") and text.endswith("…") and 4 in seen
    assert len(text) < ROOM + 100


def test_items_of_one_list_are_shown_once_and_its_introduction_too() -> None:
    items = [Passage(f"r{n}", f"{n}" * 300, "", 0) for n in range(1, 9)]
    first, second = shown([Passage("r0", "Hay:", ""), *items], [2, 6])
    assert first.text.startswith("Hay:\n…") and second.text.startswith("…\n") and "Hay:" not in second.text
    told = [line for part in (first, second) for line in part.text.splitlines() if line != "…"]
    assert len(told) == len(set(told)) > 4


@pytest.fixture(scope="module")
def searcher(shipped_kb: Path) -> Searcher:
    return Searcher.open(shipped_kb)


def test_the_first_hits_show_whole_blocks(searcher: Searcher) -> None:
    hits = searcher.search("qué le pasa a mi nave si cruza una nube de gas", game="xwing").hits
    assert 1 <= len(hits[0].passages) <= 3 and not hits[4].passages
    assert hits[0].passages[0].text.find("gas") > 0


def test_every_question_that_names_a_pilot_is_a_result(searcher: Searcher) -> None:
    hits = searcher.search("Han Solo", game="xwing", limit=20).hits
    asked = [hit.within for hit in hits if hit.question and "Han Solo" in hit.question.text + hit.question.reason]
    assert len(asked) == len(set(asked)) >= 3
    assert all(hit.question.verdict in ("si", "no", "depende", "explica") for hit in hits if hit.question)


def test_words_in_quotes_minus_page_and_step(shipped_kb: Path) -> None:
    with Searcher.open(shipped_kb) as searcher:
        first = searcher.search("ataque paso 2", "xwing").hits[0]
        assert first.id == "xwing/ataque" and first.passages[0].text.startswith("2")
        quoted = searcher.search('"línea de visión"', "legion").hits
        assert quoted and "linea de vision" in fold(quoted[0].title + quoted[0].passage)
        without = searcher.search("ficha -tensión", "xwing").hits
        assert without and not any("tension" in fold(h.passage) for h in without)
        nothing = searcher.search("«palabras que nadie ha escrito»")
        assert not nothing.hits and not nothing.unanswered and "palabras que nadie ha escrito" in (nothing.note or "")
        assert all(h.kind == "pregunta" or h.question for h in searcher.search("ataque", "xwing", kind="pregunta").hits)
