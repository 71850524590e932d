"""What the completion promises, measured: is the next word of texts it never saw among what it offers, and how long that takes.

`python -m tests.soak.completing next --texts 60` asks at six places of each text. `walks --walks 10000` goes on at random from
nothing over what is offered as sure, and compiles what comes out; with `--proofs 2` also over words that are tried first.
`own` compiles every text that serves as a witness, `sort` puts them where they belong now. Each prints lines of JSON; a walk
that leads nowhere ends it with 1.
"""

import argparse
import json
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from grammar.completion import Completion, complete
from grammar.game import CORPUS, GAMES
from grammar.lexicon.load import fold, lexicon_for
from grammar.lexicon.tokens import raw_tokens, tokens_of
from grammar.meaning.card import compile_card
from grammar.own import understood_texts
from grammar.usage import PIECE
from grammar.witness import laid

OFFICIAL = Path(os.environ.get("KB_CARDS", Path(__file__).parents[3] / "shared" / "cards"))
FILES = ("xwing-oficial", "xwing-comunidad", "imperial-assault")
PLACES = 6
SEED = 21


def apart(name: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Game and text of some cards that nobody of us wrote."""
    path = OFFICIAL / f"{name}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()] if path.exists() else []
    rows = [row for row in rows if row.get("text", "").strip()]
    random.Random(seed).shuffle(rows)
    return [(row["game"], row["text"]) for row in rows[:count]]


def places(text: str, game: str, rng: random.Random) -> list[tuple[str, str]]:
    """What stands before, and the word that follows: words and icons that the game knows, but for names and numbers."""
    tokens = tokens_of(raw_tokens(text), lexicon_for(game))
    known = [(t.start, t.end) for t in tokens if t.words and not all(word.cls == "NAME" for word in t.words)]
    found = [
        (text[: match.start()], match.group())
        for match in PIECE.finditer(text)
        if re.match(r"[^\W\d]|\[", match.group()) and any(start <= match.start() < end for start, end in known)
    ]
    return rng.sample(found, min(PLACES, len(found)))


def next_words(name: str, count: int, seed: int, shown: bool) -> dict[str, object]:
    rng = random.Random(seed)
    times: list[float] = []
    asked = offered = 0
    missed: Counter[str] = Counter()
    for game, text in apart(name, count, seed):
        for before, word in places(text, game, rng):
            begun = time.process_time()
            found = complete(before, game)
            times.append(time.process_time() - begun)
            asked += 1
            first = [fold((PIECE.findall(c.text) or [c.text])[0]) for c in found]
            if fold(word) in first:
                offered += 1
            else:
                missed["nothing" if not found else "other"] += 1
                if shown:
                    print(f"{len(found):3} {before[-70:]!r} | {word}", file=sys.stderr)
    times.sort()
    ms = {p: round(1000 * times[min(len(times) - 1, int(len(times) * p))], 1) for p in (0.5, 0.95)} if times else {}
    return {"file": name, "asked": asked, "offered": round(offered / max(1, asked), 3), "missed": missed, "ms": ms}


MOST_STEPS = 120
STOPS = 0.6
"""How often a walk that may stop does."""


@cache
def sure(text: str, game: str, proofs: int, promised: str) -> tuple[Completion, ...]:
    return tuple(found for found in complete(text, game, proofs=proofs, promised=promised) if found.sure)


def walk(game: str, rng: random.Random, proofs: int) -> str:
    """A text, word by word; one that cannot go on is given back as it is."""
    text = promised = ""
    for _ in range(MOST_STEPS):
        found = sure(f"{text} " if text else "", game, proofs, promised)
        stop = next((c for c in found if c.text == "."), None)
        if stop is not None and (rng.random() < STOPS or len(found) == 1):
            return laid(text, ".")
        if not found:
            return text
        chosen = rng.choice([c for c in found if c is not stop])
        text, promised = laid(text, chosen.text), chosen.rest or ""
    return text + promised


def walks(count: int, proofs: int, seed: int, shown: bool) -> Iterator[dict[str, object]]:
    for game in GAMES:
        rng = random.Random(seed)
        own, made, nowhere, begun = set(understood_texts(game)), Counter[str](), Counter[str](), time.process_time()
        for _ in range(count // len(GAMES)):
            made[walk(game, rng, proofs)] += 1
        for text, times in made.items():
            if compile_card(text, game).status == "rechazado":
                nowhere[text] = times
                if shown:
                    print(f"{game}: {text}", file=sys.stderr)
        yield {"game": game, "walks": made.total(), "texts": len(made), "not ours": sum(text not in own for text in made),
               "nowhere": nowhere.total(), "words": round(sum(len(t.split()) for t in made) / len(made), 1),
               "s": round(time.process_time() - begun, 1)}  # fmt: skip


def own() -> Iterator[dict[str, object]]:
    """Witnesses that are not understood: there must be none."""
    for game in GAMES:
        lost = [text for text in understood_texts(game) if compile_card(text, game).status == "rechazado"]
        yield {"game": game, "texts": len(understood_texts(game)), "nowhere": len(lost), "which": lost[:3]}


def sort() -> Iterator[dict[str, object]]:
    """After a change of the compiler: what it understands now goes to usos.txt, the rest to voces.txt."""
    for game in GAMES:
        folder = CORPUS / game
        texts = [line for name in ("usos.txt", "voces.txt") for line in (folder / name).read_text("utf-8").splitlines()]
        known = {text for text in texts if compile_card(text, game).status != "rechazado"}
        (folder / "usos.txt").write_text("".join(f"{text}\n" for text in texts if text in known), "utf-8")
        (folder / "voces.txt").write_text("".join(f"{text}\n" for text in texts if text not in known), "utf-8")
        yield {"game": game, "texts": len(texts), "understood": len(known)}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("next", "walks", "own", "sort"))
    parser.add_argument("--texts", type=int, default=60)
    parser.add_argument("--walks", type=int, default=10_000)
    parser.add_argument("--proofs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--file", choices=FILES)
    parser.add_argument("--shown", action="store_true")
    args = parser.parse_args()
    for game in GAMES:  # what is learned once is no part of an answer
        complete("", game)
    rows: Iterator[dict[str, object]] = own()
    if args.what == "next":
        rows = (next_words(name, args.texts, args.seed, args.shown) for name in ([args.file] if args.file else FILES))
    elif args.what == "sort":
        rows = sort()
    elif args.what == "walks":
        rows = walks(args.walks, args.proofs, args.seed, args.shown)
    failed = False
    for row in rows:
        print(json.dumps(row, ensure_ascii=False), flush=True)
        failed = failed or bool(row.get("nowhere"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
