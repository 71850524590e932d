"""The database of rulings: SQLite by default, PostgreSQL by KB_DATABASE_URL; brought up to date with Alembic."""

import os
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from kb.errors import StoreError
from kb.places import state_folder

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def database_url() -> str:
    if told := os.environ.get("KB_DATABASE_URL"):
        return told.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+psycopg://", 1)
    return f"sqlite:///{state_folder() / 'dictamenes.sqlite'}"


def open_engine(url: str) -> Engine:
    """An engine that notices a server that went away, and for SQLite waits its turn and syncs every commit."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True, pool_size=4, connect_args={"connect_timeout": 5})
        if parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, connect_args={"timeout": 10})
    except (ArgumentError, OSError, ImportError) as error:
        raise StoreError("KB_DATABASE_URL", "no se puede abrir la base de datos de dictámenes") from error
    event.listen(engine, "connect", _careful)
    return engine


def _careful(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def upgrade(url: str) -> None:
    """Brings the tables to this version. Two hosts may call it at once: the second waits for the first."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = url
    try:
        command.upgrade(config, "head")
    except (SQLAlchemyError, OSError) as error:
        raise StoreError("KB_DATABASE_URL", "no se puede preparar la base de datos de dictámenes") from error
