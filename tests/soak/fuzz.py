"""Fuzzing: `python -m tests.soak.fuzz --target compilador --inputs 250000 --seed 1`.

One JSON line per target; exit 1 on a finding.

Inputs are spoilt copies of our own texts, and of earlier inputs that made something new happen (a status, a code, a sentence, a
kind of effect not seen before): guidance that costs nothing. guided.py has that of coverage, which does.
"""

import argparse
import gc
import hashlib
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import Any

from tests.soak.invariants import Broken
from tests.soak.material import ROOT, shipped_kb
from tests.soak.receiver import Gone, Receiver, resident_mb
from tests.soak.shrink import shrink
from tests.soak.targets import Target, cards, compiler, desk, doors, play, reader, search, spoken, web

TARGETS: dict[str, Target] = {
    t.name: t
    for t in (
        compiler.TARGET, reader.TARGET, search.TARGET, play.SCENARIO, play.ORDER, play.ODDS, cards.TARGET, web.TARGET,
        doors.TARGET, desk.TARGET, spoken.TOOLS, spoken.BOTS,
    )
}  # fmt: skip
SHARES = {
    "orden": 100,
    "tiradas": 100,
    "escenario": 100,
    "cartas": 100,
    "busqueda": 100,
    "web": 100,
    "puertas": 200,
    "lector": 80,
    "compilador": 120,
    "mesa": 20,
    "herramientas": 40,
    "bots": 40,
}
"""Of a thousand inputs; what is cheap and what people write most gets most."""
TRIES = 3
"""An input that takes too long is tried again: the machine, not it, may be slow."""
STOP = 10.0
"""Seconds after which an input is stopped by force."""
AGAIN = 0.01
"""Seconds after which it is tried again where it could not be stopped."""
TOO_SLOW, ENDLESS, DIED = "tarda demasiado", "no termina", "el proceso muere"
POOL = 6000
EVERY, SPAN, MOST_RISE = 500, 100_000, 10.0
"""Memory is looked at every so many inputs; over the last so many it may rise by so many MB."""
FOLDER = ROOT / "build" / "fuzz"
_ENOUGH: list[int] = []
"""A run that is told to end (SIGTERM) reports what it has done."""


Found = tuple[str | None, Hashable, float, str]
"""The finding's name or none, the behaviour, the processor time, the trace."""


class Hang(BaseException):
    """Raised inside the code under test by the timer; not an Exception, so that nothing there can swallow it."""


@dataclass
class Report:
    target: str
    seed: int
    inputs: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    slowest: float = 0.0
    behaviours: int = 0
    memory_mb: int = 0
    rise_mb: float | None = None
    """By how much the line through what the receiving process held rises over the last 100,000 inputs; none with fewer."""
    findings: list[dict[str, Any]] = field(default_factory=list)


def _stop(signum: int, frame: FrameType | None) -> None:
    if _collecting(frame):  # what is raised in there is lost, and told as a warning of whoever's callback it is
        signal.setitimer(signal.ITIMER_VIRTUAL, AGAIN)
        return
    raise Hang


