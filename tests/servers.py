"""Servers that tests start for themselves on loopback, each in a folder of its own, and stop at the end."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def free_port(address: str = "127.0.0.1") -> int:
    with socket.socket() as free:
        free.bind((address, 0))
        return int(free.getsockname()[1])


def program(name: str, package: str) -> str:
    """Where a program is; the test that needs it is skipped, visibly, where it is not."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"falta {name} (apt install {package})")
    return found


def until(seen: Callable[[], bool], seconds: float = 300.0) -> bool:
    """Waits for something to come true: generous, as the machine may be busy."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if seen():
            return True
        time.sleep(0.05)
    return False


def listens(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), 0.5).close()
    except OSError:
        return False
    return True


def stop(server: "subprocess.Popen[bytes]", how: signal.Signals = signal.SIGTERM) -> None:
    """With all its children: each server leads a group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, how)
    try:
        server.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(10)


@contextlib.contextmanager
def running(command: list[str | Path], ready: Callable[[], bool], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    with log.open("ab") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, start_new_session=True, cwd="/")
    try:
        assert until(ready), f"{command[0]} did not start: {log.read_text()[-2000:]}"
        yield server
    finally:
        stop(server)


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    port = free_port()
    command = [
        program("redis-server", "redis-server"),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        folder,
    ]
    with running([*command, "--appendonly", "no"], lambda: listens("127.0.0.1", port), folder / "redis.log"):
        yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def nginx_server(folder: Path, hosts: list[str]) -> Iterator[tuple[str, int]]:
    """deploy/nginx.conf itself over these hosts: only its addresses, ports, certificate and folders are changed."""
    nginx, openssl = program("nginx", "nginx"), program("openssl", "openssl")
    subject = [
        "-subj",
        "/CN=reglario.example",
        "-days",
        "1",
        "-keyout",
        folder / "llave.pem",
        "-out",
        folder / "certificado.pem",
    ]
    new_key = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([openssl, "req", *new_key, *subject], check=True, capture_output=True)
    port, plain = free_port(), free_port()
    (folder / "cache").mkdir()
    changes = {
        **{f"10.0.0.1{n}:8000": host for n, host in enumerate(hosts, 1)},
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/letsencrypt/live/reglario.example/fullchain.pem": str(folder / "certificado.pem"),
        "/etc/letsencrypt/live/reglario.example/privkey.pem": str(folder / "llave.pem"),
        "/var/cache/nginx/reglario": str(folder / "cache"),
        "/var/log/nginx/reglario.log": str(folder / "accesos.log"),
        "/var/log/nginx/reglario-errores.log": str(folder / "errores.log"),
    }
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    for old, new in changes.items():
        assert old in text, f"deploy/nginx.conf has no {old.strip()}"
        text = text.replace(old, new)
    (folder / "sitio.conf").write_text(text, "utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; include {folder}/sitio.conf; }}\n"
    )
    command: list[str | Path] = [nginx, "-p", folder, "-c", folder / "nginx.conf"]
    with running(command, lambda: listens("127.0.0.1", port), folder / "nginx.log"):
        yield "127.0.0.1", port
