"""Fuzzing guided by coverage: `python -m tests.soak.guided --target compilador --inputs 20000`; the same targets as fuzz.py.

atheris instruments our packages and libFuzzer keeps what reaches new code; our own `spoil` makes the inputs, since bytes that
are no JSON would never get past the door. Several times slower per input than fuzz.py, and it looks elsewhere: both run.
"""

import argparse
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import atheris

PACKAGES = ("grammar", "kb")
WATCHED = tuple(os.environ.get("SOAK_WATCHED", "grammar kb").split())
"""Whose code is instrumented: what their names begin with. All of it takes half a minute."""
ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = [
    name
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if not (name := ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")).startswith(WATCHED)
]

with atheris.instrument_imports(include=list(PACKAGES), exclude=LEFT_OUT):
    from tests.soak import fuzz as plain

NAMES = ("lector", "busqueda", "compilador", "escenario")
LARGEST = 1 << 18
PACE = 8.0
"""How many times slower instrumented code is."""


class Run:
    def __init__(self, target: plain.Target, inputs: int, seed: int) -> None:
        self.target, self.inputs, self.pool = target, inputs, target.seeds()
        self.report = plain.Report(f"{target.name} (atheris)", seed)
        self.seen: set[Hashable] = set()
        self.folder = Path(tempfile.mkdtemp(prefix="reglario-guiado-"))
        self.started, self.told = time.monotonic(), time.monotonic()

    def one(self, data: bytes) -> None:
        """An input; bytes that are no case (libFuzzer's first one is empty) are not counted."""
        case = _case(data)
        if case is None:
            return
        name, behaviour, took, trace = plain.settled(self.target, case, PACE)
        self.report.inputs += 1
        self.seen.add(behaviour)
        self.report.slowest = max(self.report.slowest, took)
        if name is not None:
            plain.note(self.report, self.target, name, case, trace, minimise=5.0)
        if time.monotonic() - self.told > 10:
            self.told = time.monotonic()
            print(f"{self.report.target}: {self.report.inputs} de {self.inputs}", file=sys.stderr, flush=True)
        if self.report.inputs >= self.inputs:
            self._end()

    def spoil(self, data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        case = _case(data)
        spoilt = json.dumps(self.target.spoil(rng, rng.choice(self.pool) if case is None else case, self.pool)).encode()
        return spoilt if len(spoilt) <= most else data

    def _end(self) -> None:
        """libFuzzer would call an exception, also this one, a crash."""
        self.report.seconds, self.report.cpu = round(time.monotonic() - self.started, 1), round(time.process_time(), 1)
        self.report.slowest, self.report.behaviours = round(self.report.slowest, 3), len(self.seen)
        self.report.memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps(vars(self.report)), flush=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        os._exit(1 if self.report.findings else 0)


def _case(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def run_one(name: str, inputs: int, seed: int) -> None:
    plain.prepare()
    run = Run(plain.TARGETS[name], inputs, seed)
    for number, case in enumerate(run.pool):
        (run.folder / f"{number:05}").write_bytes(json.dumps(case).encode())
    options = [f"-seed={seed}", f"-max_len={LARGEST}", f"-runs={inputs * 2}", f"-artifact_prefix={run.folder}/",
               "-timeout=300", "-report_slow_units=300", "-verbosity=0"]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(run.folder)], run.one, custom_mutator=run.spoil)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.guided", description=__doc__)
    parser.add_argument("--target", choices=[*NAMES, "todo"], default="todo")
    parser.add_argument("--inputs", type=int, default=1000, help="of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    args = parser.parse_args()
    if args.target != "todo":
        run_one(args.target, args.inputs, args.seed)
    rest = ("--inputs", str(args.inputs), "--seed", str(args.seed))
    return plain.several([("tests.soak.guided", "--target", name, *rest) for name in NAMES], args.jobs)


if __name__ == "__main__":
    sys.exit(main())
