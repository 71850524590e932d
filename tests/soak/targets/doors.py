"""What strangers send, door by door: YAML, files in multipart forms, texts that expressions read, query strings and JSON, each
with the tricks of its kind and stretched up to the limits. No answer may be 5xx or take more than the time of one request."""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from werkzeug.test import Client

from grammar.game import GAMES
from kb.play.errors import PlayError
from kb.play.table.state import SENTENCE, Said, Table
from kb.store import open_kb
from tests.hostile import FIELDS, corpus
from tests.soak import material
from tests.soak.forget import forget, remember
from tests.soak.mutate import NASTY, spoil_text
from tests.soak.targets import Target, web
from web.guard.budgets import BUDGETS, DOOR, MOST_MS
from web.warm import warm_grammars, warm_work

YAML = (
    "&a ", "&-a ", "*a", "*-a", "!!int ", "!!timestamp ", "!!python/object:os.system ", "!!binary ",
    "!local ", "<<: ", "<<: *a", "? ", "- ", ": ", "| ", ">-\n ",
    "---\n", "...\n", "%YAML 9.9\n", "%TAG ! x\n",
    '"\\U00110000"', '"\\ud800"', '"\\x00"', "2026-13-45", "190:20:30", ".inf", "-.nan", "0x1F", "0b2", "1_000",
    "9" * 40, "9" * 5000,
    "~", "null", "[", "]", "{", "}", "[" * 60, "{a: " * 40, "#", "\t", "\u2028", "\x85",
    "'", '"', "@", "`", "juego: xwing\n", "entonces: ", "cuando: ", "requiere: ",
)  # fmt: skip
RUNS = (
    " ", "\t", "a", "á", "1", "(", ")", "[", "]", "«", ". ", ", ", "a ", "a: ", "-", "\n", "[impacto]", "no ", "y ",
    "de la nave ", "\u00a0", "\u0301", "ﬁ", "1 o 2 ",
)  # fmt: skip
"""What an expression that goes back over its text would stumble on."""
CONDITIONS = ("requiere", "nombre", "jugador", "clase", "momento", "texto")
NAMES = ("c", "../c", "c" * 300, "", "ñ", "c.yaml\0")
FILES = ("jsonl", "json", "yaml", "yml", "csv", "md", "txt", "xlsx", "zip", "")
TEXTS = tuple(rule for rule in FIELDS if BUDGETS[rule].text and "/dictamenes" not in rule and "/entrar" not in rule)


def seeds() -> list[Any]:
    """Requests as those of `web`: `[method, path, query, type, body, headers]`."""
    _warm()
    found: list[Any] = []
    yaml = [row["text"] for row in corpus("yaml")] + [f"- text: {row['value']}\n" for row in corpus("valores")]
    scenarios = [*material.yaml_texts(False)[::30], *material.yaml_texts(True)[::15]]
    found += [_form("/situaciones/escenario", "texto", text) for text in (*scenarios, *yaml[::3])]
    found += [["POST", "/taller/fichero", "", web.TYPES[6], web._part("c.yaml", text), []] for text in yaml]
    found += [["POST", "/taller/fichero", "", web.TYPES[6], web._part(f"c.{e}", c), []] for e, c in web._files()]
    found += [["POST", "/api/v1/order", "", web.TYPES[0], value, []] for value in material.yaml_values(True)[::8]]
    found += [["POST", "/api/v1/run", "", web.TYPES[0], value, []] for value in material.yaml_values(False)[::40]]
    found += [["POST", "/api/v1/odds", "", web.TYPES[0], value, []] for value in material.QUESTIONS]
    for rule in TEXTS:
        method, path = rule.split(" ", 1)
        path = path.replace("<slug>", "xwing").replace("<form>", "xwing").replace("<game:game>", "xwing")
        for text in ("Tira 1 dado de ataque.", "ataque", "Perforante 1"):
            if method == "GET":
                found.append(["GET", path, urlencode({FIELDS[rule]: text, "juego": "xwing"}), "", None, []])
            else:
                found.append(_form(path, FIELDS[rule], text))
    for game, told in material.calls():
        found.append(["GET", f"/mesa/{game}", urlencode({"frase": ", ".join(told)}), "", None, []])
        found.append(["GET", f"/api/v1/table/{game}", urlencode({"m": _code(game, told)}), "", None, []])
    found += [
        ["GET", f"/mesa/{g}", urlencode({"pon": "B", "en": "A", "texto": t}), "", None, []] for g, t in material.cards()[::90]
    ]
    found += [["GET", f"/practica/{game}", f"n={n}&r=1", "", None, []] for game in GAMES for n in range(1, 60, 6)]
    found += [["POST", "/api/v1/quote", "", web.TYPES[0], {"text": p[:200]}, []] for p in material.paragraphs()[::60]]
    found += [["POST", "/api/v1/compile", "", web.TYPES[0], {"text": t, "game": g}, []] for g, t in material.cards()[::80]]
    found += [
        ["GET", path, f"q={quote(q)}", "", None, []]
        for q, _ in material.queries()[::25]
        for path in ("/", "/api/v1/search", "/sugerencias")
    ]
    return found


