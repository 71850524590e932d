"""Requests to every address of the site, with spoilt addresses, headers and bodies, straight into the WSGI application."""

import io
import json
import logging
import re
from collections.abc import Hashable
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, unquote_plus, urlencode

from grammar.game import GAMES
from kb.store import open_kb
from tests.soak import material
from tests.soak.invariants import Broken, hold
from tests.soak.mutate import NASTY, spoil_text, spoil_value
from tests.soak.targets import Target
from web.app import create_app
from web.observe import tally
from web.rulings.database import database_url, upgrade

TYPES = (
    "application/json",
    "application/json",
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "",
    "multipart/form-data",
)
BOUNDARY = "limite"
FORM = (
    "q juego game texto kind limit offset letter clase libro modo pagina formato fichero dados ataque defensa fichas "
    "carta ataque_dados escenario suceso jugadores capacidades id cita pregunta respuesta nombre contrasena token"
).split()  # fmt: skip
HEADERS = (
    ("HTTP_ACCEPT_ENCODING", "gzip"), ("HTTP_IF_NONE_MATCH", '"x"'), ("HTTP_IF_NONE_MATCH", "*"),
    ("HTTP_COOKIE", "reglario=x.y.z"), ("HTTP_ACCEPT", "application/json"),
    ("HTTP_X_FORWARDED_FOR", "1.2.3.4, 5"), ("HTTP_HOST", "otro:99"), ("HTTP_RANGE", "bytes=0-"),
    ("HTTP_IF_MODIFIED_SINCE", "ayer"), ("HTTP_COOKIE", "reglario=" + "a" * 3000), ("HTTP_ACCEPT_LANGUAGE", "x" * 300),
    ("HTTP_X_REQUEST_ID", "a\tb"), ("HTTP_EXPECT", "100-continue"),
)  # fmt: skip


class _Listener(logging.Handler):
    def __init__(self, heard: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record)


class Site:
    """The application with its log listened to: an error in the log is a fault even where the answer is polite."""

    def __init__(self) -> None:
        upgrade(database_url())
        self.app = create_app(material.shipped_kb())
        self.errors: list[logging.LogRecord] = []
        logging.getLogger().addHandler(_Listener(self.errors))
        self.rules = [
            (rule.rule, sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})) for rule in self.app.url_map.iter_rules()
        ]
        self.ids = [entry.id for entry in open_kb(material.shipped_kb()).entries]


@cache
def site() -> Site:
    return Site()


def seeds() -> list[Any]:
    """`[method, path, query, type, body, headers]`; the body is a JSON value, or a text that is sent as it is."""
    here = site()
    found: list[Any] = []
    for rule, methods in here.rules:
        for method in methods:
            if (method, rule) != ("POST", "/entrar"):  # a password takes Argon2 its 50 ms on purpose: tests/test_web_rulings.py
                found += [
                    [method, _filled(rule, k), "", TYPES[0], None, []] for k in range(len(GAMES) if "<game:" in rule else 2)
                ]
    found += [["GET", f"/{id}", "", "", None, []] for id in here.ids[::40]]
    found += [["GET", f"/api/v1/entries/{id}", "", "", None, []] for id in here.ids[::40]]
    found += [["GET", "/api/v1/search", urlencode({"q": q, "limit": 5}), "", None, []] for q, _ in material.queries()[::9]]
    found += [["GET", "/", urlencode({"q": q}), "", None, []] for q, _ in material.queries()[::9]]
    posts: dict[str, list[Any]] = {
        "/api/v1/odds": list(material.QUESTIONS),
        "/api/v1/run": list(material.yaml_values(False)[::9]),
        "/api/v1/order": list(material.yaml_values(True)[::5]),
        "/api/v1/compile": [{"text": text, "game": game, "id": "x"} for game, text in material.cards()[::25]],
        "/api/v1/lint": [{"cards": [{"text": text, "game": game}]} for game, text in material.cards()[::40]],
    }
    found += [["POST", path, "", TYPES[0], body, []] for path, bodies in posts.items() for body in bodies]
    found += [
        ["POST", "/taller", "", TYPES[3], urlencode({"texto": text, "juego": game}), []]
        for game, text in material.cards()[::60]
    ]
    found += [
        ["POST", "/situaciones/escenario", "", TYPES[3], urlencode({"texto": t}), []] for t in material.yaml_texts(False)[::40]
    ]
    found += [
        ["GET", "/taller", urlencode({"texto": text, "juego": game}), "", None, []] for game, text in material.cards()[::60]
    ]
    found += [["POST", "/taller/fichero", "", TYPES[6], _part(f"c.{e}", c), []] for e, c in _files()]
    found += [
        ["GET", f"/{page}/{g}", "ataque=3&defensa=2&dados=3&rojo=2", "", None, []]
        for page in ("probabilidades", "situaciones")
        for g in GAMES
    ]
    return found


def _files() -> list[tuple[str, str]]:
    texts = [t for g, t in material.cards() if g == "xwing"][:3]
    return [("jsonl", "\n".join(json.dumps({"text": t}) for t in texts)), ("md", "".join(f"## A\n\n{t}\n\n" for t in texts)),
            ("yaml", json.dumps([{"text": t} for t in texts])),
            ("csv", "text\n" + "\n".join(f'"{t}"' for t in texts))]  # fmt: skip


