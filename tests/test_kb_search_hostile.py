"""Whatever is typed is answered or refused, soon, and is never query syntax."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.search.models import Answer
from kb.search.searcher import Searcher

HOSTILE = {
    "cien mil letras": "a" * 100_000,
    "cien mil caracteres de palabras": "nave dispara " * 8_000,
    "cien mil acentos": "áéíóú ñ " * 12_500,
    "un acento repetido": "n" + "\u0301" * 50_000,
    "asterisco": "*",
    "comodines": "a*b*c*",
    "paréntesis": "(" * 5_000 + ")" * 5_000,
    "sintaxis": "title:nave AND NOT (x OR y)^5 ~2 [a TO b] {!} \\",
    "sql": "'; drop table p; -- \" OR 1=1",
    "control": "".join(map(chr, range(32))) * 20,
    "nulos": "\0\0\0",
    "sustitutos sueltos": "\ud800 nave \udfff",
    "al revés": "\u202e" * 100 + "nave",
    "emojis": "🚀👩‍👩‍👧" * 500,
    "vacía": "",
    "espacios": " " * 5_000,
    "números": "1234567890 " * 500,
    "palabras de nadie": " ".join(f"zzq{chr(97 + n % 26)}xw{n}" for n in range(500)),
}
LIMIT_S = 1.0
"""0.1 on a quiet machine: `make bench`."""


@pytest.fixture(scope="module")
def searcher(shipped_kb: Path) -> Searcher:
    opened = Searcher.open(shipped_kb)
    opened.search("una nave dispara con tensión")
    return opened


def quick(searcher: Searcher, q: str) -> Answer:
    """The best of three tries: the machine that runs the tests may be busy."""
    best = LIMIT_S
    for _ in range(3):
        start = time.process_time()
        answer = searcher.fresh(q.encode("utf-8", "replace").decode("utf-8"))
        best = min(best, time.process_time() - start)
    assert best < LIMIT_S
    return answer


@pytest.mark.parametrize("q", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile(searcher: Searcher, q: str) -> None:
    quick(searcher, q)
    answer = searcher.search(q)
    assert json.dumps(answer.model_dump(mode="json"), ensure_ascii=False).encode("utf-8")
    assert isinstance(searcher.complete(q), tuple)


@pytest.mark.parametrize("plane", range(17))
def test_every_unicode_block(searcher: Searcher, plane: int) -> None:
    for start in range(plane * 0x10000, (plane + 1) * 0x10000, 0x1000):
        answer = searcher.search("".join(map(chr, range(start, start + 0x1000))))
        assert answer.ms < 20_000, "it hangs"
        assert json.dumps(answer.model_dump(mode="json"), ensure_ascii=False).encode("utf-8")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text(q: str) -> None:
    assert Answer.model_validate(_shared().search(q).model_dump()).hits is not None


_OPENED: list[Searcher] = []


@pytest.fixture(autouse=True)
def _keep(searcher: Searcher) -> None:
    _OPENED[:] = [searcher]


def _shared() -> Searcher:
    return _OPENED[0]


def test_operators_are_words(searcher: Searcher) -> None:
    plain = [h.id for h in searcher.search("nave tensión", game="xwing").hits]
    dressed = [h.id for h in searcher.search("+nave* AND (tensión)", game="xwing").hits]
    assert set(plain[:2]) == set(dressed[:2]), "«AND» is a word, too: it may turn two neighbours round"
