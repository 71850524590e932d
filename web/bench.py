"""Entry and search pages against a bare Flask «hello» on the same server in the same run: `python -m web.bench KB`."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from flask import Flask

PAGES = {"entrada": "/xwing/ataque", "búsqueda": "/?q=dos+naves+chocan", "inicio": "/", "API": "/api/v1/entries/xwing/ataque"}
ROUNDS, SECONDS = 3, 3
_RATES = "leer=1000000000, buscar=1000000000"  # the gate counts, and lets all through
_RATE = re.compile(r"Requests/sec:\s+([\d.]+)")


def hello() -> Flask:
    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _start(target: str, kb: Path) -> tuple["subprocess.Popen[bytes]", str]:
    port = _free_port()
    command = [sys.executable, "-m", "web.server", "127.0.0.1", str(port), "2", target]
    environment = {**os.environ, "KB_DIR": str(kb), "KB_SECRET": "x" * 40, "KB_RATE": _RATES}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    url = f"http://127.0.0.1:{port}"
    for _ in range(100):
        time.sleep(0.2)
        try:
            urlopen(url).close()
            return server, url
        except URLError:
            continue
    raise RuntimeError(f"{target} did not start")


def _rate(url: str) -> float:
    command = ["wrk", "-t1", "-c16", f"-d{SECONDS}s", "-H", "Accept-Encoding: gzip", url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    found = _RATE.search(done.stdout)
    if found is None or "Non-2xx" in done.stdout:
        raise RuntimeError(done.stdout)
    return float(found[1])


def measure(kb: Path) -> dict[str, float]:
    """Requests per second, medians of interleaved rounds so that the machine's noise falls on all alike."""
    bare, bare_url = _start("web.bench:hello", kb)
    site, site_url = _start("web.app:create_app", kb)
    rates: dict[str, list[float]] = {"hello": [], **{name: [] for name in PAGES}}
    try:
        for _ in range(ROUNDS):
            rates["hello"].append(_rate(bare_url))
            for name, path in PAGES.items():
                rates[name].append(_rate(site_url + path))
    finally:
        for server in (bare, site):
            server.terminate()
            server.wait(20)
    return {name: median(values) for name, values in rates.items()}


def main(kb: Path) -> None:
    found = measure(kb)
    for name, rate in found.items():
        print(f"{name:10} {rate:8.0f} peticiones/s  {rate / found['hello']:6.0%} del «hello»")
    print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
