"""What one request may cost, as data: a row per endpoint. The site reads its limits here; docs/budgets.md shows this table.

`python -m web.guard.budgets` prints the table for the docs.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from grammar.meaning.compiler import MOST_WORDS
from kb.play.order import MOST_STEPS as ORDER_STEPS
from kb.play.run import MOST_EVENTS
from kb.play.table.build import MOST_HAPPENINGS
from kb.play.table.state import MOST_CODE, MOST_SAID
from kb.search.understand import MAX_WORDS as QUERY_WORDS

Rate = Literal["leer", "buscar", "trabajar", "probar", "escribir", "libre"]

PER_MINUTE: dict[Rate, int] = {"leer": 12_000, "buscar": 3_000, "trabajar": 600, "probar": 60, "escribir": 60, "libre": 0}
"""Requests of one address in a minute. Generous: a whole tournament may stand behind one address. 0 is no limit."""
APART: frozenset[Rate] = frozenset({"trabajar", "probar"})
"""Work on a reader's text, which leaves the worker."""

MOST_MS = 100
"""Server time of any answer under these limits, as `make soak SOAK=hostile` measures it."""
CARDS_MS, TABLE_MS, QUIZ_MS, PLAY_MS = 250, 250, 150, 150
"""Of many cards in one request (`CARDS_STEPS`), of a call at the table (`TABLE_STEPS`), of a question (its texts
are ours), and where situations are played (`PLAY_STEPS`)."""
TRYOUT_MS = 3_000
"""Of a card that is put in play: tens of situations are played until one is found in which it acts. The one dearer door,
which has a rate of its own."""
MOST_PATH = 1024
"""Characters of an address without its query."""
MOST_HEADERS = 16 * 1024
"""Characters of all headers together, cookies too."""

KB = 1024
MOST_BODY = 64 * KB
FORM_PARTS = 20
READERS = 8
"""Threads of each server process that never wait for work done apart."""
CONNECTIONS = 4_096
"""Open at once in each process; one more waits outside. Each that asks nothing is closed after ten seconds."""
BODIES, BODIES_OF_ONE = 4, 2
"""Bodies that may be on their way in at once in a process, and of one address: the other threads go on answering readers."""
HANDS = max(2, min(os.cpu_count() or 2, 8))
"""Processes that do dear work (`trabajar`) apart."""
APART_CPU, APART_WALL, APART_MEMORY = 4.0, 10.0, 256 * KB * KB
"""Processor seconds, seconds and bytes that one dear request may take; the system ends the hand that passes them."""
APART_WAIT, LEFT_APART = 8.0, 20
"""Seconds that one waits for a hand, and how many of each worker may: its other threads go on answering readers. Who waits its
turn is served: only where more than these ask at once is somebody told to come back."""
THREADS = READERS + LEFT_APART
"""Of each server process, made as they are needed."""
CPU, WALL = 2.0, 10.0
"""Processor seconds and seconds of any other request that only reads."""
QUERY_TEXT = 600
"""A judge who tells a situation needs more than 300."""
COMPLETE_TEXT = 60
STEPS = 14_000
"""Of card texts and situations that one request reads and plays, some 7 µs each (`grammar/steps.py`). The dearest published
text that is understood takes 7,300, the median 1,000."""
PLAY_STEPS = 18_000
"""Where situations are played, or looked for to see whether a card can be put in play."""
TABLE_STEPS = 24_500
"""Of a judge's table: of 191 ordinary calls the median takes 500, nine in ten less than 2,300, the dearest 6,600, and one that
was answered to its end 8,000."""
CARDS_STEPS = 28_500
"""Where many cards are linted at once: six ordinary ones take 1,000 to 9,400, ten 5,000 to 16,500."""
QUIZ_STEPS = 63_000
"""Of a question, whose texts are ours: the dearest takes 20,000."""
TRYOUT_STEPS = 330_000
"""Of a card that is put in play: as many as the dearest of ours, with room."""
CARD_TEXT = 2000
CARD_PIECES = 400
"""Words and signs of a card's text, counted before any is looked up: the longest official one has some 130."""
TRYOUT_TEXT = 500
"""Of a card that is put in play: it is tried again and again. The longest official one has 463."""
CARD_NAME = 200
CARDS_PER_FILE = 40
YAML_TEXT, YAML_TOKENS = 12_000, 1_500
"""Characters and tokens of a file of cards in YAML: PyYAML takes about 3 and 40 µs for each."""
ODDS_STEPS = 7_000
"""Of `kb.play.odds.budget`: about 10 µs each. The command `kb odds` has nearly sixty times as many."""
ODDS_TEXT, ODDS_FIELDS = 6000, 80
SITUATION_TEXT, SITUATION_ROWS = 3000, 6
SCENARIO_TEXT, SCENARIOS = 11_000, 5
"""Some situations tell a whole map: what «Ponla en juego» writes of a card has to fit."""
TABLE_CODE = MOST_CODE
"""Characters of a judge's table in an address."""
SCENARIO_PARTS = 1_000
"""Fields and elements of a scenario sent as JSON: each ship with its card is looked at by every other. Ours have up to 80."""
SCENARIO_STEPS = 12
"""Things that happen in one scenario, each of which may be a whole attack: ours have up to 7."""
RULING_TEXT = {"question": 500, "answer": 8000, "cards": 500, "event": 200, "citations": 4000}
REASON = 1000
"""Characters of why a ruling is withdrawn, appealed or confirmed."""
PASSWORD, JUDGE_NAME, CODE = 200, 60, 20
SEARCH_RESULTS, SEARCH_PAGE, COMPLETIONS = 50, 20, 20
LIST_PAGE, RULINGS_LIST, RULINGS_PAGE = 200, 100, 20
PENDING = 200
FILTER = 100
"""Characters of a card, rule or edition by which rulings are chosen."""
EVENT_TEXT, ACT_TEXT, PLAYER_NAME = 4000, 1000, 80
"""Characters of an event's list of judges, of a call or penalty, and of a player's name."""
SHEET_TEXT = 4000
"""Characters of a list of rules to print."""
LIST_TEXT, LISTED_TEXTS = 8000, 12_000
"""Characters of a player's list, and of the card texts that its owner pastes."""
QUOTE_TEXT = 800
"""Characters of a quotation that is checked: some sentences."""
SHARED_TEXT = 4000
"""Characters of what another program of the phone shares with the site."""