def _form(path: str, field: str, text: str) -> list[Any]:
    return ["POST", path, "", web.TYPES[3], urlencode({field: text}), []]


def spoil(rng: Random, case: Any, pool: list[Any]) -> Any:
    """One trick of the door's own kind, or any of those of `web`."""
    if rng.random() < 0.35:
        spoilt = web.spoil(rng, case, pool)
        return spoilt if _small(spoilt[4]) else case
    method, path, query, kind, body, headers = case
    trick = rng.choice(TRICKS)
    if query.startswith("m=") and path.split("/")[-1] in GAMES:
        return [method, path, urlencode({"m": _table(rng, path.split("/")[-1], trick)}), kind, body, headers]
    if isinstance(body, str) and kind == web.TYPES[3]:
        field, _, text = body.partition("=")
        body = f"{field}={quote(trick(rng, web.unquoted(text)), safe='', errors='replace')}"
    elif isinstance(body, str):
        body = _multipart(rng, trick(rng, body))
    elif body is not None:
        body = _inside(rng, body, trick)
    elif query:
        field, _, text = query.partition("=")
        query = f"{field}={quote(trick(rng, web.unquoted(text))[:2500], safe='', errors='replace')}"
    return [method, path, query, kind, body if _small(body) else case[4], headers]


def _code(game: str, told: Iterable[str]) -> str:
    try:
        return Table(juego=game, dichos=tuple(Said(frase=text[:SENTENCE]) for text in told)).code()
    except (PlayError, ValueError):
        return "1AAAA"


def _table(rng: Random, game: str, trick: Callable[[Random, str], str]) -> str:
    """Sentences of several calls, one of them spoilt, as the link of a table."""
    told = [text for _ in range(rng.choice((1, 1, 2, 3, 6))) for text in rng.choice(_said(game))]
    at = rng.randrange(len(told))
    told[at] = " ".join(trick(rng, told[at]).split()) or "A"
    return _code(game, told)


@cache
def _said(game: str) -> tuple[tuple[str, ...], ...]:
    return tuple(told for of, told in material.calls() if of == game) or (("A ataca a B",),)


def _small(value: Any, most: int = 100_000) -> bool:
    """Whether it takes about so many bytes: what is far over the limit of a body is refused by its length alone, and takes the
    fuzzer itself long to write and to keep."""
    waiting, left = [value], most
    while waiting and left > 0:
        one = waiting.pop()
        left -= len(one) if isinstance(one, str) else 8
        waiting += [*one.values(), *one] if isinstance(one, dict) else one if isinstance(one, list) else ()
    return left > 0


