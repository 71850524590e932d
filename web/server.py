"""The production server: granian, two worker processes, each with its own app. `kb serve` becomes this process."""

import os
import sys
import tempfile

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from web.logs import log_config, log_level

_COUNTERS = "PROMETHEUS_MULTIPROC_DIR"


def serve(host: str, port: int, workers: int, target: str = "web.app:create_app") -> None:
    """Serves until SIGTERM or SIGINT; a worker that dies is started again, one that stops ends its requests first."""
    with tempfile.TemporaryDirectory(prefix="reglario-metricas-") as folder:
        os.environ[_COUNTERS] = folder  # before a worker loads prometheus_client, which reads it once
        Server(target, factory=True, interface=Interfaces.WSGI, address=host, port=port, workers=workers,
               blocking_threads=4, backpressure=256, respawn_failed_workers=True, workers_kill_timeout=10,
               websockets=False, log_access=False, log_dictconfig=log_config(),
               log_level=LogLevels(log_level())).serve()  # fmt: skip


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
