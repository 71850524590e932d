"""Log lines: one JSON object each, or one readable line on a terminal. They hold no address, no text of a reader, no name."""

import json
import logging
import os
import sys
import time
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.errors import StoreError
from web.guard.secret import production

STYLES = ("json", "texto")
LEVELS = ("debug", "info", "warning", "error")
ACCESS = "reglario.access"
"""The logger whose handler receives the line of each request."""
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that this thread is answering."""
_OURS = ("web", "kb", "grammar", "_granian", "alembic", "reglario", "__main__")
_ROOT = Path(__file__).resolve().parent.parent.parent


Access = tuple[float, str, str, str, int, float, int, bool]
"""What a line says of a request: time, id, method, route, status, milliseconds, bytes, whether the page was kept.
The route is its template, as `/<game:game>/<path:slug>`: never what was asked."""


def log_style() -> str:
    """KB_LOG; without it, readable lines where a person looks at them, JSON elsewhere."""
    told = os.environ.get("KB_LOG", "")
    if told and told not in STYLES:
        raise StoreError("KB_LOG", f"no vale «{told[:20]}»", "Elige json o texto.")
    return told or ("texto" if _somebody_looks() else "json")


def _somebody_looks() -> bool:
    return sys.stderr.isatty() and not production()


def log_level() -> str:
    """KB_LOG_LEVEL; without it, on a terminal only what is wrong."""
    told = os.environ.get("KB_LOG_LEVEL", "warning" if _somebody_looks() else "info").lower()
    if told not in LEVELS:
        raise StoreError("KB_LOG_LEVEL", f"no vale «{told[:20]}»", f"Elige entre {', '.join(LEVELS)}.")
    return told


class Needless(logging.Filter):
    """Granian warns of more threads than cores: ours mostly wait, for a body or for work done apart."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Configuration allows spawning")


def log_config() -> dict[str, Any]:
    """For logging.config.dictConfig, in the server's own process and in each worker: every logger in one form on stderr."""
    formatter = {"()": f"{__name__}.{_FORMATTERS[log_style()].__name__}"}
    handler = {"class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line"}
    level, alone = log_level().upper(), {"handlers": ["lines"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"needless": {"()": f"{__name__}.{Needless.__name__}"}},
        "handlers": {"lines": handler},
        "loggers": {
            "_granian": {**alone, "level": level, "filters": ["needless"]},
            ACCESS: {**alone, "level": level},
            "alembic": {"level": "WARNING"},
        },
        "root": {"handlers": ["lines"], "level": level},
    }


def _message(record: logging.LogRecord) -> str:
    """What was said; of other people's loggers only the template, as its values may be a reader's text."""
    return record.getMessage() if record.name.split(".")[0] in _OURS else str(record.msg)


def _fault(record: logging.LogRecord) -> tuple[str, list[str]] | None:
    """The kind of an exception and where it happened. Not its message: that may quote what somebody wrote."""
    if not record.exc_info or record.exc_info[0] is None:
        return None
    frames = traceback.extract_tb(record.exc_info[2])
    return record.exc_info[0].__name__, [f"{_short(f.filename)}:{f.lineno} {f.name}" for f in frames[-8:]]


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else Path(*path.parts[-2:]))


def _moment(seconds: float) -> str:
    whole = int(seconds)
    return f"{_second(whole)}.{int((seconds - whole) * 1000):03d}Z"


@lru_cache(maxsize=4)
def _second(whole: int) -> str:
    return datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@lru_cache(maxsize=1024)
def _same(method: str, route: str, status: int, kept: bool) -> str:
    """What many lines have in common."""
    told = {"level": "error" if status >= 500 else "info", "event": "request", "method": method, "route": route}
    return json.dumps({**told, "status": status, "kept": kept, "worker": os.getpid()})[1:-1]


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"time": _moment(record.created), "level": record.levelname.lower(), "event": _message(record)}
        line |= {"logger": record.name, "id": REQUEST.get(), "worker": record.process}
        line |= getattr(record, "data", {})
        if fault := _fault(record):
            line |= {"error": fault[0], "where": fault[1]}
        return json.dumps(line, ensure_ascii=False)

    def access(self, a: Access) -> str:
        """By hand, as it is written for every request; no value needs escaping: ids, routes and methods are closed sets."""
        seconds, id, method, route, status, ms, size, kept = a
        same = _same(method, route, status, kept)
        return f'{{"time": "{_moment(seconds)}", "id": "{id}", {same}, "ms": {ms:.3f}, "bytes": {size}}}'

    def together(self, method: str, route: str, status: int, kept: bool, n: int) -> str:
        """The line of many requests alike: for pages already made, or refused."""
        return f'{{"time": "{_moment(time.time())}", {_same(method, route, status, kept)}, "count": {n}}}'


class Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        data = " ".join(f"{k}={v}" for k, v in getattr(record, "data", {}).items())
        line = f"{moment} {record.levelname.lower():7} {_message(record)}{' ' + data if data else ''}"
        if fault := _fault(record):
            line += f": {fault[0]} ({' < '.join(reversed(fault[1]))})"
        return f"{line} [{REQUEST.get()}]" if REQUEST.get() else line

    def access(self, a: Access) -> str:
        seconds, id, method, route, status, ms, size, kept = a
        moment = datetime.fromtimestamp(seconds).strftime("%H:%M:%S")
        return f"{moment} {status} {method:4} {route} {ms:.1f} ms {size} B{' *' if kept else ''} [{id}]"

    def together(self, method: str, route: str, status: int, kept: bool, n: int) -> str:
        return f"{datetime.now().strftime('%H:%M:%S')} {status} {method:4} {route} y {n} más así{' *' if kept else ''}"


_FORMATTERS: dict[str, type[Json] | type[Text]] = {"json": Json, "texto": Text}
