"""The database of rulings: SQLite by default, PostgreSQL by KB_DATABASE_URL; brought up to date with Alembic."""

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DisconnectionError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from kb.disk.places import state_folder
from kb.errors import StoreError
from web.guard.budgets import READERS
from web.guard.secret import production

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"
VERSIONS = "version_esquema"
"""The table with the number of the last migration."""
OWNER = "KB_DATABASE_OWNER_URL"
_VANISHING = ("tmpfs", "ramfs", "overlay", "aufs")
"""File systems that end with the machine or with its container."""


def database_url() -> str:
    """KB_DATABASE_URL; without it a file in the state folder, which in production must be a place that stays."""
    if told := os.environ.get("KB_DATABASE_URL"):
        return _driven(told)
    path = state_folder() / "dictamenes.sqlite"
    if production() and (kind := file_system(path)) in _VANISHING:
        told = f"los dictámenes irían a {path}, que desaparece con la máquina o el contenedor ({kind})"
        raise StoreError("KB_DATABASE_URL", told, "Ponla en el entorno, o di en XDG_STATE_HOME una carpeta que se conserve.")
    return f"sqlite:///{path}"


def owner_url() -> str:
    """KB_DATABASE_OWNER_URL, whose account owns the tables: commands use it, the site never sees it. Else the site's own."""
    return _driven(told) if (told := os.environ.get(OWNER)) else database_url()


def _driven(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return f"{'postgresql+psycopg' if scheme in ('postgres', 'postgresql') else scheme}{mark}{rest}"


def file_system(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str:
    """The kind of the file system that a path is or would be on; nothing where the system does not say."""
    try:
        rows = [line.split(" - ") for line in mounts.read_text("utf-8", "replace").splitlines()]
    except OSError:
        return ""
    real, found = path.absolute().resolve(), (0, "")
    for mount, kind in ((Path(left.split()[4].replace("\\040", " ")), right.split()[0]) for left, right in rows):
        if real.is_relative_to(mount) and len(mount.parts) >= found[0]:
            found = len(mount.parts), kind
    return found[1]


def open_engine(url: str, patient: bool = False) -> Engine:
    """An engine that notices a server that went away, waits its turn and gives up in time, and syncs every commit.

    A `patient` one is for commands, which may wait, and makes the database where there is none.
    """
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            given = {"connect_timeout": 3, "tcp_user_timeout": 4000, "keepalives_idle": 5, "keepalives_interval": 2}
            engine = create_engine(
                parsed, pool_pre_ping=True, pool_size=4, max_overflow=READERS - 4, pool_timeout=3, connect_args=given
            )
            if not patient:
                event.listen(engine, "connect", _in_time)
            return engine
        engine = _sqlite(parsed, patient)
    except (ArgumentError, OSError, ImportError, ValueError) as error:
        raise StoreError("KB_DATABASE_URL", "no se puede abrir la base de datos de dictámenes") from error
    event.listen(engine, "connect", _careful)
    return engine


def _sqlite(url: URL, patient: bool) -> Engine:
    if not url.database or url.database == ":memory:":
        return create_engine(url)
    path = Path(url.database).absolute()
    if patient:
        path.parent.mkdir(parents=True, exist_ok=True)
        _own(path)
    address = f"file:{quote(str(path))}?mode={'rwc' if patient else 'rw'}"  # a server never makes an empty one in passing
    wait = 30 if patient else 3

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=wait, check_same_thread=False)

    engine = create_engine(url, creator=connect)
    event.listen(engine, "connect", lambda _, record: record.info.update(file=_file(path)))
    event.listen(engine, "checkout", lambda connection, record, proxy: _same_file(path, record))
    return engine


def _own(path: Path) -> None:
    """The file is its owner's alone, as it holds hashes of passwords; SQLite gives its journals the same rights."""
    path.touch(mode=0o600)
    for part in (path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm"))):
        if part.exists() and part.stat().st_uid == os.geteuid() and part.stat().st_mode & 0o077:
            part.chmod(0o600)


def _file(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _same_file(path: Path, record: ConnectionPoolEntry) -> None:
    if _file(path) != record.info["file"]:
        raise DisconnectionError("the file was replaced")


def lost(engine: Engine) -> bool:
    """Whether the file of a SQLite database is no longer there."""
    name = engine.url.database
    return engine.dialect.name == "sqlite" and bool(name) and name != ":memory:" and not Path(str(name)).exists()


def _careful(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _in_time(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """A statement, or a wait for somebody else's lock, that takes longer is ended by PostgreSQL itself."""
    cursor = connection.cursor()
    for setting in ("statement_timeout = '3500ms'", "lock_timeout = '3s'", "idle_in_transaction_session_timeout = '10s'"):
        cursor.execute(f"SET {setting}")
    cursor.close()
    connection.commit()


def upgrade(url: str) -> bool:
    """Brings the tables to this version. Two hosts may call it at once: the second waits for the first.

    False where a later version of the program has been here: nothing is touched, and `writable` says what may be done.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = url
    try:
        if _later(url, ScriptDirectory.from_config(config)):
            return False
        command.upgrade(config, "head")
    except (SQLAlchemyError, CommandError, OSError) as error:
        told = "no se puede preparar la base de datos de dictámenes"
        raise StoreError("KB_DATABASE_URL", told, "Comprueba KB_DATABASE_URL y que la base de datos responda.") from error
    return True


def let_in(owner: str, site: str) -> None:
    """Gives the site's account what the site does, where another one owns the tables: rows, and never the tables themselves.

    `esquema.open` is what lets a restored copy replace the history: of that table it only counts on.
    """
    name = make_url(site).username
    if owner == site or not name:
        return
    engine = open_engine(owner, patient=True)
    role = engine.dialect.identifier_preparer.quote(name)
    try:
        with engine.begin() as connection:
            for right in (
                f"USAGE ON SCHEMA public TO {role}",
                f"SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
                f"USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {role}",
            ):
                connection.execute(text(f"GRANT {right}"))
            connection.execute(text(f"REVOKE INSERT, UPDATE, DELETE ON esquema, {VERSIONS} FROM {role}"))
            connection.execute(text(f"GRANT UPDATE (last) ON esquema TO {role}"))
    except SQLAlchemyError as error:
        told = f"no se pueden dar a la cuenta «{name}» los permisos que necesita"
        raise StoreError(OWNER, told, "Comprueba que la cuenta exista y que la otra sea dueña de las tablas.") from error
    finally:
        engine.dispose()


def _later(url: str, ours: ScriptDirectory) -> bool:
    engine = open_engine(url, patient=True)
    try:
        with engine.connect() as connection:
            if VERSIONS not in inspect(connection).get_table_names():
                return False
            found = connection.scalar(text(f"SELECT version_num FROM {VERSIONS}"))  # noqa: S608 - a name of ours
    finally:
        engine.dispose()
    return found not in {script.revision for script in ours.walk_revisions()}