def _collecting(frame: FrameType | None) -> bool:
    """In a callback of the garbage collector, of ours or of a library (Hypothesis has one)."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None and frame.f_code not in callbacks:
        frame = frame.f_back
    return frame is not None


def prepare() -> None:
    """An input that does not end is stopped by a timer of processor time."""
    signal.signal(signal.SIGVTALRM, _stop)


def outcome(target: Target, case: Any, pace: float = 1.0) -> Found:
    """What happened. `pace`: how many times slower than usual the code runs."""
    try:
        return _outcome(target, case, pace)
    except Hang:  # a timer that ran out while what had happened was being written down
        return ENDLESS, None, STOP * pace, traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _outcome(target: Target, case: Any, pace: float) -> Found:
    start = time.thread_time()
    signal.signal(signal.SIGVTALRM, _stop)  # a library that is warmed in between may have taken it
    signal.setitimer(signal.ITIMER_VIRTUAL, STOP * pace)
    name, behaviour, trace = None, None, ""
    try:
        made = target.made(case)
        start = time.thread_time()
        behaviour = target.check(made)
    except Hang:
        name, trace = ENDLESS, traceback.format_exc(limit=-6)
    except Broken as error:
        name, trace = error.name, f"{error}\n{traceback.format_exc(limit=-3)}"
    except Exception as error:
        name, trace = f"{type(error).__name__} en {_place(error)}", traceback.format_exc(limit=-8)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    took = time.thread_time() - start
    if name is None and took > max(target.slow, target.slower(case)) * pace:
        name, trace = f"{TOO_SLOW} {target.kind(case)}".strip(), f"{took:.2f} s"
    return name, behaviour, took, trace


def settled(target: Target, case: Any, pace: float = 1.0) -> Found:
    """The first of its kind loads grammars and renders pages, and the machine may be busy: the best of a few times counts."""
    found = outcome(target, case, pace)
    for _ in range(TRIES - 1):
        if not (found[0] or "").startswith(TOO_SLOW):
            break
        target.forget()
        found = outcome(target, case, pace)
    return found


def _place(error: BaseException) -> str:
    """The deepest line of our own packages."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        f
        for f in frames
        if any(f"/{package}/" in f.filename for package in ("kb", "grammar", "web")) and "/tests/" not in f.filename
    ]
    last = (ours or frames)[-1]
    return f"{'/'.join(Path(last.filename).parts[-3:])}:{last.name}:{last.line}"


def fuzz(
    target: Target, inputs: int, seed: int, progress: bool = False, minimise: float = 20.0, untouched: int | None = None,
    pace: float = 1.0, apart: bool = False,
) -> Report:  # fmt: skip
    """Checks the first `untouched` seeds as they are (all of them without it), then spoilt ones.

    `apart`: in a process that only receives. What the fuzzer keeps is then no part of the memory that is measured, and an
    input that kills the process is a finding like others.
    """
    rng = random.Random(f"{target.name} {seed}")
    prepare()
    report = Report(target.name, seed)
    pool = target.seeds()
    seen: set[Hashable] = set()
    samples: list[tuple[int, float]] = []
    started, cpu = time.monotonic(), time.process_time()
    told = started
    fresh = list(pool) if untouched is None else rng.sample(pool, min(untouched, len(pool)))
    if apart:
        target.warm()
        target.remember()
    receiver = Receiver(lambda case: settled(target, case, pace)) if apart else None
    look: Callable[[Any], Found] = _surviving(receiver) if receiver else lambda case: settled(target, case, pace)
    for n in takewhile(lambda _: not _ENOUGH, range(inputs)):
        case = fresh[n] if n < len(fresh) else target.spoil(rng, rng.choice(pool), pool)
        name, behaviour, took, trace = look(case)
        report.inputs += 1
        if n % EVERY == 0:
            samples.append((n, resident_mb(receiver.number if receiver else None)))
        report.slowest = max(report.slowest, took)
        if name is not None:
            note(report, target, name, case, trace, minimise, look)
        elif behaviour not in seen:
            seen.add(behaviour)
            if n >= len(fresh):
                if len(pool) < POOL:
                    pool.append(case)
                else:
                    pool[rng.randrange(len(fresh), POOL) if len(fresh) < POOL else rng.randrange(POOL)] = case
        if progress and time.monotonic() - told > 10:
            told = time.monotonic()
            print(
                f"{target.name}: {n + 1} de {inputs}, {len(seen)} comportamientos, {len(report.findings)} hallazgos, "
                f"{samples[-1][1]:.1f} MB",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    if receiver:
        receiver.end()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN) if receiver else None
    report.seconds = round(time.monotonic() - started, 1)
    report.cpu = round(spent.ru_utime + spent.ru_stime if spent else time.process_time() - cpu, 1)
    report.behaviours, report.slowest = len(seen), round(report.slowest, 3)
    late = [sample for sample in samples if sample[0] >= report.inputs - SPAN]
    report.rise_mb = round(rise(late) * SPAN, 1) if report.inputs > SPAN else None
    report.memory_mb = round(max(mb for _, mb in samples))
    if apart and report.rise_mb is not None and report.rise_mb > MOST_RISE:
        report.findings.append({"name": "la memoria crece", "times": 1, "case": None, "trace": f"{report.rise_mb} MB"})
    return report


