"""The real server for a long run: `kb serve` in processes of its own, with its memory and processor time watched."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.soak.material import ROOT

PATIENCE = 240.0
"""Seconds to start, 3 on a quiet machine."""
TICK = os.sysconf("SC_CLK_TCK")
_ERROR = re.compile(rb'"level": ?"(error|critical)"', re.IGNORECASE)


@dataclass
class Served:
    pid: int
    address: tuple[str, int]
    log: Path
    samples: list[tuple[float, int]] = field(default_factory=list)
    """Seconds since the start, and kilobytes of the workers' own memory (proportional set size)."""

    def tree(self) -> list[int]:
        """The server and its workers."""
        found, pending = [], [self.pid]
        while pending:
            pid = pending.pop()
            found.append(pid)
            try:
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            except OSError:
                continue
            pending += map(int, children)
        return found

    def memory(self) -> int:
        return sum(filter(None, map(_memory, self.tree())))

    def cpu(self) -> float:
        return sum(map(_cpu, self.tree()))

    def faults(self) -> int:
        """Lines of the log that are errors."""
        with self.log.open("rb") as lines:
            return sum(1 for line in lines if _ERROR.search(line[:200]))


def _memory(pid: int) -> int:
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+)", told, re.MULTILINE)
    return int(found[1]) if found else 0


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def served(kb: Path, workers: int = 2, rates: bool = False) -> Iterator[Served]:
    """Rates are off unless told: the traffic of a whole tournament comes from one address here."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="reglario-soak-") as state:
        log = Path(state) / "server.log"
        environment = {
            **os.environ,
            "KB_SECRET": "x" * 40,
            "KB_LOG": "json",
            "XDG_STATE_HOME": state,
            "KB_RATE": "" if rates else "0",
        }
        command = [sys.executable, "-m", "web.cli", "serve", "--kb", str(kb), "--port", str(port), "--workers", str(workers)]
        with log.open("wb") as out:
            server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=out, stderr=out)
        try:
            _wait(f"http://127.0.0.1:{port}/readyz", server, log)
            yield Served(server.pid, ("127.0.0.1", port), log)
        finally:
            server.terminate()
            server.wait(300)


def _wait(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(0.2)
        if server.poll() is not None:
            break
        try:
            urlopen(url).close()
            return
        except (URLError, ConnectionError):
            continue
    raise RuntimeError(f"the server did not start: {log.read_text('utf-8')[-2000:]}")


@contextmanager
def sampled(here: Served, every: float = 5.0) -> Iterator[None]:
    """Memory noted in the background."""
    start, done = time.monotonic(), threading.Event()

    def look() -> None:
        while True:
            here.samples.append((round(time.monotonic() - start, 1), here.memory()))
            if done.wait(every):
                return

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        here.samples.append((round(time.monotonic() - start, 1), here.memory()))


def digest(kb: Path) -> str:
    return str(json.loads((kb / "meta.json").read_text("utf-8"))["digest"])
