"""What a reader sends is kept with a bound, or not at all: the code is walked for tables without one, and then made to grow."""

import ast
import gc
import sys
from collections import deque
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from web.app import create_app
from web.rulings.database import database_url, upgrade

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("grammar", "kb", "web")
CLOSED = {"game", "slug", "game_slug", "corpus", "book", "keyword", "model", "rule", "step", "lemma", "ident", "die", "icons"}
"""Parameters of a cache without bound: names of our own files and tables. Whether a reader's words get there is tried below."""
BUILD_ONLY = {"kb/books/icons/evidence.py:_folded"}
"""Reads books, and ends with `kb build`."""


def unbounded(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Functions whose results are kept for ever, and their parameters. One inside another goes with the call."""
    text = path.read_text("utf-8")
    body = ast.parse(text).body if "cache" in text else []
    methods = [part for node in body if isinstance(node, ast.ClassDef) for part in node.body]
    for node in (*body, *methods):
        if isinstance(node, ast.FunctionDef) and any(map(_keeps_all, node.decorator_list)):
            yield f"{path.relative_to(ROOT)}:{node.name}", [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]


def _keeps_all(decorator: ast.expr) -> bool:
    told = ast.unparse(decorator).removeprefix("functools.")
    return told in ("cache", "lru_cache(None)", "lru_cache(maxsize=None)")


def test_caches_without_bound_are_keyed_by_our_own_names() -> None:
    found = [one for package in PACKAGES for path in (ROOT / package).rglob("*.py") for one in unbounded(path)]
    assert len(found) > 20
    wrong = {name: set(keys) - CLOSED for name, keys in found if set(keys) - CLOSED and name not in BUILD_ONLY}
    assert wrong == {}


@pytest.mark.parametrize("text", ["@cache\ndef f(q): ...", "@functools.lru_cache(maxsize=None)\ndef f(x, game): ...",
                                  "class A:\n    @lru_cache(None)\n    def f(self, n): ..."])  # fmt: skip
def test_the_walk_can_find_one(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(text)
    ((_, keys),) = unbounded(tmp_path / "a.py")
    assert set(keys) - CLOSED


def tables() -> dict[str, int]:
    """How much is in each table that lives as long as the process: caches without a bound, and containers of modules and of
    what modules and applications hold."""
    found: dict[str, int] = {}
    gc.collect()
    gc.unfreeze()  # a lexicon that was read leaves what lives for good out of the collector's sight, and out of this list
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and _ours(one) and one.cache_info().maxsize is None:
            found[f"{one.__module__}.{one.__qualname__}"] = one.cache_info().currsize
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES:
            for key, value in vars(module).items():
                if isinstance(value, dict | list | set | deque) and not key.startswith("__"):
                    found[f"{name}.{key}"] = len(value)
    for one in gc.get_objects():
        if str(type(one).__module__).split(".")[0] in PACKAGES and hasattr(one, "__dict__") and not isinstance(one, type):
            for key, value in vars(one).items():
                if isinstance(value, dict | set | deque):
                    held = f"{type(one).__module__}.{type(one).__name__}.{key}"
                    found[held] = max(found.get(held, 0), len(value))
    return found


def _ours(one: object) -> bool:
    return str(getattr(one, "__module__", "")).split(".")[0] in PACKAGES and "<locals>" not in str(one.__qualname__)  # type: ignore[attr-defined]


BOUNDED = {
    "web.kept.front.Front._ready", "web.kept.front.Front._answers", "web.kept.pages.PageCache._pages",
    "web.kept.pages.PageCache._making",
    "web.guard.rates.Here._rows", "web.observe.unanswered.Notebook._waiting", "web.observe.tally._records",
    "web.library.Site.effects", "kb.search.tables.Tables._shapes",
    "kb.search.tables.Tables.readings",
}  # fmt: skip
"""Tables that throw away at a limit of their own (256 answers, 50,000 counters, 500 searches, `KEPT_WORDS` readings of words),
or have a row per entry or per stem of the books."""
BATCH = 10
"""Of each request, with words of its own: a table that grows with them grows by so many."""
LEGION = """juego: legion
titulo: t
dado: {{unidades: {{a: {{cualidades: [Crítico {0}, Perforante {0}]}}, b: {{cualidades: [Blindaje {0}, Escudado {0}]}}}}}}
cuando: [{{ataque: {{atacante: a, defensor: b, dados: {{rojo: 2}}, ataque: [incremento, impacto], defensa: [vacia]}}}}]
entonces: {{}}
"""


def asked(client: FlaskClient, batch: int) -> None:
    """Words and numbers that no other batch has."""
    for n in range(batch * BATCH, batch * BATCH + BATCH):
        word = f"zorglub{n:05}"
        for path in (f"/?q={word}+ataque+{n}", f"/api/v1/complete?q={word}", f"/xwing/{word}", f"/static/{word}",
                     f"/api/v1/search?q=puedo+{word}+la+nave&game=legion", f"/taller?juego=xwing&texto=Gana+{n}+{word}.",
                     f"/dictamenes/{n}", f"/glosario/xwing/{word}"):  # fmt: skip
            assert client.get(path).status_code < 500
        assert client.post("/situaciones/escenario", data={"texto": LEGION.format(n)}).status_code < 500
        unit = {"keywords": [f"Perforante {n}", f"Blindaje {n}", f"{word} {n}"]}
        roll = {"game": "legion", "attack": {"dice": {"rojo": 1 + n % 5}, **unit}, "defense": {"die": "rojo", **unit}}
        assert client.post("/api/v1/odds", json=roll).status_code < 500
        long = f"{word} " * 12 + word * 15
        for path in (f"/?q={long[:250]}", f"/taller?juego=xwing&texto={long}", f"/api/v1/complete?q={long[:50]}"):
            assert client.get(path).status_code < 500
        card = {"text": f"Elige {n} {word} de la nave, que gana {n} fichas de {word}.", "game": "imperial-assault"}
        assert client.post("/api/v1/lint", json={"cards": [card]}).status_code < 500
        queue = [{"nombre": word, "jugador": "A", "requiere": [f"{word} >= {n}"]}]
        sent = {"juego": "xwing", "jugadores": ["A"], "capacidades": queue}
        assert client.post("/api/v1/order", json=sent).status_code < 500


def test_nothing_grows_with_what_is_asked(shipped_kb: Path) -> None:
    upgrade(database_url())
    client = create_app(shipped_kb).test_client()
    asked(client, 0)
    asked(client, 1)  # what is read at the first use of something is read
    before = tables()
    asked(client, 2)
    after = tables()
    grown = {name: (before.get(name, 0), size) for name, size in after.items() if size > before.get(name, 0) + BATCH - 2}
    assert {name: sizes for name, sizes in grown.items() if name not in BOUNDED} == {}
    assert "grammar.game.load_game" in after and any("Front._ready" in name for name in after)
    assert "kb.text.fold" in wide(2)
    assert wide(100) == {}


def wide(longest: int) -> dict[str, int]:
    """Caches of thousands that keep a text longer than this: their bound is none, as each may be as long as a reader likes."""
    found: dict[str, int] = {}
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and (one.cache_info().maxsize or 0) > 2048 and _ours(one):
            kept = next(held for held in gc.get_referents(one) if isinstance(held, dict))
            texts = [part for key in kept for part in (key if isinstance(key, tuple) else [key]) if isinstance(part, str)]
            if (most := max(map(len, texts), default=0)) > longest:
                found[f"{one.__module__}.{one.__qualname__}"] = most
    return found
