"""What one request may cost, as data: a row per endpoint. The site reads its limits here; docs/budgets.md shows this table.

`python -m web.guard.budgets` prints the table for the docs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from grammar.lexing.raw import MAX_PIECES, MAX_STOPS
from kb.play.order import MOST_STEPS as ORDER_STEPS
from kb.play.run import MOST_EVENTS
from kb.search.understand import MAX_WORDS as QUERY_WORDS

Rate = Literal["leer", "buscar", "trabajar", "escribir", "libre"]

PER_MINUTE: dict[Rate, int] = {"leer": 12_000, "buscar": 3_000, "trabajar": 600, "escribir": 60, "libre": 0}
"""Requests of one address in a minute. Generous: a whole tournament may stand behind one address. 0 is no limit."""

MOST_MS = 100
"""Server time of any answer under these limits, as `make soak SOAK=hostile` measures it."""
MOST_PATH = 1024
"""Characters of an address without its query."""
MOST_HEADERS = 16 * 1024
"""Characters of all headers together, cookies too."""

KB = 1024
MOST_BODY = 64 * KB
FORM_PARTS = 20
THREADS = 6
"""Of each server process."""
CONNECTIONS = 4_096
"""Open at once in each process; one more waits outside. Each that asks nothing is closed after ten seconds."""
BODIES, BODIES_OF_ONE = 4, 2
"""Bodies that may be on their way in at once in a process, and of one address: the other threads go on answering readers."""
QUERY_TEXT = 300
COMPLETE_TEXT = 60
WORDS = 2_400
"""Words of card text that one request may have read: each counts every time that it is read (`grammar/steps.py`)."""
CARD_TEXT = 2000
TRYOUT_TEXT = 500
"""Of a card that is put in play: it is tried again and again. The longest official one has 463."""
CARD_NAME = 200
CARDS_PER_CALL = 40
CARDS_PER_FILE = 40
YAML_TEXT, YAML_TOKENS = 12_000, 1_500
"""Characters and tokens of a file of cards in YAML: PyYAML takes about 3 and 40 µs for each."""
ODDS_STEPS = 7_000
"""Of `kb.play.odds.budget`: about 10 µs each. The command `kb odds` has nearly sixty times as many."""
ODDS_TEXT, ODDS_FIELDS = 6000, 80
SITUATION_TEXT, SITUATION_ROWS = 3000, 6
SCENARIO_TEXT, SCENARIOS = 4000, 5
SCENARIO_PARTS = 1_000
"""Fields and elements of a scenario sent as JSON: each ship with its card is looked at by every other. Ours have up to 80."""
RULING_TEXT = {"question": 500, "answer": 8000, "cards": 500, "event": 200, "citations": 4000}
PASSWORD, JUDGE_NAME = 200, 60
SEARCH_RESULTS, SEARCH_PAGE, COMPLETIONS = 50, 20, 20
LIST_PAGE, RULINGS_LIST, RULINGS_PAGE = 200, 100, 20
PENDING = 200

_COMPILE = f"{WORDS:,} words read; of one text {MAX_PIECES}, {MAX_STOPS} stops"
_ODDS = f"{ODDS_STEPS:,} steps"
_ORDER = f"{ORDER_STEPS} steps of the queue"
_RUN = f"{MOST_EVENTS:,} events"
_RUN_JSON = f"{SCENARIO_PARTS:,} fields and elements, {_RUN}"
_SEARCH = f"{QUERY_WORDS} words"


@dataclass(frozen=True)
class Budget:
    rate: Rate = "leer"
    body: int = 0
    """Bytes; 0 takes none."""
    query: int = 512
    """Characters of the query string as it is sent, with its %."""
    text: int = 0
    """Characters of its longest text; 0 takes none."""
    results: int = 0
    """What it takes or gives at most: entries, cards, abilities, scenarios; 0 is one thing, or what the knowledge base has."""
    inside: str = ""
    """The count that stops the work itself."""


_READ = Budget()
_LIST = Budget(results=LIST_PAGE)
_HOME = Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=SEARCH_PAGE, inside=_SEARCH)
_FORM = Budget("escribir", body=64 * KB, text=max(RULING_TEXT.values()), results=20)
_CARD = Budget("trabajar", query=16 * KB, text=CARD_TEXT, inside=_COMPILE)
_CALCULATOR = Budget("trabajar", query=16 * KB, text=ODDS_TEXT, results=ODDS_FIELDS, inside=_ODDS)
_TABLE = Budget("trabajar", query=16 * KB, text=SITUATION_TEXT, results=SITUATION_ROWS, inside=_ORDER)
_SCENARIO = Budget("trabajar", query=16 * KB, text=SCENARIO_TEXT, results=SCENARIOS, inside=_RUN)
_PROBE = Budget("libre")

BUDGETS: dict[str, Budget] = {
    "GET /": _HOME,
    "GET /<game:game>": _READ,
    "GET /<game:game>/<path:slug>": _READ,
    "GET /about": _READ,
    "GET /api": _READ,
    "GET /api/v1/about": _READ,
    "POST /api/v1/compile": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_COMPILE),
    "GET /api/v1/complete": Budget("buscar", text=COMPLETE_TEXT, query=KB, results=COMPLETIONS),
    "GET /api/v1/coverage": _READ,
    "GET /api/v1/entries": _LIST,
    "GET /api/v1/entries/<path:id>": _READ,
    "GET /api/v1/games": _READ,
    "GET /api/v1/games/<game:game>": _READ,
    "GET /api/v1/games/<game:game>/changes": _READ,
    "GET /api/v1/games/<game:game>/glossary": _READ,
    "GET /api/v1/games/<game:game>/sequences": _READ,
    "GET /api/v1/games/<game:game>/sequences/<name>": _READ,
    "GET /api/v1/games/<game:game>/symbols": _READ,
    "POST /api/v1/lint": Budget("trabajar", body=64 * KB, text=CARD_TEXT, results=CARDS_PER_CALL, inside=_COMPILE),
    "POST /api/v1/odds": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_ODDS),
    "GET /api/v1/odds/<form>": _CALCULATOR,
    "GET /api/v1/offline": _READ,
    "GET /api/v1/openapi.json": _READ,
    "POST /api/v1/order": Budget("trabajar", body=64 * KB, results=200, inside=_ORDER),
    "GET /api/v1/previews/<path:id>": _READ,
    "GET /api/v1/rulings": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=RULINGS_LIST),
    "GET /api/v1/rulings/<int:id>": _READ,
    "POST /api/v1/run": Budget("trabajar", body=64 * KB, results=100, inside=_RUN_JSON),
    "GET /api/v1/scenario": _SCENARIO,
    "GET /api/v1/search": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=SEARCH_RESULTS, inside=_SEARCH),
    "GET /api/v1/situations/<game:game>": _TABLE,
    "GET /api/v1/workshop": _CARD,
    "GET /cambios/<game:game>": _READ,
    "GET /cobertura": _READ,
    "GET /dictamenes": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=RULINGS_PAGE),
    "GET /dictamenes/<int:id>": _READ,
    "GET /dictamenes/<int:id>.md": _READ,
    "POST /dictamenes/<int:id>/borrar": Budget("escribir", body=4 * KB),
    "GET /dictamenes/<int:id>/editar": _READ,
    "POST /dictamenes/<int:id>/editar": _FORM,
    "GET /dictamenes/nuevo": Budget(query=4 * KB, text=QUERY_TEXT),
    "POST /dictamenes/nuevo": _FORM,
    "GET /dictamenes/pendientes": Budget(results=PENDING),
    "GET /entrar": _READ,
    "POST /entrar": Budget("escribir", body=64 * KB, text=PASSWORD),  # carries a ruling that waits to be saved
    "GET /glosario/<game:game>": _READ,
    "GET /glosario/<game:game>/<letter>": _READ,
    "GET /healthz": _PROBE,
    "GET /iconos/<game:game>": _READ,
    "GET /metrics": _PROBE,
    "GET /probabilidades": _READ,
    "GET /probabilidades/<slug>": _CALCULATOR,
    "GET /readyz": _PROBE,
    "POST /salir": Budget("escribir", body=4 * KB),
    "GET /secuencias/<game:game>": _READ,
    "GET /secuencias/<game:game>/<name>": _READ,
    "GET /sin-conexion": _READ,
    "GET /sin-conexion/<game:game>.json": _READ,
    "GET /sin-conexion/marco": _READ,
    "GET /situaciones": _READ,
    "GET /situaciones/<game:game>": _TABLE,
    "GET /situaciones/escenario": _SCENARIO,
    "POST /situaciones/escenario": Budget("trabajar", body=48 * KB, text=SCENARIO_TEXT, results=SCENARIOS, inside=_RUN),
    "GET /static/<path:name>": _READ,
    "GET /sw.js": _READ,
    "GET /taller": _CARD,
    "POST /taller": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_COMPILE),
    "POST /taller/fichero": Budget("trabajar", body=64 * KB, text=CARD_TEXT, results=CARDS_PER_FILE, inside=_COMPILE),
    "GET /taller/galeria": _READ,
    "GET /taller/prueba": Budget("trabajar", query=16 * KB, text=TRYOUT_TEXT, inside=_COMPILE),
}


class Door:
    """The row of a request by its method and path alone, soon: the gate asks before Flask has routed it.

    Rules that begin alike («/dictamenes/<id>», «/dictamenes/<id>/editar») have the same rate and query.
    """

    def __init__(self, rows: dict[str, Budget]) -> None:
        self._exact: dict[tuple[str, str], Budget] = {}
        self._heads: dict[str, list[tuple[str, str, Budget]]] = {}
        for key, row in rows.items():
            method, rule = key.split(" ", 1)
            head, parameter, _ = rule.partition("<")
            if parameter:
                self._heads.setdefault(rule.split("/", 2)[1], []).append((method, head, row))
            else:
                self._exact[method, rule] = row
        for below in self._heads.values():
            below.sort(key=lambda told: -len(told[1]))

    def row(self, method: str, path: str) -> Budget:
        if method == "HEAD":
            method = "GET"
        found = self._exact.get((method, path))
        if found is None:
            for told, head, row in self._heads.get(path[1:].partition("/")[0], ()):
                if told == method and path.startswith(head):
                    return row
        return found or _READ


DOOR = Door(BUDGETS)


def _number(n: int, unit: str = "") -> str:
    return f"{n:,}{unit}" if n else "-"


def table() -> Iterator[str]:
    """The rows of the docs."""
    yield "| endpoint | rate | body | query | text | results | work inside |"
    yield "|---|---|---|---|---|---|---|"
    for rule, row in BUDGETS.items():
        body = f"{row.body // KB} kB" if row.body else "-"
        cells = (f"`{rule}`", row.rate, body, _number(row.query), _number(row.text), _number(row.results), row.inside or "-")
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(table()))
