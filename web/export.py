"""The read-only site as static files, with its own search in the browser: for any web server or CDN."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from kb.errors import KbError, StoreError
from web.app import create_app
from web.kept.assets import assets
from web.library import Library, Site, sequences_of
from web.pages.entries import MENTIONS, mentions_of
from web.pages.family import colours_url
from web.pages.glossary import glossary_view
from web.view.refs import sequence_url

MARK = ".reglario"
INDEX = "sin-conexion/indice.json"
_LEFT_OUT = ("sw.js", "reglario.webmanifest", "terminos.js")


def paths(here: Site) -> Iterator[str]:
    """Every page that does not depend on what a reader sends."""
    yield from ("/", "/about", "/cobertura")
    for game, facts in here.games.items():
        yield from (f"/{game}", f"/glosario/{game}", f"/secuencias/{game}", f"/iconos/{game}", f"/cambios/{game}")
        yield from (f"/glosario/{game}/{letter}" for letter in glossary_view(here, game).letters)
        yield from (sequence_url(game, name) for name in sequences_of(facts))
    yield from (f"/{entry.id}" for entry in here.kb.entries)
    yield from (f"/menciones/{entry.id}" for entry in here.kb.entries if len(mentions_of(here, entry)) > MENTIONS)


def export(kb: Path, out: Path) -> int:
    """Writes the site to `out`, whole or not at all, and returns how many pages it has."""
    out = out.absolute()
    if out.exists() and not (out / MARK).exists() and (not out.is_dir() or any(out.iterdir())):
        raise StoreError(out, "ya existe y no es una copia del sitio", "Elige otro directorio.")
    app = create_app(kb, exported=True)
    held: Library = app.extensions["library"]
    here = held.site()
    out.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.nueva-", dir=out.parent))
    try:
        pages = _write(app, here, folder)
        (folder / MARK).write_text(here.kb.digest, "utf-8")
        folder.chmod(0o755)
        shutil.rmtree(out, ignore_errors=True)
        folder.rename(out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return pages


def _write(app: Flask, here: Site, folder: Path) -> int:
    client = app.test_client()
    pages = list(paths(here))
    for path in pages:
        _save(folder / path.strip("/") / "index.html", _body(client, path, 200))
    _save(folder / "404.html", _body(client, "/no-esta", 404))
    _save(folder / INDEX, _body(client, f"/{INDEX}", 200))
    for entry in here.kb.entries:
        place = folder / "api/v1/previews" / entry.id
        if not place.is_dir():
            _save(place, _body(client, f"/api/v1/previews/{entry.id}", 200))
    with app.test_request_context():
        colours = colours_url()
    _save(folder / colours.strip("/"), _body(client, colours, 200))
    for asset in assets().values():
        if asset.name not in _LEFT_OUT:
            _save(folder / asset.url.strip("/"), asset.body)
    return len(pages)


def _body(client: FlaskClient, path: str, status: int) -> bytes:
    answer = client.get(path)
    if answer.status_code != status:
        raise StoreError(path, f"la página contesta {answer.status_code}")
    return bytes(answer.data)


def _save(place: Path, body: bytes) -> None:
    if place.parent.is_file():  # an entry whose id continues another's: the page is worth more than its preview
        place.parent.unlink()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(body)


if __name__ == "__main__":
    try:
        number = export(Path(sys.argv[1]), Path(sys.argv[2]))
    except KbError as error:
        print(f"kb: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{sys.argv[2]}: {number} páginas")
