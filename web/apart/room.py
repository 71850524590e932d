"""The room: a socket where dear requests are left, and a process that keeps hands ready for them (`web/apart/hands.py`).

Forked from the server before it has threads, so that the grammars are already there; started again if it ever dies. Nothing
here loads the site: the server sets things in its environment first.
"""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

PLACE = "REGLARIO_APART"
"""Where the socket is: the server tells its workers by the environment."""
PROCESS = "REGLARIO_PROCESS"
"""The name under which a process counts, where it is not its number: told before it loads what counts."""
KEEPER = "REGLARIO_KEEPER"
"""Whose death ends the keeper of the hands; told beforehand, as it may happen while the site is read."""
HANDS = "web.apart.hands:keep_hands"
BACKLOG = 256
"""Requests that may wait for a hand, of all workers; one more is told that it is too many."""
_KINDER = 5
"""We and the hands yield to the readers' workers, also while all of them start."""
_LOOK_EVERY, _BEFORE_ANOTHER = 0.2, 1.0
log = logging.getLogger(__name__)


@contextmanager
def open_room(folder: Path, hands: str = HANDS) -> Iterator[str]:
    """The room is open inside; gives the place of its socket."""
    place = folder / "aparte.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        place.chmod(0o600)
        listener.listen(BACKLOG)
        keeper = os.fork()
        if keeper == 0:
            _never_back(partial(_keep, listener, hands))
    try:
        yield str(place)
    finally:
        with suppress(ProcessLookupError):
            os.kill(keeper, signal.SIGKILL)  # the others see that it is gone
        os.waitpid(keeper, 0)


def _never_back(work: Callable[[], None]) -> None:
    """A forked process does its work and ends, without the endings of the one it was forked from."""
    status = 1
    try:
        work()
        status = 0
    finally:
        os._exit(status)


def _keep(listener: socket.socket, hands: str) -> None:
    """Starts the keeper of the hands again as often as it dies, for as long as the server lives."""
    os.setpgid(0, 0)  # a signal to the server's group is for the server: it ends its requests, then us
    for told in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(told, signal.SIG_IGN)
    os.nice(_KINDER)
    os.environ[PROCESS], os.environ[KEEPER] = "aparte", str(os.getpid())
    server = os.getppid()
    while os.getppid() == server:
        child = os.fork()
        if child == 0:
            _never_back(partial(resolve_name(hands), listener))
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            time.sleep(_LOOK_EVERY)
            if os.getppid() != server:
                os.kill(child, signal.SIGKILL)
                return
        log.error("the keeper of the hands has died; another one is started")
        time.sleep(_BEFORE_ANOTHER)
