"""Fixes never spoil: our texts (and the official ones, where they are at hand) damaged at random, linted and fixed.

`python -m tests.soak.linting --texts 10000` prints one line of figures and ends with 1 if a fix changed a meaning.
"""

import argparse
import json
import os
import random
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from grammar.diagnostics import apply_fixes
from grammar.game import CORPUS, GAMES
from grammar.lint import lint_text
from kb.cards.safely import compile_safely as compile_card

OFFICIAL = Path(os.environ.get("KB_CARDS", Path(__file__).parents[3] / "shared" / "cards"))
SEED = 21


def texts(official: bool = True) -> list[tuple[str, str]]:
    found = [(game, json.loads(line)["text"]) for game in GAMES for line in _lines(CORPUS / game / "cartas.jsonl")]
    for name in ("xwing-oficial", "imperial-assault") if official else ():
        found += [(row["game"], row["text"]) for row in map(json.loads, _lines(OFFICIAL / f"{name}.jsonl"))]
    return found


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()] if path.exists() else []


def _letters(rng: random.Random, text: str) -> str:
    words = list(re.finditer(r"[^\W\d_]{4,}", text))
    if not words:
        return text
    word = rng.choice(words)
    at = rng.randrange(word.start(), word.end() - 1)
    change = rng.choice(("", text[at + 1] + text[at], text[at] * 2, rng.choice("aeiosrnl")))
    return text[:at] + change + text[at + (2 if len(change) == 2 and change[0] != change[1] else 1) :]


def _accent(rng: random.Random, text: str) -> str:
    marked = [i for i, c in enumerate(text) if c in "áéíóúÁÉÍÓÚ"]
    if not marked:
        return text
    at = rng.choice(marked)
    return text[:at] + unicodedata.normalize("NFD", text[at])[0] + text[at + 1 :]


def _words(rng: random.Random, text: str) -> str:
    parts = re.split(r"( +)", text)
    at = rng.randrange(0, len(parts), 2)
    kind = rng.randrange(3)
    if kind == 0:
        parts[at] = ""
    elif kind == 1:
        parts[at] = f"{parts[at]} {parts[at]}"
    elif at + 2 < len(parts):
        parts[at], parts[at + 2] = parts[at + 2], parts[at]
    return "".join(parts)


def _case(rng: random.Random, text: str) -> str:
    capitals = [i for i, c in enumerate(text) if c.isupper()]
    at = rng.choice(capitals or [0])
    return text[:at] + text[at : at + 1].swapcase() + text[at + 1 :]


def _signs(rng: random.Random, text: str) -> str:
    return rng.choice(
        (text.replace("-", "–", 1), text.replace(" ", "  ", 1), text.replace("] ", "]", 1), text.replace(".", "..", 1))
    )


def _endings(rng: random.Random, text: str) -> str:
    words = list(re.finditer(r"[^\W\d_]{4,}", text))
    if not words:
        return text
    end = rng.choice(words).end()
    return text[: end - 1] + rng.choice(("s", "a", "o", "as", "es", "n")) + text[end:]


SPOILERS: tuple[Callable[[random.Random, str], str], ...] = (_letters, _accent, _words, _case, _signs, _endings)


def spoilt(count: int, official: bool = True) -> list[tuple[str, str]]:
    rng = random.Random(SEED)
    pool = texts(official)
    found = []
    for _ in range(count):
        game, text = rng.choice(pool)
        for _ in range(rng.randint(1, 2)):
            text = rng.choice(SPOILERS)(rng, text)
        found.append((game, text))
    return found


def spoils(game: str, text: str) -> str | None:
    """The fixed text, if a fix changed what an understood text means; also if fixing does not settle."""
    card = compile_card(text, game)
    fixed = apply_fixes(unicodedata.normalize("NFC", text), lint_text(text, game, card))
    if card.status == "rechazado" or fixed == text:
        return None
    return fixed if compile_card(fixed, game).effects != card.effects else None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=10_000)
    args = parser.parse_args()
    bad = fixes = understood = 0
    for number, (game, text) in enumerate(spoilt(args.texts), 1):
        card = compile_card(text, game)
        understood += card.status != "rechazado"
        found = lint_text(text, game, card)
        fixed = apply_fixes(unicodedata.normalize("NFC", text), found)
        fixes += fixed != text
        if card.status != "rechazado" and fixed != text and compile_card(fixed, game).effects != card.effects:
            bad += 1
            print(f"{game}: {text!r} -> {fixed!r}", file=sys.stderr)
        if number % 1000 == 0:
            print(f"{number}: {fixes} arreglados, {bad} estropeados", file=sys.stderr, flush=True)
    print(json.dumps({"texts": args.texts, "understood": understood, "fixed": fixes, "spoilt": bad}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
