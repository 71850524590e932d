"""The site's commands: serve, export, mcp, bot, judge, rulings, unanswered."""

import argparse
import getpass
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from grammar.game import GAMES
from kb.store import default_kb, open_kb
from web.guard.secret import secret_key

_AWAY = 3
"""What web.rulings.setup ends with where the database does not answer. Not imported: that would load SQLAlchemy."""

_JUDGE = {
    "add": "añadir (o cambiar la contraseña)",
    "list": "ver",
    "role": "dar un cargo",
    "disable": "suspender",
    "enable": "reactivar",
    "remove": "sustituir el nombre por un seudónimo",
}
_ROLES = ("juez", "principal", "editor")


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="sirve el sitio y la API")
    serve.add_argument("--host", default="127.0.0.1", help="dirección en la que escucha (127.0.0.1)")
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="puerto (8000)")
    serve.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    serve.add_argument("--workers", type=int, default=2, metavar="N", help="procesos (2)")
    serve.set_defaults(run=_serve)
    export = commands.add_parser("export", help="escribe el sitio como ficheros estáticos, con su búsqueda")
    export.add_argument("dir", type=Path, metavar="DIR", help="dónde escribirlo")
    export.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    export.set_defaults(run=_export)
    mcp = commands.add_parser("mcp", help="herramientas para modelos de lenguaje (Model Context Protocol)",
                              description="Por la entrada y la salida estándar, o por HTTP con --http.")  # fmt: skip
    mcp.add_argument("--http", action="store_true", help="por HTTP, en /mcp")
    mcp.add_argument("--host", default="127.0.0.1", help="dirección en la que escucha (127.0.0.1)")
    mcp.add_argument("--port", type=int, default=8001, metavar="N", help="puerto (8001)")
    mcp.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    mcp.set_defaults(run=_mcp)
    bot = commands.add_parser("bot", help="contesta «/reglas …» en Telegram o Discord",
                              description="Su llave, en KB_TELEGRAM_TOKEN o KB_DISCORD_TOKEN; el sitio, KB_URL.")  # fmt: skip
    bot.add_argument("donde", choices=["telegram", "discord"], metavar="telegram|discord", help="dónde contesta")
    bot.add_argument("--kb", type=Path, metavar="DIR|FICHERO", help="base de conocimiento (la última construida)")
    bot.set_defaults(run=_bot)
    judge = commands.add_parser("judge", help="cuentas de los jueces que escriben dictámenes")
    judge.add_argument("que", choices=list(_JUDGE), metavar="|".join(_JUDGE), help="; ".join(_JUDGE.values()))
    judge.add_argument("nombre", nargs="?", metavar="NOMBRE", help="con el que el juez entra y firma")
    judge.add_argument("cargo", nargs="?", choices=_ROLES, metavar="CARGO", help=f"para role: {', '.join(_ROLES)}")
    judge.add_argument("--password-stdin", action="store_true", help="lee la contraseña de la entrada estándar")
    judge.set_defaults(run=_judge)
    _register_rulings(commands)
    wanted = commands.add_parser("unanswered", help="lo que se ha buscado y no dicen los libros: la lista de quien edita")
    wanted.add_argument("--game", choices=GAMES, metavar="JUEGO", help=f"solo un juego: {', '.join(GAMES)}")
    wanted.add_argument("--limit", type=int, default=50, metavar="N", help="cuántas (50)")
    wanted.add_argument("--json", action="store_true", help="como JSON")
    wanted.set_defaults(run=_unanswered)