def _part(name: str, content: str) -> str:
    return (f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="fichero"; filename="{name}"\r\n\r\n{content}\r\n'
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="formato"\r\n\r\nsarif\r\n--{BOUNDARY}--\r\n')  # fmt: skip


def _filled(rule: str, n: int) -> str:
    values = {
        "game": GAMES[n],
        "slug": ("ataque", "xwing")[n % 2],
        "id": ("xwing/ataque", "1")[n % 2],
        "letter": "a",
        "name": "ataque",
        "form": "xwing",
    }
    return re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: "1" if m[1] == "int" else values.get(m[2], "x"), rule)


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    method, path, query, kind, body, headers = case
    other = rng.choice(pool)
    how = rng.random()
    if how < 0.2:
        path = spoil_text(rng, path, (*GAMES, *NASTY, "..", "%2e%2e", "/", "//", "api", "v1"), [other[1]])[:300]
    elif how < 0.3:
        path = rng.choice(("/", "/api/v1/entries/", "/api/v1/previews/")) + rng.choice(site().ids)
    if rng.random() < (0.5 if method == "GET" else 0.05):
        query = _spoil_query(rng, query, other[2])
    if isinstance(body, str):
        body = spoil_text(
            rng, body, (*material.card_words(), *FORM, "&", "=", "%", "\r\n", f"--{BOUNDARY}"), [_as_text(other[4])]
        )
    elif body is not None:
        mine = [o[4] for o in rng.sample(pool, min(20, len(pool))) if o[1] == path and o[4] is not None]
        body = (
            _as_text(body)[: rng.randint(0, 400)] if rng.random() < 0.08 else spoil_value(rng, body, _names(), mine or [body])
        )
    if rng.random() < 0.05:
        kind = rng.choice(TYPES)
    if rng.random() < 0.05:
        method = rng.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "X"))
    if (method, path) == ("POST", "/entrar"):
        method = "GET"
    return [method, path, query, kind, body, [rng.choice(HEADERS)] if rng.random() < 0.15 else headers]


def _spoil_query(rng: Random, query: str, other: str) -> str:
    if rng.random() < 0.5:
        value = rng.choice((rng.choice(material.queries())[0], rng.choice(NASTY), "9" * 20, "", "xwing", "-1"))
        return "&".join(part for part in (query, urlencode({rng.choice(FORM): value}, errors="replace")) if part)[:2000]
    return spoil_text(rng, query, (*FORM, "&", "=", "%", "%ff", "%ed%a0%80", "+"), [other])


@cache
def _names() -> tuple[str, ...]:
    values = tuple(case[4] for case in seeds() if case[4] is not None and not isinstance(case[4], str))
    return material.names_in(values)


def _as_text(body: Any) -> str:
    return "" if body is None else body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


def unquoted(text: str) -> str:
    return unquote_plus(text, errors="replace")


def environ_of(case: Any) -> dict[str, Any]:
    method, path, query, kind, body, headers = case
    data = _as_text(body).encode("utf-8", "surrogatepass" if len(path) % 2 else "replace")
    if kind == TYPES[6]:
        kind = f"{kind}; boundary={BOUNDARY}"
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path.encode("utf-8", "replace").decode("latin-1"),
        "QUERY_STRING": quote(query, safe="%&=+;/?:@!$'()*,-._~[]", errors="replace"),
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost", "CONTENT_LENGTH": str(len(data)),
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(data), "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False,
    }  # fmt: skip
    if kind:
        environ["CONTENT_TYPE"] = kind
    environ.update(dict(map(tuple, headers)))
    return environ


def made(case: Any) -> tuple[Any, dict[str, Any]]:
    """The request, ready to be sent."""
    return case, environ_of(case)


def check(request: Any) -> Hashable:
    case, environ = request
    here = site()
    tally.start()  # in a process that was forked nobody would count, and records would wait for ever
    here.errors.clear()
    answered: list[tuple[str, list[tuple[str, str]]]] = []
    parts = here.app.wsgi_app(environ, lambda status, headers, *_: answered.append((status, headers)))  # type: ignore[arg-type]
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    status, headers = int(answered[-1][0].split()[0]), {k.lower(): v for k, v in answered[-1][1]}
    if here.errors:
        error = here.errors[0].exc_info
        where = f"{type(error[1]).__name__}: {error[1]}" if error and error[1] else here.errors[0].getMessage()
        raise Broken(f"error anotado por el servidor ({where[:80]})", here.errors[0].getMessage()) from (
            error[1] if error else None
        )
    hold(status < 500, f"respuesta {status}", body[:300])
    for name, value in headers.items():
        hold("\n" not in value and "\r" not in value, "cabecera partida", (name, value))
    hold("content-security-policy" in headers, "sin Content-Security-Policy", (status, headers))
    if "content-encoding" not in headers and headers.get("content-type", "").startswith("application/json") and body:
        _json(status, body, case[1])
    return case[0], status, rule_of(case[1]), len(body).bit_length()


def _json(status: int, body: bytes, path: str) -> None:
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_constant)
    except ValueError as error:
        raise Broken("JSON que no se lee", body[:300]) from error
    if status >= 400 and path.startswith("/api/"):
        hold(isinstance(value, dict) and set(value) == {"error"}, "otra forma de error", value)
        told = value["error"]["message"]
        hold(told and "\n" not in told, "mensaje de error", told)


def _constant(name: str) -> Any:
    raise ValueError(name)


def rule_of(path: str) -> str:
    return "/".join(part if part in _FIXED else "*" for part in path.split("/")[:5])


_FIXED = frozenset(
    "api v1 search complete entries previews games compile lint odds order run rulings taller fichero "
    "situaciones escenario probabilidades glosario secuencias iconos cambios dictamenes static".split()
)
TARGET = Target("web", seeds, spoil, check, made=made)
