"""How others find and show the site: sitemap, robots, llms.txt, OpenSearch, oEmbed, pictures, what is shared with it."""

import hashlib
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, unquote, urlencode, urlsplit
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, redirect, request
from markupsafe import escape
from werkzeug.wrappers import Response as WerkzeugResponse

from grammar.figures import whole
from kb.errors import NotFound
from kb.models import Entry
from web import api
from web.errors import WebError, within
from web.guard.budgets import CARD_TEXT, COMPLETE_TEXT, QUERY_TEXT, SHARED_TEXT
from web.guard.public import host_url
from web.kept.assets import asset_url
from web.kept.pages import JSON, Page, PageCache, page_from
from web.library import Site, sequences_of, site
from web.models import OEmbed
from web.pages.family import has
from web.pages.glossary import letters_of
from web.view.cite import cite
from web.view.picture import HEIGHT, PICTURED, WIDTH, Told, picture, png, told_of_entry, told_of_game, told_of_site
from web.view.refs import entry_url, sequence_url, titled
from web.view.render import excerpt, named, opening

bp = Blueprint("discover", __name__)
PNG, XML, TEXT = "image/png", "application/xml; charset=utf-8", "text/plain; charset=utf-8"
_FRESH = {"Cache-Control": "private, max-age=3600"}
"""Of what names the host that this reader used: not to be kept for others."""
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_SEARCH = "http://a9.com/-/spec/opensearch/1.1/"
_PICTURES = PageCache(200)
"""About 40 kB each."""
_MAPS = PageCache(2)
"""Of the knowledge base that is open, and of the one before."""
_HOST = b"\0"


FOR_PROGRAMS = tuple(f"{api.PREFIX}/{part}" for part in ("openapi.json", "search", "quote", "entries/", "games/"))
"""What of the JSON llms.txt sends programs to; the rest repeats pages, and is no second page for an index."""


@bp.get("/robots.txt")
def robots() -> Response:
    closed = ("/api/", "/cuenta", "/entrar", "/invitacion/", "/mesa", "/mostrar/", "/torneo/", "/dictamenes/nuevo", "/*?q=")
    lines = ["User-agent: *", *(f"Allow: {path}" for path in FOR_PROGRAMS), *(f"Disallow: {path}" for path in closed), "",
             f"Sitemap: {host_url()}/sitemap.xml", ""]  # fmt: skip
    return Response("\n".join(lines), content_type=TEXT, headers=_FRESH)


def addresses(here: Site) -> Iterator[str]:
    """Every page for readers that does not depend on what they send."""
    yield from ("/", "/about", "/cobertura", "/taller", "/taller/galeria", "/probabilidades", "/situaciones", "/practica",
                "/dictamenes",
                "/sin-conexion", "/api", "/descargas", "/dossier")  # fmt: skip
    for game, facts in here.games.items():
        yield from (f"/{game}", f"/glosario/{game}")
        yield from (f"/glosario/{game}/{letter}" for letter in letters_of(here, game))
        yield from (f"/{part}/{game}" for part in ("secuencias", "iconos", "cambios") if part in has(game))
        yield from (sequence_url(game, name) for name in sequences_of(facts))
    yield from (entry_url(entry.id) for entry in here.kb.entries if entry.current)


@bp.get("/sitemap.xml")
def sitemap() -> Response:
    here = site()
    kept = _MAPS.get(here.kb.digest, lambda: page_from(_map(here), XML))
    return Response(kept.body.replace(_HOST, str(escape(host_url())).encode()), content_type=XML, headers=_FRESH)


def _map(here: Site) -> str:
    """Every address after a mark for the host, which each reader is told as they call it."""
    rows = "".join(f"<url><loc>{_HOST.decode()}{escape(quote(path))}</loc></url>" for path in addresses(here))
    return f"<?xml version='1.0' encoding='utf-8'?>\n<urlset xmlns=\"{_SITEMAP}\">{rows}</urlset>"


def _xml(root: ET.Element) -> bytes:
    made: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return made


@bp.get("/opensearch.xml")
def opensearch() -> Response:
    """The site in a browser's search bar, with its completions."""
    host = host_url()
    root = ET.Element("OpenSearchDescription", xmlns=_SEARCH)
    for name, text in (("ShortName", "Reglario"), ("Description", "Reglas de juegos de mesa, en el punto exacto"),
                       ("InputEncoding", "UTF-8"), ("Language", "es")):  # fmt: skip
        ET.SubElement(root, name).text = text
    ET.SubElement(root, "Image", width="16", height="16", type="image/svg+xml").text = host + asset_url("icono.svg")
    ET.SubElement(root, "Url", type="text/html", template=f"{host}/?q={{searchTerms}}")
    ET.SubElement(root, "Url", type="application/x-suggestions+json", template=f"{host}/sugerencias?q={{searchTerms}}")
    ET.SubElement(root, "Url", type="application/opensearchdescription+xml", rel="self", template=f"{host}/opensearch.xml")
    return Response(_xml(root), content_type="application/opensearchdescription+xml; charset=utf-8", headers=_FRESH)


@bp.get("/sugerencias")
def suggestions() -> Response:
    """Completions as browsers take them: what was typed, then what begins so."""
    q = within("La consulta", request.args.get("q", ""), COMPLETE_TEXT)
    rows = site().finder.complete(q, None, 8) if q.strip() else ()
    told = json.dumps([q, list(dict.fromkeys(row.text for row in rows))], ensure_ascii=False)
    kind = "application/x-suggestions+json; charset=utf-8"
    return Response(told, content_type=kind, headers={"Cache-Control": "public, max-age=60"})


