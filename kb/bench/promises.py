"""The speeds we promise, as data: which figure of `make bench`, its limit, and which issue asked for it."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from grammar.game import GAMES, load_game

Figures = Mapping[str, Mapping[str, object]]


class Promise(NamedTuple):
    bench: str
    figure: str
    told: str
    """What it is, in words."""
    sense: Literal["≤", "≥"]
    limit: float
    unit: str
    issue: int


class Kept(NamedTuple):
    promise: Promise
    value: float
    holds: bool


_TIMES, _MS, _S = "veces", "ms", "s"
PROMISES = (
    Promise("lectura", "lectura_entre_markdown", "leer los cinco reglamentos, frente a markdown-it-py", "≤", 6, _TIMES, 2),
    Promise("busqueda", "veces_fts5_p50", "una búsqueda entera (p50), frente a FTS5", "≤", 2, _TIMES, 19),
    Promise("busqueda", "construir_indice_cpu_s", "construir el índice, en tiempo de procesador", "≤", 3, _S, 4),
    Promise("cartas", "oficial_median_ms", "compilar una carta oficial (mediana)", "≤", 10, _MS, 15),
    Promise("cartas", "oficial_p99_ms", "compilar una carta oficial (p99)", "≤", 60, _MS, 15),
    *(
        Promise("cartas", f"{game}_median_ms", f"compilar una carta nuestra de {game} (mediana)", "≤", 10, _MS, 15)
        for game in GAMES
    ),
    Promise("cartas", "start_s", "kb compile de un texto desde cero, en tiempo de procesador", "≤", 0.8, _S, 15),
    Promise("motor", "odds_typical_ms", "una tirada corriente (6 dados contra 5, dos cartas por lado)", "≤", 50, _MS, 7),
    *(
        Promise("motor", f"odds_largest_{game}_ms", f"la mayor tirada de {game}", "≤", 1000, _MS, 7)
        for game in GAMES
        if load_game(game).dados  # a mode may have those of its game
    ),
    Promise("motor", "order_20_abilities_ms", "ordenar una cola de 20 capacidades", "≤", 10, _MS, 7),
    Promise("listas", "dossier_first_ms", "el dossier de un escuadrón, el primero", "≤", 1000, _MS, 22),
    Promise("listas", "dossier_slowest_ms", "el dossier de un escuadrón, el más lento de otros diecinueve", "≤", 1000, _MS, 22),
    Promise("sitio", "entrada_entre_hello", "servir una entrada, frente a un «hello» de Flask", "≥", 0.5, _TIMES, 8),
    Promise("sitio", "búsqueda_entre_hello", "servir una búsqueda, frente a un «hello» de Flask", "≥", 0.5, _TIMES, 8),
)


def kept(figures: Figures, promises: tuple[Promise, ...] = PROMISES) -> Iterator[Kept]:
    """Each promise of which there is a figure, and whether it holds."""
    for promise in promises:
        value = figures.get(promise.bench, {}).get(promise.figure)
        if isinstance(value, int | float):
            holds = value <= promise.limit if promise.sense == "≤" else value >= promise.limit
            yield Kept(promise, float(value), holds)


def missing(figures: Figures, promises: tuple[Promise, ...] = PROMISES) -> list[Promise]:
    return [p for p in promises if p.figure not in figures.get(p.bench, {})]


def table(rows: list[Kept]) -> list[str]:
    """As Markdown, so that it reads in a terminal and in the docs alike."""
    width = max((len(k.promise.told) for k in rows), default=0)
    lines = [f"| {'qué':{width}} | medido | límite | ¿se cumple? | petición |", f"|{'-' * (width + 2)}|---:|---:|---|---:|"]
    for promise, value, holds in rows:
        limit = f"{promise.sense} {promise.limit:g} {promise.unit}"
        answer = "sí" if holds else "NO"
        lines.append(f"| {promise.told:{width}} | {value:.3g} {promise.unit} | {limit} | {answer} | {promise.issue} |")
    return lines
