"""build/soak.json as docs/soak.md."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

HEAD = """# Soak

The long runs. Written by `make soak`; the figures are of its last run of each part, and change with the machine.

    make soak                      # all, about 100 minutes on two cores
    make soak SOAK=load            # one: fuzz, puertas, guided, rulings-sqlite, rulings-postgres, hostile, worst, pairs-sqlite,
                                   # pairs-postgres, queues-sqlite, queues-postgres, versions, load, rolls, linting, installed,
                                   # mutation
    python -m tests.soak.fuzz --target compilador --inputs 250000 --seed 3
    python -m tests.soak.load --seconds 60 --open 30

`make test` has a short form of each: `tests/test_soak_*.py`.
"""
ABOUT = {
    "fuzz": """Inputs are spoilt copies of what we ship (cards, books, queries, scenarios, questions, requests): whole words
replaced, pieces of others spliced in, keys renamed, characters of any plane. An input that makes something new happen (a
status, a code, a sentence, a kind of effect) joins those that are spoilt further; that guidance is free.
A failure is any exception that is not ours, any input over 2 s of processor time (100 ms in
`puertas`; the best of three counts), any answer that breaks an invariant: a
refusal is one line of Spanish; the canonical text compiles to the same
effect and its JSON loads as the same; a safe fix keeps the meaning; no line of a book is lost; hits and citations exist; a
scenario run twice ends the same and is not changed; probabilities add up to 1; a card file written again says what was asked
and nothing else; no 5xx, nothing in the server's error log, no NaN and no half character in any JSON. What was found is kept
in `tests/fixtures/fuzz/`.""",
    "puertas": """The target of `fuzz` for what strangers send, a million of it: YAML, files in multipart forms, texts that
expressions read, query strings, JSON, each with the tricks of its kind and stretched up to the limits. A failure: a 5xx, more
than 100 ms of processor time, memory that grows.""",
    "guided": """The same targets and rules under atheris: our packages are instrumented, and an input that reaches new code
joins those that are spoilt further. Some eight times slower per input, so it has fewer of them.""",
    "rulings-sqlite": """Processes that write rulings are killed with SIGKILL at random moments. A failure: an acknowledged
ruling that is not there afterwards, or one that is there in part.""",
    "rulings-postgres": """The same on PostgreSQL.""",
    "hostile": """The hostile corpus against every endpoint. A failure: an answer over its time, or a 5xx.""",
    "worst": """Eight clients, each from an address of its own, send the worst requests that we know (the audit's bombs,
conditions of blanks, rolls, texts filled up to their limits) as often as their rate lets them, while readers ask for sixty kept
pages a second on a fixed clock. A failure: a read that fails, p99 over 200 ms, an answer 5xx that is not the 503 of work that
lasted too long. `load` is that of the machine: with others at work on it, compare with `quiet_ms`, the same readers just
before.""",
    "pairs-sqlite": """Two judges who correct the same revision at once. A failure: both are kept, none is, or a history that
does not add up.""",
    "pairs-postgres": """The same on PostgreSQL.""",
    "queues-sqlite": """Phones that had no network send what they kept, in random order, over lines that are cut and twice where
they cannot know, while the server is killed. A failure: a thing that is not there once, with its author and its own time.""",
    "queues-postgres": """The same on PostgreSQL.""",
    "versions": """Three hosts behind the nginx that we ship, rolled from the version before to this one and back, host by
host, with readers and a judge at work. A failure: a read that fails, a ruling lost, twice or without author or history.""",
    "load": """Real server (`kb serve`, two workers, rates off), traffic from a second process: 70 % entries (pages and JSON,
one reader in five asks with an ETag), 20 % searches (six in ten in words that no cache has), 5 % compiled cards, 5 % odds.
First the number of connections that gives the highest rate, then ten minutes of it (closed loop), then 70 % of that rate on a
fixed clock (open loop: a wait begins when the request was due, so that p99 hides nothing). A failure: any status but 200
and 304,
any timeout or cut connection, any error in the server's log, or memory that rises more than its limit over the last 80 % of
the ten minutes (the slope of the line through the samples).""",
    "rolls": """Attacks of Legión rolled by the engine with seeds, against the exact odds: how many standard errors the farthest
