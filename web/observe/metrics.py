"""`/metrics` for Prometheus: what all workers have counted, added up, and the knowledge base that is open."""

import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from kb.errors import KbError, StoreError
from web.errors import WebError
from web.library import Library, library
from web.observe import tally
from web.observe.meters import REGISTRY

bp = Blueprint("metrics", __name__)
DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers keep what they count. The server makes it before they start, and takes it away when it stops."""
SHORTEST = 16
_FORWARDED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via")
_LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def metrics_token() -> str:
    """KB_METRICS_TOKEN, or nothing: then only this machine may ask."""
    told = os.environ.get("KB_METRICS_TOKEN", "")
    if told and len(told) < SHORTEST:
        raise StoreError("KB_METRICS_TOKEN", f"hacen falta {SHORTEST} caracteres o más", "Ponlo en el entorno, o quítalo.")
    return told


def _allowed() -> bool:
    """With a token, whoever has it. Without one, this machine; but not a proxy on it, which speaks for others."""
    if token := metrics_token():
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())
    return request.remote_addr in _LOOPBACK and not any(name in request.headers for name in _FORWARDED)


@bp.get("/metrics")
def metrics() -> Response:
    if not _allowed():
        raise WebError(403, "sin_permiso", "Las métricas solo se dan a esta máquina o con la clave de KB_METRICS_TOKEN.")
    tally.drain()
    asked = CollectorRegistry()
    folder = os.environ.get(DIRECTORY)
    if folder:
        MultiProcessCollector(asked, folder)  # type: ignore[no-untyped-call]
    else:
        asked.register(REGISTRY)
    asked.register(Now(library(), Path(folder) if folder else None))
    return Response(generate_latest(asked), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


class Now(Collector):
    """What is true at this moment: read when it is asked for, so that nothing stale is left behind by a worker that ended."""

    def __init__(self, library: Library, folder: Path | None) -> None:
        self.library, self.folder = library, folder

    def collect(self) -> Iterator[Metric]:
        stale = GaugeMetricFamily("reglario_kb_stale", "1 si la base de conocimiento del disco no se pudo abrir")
        stale.add_metric([], float(self.library.error is not None))
        yield stale
        yield from self._knowledge_base()
        yield from self._workers()

    def _knowledge_base(self) -> Iterator[Metric]:
        try:
            here = self.library.site()
        except KbError:
            return
        told = InfoMetricFamily("reglario_kb", "La base de conocimiento abierta, por su huella")
        told.add_metric([], {"digest": here.kb.digest[:12]})
        entries = GaugeMetricFamily("reglario_kb_entries", "Entradas de cada juego", labels=["game"])
        for game in here.games:
            entries.add_metric([game], float(len(here.by_game[game])))
        loaded = GaugeMetricFamily("reglario_kb_loaded_timestamp_seconds", "Cuándo la abrió este proceso")
        loaded.add_metric([], self.library.loaded)
        yield from (told, entries, loaded)

    def _workers(self) -> Iterator[Metric]:
        """Memory of each living worker: those that have counted something here."""
        memory = GaugeMetricFamily("reglario_worker_resident_bytes", "Memoria de cada proceso", labels=["worker"])
        pids = {path.stem.rpartition("_")[2] for path in self.folder.glob("*.db")} if self.folder else {str(os.getpid())}
        living = 0
        for pid in sorted(pids):
            if resident := _resident(pid):
                memory.add_metric([pid], resident)
                living += 1
        workers = GaugeMetricFamily("reglario_workers", "Procesos que atienden")
        workers.add_metric([], living)
        now = GaugeMetricFamily("reglario_scrape_timestamp_seconds", "La hora de este servidor")
        now.add_metric([], time.time())
        yield from (memory, workers, now)


def _resident(pid: str) -> float:
    try:
        return float(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0.0