def _stretched(rng: Random, text: str) -> str:
    """A run of one thing, up to the longest text that any door takes."""
    at = rng.randint(0, len(text))
    return (text[:at] + rng.choice(RUNS) * rng.choice((5, 40, 100, 400, 2000)) + text[at:])[: rng.choice((300, 2000, 9000))]


def _tagged(rng: Random, text: str) -> str:
    at = rng.choice([0, len(text), *(n for n, c in enumerate(text) if c in "\n: ")])
    return text[:at] + rng.choice(YAML) * rng.choice((1, 1, 1, 3)) + text[at:]


def _spelt(rng: Random, text: str) -> str:
    return spoil_text(rng, text, (*material.card_words()[::7], *NASTY), (text,))


def _multipart(rng: Random, body: str) -> str:
    """The file's name and type, and the seams of the parts."""
    how = rng.random()
    if how < 0.3:
        return body.replace('filename="c.', f'filename="{rng.choice(NAMES)}.', 1)
    if how < 0.5:
        return body.replace('c.yaml"', f'c.{rng.choice(FILES)}"', 1)
    if how < 0.7:
        return body.replace("\r\n", rng.choice(("\n", "\r", "\r\n\r\n", "")), rng.choice((1, 2, -1)))
    return body


def _inside(rng: Random, value: Any, trick: Callable[[Random, str], str]) -> Any:
    """One text of a JSON value, wherever it is; or one more, under a name that expressions read."""
    if isinstance(value, dict) and value:
        name = rng.choice(list(value))
        if rng.random() < 0.15:
            return {**value, rng.choice(CONDITIONS): trick(rng, " ")}
        return {**value, name: _inside(rng, value[name], trick)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        more = rng.choice((1, 1, 1, 20, 200))
        return [*value[:at], *[_inside(rng, value[at], trick)] * more, *value[at + 1 :]]
    return (
        trick(rng, value) if isinstance(value, str) else rng.choice((value, int("9" * 18), 10**19, -1, trick(rng, str(value))))
    )


TRICKS = (_stretched, _stretched, _tagged, _spelt)


@cache
def _warm() -> None:
    """Grammars are loaded and pages of forms made before anything is timed."""
    for game in GAMES:
        web.check(web.made(["POST", "/api/v1/compile", "", web.TYPES[0], {"text": "Tira 1 dado.", "game": game}, []]))
        web.check(web.made(["GET", "/taller", urlencode({"texto": "Tira 1 dado.", "juego": game}), "", None, []]))


def _every_page() -> None:
    """What the site keeps of its own is kept, and what it reads once is read: it may have that once."""
    here = web.site().app
    warm_grammars()
    warm_work(here, Client(here))
    spoken = [case for case in seeds() if case[1].startswith(("/mesa/", "/api/v1/table/", "/practica/"))]
    for case in (*web.seeds(), *spoken):
        web.check(web.made(case))
    for game in GAMES:
        for text in ("Tira 1 dado", "Elige 1"):
            web.check(web.made(["POST", "/taller/seguir", "", web.TYPES[3], urlencode({"texto": text, "juego": game}), []]))
    for entry in open_kb(material.shipped_kb()).entries:
        asked = urlencode({"q": entry.title, "game": entry.game})
        web.check(web.made(["GET", "/api/v1/search", asked, "", None, []]))
        web.check(web.made(["POST", "/api/v1/quote", "", web.TYPES[0], {"text": entry.title}, []]))
    for id in web.site().ids:
        for place in ("/", "/api/v1/entries/", "/api/v1/previews/", "/menciones/", "/mostrar/"):
            web.check(web.made(["GET", place + id, "", "", None, []]))


def _door(case: Any) -> str:
    return f"{case[0]} {web.rule_of(case[1])}"


def _slower(case: Any) -> float:
    return DOOR.row(case[0], case[1]).ms / 1000


TARGET = Target(
    "puertas", seeds, spoil, web.check, slow=MOST_MS / 1000, slower=_slower, made=web.made, kind=_door, warm=_every_page,
    forget=forget, remember=remember,
)  # fmt: skip
