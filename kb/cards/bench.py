"""Measures of the compiler for `make bench`: milliseconds per text, loading time, and how much more than Lark's own parse."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from grammar.compile import compile_text
from grammar.game import CORPUS, DEFAULT_GAME, GAMES
from grammar.lexing.lexer import lex
from grammar.parse import Unparsed, parse

ROUNDS = 4
START = """
import time
start = time.perf_counter()
from grammar.compile import compile_text
compile_text("Tira 1 dado.")
print(time.perf_counter() - start)
"""
LOAD = """
import time
from grammar.parse import build_parser
start = time.process_time()
build_parser("{1}", {0})
print(time.process_time() - start)
"""


def bench_cards(official: Path | None = None) -> dict[str, float]:
    """CPU time, so that a busy machine gives the same figures: our cards of each game, and official ones where they are."""
    figures: dict[str, float] = {}
    for game in GAMES:
        figures |= {f"{game}_{name}": value for name, value in _compiling(_texts(CORPUS / game / "cartas.jsonl"), game).items()}
    if official is not None:
        figures |= {f"oficial_{name}": value for name, value in _compiling(_texts(official), DEFAULT_GAME).items()}
    return {
        **figures,
        "times_lark": _times_lark(_texts(official or CORPUS / DEFAULT_GAME / "cartas.jsonl")),
        "start_s": _in_new_process(START),
        "load_cold_s": _in_new_process(LOAD.format(False, DEFAULT_GAME)),
        "load_cached_s": _in_new_process(LOAD.format(True, DEFAULT_GAME)),
    }


def _texts(cards: Path) -> list[str]:
    return [json.loads(line)["text"] for line in cards.read_text(encoding="utf-8").splitlines() if line.strip()]


def _compiling(texts: list[str], game: str) -> dict[str, float]:
    whole = [_best(partial(compile_text, text, game))[0] for text in texts]
    return {"median_ms": statistics.median(whole), "p95_ms": sorted(whole)[int(len(whole) * 0.95)]}


def _times_lark(texts: list[str]) -> float:
    """The whole of compiling against Lark's parse alone, text by text in turns."""
    pairs = [_best(partial(compile_text, text), partial(_parse_only, text)) for text in texts]
    return sum(whole for whole, _ in pairs) / sum(lark for _, lark in pairs)


def _best(*works: Callable[[], object]) -> list[float]:
    """The best of some turns of each, in milliseconds: what the work costs, not what else the machine was doing."""
    best = [1e9] * len(works)
    for _ in range(ROUNDS):
        for n, work in enumerate(works):
            start = time.process_time()
            work()
            best[n] = min(best[n], (time.process_time() - start) * 1000)
    return best


def _parse_only(text: str) -> None:
    """What Lark needs to see the text: our lexer and its parser."""
    for sentence in lex(text, DEFAULT_GAME):
        try:
            parse(sentence.words, DEFAULT_GAME)
        except Unparsed:
            continue


def _in_new_process(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    return float(done.stdout)
