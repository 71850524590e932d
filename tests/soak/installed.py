"""The container's steps without a container: `python -m tests.soak.installed` does what deploy/Containerfile says in a folder.

What it copies is copied, what it runs is run with its folders moved under ours, and its command serves from an empty directory,
without the source tree: pages, search, compile and odds must come. Where no package index answers, it says so and stops.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.soak.material import ROOT

FOLDERS = ("/opt/reglario", "/srv/reglario", "/src", "/tmp")
ASKED: dict[str, object] = {
    "/readyz": None,
    "/xwing/ataque": None,
    "/?q=dos+naves+chocan": None,
    "/sin-conexion/rebellion.json": None,
    "/api/v1/compile": {"text": "Tira 1 dado.", "game": "xwing"},
    "/api/v1/odds": {"game": "xwing", "attack": {"dice": 3}, "defense": {"dice": 2}},
}
"""Addresses, with what is sent to those that take something."""


def instructions() -> list[tuple[str, str]]:
    """Of the Containerfile, each with its word; lines that go on are joined."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    found = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, " ".join(rest.split())) for word, rest in found]


def moved(text: str, under: Path) -> str:
    """With the folders of the container under ours."""
    return re.sub("|".join(FOLDERS), lambda match: f"{under}{match[0]}", text)


def environment(under: Path) -> dict[str, str]:
    """What a shell needs and what the Containerfile says; nothing that leads to the source tree."""
    told = {
        name: value for name, value in os.environ.items() if name == "PATH" or name.startswith(("PIP_", "HTTP", "SSL", "UV_"))
    }
    for word, rest in instructions():
        if word == "ENV":
            told |= dict(part.split("=", 1) for part in shlex.split(moved(rest, under)))
    path = f"{under}/opt/reglario/bin:{Path(sys.executable).parent}:{os.environ['PATH']}"
    secret = os.urandom(32).hex()
    return {**told, "PATH": path, "HOME": str(under), "KB_SECRET": secret, "KB_DATABASE_URL": f"sqlite:///{under}/d.sqlite"}


def built(under: Path, told: dict[str, str]) -> str | None:
    """Runs the first stage; None, or why it could not."""
    for name in FOLDERS:
        Path(f"{under}{name}").mkdir(parents=True, exist_ok=True)
    shutil.rmtree(under / "opt" / "reglario")
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            *sources, to = rest.split()
            place = Path(moved(to, under))
            for source in map(ROOT.joinpath, sources):
                if source.is_dir():
                    shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(source, place)
        elif word == "RUN":
            done = subprocess.run(moved(rest, under), shell=True, cwd=under / "src", env=told, capture_output=True, text=True,
                                  check=False)  # fmt: skip
            print(done.stdout[-400:], file=sys.stderr, flush=True)
            if done.returncode:
                return done.stderr[-600:]
    shutil.rmtree(under / "src")
    return None


def served(under: Path, told: dict[str, str]) -> dict[str, Any]:
    """The command of the container, from an empty directory: the status and size of each answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    entry = next(json.loads(moved(rest, under)) for word, rest in instructions() if word == "ENTRYPOINT")
    command = [*entry[: entry.index("--host")], "--host", "127.0.0.1", "--port", port]
    empty = under / "vacio"
    empty.mkdir()
    server = subprocess.Popen([str(under / "opt" / "reglario" / "bin" / command[0]), *command[1:]], cwd=empty, env=told,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        return {path: _asked(f"http://127.0.0.1:{port}{path}", sent, server) for path, sent in ASKED.items()}
    finally:
        server.terminate()
        server.wait(40)


def _asked(url: str, sent: object, server: "subprocess.Popen[bytes]") -> list[int]:
    body = json.dumps(sent).encode() if sent else None
    for _ in range(240):
        try:
            with urlopen(Request(url, body, {"Content-Type": "application/json"} if body else {}), timeout=60) as answer:
                return [answer.status, len(answer.read())]
        except OSError as error:
            print(f"{url}: {error}", file=sys.stderr, flush=True)
        if server.poll() is not None:
            return [0, server.returncode]
        time.sleep(0.5)
    return [0, 0]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="reglario-instalado-") as folder:
        under, began = Path(folder), time.monotonic()
        told = environment(under)
        index = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, "pip"],
                               capture_output=True, check=False)  # fmt: skip
        if index.returncode:
            print(json.dumps({"skipped": "no package index answers"}))
            return 0
        wrong = built(under, told)
        if wrong is not None:
            print(json.dumps({"wrong": wrong}, ensure_ascii=False))
            return 1
        installed = round(time.monotonic() - began)
        answers = served(under, told)
        print(json.dumps({"installed_seconds": installed, "answers": answers}))
        return 0 if all(status == 200 for status, _ in answers.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