def _register_rulings(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rulings = commands.add_parser(
        "rulings",
        help="copia de seguridad de los dictámenes",
        description="Guarda los dictámenes en un fichero y los pone de vuelta, en SQLite o en PostgreSQL.",
    )
    what = rulings.add_subparsers(metavar="backup|restore", required=True, parser_class=type(rulings))
    backup = what.add_parser(
        "backup",
        help="guarda dictámenes y cuentas, también mientras se escribe",
        description="Guarda en un fichero los dictámenes, con sus citas, y las cuentas con la huella Argon2id de su "
        "contraseña, todo de un mismo instante. El fichero solo lo puede leer su dueño: trátalo como un secreto.",
    )
    backup.add_argument("--no-passwords", action="store_true", help="sin las huellas: esas cuentas no podrán entrar")
    restore = what.add_parser(
        "restore",
        help="pone de vuelta los dictámenes de una copia",
        description="Comprueba la copia entera y después la pone, toda o nada. Los dictámenes conservan su número; se crean "
        "las cuentas que falten y las que ya existen conservan su contraseña de ahora.",
    )
    restore.add_argument("--replace", action="store_true", help="sustituye los dictámenes que haya")
    for name, parser in (("backup", backup), ("restore", restore)):
        parser.add_argument("file", type=Path, metavar="FICHERO", help="la copia")
        parser.set_defaults(run=_rulings, que=name)


def _rulings(args: argparse.Namespace) -> int:
    """In a process of its own, so that no other command pays for loading SQLAlchemy."""
    flags = [f"--{name.replace('_', '-')}" for name in ("replace", "no_passwords") if getattr(args, name, False)]
    command = [sys.executable, "-m", "web.rulings.vault", args.que, str(args.file.absolute()), *flags]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own interpreter


_FOR_PEOPLE = """  Ábrelo en el navegador dentro de unos segundos. Para pararlo: Ctrl+C.
  Para que un juez escriba dictámenes: kb judge add NOMBRE. Para ver cada petición: KB_LOG_LEVEL=info."""


def _serve(args: argparse.Namespace) -> int:
    """Checks the knowledge base, then becomes the server, so that no other command pays for loading it."""
    path = (args.kb or default_kb()).absolute()
    entries = len(open_kb(path).entries)
    os.environ["KB_DIR"] = str(path)  # what create_app reads in each worker
    os.environ["KB_SECRET"] = secret_key()  # the same for all workers
    upgraded = subprocess.run([sys.executable, "-m", "web.rulings.setup"], check=False)
    if upgraded.returncode == _AWAY:
        print("kb: aviso: se sirven las reglas; los dictámenes, cuando su base de datos responda.", file=sys.stderr)
    elif upgraded.returncode:
        return upgraded.returncode
    os.environ.pop("KB_DATABASE_OWNER_URL", None)  # what serves has no more rights than serving takes
    print(f"Reglario: {entries} entradas en http://{args.host}:{args.port}", flush=True)
    if sys.stdout.isatty():
        print(_FOR_PEOPLE, flush=True)
    return _become([sys.executable, "-m", "web.server", args.host, str(args.port), str(args.workers)])


def _become(command: list[str]) -> NoReturn:
    os.execv(command[0], command)  # noqa: S606 - our own interpreter


def _missing(package: str, extra: str) -> bool:
    """Says what to install where an optional part is not there."""
    if find_spec(package) is None:
        print(f"kb: falta «{package}». Instálalo con «pip install reglario[{extra}]».", file=sys.stderr)
        return True
    return False


def _mcp(args: argparse.Namespace) -> int:
    if _missing("mcp", "mcp"):
        return 2
    path = (args.kb or default_kb()).absolute()
    open_kb(path)
    told = ["--http", "--host", args.host, "--port", str(args.port)] if args.http else []
    return _become([sys.executable, "-m", "web.mcp.server", "--kb", str(path), *told])


def _bot(args: argparse.Namespace) -> int:
    if _missing(args.donde, "bots"):
        return 2
    path = (args.kb or default_kb()).absolute()
    open_kb(path)
    return _become([sys.executable, "-m", "web.bots.run", args.donde, "--kb", str(path)])


def _export(args: argparse.Namespace) -> int:
    """In a process of its own, for the same reason."""
    command = [sys.executable, "-m", "web.export", str((args.kb or default_kb()).absolute()), str(args.dir.absolute())]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own interpreter


def _unanswered(args: argparse.Namespace) -> int:
    command = [sys.executable, "-m", "web.observe.pending", "--limit", str(args.limit)]
    command += [*(["--game", args.game] if args.game else []), *(["--json"] if args.json else [])]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own interpreter


def _judge(args: argparse.Namespace) -> int:
    wanted = {"list": 0, "role": 2}.get(args.que, 1)
    told = [word for word in (args.nombre, args.cargo) if word]
    if len(told) < wanted:
        print("kb: falta el cargo." if told else "kb: falta el nombre del juez.", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "web.rulings.setup", args.que, *told[:wanted]]
    if args.que == "add":
        password = sys.stdin.readline().rstrip("\n") if args.password_stdin else getpass.getpass("Contraseña: ")
        return subprocess.run(command, input=password, text=True, check=False).returncode  # noqa: S603 - our own interpreter
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own interpreter
