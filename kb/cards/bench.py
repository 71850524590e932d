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
from grammar.game import CORPUS
from grammar.lexing.lexer import lex
from grammar.parse import Unparsed, parse

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
build_parser("xwing", {0})
print(time.process_time() - start)
"""


def bench_grammar(cards: Path = CORPUS / "xwing" / "cartas.jsonl") -> dict[str, float]:
    """CPU time, so that a busy machine gives the same figures."""
    texts = [json.loads(line)["text"] for line in cards.read_text(encoding="utf-8").splitlines() if line.strip()]
    compile_text(texts[0])
    whole = [_milliseconds(partial(compile_text, text)) for text in texts]
    lark = [_milliseconds(partial(_parse_only, text)) for text in texts]
    return {
        "texts": float(len(texts)),
        "median_ms": statistics.median(whole),
        "p95_ms": sorted(whole)[int(len(whole) * 0.95)],
        "lark_median_ms": statistics.median(lark),
        "times_lark": sum(whole) / sum(lark),
        "start_s": _in_new_process(START),
        "load_cold_s": _in_new_process(LOAD.format(False)),
        "load_cached_s": _in_new_process(LOAD.format(True)),
    }


def _milliseconds(work: Callable[[], object]) -> float:
    """The best of three: what the work costs, not what else the machine was doing."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken) * 1000


def _parse_only(text: str) -> None:
    """What Lark needs to see the text: our lexer and its parser."""
    for sentence in lex(text, "xwing"):
        try:
            parse(sentence.words, "xwing")
        except Unparsed:
            continue


def _in_new_process(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    return float(done.stdout)