_COMPILE = f"{CARD_PIECES} words and signs; {STEPS:,} steps; {MOST_WORDS} words of one sentence"
_TRYOUT = f"{CARD_PIECES} words and signs; {TRYOUT_STEPS:,} steps"
_ODDS = f"{ODDS_STEPS:,} steps"
_ORDER = f"{ORDER_STEPS} steps of the queue"
_LINT = f"{CARD_PIECES} words and signs; {CARDS_STEPS:,} steps; {MOST_WORDS} words of one sentence"
_ASKED = f"{MOST_EVENTS:,} events, {QUIZ_STEPS:,} steps"
_WORKSHOP = f"{CARD_PIECES} words and signs; {PLAY_STEPS:,} steps; {MOST_WORDS} words of one sentence"
_RUN = f"{SCENARIO_STEPS} things that happen, {MOST_EVENTS:,} events, {PLAY_STEPS:,} steps"
_TOLD = f"{MOST_HAPPENINGS} things that happen, {MOST_EVENTS:,} events, {TABLE_STEPS:,} steps"
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
    cpu: float = CPU
    wall: float = WALL
    steps: int = STEPS
    """Of work on card texts and situations (`grammar/steps.py`), where it is done apart."""
    ms: int = MOST_MS
    """Server time of its dearest answer under these limits."""

    @property
    def time(self) -> str:
        """Processor seconds and seconds, whatever the counts say; what writes has deadlines of its own."""
        limits = {
            **dict.fromkeys(APART, (APART_CPU, APART_WALL)),
            "leer": (self.cpu, self.wall),
            "buscar": (self.cpu, self.wall),
        }
        return "{:g} / {:g}".format(*limits[self.rate]) if self.rate in limits else "-"

    @property
    def answer(self) -> str:
        return f"{self.ms:,} ms" if self.ms != MOST_MS else "-"


_READ = Budget()
_LIST = Budget(results=LIST_PAGE)
_HOME = Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=SEARCH_PAGE, inside=_SEARCH)
_FORM = Budget("escribir", body=64 * KB, text=max(RULING_TEXT.values()), results=20)
_ACT = Budget("escribir", body=16 * KB, text=REASON)
_EVENT = Budget("escribir", body=32 * KB, text=EVENT_TEXT)
_SMALL = Budget("escribir", body=4 * KB)
_CARD = Budget("trabajar", query=16 * KB, text=CARD_TEXT, inside=_WORKSHOP, steps=PLAY_STEPS, ms=PLAY_MS)
_MANY = Budget("trabajar", body=64 * KB, text=CARD_TEXT, results=CARDS_PER_FILE, inside=_LINT, steps=CARDS_STEPS, ms=CARDS_MS)
_CALCULATOR = Budget("trabajar", query=16 * KB, text=ODDS_TEXT, results=ODDS_FIELDS, inside=_ODDS)
_TABLE = Budget("trabajar", query=16 * KB, text=SITUATION_TEXT, results=SITUATION_ROWS, inside=_ORDER)
_SCENARIO = Budget("trabajar", query=16 * KB, text=SCENARIO_TEXT, results=SCENARIOS, inside=_RUN, steps=PLAY_STEPS, ms=PLAY_MS)
_MESA = Budget("trabajar", query=24 * KB, text=TABLE_CODE, results=MOST_SAID, inside=_TOLD, steps=TABLE_STEPS, ms=TABLE_MS)
_QUIZ = Budget("trabajar", query=KB, inside=_ASKED, steps=QUIZ_STEPS, ms=QUIZ_MS)
_PROBE = Budget("libre")
_MADE_ONCE = Budget(cpu=30, wall=60)
"""Seconds of work, done once per knowledge base and then kept."""

