"""How often one address may ask: counted in memory, or in Redis where several hosts share the count (KB_REDIS_URL)."""

import logging
import os
import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from threading import Lock, Thread
from typing import Protocol, cast, get_args
from wsgiref.types import WSGIEnvironment

from grammar.figures import whole
from kb.errors import StoreError
from web.guard.budgets import PER_MINUTE, Rate

try:
    from limits.errors import ConfigurationError
    from limits.storage import RedisStorage
except ImportError:  # the optional extra `redis` is not installed
    HAS_REDIS = False
else:
    HAS_REDIS = True

log = logging.getLogger(__name__)
MINUTE = 60
MOST_COUNTERS = 50_000
"""Counters kept in memory; beyond it those whose minute has passed go, and then all."""
PATIENCE = 0.02
"""Seconds to connect to Redis, and again for its answer: a reader never waits longer for a counter."""
TRY_AGAIN = 2.0
_LONGEST = 45
"""Characters of an IPv6 address with an IPv4 inside: what is longer is no address."""


class Counters(Protocol):
    """The part of limits' storages that we use. A minute begins with an address's first request."""

    def incr(self, key: str, expiry: int) -> int:
        """Counts one more and returns how many there are."""

    def get_expiry(self, key: str) -> float:
        """When the minute of this key ends, by the wall clock."""


class Here:
    """Counters of this process. limits has some too, but starts a thread every 10 ms of traffic that walks over all of them."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[int, float]] = {}
        self._lock = Lock()

    def incr(self, key: str, expiry: int) -> int:
        now = time.time()
        with self._lock:
            count, ends = self._rows.get(key, (0, 0.0))
            if not now < ends <= now + expiry:  # its minute is over, or the clock was set back
                count, ends = 0, now + expiry
                self._make_room(now)
            self._rows[key] = (count + 1, ends)
        return count + 1

    def _make_room(self, now: float) -> None:
        if len(self._rows) >= MOST_COUNTERS:
            self._rows = {key: row for key, row in self._rows.items() if row[1] > now}
            if len(self._rows) > MOST_COUNTERS // 2:  # so many in one minute: none of them is a reader's
                self._rows = {}

    def get_expiry(self, key: str) -> float:
        return self._rows.get(key, (0, time.time()))[1]


class Shared:
    """Counters in Redis; while it is away, those of this process. The way back is tried aside, never by a reader."""

    def __init__(self, url: str) -> None:
        if not HAS_REDIS:
            raise StoreError("KB_REDIS_URL", "falta el cliente de Redis", "Instálalo con «pip install reglario[redis]».")
        try:
            self._far = RedisStorage(url, key_prefix="reglario", socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
        except (ConfigurationError, ValueError) as error:
            raise StoreError("KB_REDIS_URL", "no es la dirección de un Redis", "Se escribe «redis://equipo:6379/0».") from error
        self._here = Here()
        self._lock = Lock()
        self.away = False
        if not self._answers():
            self._lost()

    def incr(self, key: str, expiry: int) -> int:
        if not self.away:
            try:
                return self._far.incr(key, expiry)
            except self._far.base_exceptions:
                self._lost()
        return self._here.incr(key, expiry)

    def get_expiry(self, key: str) -> float:
        if not self.away:
            try:
                return self._far.get_expiry(key)
            except self._far.base_exceptions:
                self._lost()
        return self._here.get_expiry(key)

    def _answers(self) -> bool:
        """Asked by counting, as a server may greet and still refuse to write."""
        try:
            return self._far.incr("prueba", MINUTE) > 0
        except self._far.base_exceptions:
            return False

    def _lost(self) -> None:
        with self._lock:
            if self.away:
                return
            self.away = True
        log.warning("Redis does not answer: rates are counted in each process until it is back")
        Thread(target=self._wait, daemon=True, name="redis").start()

    def _wait(self) -> None:
        time.sleep(TRY_AGAIN)
        while not self._answers():
            time.sleep(TRY_AGAIN)
        self.away = False
        log.warning("Redis answers again: rates are shared")


def counters() -> Counters:
    url = os.environ.get("KB_REDIS_URL")
    return Shared(url) if url else Here()


def rates_told() -> dict[Rate, int]:
    """The rates in force: the table's; KB_RATE=0 for none, or «buscar=500, trabajar=60» for those that differ."""
    told = os.environ.get("KB_RATE", "").strip()
    if told == "0":
        return dict.fromkeys(PER_MINUTE, 0)
    rates = dict(PER_MINUTE)
    for part in filter(None, map(str.strip, told.split(","))):
        name, _, number = map(str.strip, part.partition("="))
        many = whole(number)
        if name not in get_args(Rate) or many is None:
            raise StoreError("KB_RATE", f"no se entiende «{part[:40]}»", "Se escribe «0», o «buscar=500, trabajar=60».")
        rates[cast(Rate, name)] = many
    return rates


def proxies_told() -> int:
    """How many proxies of ours stand before us; each adds one address to X-Forwarded-For."""
    told = os.environ.get("KB_PROXIES", "").strip() or "0"
    found = whole(told, 9)
    if found is None:
        raise StoreError("KB_PROXIES", f"no es un número de proxies: «{told[:20]}»", "Pon 0, o cuántos hay delante.")
    return found


def address(environ: WSGIEnvironment, proxies: int) -> str:
    """Who asks. What a header says is believed only as far as our own proxies wrote it."""
    if proxies:
        hops = environ.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", proxies)
        told = hops[-proxies].strip() if len(hops) >= proxies else ""
        if len(told) <= _LONGEST and (named := network(told)):
            return named
    told = environ.get("REMOTE_ADDR") or ""
    return network(told) or told


@lru_cache(maxsize=4096)
def network(told: str) -> str:
    """The address; of IPv6 its /64, which is what one household gets. Empty where it is none."""
    try:
        found = ip_address(told)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return f"{int(found) >> 64:x}::/64"
    return str(found)
