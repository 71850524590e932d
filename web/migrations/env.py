"""Alembic's entry: runs the migrations over the address that web.rulings.database gives, one host at a time."""

from alembic import context
from sqlalchemy import Connection, event, inspect, text

from web.rulings.database import VERSIONS, open_engine
from web.rulings.tables import Base

_LOCK = 716_203_554  # any number, the same on every host
_OLD = "alembic_version"
"""Where the versions up to 0003 wrote their number. Those of them that still run look there, so it stays as they left it."""


def _begun(connection: Connection) -> None:
    """A database of the versions before goes on from where it was."""
    there = inspect(connection).get_table_names()
    if VERSIONS not in there and _OLD in there:
        connection.execute(text(f"CREATE TABLE {VERSIONS} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text(f"INSERT INTO {VERSIONS} SELECT version_num FROM {_OLD}"))  # noqa: S608 - two names of ours


engine = open_engine(context.config.attributes["url"], patient=True)
if engine.dialect.name == "sqlite":  # by itself Python's driver would commit each statement: killed here, half a migration
    event.listen(engine, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
with engine.connect() as connection:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
        connection.commit()
    with connection.begin():
        _begun(connection)
        context.configure(connection=connection, target_metadata=Base.metadata, transactional_ddl=True, version_table=VERSIONS)
        context.run_migrations()
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
        connection.commit()
engine.dispose()
