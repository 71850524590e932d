"""Laws of the compiler of meaning: no memory, its canonical text means the same, minimal pairs are never silently wrong."""

import json
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark import Token as LarkToken
from lark.lexer import Lexer

from grammar.chart import GRAMMAR, Chart, grammar
from grammar.game import CORPUS, GAMES
from grammar.lexicon.load import lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.lexicon.words import Token
from grammar.meaning.card import compile_card
from grammar.meaning.effect import dump

PAIRS = Path(__file__).parent.parent.parent / "shared" / "pairs"
SHOWN = 16
SENTENCES = [
    "Mientras te defiendes, tira 1 dado de defensa adicional",
    "Después de que te defiendas, puedes gastar 1 [carga]",
    "Elige 1 nave que tengas a alcance 1 o 2",
    "de nave la gasta puedes",
]


def own_texts() -> list[tuple[str, str]]:
    found = []
    for game in GAMES:
        path = CORPUS / game / "cartas.jsonl"
        if path.exists():
            found.extend((game, json.loads(line)["text"]) for line in path.read_text(encoding="utf-8").splitlines() if line)
    return found


def test_compiling_keeps_no_memory() -> None:
    """The same text gives the same answer in any order, under any game before it, in any thread."""
    chosen = random.Random(7).sample(own_texts(), SHOWN)
    tasks = [(text, game) for _, text in chosen for game in GAMES]
    alone = {task: compile_card(*task).as_dict() for task in tasks}
    again = random.Random(8).sample(tasks, len(tasks))
    with ThreadPoolExecutor(4) as pool:
        for task, found in zip(again, pool.map(lambda t: compile_card(*t).as_dict(), again), strict=True):
            assert found == alone[task]


@pytest.mark.parametrize("game", GAMES)
def test_most_of_our_cards_are_understood(game: str) -> None:
    texts = [text for other, text in own_texts() if other == game]
    read = [compile_card(text, game) for text in texts]
    accepted = [card for card in read if card.status != "rechazado"]
    assert not texts or len(accepted) >= 0.75 * len(texts)
    assert all(not any(d.severity == "error" for d in card.diagnostics) for card in accepted)


class Words(Lexer):
    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, data: list[Token]) -> Iterator[LarkToken]:  # type: ignore[override]
        for token in data:
            yield LarkToken(token.classes, token.text)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def earley() -> Lark:
    lark = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="earley", lexer=Words, ambiguity="forest")
    lark.parser.parser.term_matcher = lambda term, token: term.name in token.type
    return lark


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_chart_accepts_what_lark_accepts(earley: Lark, sentence: str) -> None:
    """Without meaning to prune, the chart and Lark's own Earley see the same structures."""
    tokens = tokens_of(raw_tokens(sentence), lexicon_for("xwing"))
    names = {state.name for states in grammar().values() for state in states}
    shapes: Mapping[str, Any] = {name: (lambda *_: ("x",)) for name in names}
    chart = Chart(tokens, shapes)
    try:
        earley.parse(tokens)  # type: ignore[arg-type]
        accepted = True
    except Exception:
        accepted = False
    assert bool(chart.values("start", 0, len(tokens))) is accepted


def verdict(case: dict[str, str]) -> str:
    """As ../shared/tools/score_pairs.py counts it."""
    found = {key: compile_card(case[key], case["game"]) for key in ("a", "b", "igual_a", "distinto_de") if key in case}
    effects = {
        key: None if card.status == "rechazado" else json.dumps(dump(card.effects), sort_keys=True)
        for key, card in found.items()
    }
    if case["type"] == "rechazo":
        return "right" if effects["a"] is None else "silent"
    if case["type"] == "lectura":
        a, same, other = effects["a"], effects["igual_a"], effects["distinto_de"]
        if a is not None and (a == other or (same is not None and a != same)):
            return "silent"
        return "declined" if None in (a, same, other) else "right"
    if None in effects.values():
        return "declined"
    if case["type"] == "acepta":
        return "right"
    return "right" if (effects["a"] == effects["b"]) is (case["type"] == "igual") else "silent"


@pytest.mark.skipif(not PAIRS.exists(), reason="needs ../shared/pairs")
def test_minimal_pairs_are_read_by_meaning() -> None:
    cases = [
        json.loads(line)
        for path in sorted(PAIRS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line
    ]
    verdicts = [verdict(case) for case in cases]
    assert verdicts.count("right") >= 0.85 * len(cases)
    assert verdicts.count("silent") <= 0.03 * len(cases)
