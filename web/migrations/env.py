"""Alembic's entry: runs the migrations over the address that web.rulings.database gives, one host at a time."""

from alembic import context
from sqlalchemy import text

from web.rulings.database import open_engine
from web.rulings.tables import Base

_LOCK = 716_203_554  # any number, the same on every host

engine = open_engine(context.config.attributes["url"])
with engine.connect() as connection:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
        connection.commit()
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
        connection.commit()
engine.dispose()
