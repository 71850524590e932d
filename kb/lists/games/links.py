"""A list builder's link as text: nothing is fetched. What it says in names, or as XWS, is read; the builder's own numbers are
not ours to guess, and are told."""

import base64
import binascii
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from kb.formats.json_text import JsonError, read_json

_LINK = re.compile(r"https?://[^\s<>\"«»]{4,4000}", re.IGNORECASE)
_PIECES = re.compile(r"[^a-z0-9]+")
_CODE = re.compile(r"[A-Za-z0-9!:*.,_-]{5,}")
_TITLES = ("sn", "name", "nombre")
"""What builders call the name of a squad."""


@dataclass(frozen=True)
class Link:
    name: str = ""
    ids: tuple[str, ...] = ()
    told: Mapping[str, Any] | None = None
    """The whole list, where the link carries it as XWS."""
    codes: tuple[str, ...] = ()
    """What says the list in the builder's own numbers."""


def only_links(text: str) -> bool:
    return bool(_LINK.search(text)) and not _LINK.sub("", text).strip()


def links_in(text: str) -> list[str]:
    return [link.rstrip(").,;") for link in _LINK.findall(text)]


def read_link(link: str, known: Collection[str]) -> Link:
    """`known` are the ids that have a name; a bare number is none of them: any builder counts its cards so."""
    try:
        parts = urlsplit(link)
        asked = parse_qsl(parts.query or parts.fragment, max_num_fields=100)
    except ValueError:
        return Link(codes=(link[:80],))
    values = [value for _, value in asked] or [unquote(parts.fragment)]
    for value in values:
        for reading in (str, _unfolded):
            if told := _squad(reading, value):
                return Link(told=told)
    words = _PIECES.split(unquote(f"{parts.path} {' '.join(values)}").casefold())
    ids = tuple(word for word in words if word in known and not word.isdigit())
    title = next((value[:100] for key, value in asked if key in _TITLES), "")
    last = [piece for piece in parts.path.split("/") if any(c.isdigit() for c in piece)][-1:]
    codes = [value for key, value in asked if key not in _TITLES and any(c.isdigit() for c in value)] or last
    return Link(title, ids, codes=() if ids else tuple(code[:80] for code in codes if _CODE.fullmatch(code)) or (link[:80],))


def _squad(reading: Callable[[str], str], value: str) -> Mapping[str, Any] | None:
    try:
        told = read_json(reading(value))
    except (JsonError, ValueError):
        return None
    return told if isinstance(told, Mapping) and "pilots" in told else None


def _unfolded(value: str) -> str:
    """Base64, of either alphabet, with or without its tail."""
    try:
        return base64.urlsafe_b64decode(value.replace("+", "-").replace("/", "_") + "=" * (-len(value) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError from error