def _surviving(receiver: Receiver) -> Callable[[Any], Found]:
    def look(case: Any) -> Found:
        try:
            found: Found = receiver.ask(case)
        except Gone as gone:
            return DIED, None, 0.0, str(gone)
        return found

    return look


def rise(samples: list[tuple[int, float]]) -> float:
    """The slope of the line through them."""
    if len(samples) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*samples, strict=True)).slope


def note(
    report: Report,
    target: Target,
    name: str,
    case: Any,
    trace: str,
    minimise: float,
    look: Callable[[Any], Found] | None = None,
) -> None:
    for finding in report.findings:
        if finding["name"] == name:
            finding["times"] += 1
            if name.startswith(TOO_SLOW) and float(trace.split()[0]) > float(finding["trace"].split()[0]):
                finding.update(case=case, trace=trace)  # of the slow ones the slowest is told
                print(f"{target.name}: {name} {trace}\n  {json.dumps(case)[:2000]}", file=sys.stderr, flush=True)
            return
    # A hang is kept as it is: each try of making it smaller would take seconds.
    slow = name.startswith((ENDLESS, TOO_SLOW, DIED))
    shows = look or (lambda c: outcome(target, c))
    FOLDER.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(f"{target.name} {name}".encode("utf-8", "replace")).hexdigest()[:10]
    found = {"target": target.name, "seed": report.seed, "name": name, "case": case, "trace": trace, "first": case}
    kept = FOLDER / f"{target.name}-{key}.json"
    kept.write_text(json.dumps(found, indent=1), "utf-8")  # before anything can happen to it
    try:
        small = case if slow else shrink(case, lambda c: shows(c)[0] == name, minimise)
    except Exception as error:  # the finding is worth more than its smallest form
        small, trace = case, f"{trace}\nNot made smaller: {error!r}"
    report.findings.append({"name": name, "times": 1, "case": small, "trace": trace})
    kept.write_text(json.dumps({**found, "case": small}, indent=1), "utf-8")
    print(f"{target.name}: {name}\n  {json.dumps(small)[:500]}", file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fuzz", description=__doc__)
    parser.add_argument("--target", choices=[*TARGETS, "todo"], default="todo")
    parser.add_argument("--inputs", type=int, default=1000, help="in all; shared out among the targets with «todo»")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    args = parser.parse_args(argv)
    if args.target == "todo" or args.jobs > 1:
        return several(_tasks(args), args.jobs)
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as state:
        os.environ.update(XDG_STATE_HOME=state, KB_SECRET="x" * 40, KB_RATE="0")
        signal.signal(signal.SIGTERM, lambda told, _: _ENOUGH.append(told))
        report = fuzz(TARGETS[args.target], args.inputs, args.seed, progress=True, apart=True)
    print(json.dumps(vars(report), ensure_ascii=True), flush=True)
    return 1 if report.findings else 0


def _tasks(args: argparse.Namespace) -> list[tuple[str, ...]]:
    """Each target in processes of its own, the longest first."""
    shares = SHARES if args.target == "todo" else {args.target: sum(SHARES.values())}
    halves = [(name, max(1, args.inputs * share // sum(SHARES.values()) // 2), args.seed + half)
              for name, share in shares.items() for half in (0, 1)]  # fmt: skip
    return [
        ("tests.soak.fuzz", "--target", name, "--inputs", str(inputs), "--seed", str(seed)) for name, inputs, seed in halves
    ]


def several(tasks: list[tuple[str, ...]], jobs: int) -> int:
    """Modules run with their arguments, `jobs` at a time; 1 if any found something. They share one knowledge base."""
    os.environ["SOAK_KB"] = str(shipped_kb())
    running: list[subprocess.Popen[bytes]] = []
    status = 0
    while tasks or running:
        while tasks and len(running) < jobs:
            running.append(subprocess.Popen([sys.executable, "-m", *tasks.pop(0)], cwd=ROOT))
        for child in [child for child in running if child.poll() is not None]:
            running.remove(child)
            status = status or int(bool(child.returncode))
        time.sleep(0.2)
    return status


if __name__ == "__main__":
    sys.exit(main())
