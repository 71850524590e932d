"""Databases of rulings for tests: emptied and made anew, in SQLite or PostgreSQL."""

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from web.rulings.database import VERSIONS, open_engine, upgrade
from web.rulings.tables import Base


def emptied(url: str) -> Engine:
    """The tables of this version with nothing in them."""
    driver = url.replace("postgresql://", "postgresql+psycopg://")
    place = Path(make_url(driver).database or "")
    if driver.startswith("sqlite") and not place.exists():
        place.touch(mode=0o600)
        place.write_bytes(_fresh())  # a copy is quicker than six migrations
        return open_engine(driver, patient=True)
    engine = open_engine(driver, patient=True)
    with engine.begin() as connection:
        Base.metadata.drop_all(connection)
        for table in ("alembic_version", VERSIONS):
            connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
    upgrade(driver)
    return engine


@cache
def _fresh() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "d.sqlite"
        upgrade(f"sqlite:///{place}")
        return place.read_bytes()


def wiped(engine: Engine) -> Engine:
    """The same tables without their rows: what only `kb rulings restore --replace` may do."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE esquema SET open = true, last = 0"))
        for table in reversed(Base.metadata.sorted_tables):
            if table.name != "esquema":
                connection.execute(table.delete())
        connection.execute(text("UPDATE esquema SET open = false"))
    return engine
