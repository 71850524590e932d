"""`make soak`: the long runs, all or one (`SOAK=load`), their figures in build/soak.json and docs/soak.md."""

import argparse
import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.soak.material import ROOT
from tests.soak.report import as_markdown

RESULTS, PAGE = ROOT / "build" / "soak.json", ROOT / "docs" / "soak.md"


@dataclass(frozen=True)
class Step:
    module: str
    arguments: tuple[str, ...]
    """Prints JSON lines on its standard output, progress on the other; ends with 1 on a failure."""


STEPS: dict[str, Step] = {
    "fuzz": Step("tests.soak.fuzz", ("--inputs", "1000000", "--jobs", "2")),
    "puertas": Step("tests.soak.fuzz", ("--target", "puertas", "--inputs", "1000000", "--jobs", "2")),
    "guided": Step("tests.soak.guided", ("--inputs", "2500", "--jobs", "2")),
    "rulings-sqlite": Step("tests.soak.rulings", ("--kills", "200", "--database", "sqlite")),
    "rulings-postgres": Step("tests.soak.rulings", ("--kills", "200", "--database", "postgres")),
    "hostile": Step("tests.soak.hostile", ()),
    "worst": Step("tests.soak.worst", ("--seconds", "60")),
    "pairs-sqlite": Step("tests.soak.pairs", ("--pairs", "1000", "--database", "sqlite")),
    "pairs-postgres": Step("tests.soak.pairs", ("--pairs", "1000", "--database", "postgres")),
    "queues-sqlite": Step("tests.soak.queues", ("--queues", "100", "--database", "sqlite")),
    "queues-postgres": Step("tests.soak.queues", ("--queues", "100", "--database", "postgres")),
    "versions": Step("tests.soak.versions", ("--rolls", "20")),
    "load": Step("tests.soak.load", ("--seconds", "600", "--open", "60")),
    "rolls": Step("tests.soak.rolls", ("--runs", "20000")),
    "linting": Step("tests.soak.linting", ("--texts", "10000")),
    "installed": Step("tests.soak.installed", ()),
    "mutation": Step("tests.soak.mutation", ("--sample", "60")),
}


def run(name: str) -> dict[str, Any]:
    step, start = STEPS[name], time.monotonic()
    print(f"soak: {name}…", file=sys.stderr, flush=True)
    if importlib.util.find_spec(step.module) is None:
        return {"ok": False, "why": f"falta {step.module}", "lines": [], **_where()}
    command = [sys.executable, "-m", step.module, *step.arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    ok = done.returncode == 0 and bool(lines)
    found = {
        "ok": ok,
        "seconds": round(time.monotonic() - start),
        "command": " ".join(("python", *command[1:])),
        "lines": lines,
    }
    print(f"soak: {name} {'bien' if ok else 'MAL'}, {found['seconds']} s", file=sys.stderr, flush=True)
    return {**found, **_where()}


def _where() -> dict[str, Any]:
    """When, on what and with which code: a figure without these says nothing."""
    return {"date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), "commit": _commit(), "machine": _machine()}


def _commit() -> str:
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    dirty = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "*.py", "corpus"], cwd=ROOT, check=False).returncode
    return (head.stdout.strip() or "?") + (" with changes" if dirty else "")


def _machine() -> str:
    cpu = re.search(r"^model name\s*: (.*)$", _read("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s+(\d+)", _read("/proc/meminfo"), re.MULTILINE)
    name = cpu[1] if cpu else platform.processor() or platform.machine()
    size = f", {int(memory[1]) / 2**20:.0f} GB" if memory else ""
    return f"{os.cpu_count()} cores of {name}{size}, Python {platform.python_version()}"


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except OSError:
        return ""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.run", description=__doc__)
    parser.add_argument("steps", nargs="*", choices=[*STEPS, []], help=f"{', '.join(STEPS)}; all without one")
    parser.add_argument("--report", action="store_true", help="only writes docs/soak.md again from build/soak.json")
    args = parser.parse_args(argv)
    if args.report:
        _keep({})
    passed = True
    for name in [] if args.report else args.steps or list(STEPS):
        found = run(name)
        passed &= found["ok"]
        _keep({name: found})
    return 0 if passed else 1


def _keep(fresh: dict[str, Any]) -> None:
    """Read again each time: another run may have ended meanwhile."""
    known: dict[str, Any] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(known | fresh, ensure_ascii=False, indent=1), "utf-8")
    PAGE.write_text(as_markdown(known | fresh, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
