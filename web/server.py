"""The production server: granian, two worker processes, each with its own app. `kb serve` becomes this process."""

import gc
import os
import resource
import shutil
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from web.apart.room import PLACE, open_room
from web.guard.budgets import CONNECTIONS, THREADS
from web.observe.logs import log_config, log_level
from web.warm import warm_grammars, warms

_HTTP = HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024)
"""Ten seconds for the headers, and no more of them than this is ever held."""
_OURS = "reglario-metricas-"
_COUNTERS = "PROMETHEUS_MULTIPROC_DIR"
_MEMORY = "/dev/shm"  # noqa: S108 - counters are mapped files: on a disk that fills up, writing to one would kill the worker
_OTHER_FILES = 512
KILL_AFTER = 20
"""Seconds that a worker has to end its requests after SIGTERM."""
_BOOT = 3.0
"""A worker that dies younger than this never served: trying again would not help."""


class Steady(Server):  # type: ignore[misc, valid-type]
    """Granian's server with three of its edges filed: each is a fault that tests/test_web_processes.py provokes."""

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """A worker that is still loading has this handler by fork: it would note the signal in its copy of us and go on."""
        if os.getpid() != self.pid:
            os._exit(0)
        super().signal_handler_interrupt(*args, **kwargs)

    def _respawn_workers(self, *args: Any, **kwargs: Any) -> None:
        """The loop clears its event before it comes here, and with it a SIGTERM that came in between."""
        super()._respawn_workers(*args, **kwargs)
        if self.interrupt_signal:
            self.main_loop_interrupt.set()

    def _serve_loop(self, *args: Any) -> None:
        """Two deaths of a worker within seconds end granian; here, only if it dies before it can have served."""
        while True:
            super()._serve_loop(*args)
            now = time.monotonic()
            if self.interrupt_signal or any(now - self.wrks[n].birth < _BOOT for n in self.interrupt_children):
                return
            self.respawned_wrks.clear()

    def shutdown(self, exit_code: int = 0) -> None:
        """Asked to stop, that is what happened: workers that a signal to the whole group ended first are no failure."""
        if self.interrupt_signal:
            self.interrupt_children.clear()
        super().shutdown(exit_code)


def _connections() -> int:
    """As many as the table says, or as the system lets us open: a shell begins with 1,024 files and may ask for more."""
    wanted = CONNECTIONS + _OTHER_FILES
    soft, hard = (wanted if n == resource.RLIM_INFINITY else n for n in resource.getrlimit(resource.RLIMIT_NOFILE))
    if soft < min(wanted, hard):
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return max(min(soft - _OTHER_FILES, CONNECTIONS), _OTHER_FILES // 2)


def _sweep(memory: Path) -> None:
    """Takes away what servers that were killed outright left behind: the folder's name says whose it was."""
    for folder in memory.glob(f"{_OURS}*-*"):
        pid = folder.name.removeprefix(_OURS).partition("-")[0]
        if pid.isdecimal() and not Path(f"/proc/{pid}").exists():
            shutil.rmtree(folder, ignore_errors=True)


def serve(host: str, port: int, workers: int, target: str = "web.app:served_app") -> None:
    """Serves until SIGTERM or SIGINT; a worker that dies is started again, one that stops ends its requests first."""
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else tempfile.gettempdir()
    _sweep(Path(memory))
    with tempfile.TemporaryDirectory(prefix=f"{_OURS}{os.getpid()}-", dir=memory) as folder:
        if warms():
            warm_grammars()  # here and not in each worker: they are forked, and find them loaded
        os.environ[_COUNTERS] = folder  # before anybody loads prometheus_client, which reads it once
        import_module(target.partition(":")[0])  # so is our code: half of the time that a worker takes to begin, also a new one
        gc.collect()
        gc.freeze()  # who is forked shares these pages for as long as nobody looks through them
        if os.environ.get("KB_HANDS") == "0":
            _serve(host, port, workers, target)
            return
        with open_room(Path(folder)) as os.environ[PLACE]:
            _serve(host, port, workers, target)


def _serve(host: str, port: int, workers: int, target: str) -> None:
    # HTTP/1 alone: granian puts no limit to an HTTP/2 connection that asks nothing, and the proxies in front speak HTTP/1
    Steady(target, factory=True, interface=Interfaces.WSGI, address=host, port=port, workers=workers, http=HTTPModes.http1,
           blocking_threads=THREADS, backpressure=_connections(), respawn_failed_workers=True,
           workers_kill_timeout=KILL_AFTER, websockets=False, http1_settings=_HTTP, log_access=False,
           log_dictconfig=log_config(), log_level=LogLevels(log_level())).serve()  # fmt: skip


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
