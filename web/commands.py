"""The site's commands: serve and export."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from kb.store import default_kb, open_kb


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="sirve el sitio y la API", description="Sirve el sitio y la API.")
    serve.add_argument("--host", default="127.0.0.1", help="dirección en la que escucha (127.0.0.1)")
    serve.add_argument("--port", type=int, default=8000, help="puerto (8000)")
    serve.add_argument("--kb", type=Path, metavar="DIR", help="base de conocimiento (la última construida)")
    serve.add_argument("--workers", type=int, default=2, metavar="N", help="procesos (2)")
    serve.set_defaults(run=_serve)
    export = commands.add_parser("export", help="escribe el sitio como ficheros estáticos, con su búsqueda")
    export.add_argument("dir", type=Path, metavar="DIR", help="dónde escribirlo")
    export.add_argument("--kb", type=Path, metavar="DIR", help="base de conocimiento (la última construida)")
    export.set_defaults(run=_export)


def _serve(args: argparse.Namespace) -> int:
    """Checks the knowledge base, then becomes the server, so that no other command pays for loading it."""
    path = (args.kb or default_kb()).absolute()
    entries = len(open_kb(path).entries)
    os.environ["KB_DIR"] = str(path)  # what create_app reads in each worker
    print(f"Reglario: {entries} entradas en http://{args.host}:{args.port}", flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "web.server", args.host, str(args.port), str(args.workers)])  # noqa: S606


def _export(args: argparse.Namespace) -> int:
    """In a process of its own, for the same reason."""
    command = [sys.executable, "-m", "web.export", str((args.kb or default_kb()).absolute()), str(args.dir.absolute())]
    return subprocess.run(command, check=False).returncode  # noqa: S603
