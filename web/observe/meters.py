"""What is counted while the site runs, for Prometheus: a closed set of names and labels, never a reader's text."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import has_request_context, request
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.values import MultiProcessValue

from web.apart.room import PROCESS


def name_process(name: str) -> None:
    """What this process counts goes under that name and not its number: hands come and go, and their files would pile up."""
    os.environ[PROCESS] = name


def _process() -> str:
    return os.environ.get(PROCESS) or str(os.getpid())


if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    values.ValueClass = MultiProcessValue(_process)  # type: ignore[no-untyped-call]
PARTS = "reglario.parts"
"""Where a request keeps how long each piece of its work took."""
REGISTRY = CollectorRegistry(auto_describe=True)
_FINE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


def _counter(name: str, told: str, *labels: str) -> Counter:
    return Counter(f"reglario_{name}", told, labels, registry=REGISTRY)


def _histogram(name: str, told: str, *labels: str) -> Histogram:
    return Histogram(f"reglario_{name}_seconds", told, labels, registry=REGISTRY, buckets=_FINE)


REQUESTS = _counter("requests", "Peticiones atendidas", "route", "method", "status")
KEPT = _counter("kept_pages", "Peticiones respondidas con una página ya hecha", "route")
DURATIONS = _histogram("request", "Lo que tarda una petición, sin las páginas ya hechas", "route")
SLOW = _counter("slow_requests", "Peticiones que pasan de KB_SLOW_MS", "route")
LIMITED = _counter("rate_limited", "Peticiones rechazadas por ser demasiadas (429)", "route")
ERRORS = _counter("errors", "Respuestas de error, por su código", "code")
SEARCHES = _counter("searches", "Búsquedas: respondida, corregida o sin_respuesta; al teclear o enviada", "outcome", "how")
COMPILED = _counter("compiled", "Textos de carta compilados", "game", "status")
WORK = _histogram("work", "Lo que tarda cada trabajo dentro de una petición", "work", "game")
RULINGS = _counter("rulings", "Actos sobre dictámenes: escribe, corrige, retira…", "action")
SIGN_INS = _counter("sign_ins", "Intentos de entrar de los jueces", "outcome")
DATABASE = _counter("database_errors", "Errores de la base de datos de dictámenes")
RELOADS = _counter("kb_loads", "Veces que se ha abierto la base de conocimiento", "outcome")
LOST_LINES = _counter("log_lines_lost", "Líneas de registro que nadie leía y se tiraron")
TO_DO = _counter("unanswered_noted", "Búsquedas sin respuesta anotadas para quien edita", "game")


@contextmanager
def work(kind: str, game: str = "") -> Iterator[None]:
    """Times a piece of work: search, compile, odds… What a slow request spent its time on is told by these names."""
    start = time.perf_counter()
    try:
        yield
    finally:
        taken = time.perf_counter() - start
        WORK.labels(kind, game).observe(taken)
        if has_request_context():
            parts = request.environ.setdefault(PARTS, {})
            parts[kind] = parts.get(kind, 0.0) + taken * 1000