@bp.get("/llms.txt")
def llms() -> Response:
    """The site told to a language model (llmstxt.org): what there is, where, and how to check a quotation."""
    here, host = site(), host_url()
    lines = [
        "# Reglario", "",
        f"> Reglas de {len(here.games)} juegos de mesa, en español: {len(here.kb.entries)} entradas, cada una con su"
        f" dirección y su cita. Huella {here.kb.digest[:12]}.", "",
        "Cada página tiene su JSON. Cita siempre la dirección del pasaje; comprueba una frase antes de darla por textual.", "",
        "## Para programas", "",
        f"- [OpenAPI]({host}/api/v1/openapi.json): todo lo que contesta JSON",
        f"- [Buscar]({host}/api/v1/search?q=ataque): `q` y `game`; dice cuándo los libros no lo cuentan",
        f"- [Comprobar una cita]({host}/api/v1/quote): POST con la frase y la entrada; dice si está, dónde y en qué difiere",
        f"- [Descargas]({host}/descargas): los glosarios enteros en JSON Lines, CSV, SKOS y TBX", "", "## Juegos", "",
    ]  # fmt: skip
    for game, facts in here.games.items():
        lines.append(f"- [{facts.nombre}]({host}/{game}): {facts.libro} {facts.edicion}, {len(here.by_game[game])} entradas")
        lines.append(f"- [Glosario de {facts.nombre}]({host}/api/v1/games/{game}/glossary): sus términos, en JSON")
    return Response("\n".join([*lines, ""]), content_type="text/markdown; charset=utf-8", headers=_FRESH)


def _asked_entry(address: str) -> Entry:
    """The entry at an address of ours, whichever host it names: only its path is looked at."""
    parts = urlsplit(address)
    try:
        return site().kb.get(unquote(parts.path).strip("/"))
    except NotFound as error:
        raise WebError(404, "no_encontrado", "Esa dirección no es de ninguna entrada.") from error


class OEmbedQuery(api.Query):
    url: str = ""
    format: str = "json"
    maxwidth: str = ""
    maxheight: str = ""


@bp.get("/oembed")
def oembed() -> Response:
    """How a page of ours is shown inside another's: a quotation without script (oembed.com)."""
    query = api.checked(OEmbedQuery, request.args.to_dict())
    if query.format != "json":
        raise WebError(501, "no_admitido", "Solo se contesta JSON: format=json.")
    entry = _asked_entry(within("La dirección", query.url, 1000))
    told = OEmbed(title=titled(entry), provider_url=host_url(), html=_quotation(site(), entry),
                  thumbnail_url=f"{host_url()}/imagen/{quote(entry.id)}.png", thumbnail_width=WIDTH, thumbnail_height=HEIGHT,
                  width=_narrowed(query.maxwidth), height=None)  # fmt: skip
    return Response(told.model_dump_json(), content_type=JSON, headers=_FRESH)


def _narrowed(most: str) -> int:
    return min(600, whole(most, 99_999) or 600)


def _quotation(here: Site, entry: Entry) -> str:
    from_host = f"{host_url()}{quote(entry_url(entry.id))}"
    words = excerpt(named(opening(entry), here.drawings[entry.game]), 280)
    return str(_QUOTATION.format(escape(from_host), escape(words), escape(cite(here, entry))))


_QUOTATION = '<blockquote cite="{0}"><p>{1}</p><footer><a href="{0}">{2}</a></footer></blockquote>'


@bp.get("/imagen/<path:id>.png")
def image(id: str) -> Response:
    if not PICTURED:
        raise WebError(404, "no_encontrado", "Este servidor no dibuja imágenes: le falta «resvg-py».")
    here = site()
    kept = _PICTURES.get(f"{here.kb.digest}/{id}", lambda: _drawn(_told(here, id)))
    headers = {"Cache-Control": "public, max-age=86400", "ETag": kept.etag}
    if kept.etag in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    return Response(kept.body, content_type=PNG, headers=headers)


def _told(here: Site, id: str) -> Told:
    if id == "reglario":
        return told_of_site(here)
    return told_of_game(here, id) if id in here.games else told_of_entry(here, here.kb.get(id))


def _drawn(told: Told) -> Page:
    body = png(picture(told))
    return Page(body, None, f'"{hashlib.sha256(body).hexdigest()[:20]}"', PNG)


_ADDRESS = re.compile(r"https?://\S+")


@bp.get("/compartir")
def share() -> WerkzeugResponse:
    """What another program of the phone shares: a page of ours opens, a long text goes to the workshop, words are
    looked for."""
    fields = (request.args.get(name, "") for name in ("titulo", "texto", "url"))
    title, text, url = (within("Lo compartido", field, SHARED_TEXT).strip() for field in fields)
    for address in filter(None, (url, *_ADDRESS.findall(text))):
        path = unquote(urlsplit(address).path).strip("/")
        if path in site().kb.by_id:
            return redirect(quote(f"/{path}"), 303)
    if text.startswith("{") and '"pilots"' in text:  # a squad, as list builders share it
        return redirect(f"/dossier?{urlencode({'lista': text})}", 303)
    words = _ADDRESS.sub(" ", text).strip() or title
    if len(words) > QUERY_TEXT:
        return redirect(f"/taller?{urlencode({'texto': words[:CARD_TEXT]})}", 303)
    return redirect(f"/?{urlencode({'q': ' '.join(words.split())})}" if words else "/", 303)