BUDGETS: dict[str, Budget] = {
    "GET /": _HOME,
    "GET /<game:game>": _READ,
    "GET /<game:game>/<path:slug>": _READ,
    "GET /about": _READ,
    "GET /api": _READ,
    "GET /api/v1/about": _READ,
    "POST /api/v1/compile": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_COMPILE),
    "GET /api/v1/complete": Budget("buscar", text=COMPLETE_TEXT, query=KB, results=COMPLETIONS),
    "GET /api/v1/coverage": _MADE_ONCE,
    "GET /api/v1/dossier": Budget("trabajar", query=16 * KB, text=LIST_TEXT),
    "GET /api/v1/downloads": _READ,
    "GET /api/v1/entries": _LIST,
    "GET /api/v1/entries/<path:id>": _READ,
    "GET /api/v1/games": _READ,
    "GET /api/v1/games/<game:game>": _READ,
    "GET /api/v1/games/<game:game>/changes": _READ,
    "GET /api/v1/games/<game:game>/glossary": _READ,
    "GET /api/v1/games/<game:game>/sequences": _READ,
    "GET /api/v1/games/<game:game>/sequences/<name>": _READ,
    "GET /api/v1/games/<game:game>/symbols": _READ,
    "POST /api/v1/lint": _MANY,
    "POST /api/v1/odds": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_ODDS),
    "GET /api/v1/odds/<form>": _CALCULATOR,
    "GET /api/v1/offline": _READ,
    "GET /api/v1/openapi.json": _READ,
    "POST /api/v1/order": Budget("trabajar", body=64 * KB, results=200, inside=_ORDER),
    "GET /api/v1/previews/<path:id>": _READ,
    "GET /api/v1/quiz/<game:game>": _QUIZ,
    "POST /api/v1/quote": Budget("buscar", body=8 * KB, text=QUOTE_TEXT),
    "GET /api/v1/rulings": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=RULINGS_LIST),
    "GET /api/v1/rulings/<int:id>": _READ,
    "GET /api/v1/rulings/<int:id>/history": _READ,
    "POST /api/v1/run": Budget("trabajar", body=64 * KB, results=100, inside=_RUN_JSON, steps=PLAY_STEPS, ms=PLAY_MS),
    "GET /api/v1/scenario": _SCENARIO,
    "GET /api/v1/search": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=SEARCH_RESULTS, inside=_SEARCH),
    "GET /api/v1/situations/<game:game>": _TABLE,
    "GET /api/v1/table/<game:game>": _MESA,
    "GET /api/v1/workshop": _CARD,
    "GET /cambios/<game:game>": _READ,
    "GET /cobertura": _MADE_ONCE,
    "GET /compartir": Budget("buscar", query=16 * KB, text=SHARED_TEXT),
    "GET /cuenta": _READ,
    **{f"POST /cuenta/{what}": _SMALL for what in ("clave", "codigo", "codigo/quitar", "invitar", "sesiones")},
    "GET /cuenta/codigo": _READ,
    "GET /descargas": _READ,
    "GET /descargas/<game:game>.<form>": _MADE_ONCE,
    "GET /dictamenes": Budget("buscar", query=4 * KB, text=QUERY_TEXT, results=RULINGS_PAGE),
    "GET /dictamenes/<int:id>": _READ,
    "GET /dictamenes/<int:id>.md": _READ,
    "GET /dictamenes/<int:id>/apelar": _READ,
    "POST /dictamenes/<int:id>/apelar": _ACT,
    "GET /dictamenes/<int:id>/confirmar": _READ,
    "POST /dictamenes/<int:id>/confirmar": _ACT,
    "GET /dictamenes/<int:id>/restituir": _READ,
    "POST /dictamenes/<int:id>/restituir": _ACT,
    "GET /dictamenes/<int:id>/retirar": _READ,
    "POST /dictamenes/<int:id>/retirar": _ACT,
    "GET /dictamenes/<int:id>/revisar": _READ,
    "POST /dictamenes/<int:id>/revisar": _ACT,
    "GET /dictamenes/<int:id>/editar": _READ,
    "POST /dictamenes/<int:id>/editar": _FORM,
    "GET /dictamenes/<int:id>/historial": _READ,
    "GET /dictamenes/<int:id>/r/<int:number>": _READ,
    "GET /dictamenes/canal.atom": Budget("buscar", results=50),
    "GET /dictamenes/canal.json": Budget("buscar", results=50),
    "GET /dictamenes/nuevo": Budget(query=6 * KB, text=QUERY_TEXT),
    "POST /dictamenes/nuevo": _FORM,
    "GET /dictamenes/pendientes": Budget(results=PENDING),
    "GET /dictamenes/por-revisar": _READ,
    "GET /dossier": Budget("trabajar", query=16 * KB, text=LIST_TEXT),
    "POST /dossier": Budget("trabajar", body=64 * KB, text=LIST_TEXT),
    "GET /entrar": Budget(query=8 * KB),
    "POST /entrar": Budget("escribir", body=64 * KB, text=PASSWORD),  # carries a ruling that waits to be saved
    "GET /glosario/<game:game>": _READ,
    "GET /glosario/<game:game>/<letter>": _READ,
    "GET /healthz": _PROBE,
    "GET /hoja": Budget(query=16 * KB, text=SHEET_TEXT, results=40),
    "GET /iconos/<game:game>": _READ,
    "GET /imagen/<path:id>.png": Budget("buscar"),
    "GET /invitacion/<token>": _READ,
    "POST /invitacion/<token>": Budget("escribir", body=4 * KB, text=PASSWORD),
    "GET /llms.txt": _READ,
    "GET /mesa": _READ,
    "GET /mesa/<game:game>": _MESA,
    "GET /mesa/<game:game>/escenario.yaml": _MESA,
    "GET /menciones/<path:id>": _READ,
    "GET /mesa/ficha": _READ,
    "GET /metrics": _PROBE,
    "GET /mostrar/<path:id>": _READ,
    "GET /oembed": Budget(query=4 * KB, text=1000),
    "GET /opensearch.xml": _READ,
    "GET /practica": _READ,
    "GET /practica/<game:game>": _QUIZ,
    "GET /probabilidades": _READ,
    "GET /probabilidades/<slug>": _CALCULATOR,
    "GET /readyz": _PROBE,
    "GET /robots.txt": _READ,
    "POST /salir": _SMALL,
    "GET /secuencias/<game:game>": _READ,
    "GET /juegos.<digest>.css": _READ,
    "GET /secuencias/<game:game>/<name>": _READ,
    "GET /sin-conexion": _READ,
    "GET /sin-conexion/<game:game>.json": _MADE_ONCE,
    "GET /sin-conexion/indice.json": _MADE_ONCE,
    "GET /sin-conexion/marco": _READ,
    "GET /sitemap.xml": Budget("buscar"),
    "GET /situaciones": _READ,
    "GET /situaciones/<game:game>": _TABLE,
    "GET /situaciones/escenario": _SCENARIO,
    "POST /situaciones/escenario": Budget(
        "trabajar", body=48 * KB, text=SCENARIO_TEXT, results=SCENARIOS, inside=_RUN, steps=PLAY_STEPS, ms=PLAY_MS
    ),
    "GET /static/<path:name>": _READ,
    "GET /sugerencias": Budget("buscar", query=KB, text=COMPLETE_TEXT, results=8),
    "GET /sw.js": _READ,
    "GET /taller": _CARD,
    "POST /taller": replace(_CARD, body=32 * KB, query=Budget.query),
    "POST /taller/fichero": _MANY,
    "GET /taller/codigos": _READ,
    "GET /taller/galeria": _READ,
    "POST /taller/seguir": Budget("trabajar", body=32 * KB, text=CARD_TEXT, inside=_COMPILE),
    "GET /taller/traduccion": _CARD,
    "GET /taller/prueba": Budget("probar", query=16 * KB, text=TRYOUT_TEXT, inside=_TRYOUT, steps=TRYOUT_STEPS, ms=TRYOUT_MS),
    "GET /torneo/<int:id>": _READ,
    "GET /torneo/<int:id>.csv": _READ,
    "POST /torneo/<int:id>/actos": Budget("escribir", body=16 * KB, text=ACT_TEXT),
    "GET /torneo/<int:id>/ajustes": _READ,
    "POST /torneo/<int:id>/ajustes": _EVENT,
    "GET /torneo/<int:id>/registro": _READ,
    "GET /torneo/nuevo": _READ,
    "POST /torneo/nuevo": _EVENT,
    "GET /v1/cita/<path:id>.json": _READ,
    "GET /v1/terminos.js": _READ,
    "GET /v1/terminos/<game:game>.json": _READ,
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
    yield "| endpoint | rate | body | query | text | results | work inside | time | answer |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for rule, row in BUDGETS.items():
        body = f"{row.body // KB} kB" if row.body else "-"
        cells = (f"`{rule}`", row.rate, body, _number(row.query), _number(row.text), _number(row.results), row.inside or "-",
                 row.time, row.answer)  # fmt: skip
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(table()))
