"""Connections of this process, as the system knows them.

The server (granian) gives out neither their sockets nor their ports, and a thread that reads from one cannot be called back: so
what is to end is found by its address and by nothing having been sent to it."""

import os
import socket
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

_OPEN = Path("/proc/self/fd")
_LAST_SENT = slice(44, 48)
"""In `struct tcp_info`: milliseconds since something was sent there; before anything was, since it was made."""


def hang_up(peers: Collection[str], unsaid: float) -> int:
    """Ends the connections from these addresses to which nothing was sent for so many seconds, and says how many. Whoever reads
    from one finds its end. Where the system does not tell (only Linux does), none."""
    ended = 0
    for line in _connections():
        with line, suppress(OSError):
            if line.getpeername()[0].removeprefix("::ffff:") in peers and _unsaid(line) >= unsaid:
                line.shutdown(socket.SHUT_RDWR)
                ended += 1
    return ended


def _unsaid(line: socket.socket) -> float:
    told = line.getsockopt(socket.IPPROTO_TCP, getattr(socket, "TCP_INFO", 11), 104)
    return int.from_bytes(told[_LAST_SENT], "little") / 1000


def _connections() -> Iterator[socket.socket]:
    for one in list(_OPEN.iterdir()) if _OPEN.is_dir() else ():
        with suppress(OSError):
            if not str(one.readlink()).startswith("socket:"):
                continue
            line = socket.socket(fileno=os.dup(int(one.name)))
            if line.family in (socket.AF_INET, socket.AF_INET6) and line.type == socket.SOCK_STREAM:
                yield line
            else:
                line.close()
