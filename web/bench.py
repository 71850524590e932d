"""`make bench` is `python -m web.bench`: the benches of kb.bench and the site's, in one table.

The site: entry and search pages against a bare Flask «hello» on the same server in the same run; `python -m web.bench KB` runs
only that, over a knowledge base that is there already.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit
from urllib.request import urlopen

from flask import Flask

from grammar.game import DEFAULT_GAME
from kb.bench.run import built_kb
from kb.bench.run import main as bench
from web.rulings.database import upgrade

_ENTRY = f"{DEFAULT_GAME}/ataque"
PAGES = {"entrada": f"/{_ENTRY}", "búsqueda": "/?q=dos+naves+chocan", "inicio": "/", "API": f"/api/v1/entries/{_ENTRY}"}
ROUNDS, SECONDS, CONNECTIONS, PATIENCE = 3, 3, 4, 60
WRK = shutil.which("wrk")
_RATES = "leer=999999999, buscar=999999999"  # the gate counts, and lets all through
_RATE = re.compile(r"Requests/sec:\s+([\d.]+)")


def hello() -> Flask:
    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _serving(target: str, kb: Path) -> Iterator[str]:
    port = _free_port()
    command = [sys.executable, "-m", "web.server", "127.0.0.1", str(port), "2", target]
    environment = {**os.environ, "KB_DIR": str(kb), "KB_SECRET": "x" * 40, "KB_RATE": _RATES}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own interpreter
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url)
        yield url
    finally:
        server.terminate()
        server.wait(30)


def _wait_for(url: str) -> None:
    for _ in range(PATIENCE * 5):
        time.sleep(0.2)
        try:
            urlopen(url).close()  # noqa: S310 - our own address
            return
        except OSError:
            continue
    raise RuntimeError(f"{url} does not answer")


def _rate(url: str) -> float:
    return _with_wrk(url) if WRK else _with_python(url)


def _with_wrk(url: str) -> float:
    command = [str(WRK), "-t1", "-c16", f"-d{SECONDS}s", "-H", "Accept-Encoding: gzip", url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - wrk, on our own address
    found = _RATE.search(done.stdout)
    if found is None or "Non-2xx" in done.stdout:
        raise RuntimeError(done.stdout)
    return float(found[1])


def _with_python(url: str) -> float:
    """Where wrk is missing: four connections, each asking again as soon as it is answered. Slower than wrk, so that it makes
    a fast page look nearer to the hello than it is: never better."""
    end = time.monotonic() + SECONDS
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return sum(pool.map(_ask_until, [(url, end)] * CONNECTIONS)) / SECONDS


def _ask_until(told: tuple[str, float]) -> int:
    url, end = told
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc)
    asked = 0
    while time.monotonic() < end:
        connection.request("GET", f"{parts.path or '/'}?{parts.query}", headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{url}: {answer.status}")
        asked += 1
    connection.close()
    return asked


def measure(kb: Path) -> dict[str, float | str]:
    """Requests per second, medians of interleaved rounds so that the machine's noise falls on all alike."""
    rates: dict[str, list[float]] = {"hello": [], **{name: [] for name in PAGES}}
    with tempfile.TemporaryDirectory(prefix="reglario-bench-") as folder:
        return _measured(kb, f"sqlite:///{folder}/dictamenes.sqlite", rates)


def _measured(kb: Path, database: str, rates: dict[str, list[float]]) -> dict[str, float | str]:
    upgrade(database)
    os.environ["KB_DATABASE_URL"] = database  # rulings of its own: none
    with _serving("web.bench:hello", kb) as bare, _serving("web.app:served_app", kb) as site:
        for _ in range(ROUNDS):
            rates["hello"].append(_rate(bare))
            for name, path in PAGES.items():
                rates[name].append(_rate(site + path))
    found = {name: median(values) for name, values in rates.items()}
    ratios = {f"{name}_entre_hello": found[name] / found["hello"] for name in PAGES}
    return {**{f"{name}_por_s": rate for name, rate in found.items()}, **ratios, "cliente": "wrk" if WRK else "python"}


def bench_site() -> dict[str, float | str]:
    """Over the shipped corpus, built for the occasion."""
    with tempfile.TemporaryDirectory(prefix="reglario-bench-") as folder:
        return measure(built_kb(None, Path(folder)))


def main(arguments: list[str]) -> int:
    if arguments and Path(arguments[0]).is_dir():
        for name, value in measure(Path(arguments[0]).absolute()).items():
            print(f"{name:24} {value:.4g}" if isinstance(value, float) else f"{name:24} {value}")
        return 0
    return bench(arguments, {"sitio": bench_site})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
