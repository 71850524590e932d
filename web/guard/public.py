"""The address under which everybody knows the site (KB_URL): what others are given as the address of a page.

A page that is kept for all readers never believes the host that a request claims. Without KB_URL its own address is told as a
path; answers that are made for one reader alone (sitemap, feeds) may name the host that this reader used.
"""

import os
import re
from urllib.parse import quote

from flask import request

from kb.errors import StoreError

_ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?", re.IGNORECASE)


def public_url() -> str:
    """`https://reglario.example`, without a closing slash; empty where it is not told."""
    told = os.environ.get("KB_URL", "").strip().rstrip("/")
    if told and not _ORIGIN.fullmatch(told):
        raise StoreError("KB_URL", "no es la dirección de un sitio", "Se escribe «https://reglario.example», sin camino.")
    return told


def shared_url(path: str) -> str:
    """The address of a page in what is kept for all readers."""
    return f"{public_url()}{quote(path)}"


def host_url() -> str:
    """The address of the site in an answer that is made for this reader alone."""
    return public_url() or request.host_url.rstrip("/")
