"""Static files by content: `sitio.css` is served as `/static/sitio.1a2b3c4d.css`, once and for ever."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"
_TEXT = (".css", ".js", ".svg", ".json", ".webmanifest")
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_AS_WRITTEN = ("terminos.js",)
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class Asset:
    name: str
    url: str
    mimetype: str
    body: bytes
    packed: bytes | None
    """The same under gzip, for texts."""


@cache
def assets() -> dict[str, Asset]:
    """Every file of web/static by its plain name. Style sheets see the hashed names of what they use."""
    found: dict[str, Asset] = {}
    for path in sorted(STATIC.rglob("*"), key=lambda p: p.suffix in (".css", ".webmanifest")):
        if path.is_file() and path.suffix != ".txt":
            name = path.relative_to(STATIC).as_posix()
            found[name] = _asset(name, _squeezed(name, _linked(path, found)))
    return found


def _linked(path: Path, known: dict[str, Asset]) -> bytes:
    body = path.read_bytes()
    if path.suffix == ".webmanifest":
        body = body.replace(b"ICONO", known["icono.svg"].url.encode())
    if path.suffix == ".css":
        for name, asset in known.items():
            body = body.replace(f"url({name})".encode(), f"url({asset.url})".encode())
    return body


def _squeezed(name: str, body: bytes) -> bytes:
    """Without what only who writes them reads: comments on lines of their own, and indentation. Line ends stay, so that nothing
    that ends a statement goes. What other sites carry keeps its head: it says how it is used."""
    if name.endswith(".css"):
        body = _COMMENT.sub(b"", body)
    elif not name.endswith(".js") or name in _AS_WRITTEN:
        return body
    lines = (line.strip() for line in body.splitlines())
    return b"\n".join(line for line in lines if line and not line.startswith(b"//")) + b"\n"


def _asset(name: str, body: bytes) -> Asset:
    stem, _, suffix = name.rpartition(".")
    digest = hashlib.sha256(body).hexdigest()[:8]
    mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if f".{suffix}" in _TEXT else None
    return Asset(name, f"/static/{stem}.{digest}.{suffix}", mimetype, body, packed)


def asset_url(name: str) -> str:
    return assets()[name].url


@cache
def by_url() -> dict[str, Asset]:
    return {asset.url: asset for asset in assets().values()}
