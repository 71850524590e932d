"""What a worker and a hand say to each other over a socket: a head of plain values as JSON, and bytes."""

import json
import socket
import struct
from typing import Any

_SIZES = struct.Struct("!II")
MOST_HEAD, MOST_BODY = 1024 * 1024, 64 * 1024 * 1024


TAKEN = b"!"
"""What a hand says first: whose turn it is."""


class Ended(Exception):
    """The other side went away before it had said everything."""


def send(line: socket.socket, head: Any, body: bytes) -> None:
    told = json.dumps(head).encode()
    line.sendall(_SIZES.pack(len(told), len(body)) + told + body)


def receive(line: socket.socket) -> tuple[Any, bytes]:
    head, body = _SIZES.unpack(_exactly(line, _SIZES.size))
    if head > MOST_HEAD or body > MOST_BODY:
        raise Ended
    return json.loads(_exactly(line, head)), _exactly(line, body)


def wait_for_turn(line: socket.socket) -> None:
    """Until a hand has taken the request."""
    if _exactly(line, len(TAKEN)) != TAKEN:
        raise Ended


def _exactly(line: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = line.recv(min(size, 1 << 16))
        if not part:
            raise Ended
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
