"""Measures of the compiler for `make bench`: milliseconds of processor time per text, and from a cold start."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from grammar.game import CORPUS, DEFAULT_GAME, GAMES
from grammar.meaning.card import compile_card

ROUNDS = 3
START = """
import io, sys, time
sys.argv = ["kb", "compile", "-", "--game", "{}", "--json"]
sys.stdin = io.TextIOWrapper(io.BytesIO(b'{{"text": "Tira 1 dado."}}'))
from kb.cards.compiling import register
from kb.console.main import main
main(registers=(register,))
print(time.process_time())
"""


def bench_cards(official: Path | None = None) -> dict[str, float]:
    """CPU time, so that a busy machine gives the same figures: our cards of each game, and official ones where they are."""
    figures: dict[str, float] = {}
    for game in GAMES:
        figures |= {f"{game}_{name}": value for name, value in _compiling(_texts(CORPUS / game / "cartas.jsonl"), game).items()}
    if official is not None:
        figures |= {f"oficial_{name}": value for name, value in _compiling(_texts(official), DEFAULT_GAME).items()}
    return {**figures, "start_s": min(_in_new_process(START.format(DEFAULT_GAME)) for _ in range(ROUNDS))}


def _texts(cards: Path) -> list[str]:
    return [json.loads(line)["text"] for line in cards.read_text(encoding="utf-8").splitlines() if line.strip()]


def _compiling(texts: list[str], game: str) -> dict[str, float]:
    whole = sorted(_best(text, game) for text in texts)
    return {"median_ms": statistics.median(whole), "p99_ms": whole[int(len(whole) * 0.99)]}


def _best(text: str, game: str) -> float:
    """The best of some turns, in milliseconds: what the work costs, not what else the machine was doing."""
    best = 1e9
    for _ in range(ROUNDS):
        start = time.process_time()
        compile_card(text, game)
        best = min(best, (time.process_time() - start) * 1000)
    return best


def _in_new_process(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    return float(done.stdout.splitlines()[-1])
