"""New rulings told to another program: one POST for each act, signed, sent behind the judge's back and tried again.

What is told is what the ruling's page shows. It is lost if the process ends before it is sent: whoever needs all of them reads
the feed (`/dictamenes/canal.json`), and the hook only says when.
"""

import hashlib
import hmac
import json
import logging
import os
import time
from collections.abc import Callable
from queue import Full, Queue
from threading import Thread
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from kb.errors import StoreError
from web.guard.public import shared_url
from web.models import RulingOut

log = logging.getLogger(__name__)
SIGNATURE = "X-Reglario-Signature"
TRIES, PATIENCE, MOST_WAITING = (0.0, 2.0, 10.0), 5.0, 200
"""Seconds before each try and for each answer; acts that may wait."""


class _NoElsewhere(HTTPRedirectHandler):
    """What is signed goes where the operator said, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


class Webhook:
    def __init__(self, url: str, secret: str, tries: tuple[float, ...] = TRIES) -> None:
        self._url, self._secret, self._tries = url, secret.encode(), tries
        self._waiting: Queue[bytes] = Queue(MOST_WAITING)
        self._open = build_opener(_NoElsewhere).open
        self._thread: Thread | None = None

    def tell(self, act: str, ruling: RulingOut) -> None:
        """Returns at once. Where too many wait, it is dropped and logged."""
        body = {"event": f"dictamen.{act}", "url": shared_url(ruling.url), "ruling": ruling.model_dump(mode="json")}
        try:
            self._waiting.put_nowait(json.dumps(body, ensure_ascii=False).encode())
        except Full:
            log.warning("webhook: too many rulings wait to be told, one is dropped")
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._send_all, daemon=True, name="webhook")
            self._thread.start()

    def _send_all(self) -> None:
        while True:
            self._send(self._waiting.get())

    def _send(self, body: bytes) -> None:
        headers = {"Content-Type": "application/json; charset=utf-8", SIGNATURE: signature(self._secret, body)}
        for wait in self._tries:
            time.sleep(wait)
            try:
                with self._open(Request(self._url, body, headers), timeout=PATIENCE):  # noqa: S310 - the operator's address
                    return
            except (URLError, OSError) as error:
                log.warning("webhook: not taken (%s)", error)


def signature(secret: bytes, body: bytes) -> str:
    return f"sha256={hmac.new(secret, body, hashlib.sha256).hexdigest()}"


def webhook_told() -> Callable[[str, RulingOut], None] | None:
    """KB_WEBHOOK_URL and KB_WEBHOOK_SECRET, both or neither."""
    url, secret = os.environ.get("KB_WEBHOOK_URL", "").strip(), os.environ.get("KB_WEBHOOK_SECRET", "")
    if not url:
        return None
    if not url.startswith(("https://", "http://")):
        raise StoreError("KB_WEBHOOK_URL", "no es una dirección", "Se escribe «https://equipo/camino».")
    if len(secret) < 16:
        raise StoreError("KB_WEBHOOK_SECRET", "hace falta un secreto de 16 caracteres o más", "Firma lo que se envía.")
    return Webhook(url, secret).tell