bar of each lies away. A failure: more than four, or a number of wounds that the odds exclude.""",
    "linting": """Our card texts, and the official ones where they are at hand, damaged at random (letters, accents, words,
capitals, signs, endings), linted and fixed. A failure: a fix that changes what a text that was understood means.""",
    "installed": """The steps of `deploy/Containerfile` in a folder, as there is no container engine here: what it copies is
copied, what it runs is run (a new environment, the project installed in it and not linked, `kb build`, `kb pack`), and its
command serves the packed file in production mode from an empty directory, without the source tree. A failure: a step that
fails, or a page, a search, a compiled card or odds that do not come. Where no package index answers it says `skipped`.""",
    "mutation": """What stands before the pages, rulings, packs and the readers of files, with one thing of one function
changed at a time (a comparison, and/or, not, a truth, a number, a sign, a condition, what is returned, continue): a sample of
all that could be changed, drawn by the seed. A mutant is noticed where a quick test of its room fails; tests that start
processes of their own and those on PostgreSQL are left out, and so are changes outside functions and those of texts.
A failure: a room in which fewer than 80 % are noticed.""",
}


BEGIN, END = "<!-- the last run, written by make soak -->", "<!-- end -->"
RUN = re.compile(re.escape(BEGIN) + r"\n.*?" + re.escape(END) + r"\n", re.DOTALL)


def as_markdown(results: Mapping[str, Any], before: str = "") -> str:
    """`before` is the page as it was: what was not run now keeps its figures, and what people wrote stays."""
    kept: dict[str, str] = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", before, re.MULTILINE | re.DOTALL))
    parts = [HEAD]
    for name, about in ABOUT.items():
        told = kept.pop(name, "").partition(about)[2].strip("\n")
        told = f"{told}\n" if told else ""
        if found := results.get(name):
            fresh = "\n".join((BEGIN, *_figures(name, found), END)).replace(f"\n\n{END}", f"\n{END}") + "\n"
            told = told.replace(NOT_RUN, "").lstrip("\n")
            old = RUN.search(told)
            told = told[: old.start()] + fresh + told[old.end() :] if old else "\n".join(filter(None, (fresh, told)))
        parts.append(f"## {name}\n\n{about}\n\n{told or NOT_RUN}")
    parts += [f"## {name}\n{text.rstrip()}\n" for name, text in kept.items()]
    return "\n".join(parts)


NOT_RUN = "Not run yet.\n"


def _figures(name: str, found: Mapping[str, Any]) -> Iterable[str]:
    verdict = "passed" if found["ok"] else f"**failed** {found.get('why', '')}".strip()
    yield f"{found['date']}, commit {found['commit']}, {found['machine']}: {verdict} in {found.get('seconds', 0)} s."
    yield ""
    if found["lines"]:
        yield from TABLES.get(name, _plain)(found["lines"])


def _fuzz(lines: list[dict[str, Any]]) -> Iterable[str]:
    columns = "target | inputs | seeds | behaviours | processor, s | slowest, s | memory, MB | its rise over 10⁵ inputs, MB"
    yield f"| {columns} | crashes, hangs, broken rules |"
    yield "|---|---|---|---|---|---|---|---|---|"
    names = list(dict.fromkeys(line["target"] for line in lines))
    for name in names:
        rows = [line for line in lines if line["target"] == name]
        seeds = ", ".join(str(row["seed"]) for row in sorted(rows, key=lambda row: row["seed"]))
        slowest, memory = max(row["slowest"] for row in rows), max(row["memory_mb"] for row in rows)
        sums = f"{_sum(rows, 'inputs'):,.0f} | {seeds} | {_sum(rows, 'behaviours'):,.0f} | {_sum(rows, 'cpu'):.0f}"
        rise = max((row["rise_mb"] for row in rows if "rise_mb" in row), default=None)
        yield f"| {name} | {sums} | {slowest:.2f} | {memory} | {'-' if rise is None else rise} | {_findings(rows)} |"
    sums = f"{_sum(lines, 'inputs'):,.0f} | | {_sum(lines, 'behaviours'):,.0f} | {_sum(lines, 'cpu'):.0f}"
    yield f"| all | {sums} | | | | {_findings(lines)} |"


def _sum(rows: list[dict[str, Any]], field: str) -> float:
    return float(sum(row[field] for row in rows))


def _findings(rows: list[dict[str, Any]]) -> str:
    return ", ".join(finding["name"] for row in rows for finding in row["findings"]) or "0"


def _load(lines: list[dict[str, Any]]) -> Iterable[str]:
    found = lines[-1]
    tried = ", ".join(f"{n}: {rate:.0f}" for n, rate in found["tried"].items())
    yield f"Knowledge base {found['kb']} ({found['entries']} entries)."
    yield f"Requests a second by connections: {tried}; {found['connections']} chosen."
    yield ""
    yield "| loop | kind | requests | p50, ms | p95 | p99 | highest |"
    yield "|---|---|---|---|---|---|---|"
    for loop in ("closed", "open"):
        for kind, row in found[loop]["ms"].items():
            yield f"| {loop} | {kind} | {row['n']:,} | {row['p50']} | {row['p95']} | {row['p99']} | {row['max']} |"
    yield ""
    for loop in ("closed", "open"):
        row = found[loop]
        statuses = ", ".join(f"{status}: {n:,}" for status, n in row["statuses"].items())
        sent = f"{row['requests']:,} requests in {row['seconds']:.0f} s, {row['rate']:.0f}/s"
        yield f"- {loop}: {sent}, {row['errors']} errors ({statuses})."
    memory, cpu = found["memory"], found["cpu"]
    yield (f"- memory of the server (proportional set size): {memory['start_mb']} MB at the start, "
           f"{memory['settled_mb']} after a fifth of the run, {memory['end_mb']} at its end, {memory['highest_mb']} at most; "
           f"the line rises {memory['rise_mb']} MB (limit {memory['limit_mb']}): "
           f"{'flat' if memory['flat'] else '**not flat**'}.")  # fmt: skip
    yield f"- processor: server {cpu['server']}, client {cpu['client']} of {cpu['cores']} cores."
    yield f"- errors in the server's log: {found['faults_in_log']}."


def _hostile(lines: list[dict[str, Any]]) -> Iterable[str]:
    found = lines[-1]
    yield f"{found['requests']:,} attacks; the limit is {found['limit_ms']} ms of the thread's own time. The slowest:"
    yield ""
    yield "| endpoint | attack | status | ms |"
    yield "|---|---|---|---|"
    for took, status, rule, attack in found["worst"]:
        yield f"| `{rule}` | {attack} | {status} | {took} |"
    for took, status, rule, attack in found["wrong"]:
        yield f"| **`{rule}`** | {attack} | {status} | {took} |"


def _mutation(lines: list[dict[str, Any]]) -> Iterable[str]:
    yield "| room | possible | tried | noticed | score | processor, s |"
    yield "|---|---|---|---|---|---|"
    for row in lines:
        yield f"| {row['room']} | {row['possible']:,} | {row['tried']} | {row['killed']} | {row['score']:.2f} | {row['cpu']} |"
    tried, killed = _sum(lines, "tried"), _sum(lines, "killed")
    yield f"| all | {_sum(lines, 'possible'):,.0f} | {tried:.0f} | {killed:.0f} | {killed / (tried or 1):.2f} | |"


def _plain(lines: list[dict[str, Any]]) -> Iterable[str]:
    """A flat JSON line as a table of its fields."""
    for line in lines:
        yield "| field | value |"
        yield "|---|---|"
        for field, value in line.items():
            yield f"| {field} | {value} |"
        yield ""


TABLES: dict[str, Callable[[list[dict[str, Any]]], Iterable[str]]] = {
    "fuzz": _fuzz,
    "puertas": _fuzz,
    "guided": _fuzz,
    "load": _load,
    "hostile": _hostile,
    "mutation": _mutation,
}
