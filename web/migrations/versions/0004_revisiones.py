"""Every act on a ruling as a row that is only added; what a ruling says now, beside what it said before.

Only expands: code of 0003 reads and writes these tables. It looks for its own number in `alembic_version` and refuses a later
one, so that table stays at 0003 for it, and from here on ours is in `version_esquema` (web/migrations/env.py).
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_KEPT = ("revision", "UPDATE"), ("revision", "DELETE"), ("dictamen", "DELETE")
"""What nobody may do, unless the operator's command holds the history open (`esquema.open`)."""
_SQLITE = """CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table}
WHEN NOT EXISTS (SELECT 1 FROM esquema WHERE open)
BEGIN SELECT RAISE(ABORT, 'rulings are append-only'); END"""
_FUNCTION = """CREATE OR REPLACE FUNCTION reglario_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM esquema WHERE open) THEN RAISE EXCEPTION 'rulings are append-only'; END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$"""
_POSTGRESQL = "CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION reglario_append_only()"


def upgrade() -> None:
    op.add_column("juez", sa.Column("role", sa.String(12), nullable=False, server_default="juez"))
    _rulings()
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ruling_id", sa.Integer, sa.ForeignKey("dictamen.id"), nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("act", sa.String(10), nullable=False),
        sa.Column("author_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False),
        sa.Column("moment", _MOMENT, nullable=False),
        sa.Column("at", _MOMENT),
        sa.Column("sending", sa.String(40), unique=True),
        sa.Column("reason", sa.String(1000), nullable=False, server_default=""),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.UniqueConstraint("ruling_id", "number"),
    )
    op.create_table(
        "esquema",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("floor", sa.String(8), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("last", sa.Integer, nullable=False, server_default="0"),
    )
    op.execute("INSERT INTO esquema (id, floor, last) SELECT 1, '0003', coalesce(max(id), 0) FROM dictamen")
    postgresql = op.get_bind().dialect.name == "postgresql"
    if postgresql:
        op.execute(_FUNCTION)
    for table, verb in _KEPT:
        op.execute((_POSTGRESQL if postgresql else _SQLITE).format(table=table, verb=verb))
    op.execute("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    op.execute("INSERT INTO alembic_version SELECT '0003' WHERE NOT EXISTS (SELECT 1 FROM alembic_version)")


def _rulings() -> None:
    """No batch mode, and references as SQL: in SQLite Alembic would make the table anew and lose every citation."""
    for column in (
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("verdict", sa.String(8), nullable=False, server_default=""),
        sa.Column("status", sa.String(8), nullable=False, server_default="vigente"),
        sa.Column("appeal", sa.String(10), nullable=False, server_default=""),
        sa.Column("until", sa.Date),
        sa.Column("by_edition", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("event_id", sa.Integer),
        sa.Column("overrules", sa.Integer),
        sa.Column("overruled_by", sa.Integer),
        sa.Column("reason", sa.String(1000), nullable=False, server_default=""),
    ):
        op.add_column("dictamen", column)
    for name in ("confirmed_id", "editor_id", "acted_id"):
        op.execute(f"ALTER TABLE dictamen ADD COLUMN {name} INTEGER REFERENCES juez (id)")
    for name, size in (("words", None), ("base", 64), ("edition", 60)):
        kind = sa.String(size) if size else sa.Text()
        op.add_column("cita", sa.Column(name, kind, nullable=False, server_default=""))


def downgrade() -> None:
    """Only for tests: a version back needs none."""
    op.drop_table("revision")
    op.drop_table("esquema")
