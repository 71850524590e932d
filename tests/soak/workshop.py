"""What the workshop promises over texts that nobody of us wrote, measured: one line of JSON per row.

`python -m tests.soak.workshop alarms|games|pairs|times|editor|mistakes`; `--shown` prints what is behind each figure.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from grammar.compare import compare
from grammar.game import CORPUS, GAMES
from grammar.likeness import family, likeness
from grammar.lint import lint_text
from grammar.meaning.card import compile_card
from kb.cards.lsp import Desk
from tests.soak.linting import OFFICIAL, SEED

FILES = ("xwing-oficial", "xwing-comunidad", "imperial-assault")
MISTAKES = Path(__file__).parents[1] / "fixtures" / "errors"
NUMBER = re.compile(r"(?<![\w+-])([1-6])(?![\w-])")
CHANGES: tuple[tuple[str, str, str], ...] = (
    ("lado", r"\baliad([oa]s?)\b", r"enemig\1"),
    ("lado", r"\benemig([oa]s?)\b", r"aliad\1"),
    ("puede", r"\bpuede(s?)\b(?! no)", r"debe\1"),
    ("puede", r"\bdebe(s?)\b", r"puede\1"),
    ("negación", r"\bsi (est[áé]s?|tien\w+|has?|es|eres)\b", r"si no \1"),
    ("negación", r"\bno puede(s?)\b", r"puede\1"),
    ("alcance", r"\balcance 0-1\b", "alcance 0-3"),
    ("alcance", r"\balcance 1-2\b", "alcance 1-3"),
    ("alcance", r"\balcance (0|1)-3\b", r"alcance \1-2"),
    ("ficha", r"\b[Tt]ensión\b", "Iones"),
    ("ficha", r"\b[Cc]oncentración\b", "Evasión"),
    ("ficha", r"\b[Mm]erma\b", "Tensión"),
    ("ficha", r"\[carga\]", "[fuerza]"),
    ("ficha", r"\[daño\]", "[tensión]"),
    ("ficha", r"\[bloqueo\]", "[evadir]"),
)


def rows(name: str) -> list[dict[str, str]]:
    path = OFFICIAL / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [row for row in map(json.loads, lines) if row.get("text", "").strip()]


def alarms(shown: bool) -> Iterator[dict[str, object]]:
    """Texts that the compiler understands, as their publisher wrote them, with a finding that is no note."""
    for name in FILES:
        texts = told = 0
        codes: Counter[str] = Counter()
        for row in rows(name):
            card = compile_card(row["text"], row["game"])
            if card.status == "rechazado":
                continue
            texts += 1
            found = [d for d in lint_text(row["text"], row["game"], card) if d.severity != "nota"]
            told += bool(found)
            codes.update(d.code for d in found)
            for d in found if shown else ():
                print(f"{row['id']} {d.code} {row['text'][d.span[0] : d.span[1]]!r} {d.message}", file=sys.stderr)
        yield {"file": name, "understood": texts, "told": told, "share": round(told / max(1, texts), 4), "codes": codes}


def games(shown: bool) -> Iterator[dict[str, object]]:
    """Our cards and the published ones: right, asked, none, wrong and sure."""
    own = [(json.loads(line)["game"], json.loads(line)["text"]) for game in GAMES for line in _lines(game)]
    published = [(row["game"], row["text"]) for name in FILES for row in rows(name)]
    for label, texts in (("own", own), ("published", published)):
        verdicts: Counter[str] = Counter()
        for game, text in texts:
            found = likeness(text)
            kind = (
                "right" if family(found.game or "xwing") == family(game) and found.game else "wrong" if found.game else "asked"
            )
            if kind == "asked":
                kind = "asked" if found.candidates else "none"
            verdicts[kind] += 1
            if shown and kind != "right":
                print(f"{kind} {game} {found.candidates} {text[:100]!r}", file=sys.stderr)
        yield {"texts": label, "n": len(texts), **{kind: round(n / len(texts), 4) for kind, n in verdicts.items()}}


def _lines(game: str) -> list[str]:
    return [line for line in (CORPUS / game / "cartas.jsonl").read_text(encoding="utf-8").splitlines() if line.strip()]


def changed(text: str, rng: random.Random) -> tuple[str, str] | None:
    """One change of what the text rules, and of which kind; None where nothing of the list stands in it."""
    ways = [
        (kind, text[: match.start()] + re.sub(piece, other, match.group()) + text[match.end() :])
        for kind, piece, other in CHANGES
        for match in list(re.finditer(piece, text))[:1]
    ]
    numbers = list(NUMBER.finditer(text))
    if numbers:
        match = rng.choice(numbers)
        ways.append(("número", text[: match.start()] + str(int(match.group()) % 6 + 1) + text[match.end() :]))
    kinds = sorted({kind for kind, _ in ways})
    if not kinds:
        return None
    kind = rng.choice(kinds)
    return rng.choice([way for way in ways if way[0] == kind])


def pairs(shown: bool) -> Iterator[dict[str, object]]:
    """Spanish against its English: untouched, and with one change."""
    rng = random.Random(SEED)
    for name in FILES:
        untouched = told = asked = found = 0
        missed: Counter[str] = Counter()
        for row in rows(name):
            if not row.get("text_en", "").strip():
                continue
            untouched += 1
            before = compare(row["text"], row["text_en"], row["game"])
            if before.differences:
                told += 1
                if shown:
                    print(f"{row['id']} {before.differences}\n  {row['text']!r}\n  {row['text_en']!r}", file=sys.stderr)
            change = changed(row["text"], rng)
            if change is not None:
                asked += 1
                after = compare(change[1], row["text_en"], row["game"])
                told_anew = set(after.differences) != set(before.differences)
                found += told_anew
                if not told_anew:
                    missed[change[0]] += 1
        yield {"file": name, "pairs": untouched, "told": round(told / max(1, untouched), 4), "changed": asked,
               "found": round(found / max(1, asked), 4), "missed": missed}  # fmt: skip


def times(shown: bool) -> Iterator[dict[str, object]]:
    """Linting a card, warm, in one process: the median of a thousand, in milliseconds of processor."""
    texts = [(row["game"], row["text"]) for name in FILES for row in rows(name)]
    random.Random(SEED).shuffle(texts)
    for game, text in texts[:40]:
        lint_text(text, game)
    spent = []
    for game, text in texts[40:1040]:
        begun = time.process_time()
        lint_text(text, game)
        spent.append(time.process_time() - begun)
    spent.sort()
    yield {"cards": len(spent), **{f"p{p}": round(1000 * spent[len(spent) * p // 100], 1) for p in (50, 95, 99)}}


def editor(shown: bool) -> Iterator[dict[str, object]]:
    """From an edit to the findings in the language server: a file of sixty cards of ours, a letter typed in one of them."""
    rng, desk, spent = random.Random(SEED), Desk(), []
    lines = [line for game in GAMES for line in _lines(game)[:12]]
    desk.findings("file:///cartas.jsonl", "\n".join(lines))
    for _ in range(60):
        number = rng.randrange(len(lines))
        row = json.loads(lines[number])
        at = rng.randrange(len(row["text"]))
        row["text"] = row["text"][:at] + rng.choice("aeos ") + row["text"][at:]
        text = "\n".join([*lines[:number], json.dumps(row, ensure_ascii=False), *lines[number + 1 :]])
        begun = time.process_time()
        desk.findings("file:///cartas.jsonl", text)
        spent.append(time.process_time() - begun)
    spent.sort()
    yield {"edits": len(spent), **{f"p{p}": round(1000 * spent[len(spent) * p // 100], 1) for p in (50, 95)}}


def mistakes(shown: bool) -> Iterator[dict[str, object]]:
    for path in sorted(MISTAKES.glob("*.tsv")):
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
        missed = wrong = 0
        for kind, game, right, piece, other in lines:
            text, at = right.replace(piece, other, 1), right.index(piece)
            near = [d for d in lint_text(text, game) if d.severity != "nota" and d.span[1] - d.span[0] <= len(other) + 30]
            here = [d for d in near if d.span[0] <= at + len(other) and at <= d.span[1]]
            fixes = [d.fix for d in here if d.fix is not None]
            mended = fixes and text[: fixes[0].start] + fixes[0].text + text[fixes[0].end :] == right
            missed += not here
            wrong += not mended
            if shown and not mended:
                print(f"{kind} {game} {text!r} {[(d.code, d.message, d.fix) for d in here]}", file=sys.stderr)
        yield {"list": path.name, "n": len(lines), "found": round(1 - missed / len(lines), 3),
               "right fix first": round(1 - wrong / len(lines), 3)}  # fmt: skip


ROWS = {"alarms": alarms, "games": games, "pairs": pairs, "times": times, "editor": editor, "mistakes": mistakes}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("row", choices=tuple(ROWS))
    parser.add_argument("--shown", action="store_true")
    args = parser.parse_args()
    for line in ROWS[args.row](args.shown):
        print(json.dumps({"row": args.row, **line}, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
