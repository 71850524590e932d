"""A small HTTP client on epoll: many connections in one thread, cheap enough to leave the server the machine."""

import selectors
import socket
import time
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.soak.traffic import Request

PATIENCE = 20.0
"""Seconds after which a request counts as lost."""


@dataclass
class Tally:
    """What came back."""

    statuses: Counter[int] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    """Timeouts, connections cut in mid-answer: all that is no answer."""
    latencies: dict[str, "array[float]"] = field(default_factory=lambda: defaultdict(lambda: array("d")))
    seconds: float = 0.0
    late: int = 0
    """Open loop: requests that found every connection busy. Their wait counts."""

    @property
    def requests(self) -> int:
        return self.statuses.total()

    @property
    def errors(self) -> int:
        return sum(n for status, n in self.statuses.items() if status not in (200, 304)) + self.failures.total()

    @property
    def rate(self) -> float:
        return self.requests / self.seconds if self.seconds else 0.0

    def percentiles(self) -> dict[str, dict[str, float]]:
        """Milliseconds by kind of request, and of all."""
        rows = {**self.latencies, "todas": array("d", (x for row in self.latencies.values() for x in row))}
        return {kind: _percentiles(sorted(row)) for kind, row in rows.items() if row}


def _percentiles(row: list[float]) -> dict[str, float]:
    def at(share: float) -> float:
        return round(row[min(len(row) - 1, int(len(row) * share))] * 1000, 2)

    return {"n": len(row), "p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "max": round(row[-1] * 1000, 2)}


class _Connection:
    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.socket = socket.create_connection(address, timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.request: Request | None = None
        self.since = 0.0
        self.heard = bytearray()
        self.whole = 0
        """Length of the answer, once its headers are here."""

    def send(self, request: Request, since: float) -> None:
        self.request, self.since, self.whole = request, since, 0
        self.heard.clear()
        self.socket.sendall(request.data)


@dataclass
class Client:
    address: tuple[str, int]
    source: Iterator[Request]
    etags: dict[str, bytes]

    def closed(self, connections: int, seconds: float) -> Tally:
        """Every connection asks again as soon as it is answered."""
        return self._run(connections, seconds, None)

    def open(self, connections: int, seconds: float, rate: float) -> Tally:
        """`rate` requests a second, whether or not the server keeps up; a wait begins when the request was due."""
        return self._run(connections, seconds, rate)

    def _run(self, connections: int, seconds: float, rate: float | None) -> Tally:
        tally = Tally()
        selector = selectors.EpollSelector()
        idle = deque(_Connection(self.address) for _ in range(connections))
        for connection in idle:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        start = time.perf_counter()
        end, due, busy, looked = start + seconds, start, set[_Connection](), start
        while True:
            now = time.perf_counter()
            while idle and now < end and (rate is None or due <= now):
                connection = idle.popleft()
                try:
                    connection.send(next(self.source), now if rate is None else due)
                except OSError as error:
                    self._renew(selector, connection, idle, busy, tally, type(error).__name__)
                    continue
                busy.add(connection)
                if rate is not None:
                    due += 1 / rate
            if rate is not None and not idle and due <= now:
                tally.late += 1
            if now >= end and not busy:
                break
            wait = 0.05 if rate is None or not idle else max(0.0, min(0.05, due - time.perf_counter()))
            for key, _ in selector.select(wait):
                self._hear(selector, key.data, idle, busy, tally)
            if now - looked > 1:
                looked = now
                for connection in [c for c in busy if now - c.since > PATIENCE]:
                    self._renew(selector, connection, idle, busy, tally, "sin respuesta")
        tally.seconds = time.perf_counter() - start
        for connection in idle:
            connection.socket.close()
        selector.close()
        return tally

    def _hear(
        self, selector: selectors.BaseSelector, connection: _Connection, idle: deque[_Connection],
        busy: set[_Connection], tally: Tally,
    ) -> None:  # fmt: skip
        try:
            data = connection.socket.recv(262144)
        except OSError as error:
            self._renew(selector, connection, idle, busy, tally, type(error).__name__)
            return
        if not data:
            # An idle connection may be closed by the server; one that waits for an answer may not.
            self._renew(selector, connection, idle, busy, tally, "conexión cortada" if connection in busy else None)
            return
        heard = connection.heard
        heard += data
        if not connection.whole:
            head = heard.find(b"\r\n\r\n")
            if head < 0:
                return
            connection.whole = head + 4 + _length(heard[:head])
        if len(heard) < connection.whole:
            return
        request = connection.request
        assert request is not None
        tally.statuses[int(heard[9:12])] += 1
        tally.latencies[request.kind].append(time.perf_counter() - connection.since)
        if request.path and request.path not in self.etags:
            self._remember(request.path, bytes(heard[: connection.whole]))
        busy.discard(connection)
        idle.append(connection)

    def _remember(self, path: str, heard: bytes) -> None:
        head = heard.partition(b"\r\n\r\n")[0]
        for line in head.split(b"\r\n"):
            if line[:5].lower() == b"etag:":
                self.etags[path] = line[5:].strip()

    def _renew(
        self, selector: selectors.BaseSelector, connection: _Connection, idle: deque[_Connection],
        busy: set[_Connection], tally: Tally, why: str | None,
    ) -> None:  # fmt: skip
        if why is not None:
            tally.failures[why] += 1
        selector.unregister(connection.socket)
        connection.socket.close()
        busy.discard(connection)
        if connection in idle:
            idle.remove(connection)
        try:
            fresh = _Connection(self.address)
        except OSError as error:
            tally.failures[f"no conecta: {type(error).__name__}"] += 1
            time.sleep(0.1)
            return
        selector.register(fresh.socket, selectors.EVENT_READ, fresh)
        idle.append(fresh)


def _length(head: bytearray) -> int:
    if head[9:12] == b"304":
        return 0
    low = bytes(head).lower()
    at = low.find(b"content-length:")
    if at < 0:
        raise ValueError("an answer without Content-Length")
    return int(low[at + 15 :].split(b"\r\n", 1)[0])
