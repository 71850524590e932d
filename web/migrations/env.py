"""Alembic's entry: runs the migrations over the address that web.rulings.database gives, one host at a time."""

from alembic import context
from sqlalchemy import event, text

from web.rulings.database import open_engine
from web.rulings.tables import Base

_LOCK = 716_203_554  # any number, the same on every host

engine = open_engine(context.config.attributes["url"], patient=True)
if engine.dialect.name == "sqlite":  # by itself Python's driver would commit each statement: killed here, half a migration
    event.listen(engine, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
with engine.connect() as connection:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
        connection.commit()
    context.configure(connection=connection, target_metadata=Base.metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
        connection.commit()
engine.dispose()
