"""Judges, rulings and their citations."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "juez",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("locked_until", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "dictamen",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(30), nullable=False, index=True),
        sa.Column("question", sa.String(500), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("cards", sa.String(500), nullable=False, server_default=""),
        sa.Column("event", sa.String(200), nullable=False, server_default=""),
        sa.Column("author_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False, index=True),
    )
    op.create_table(
        "cita",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("ruling_id", sa.Integer, sa.ForeignKey("dictamen.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("entry", sa.String(200), nullable=False, index=True),
        sa.Column("anchor", sa.String(20), nullable=False, server_default=""),
        sa.Column("print", sa.String(64), nullable=False),
        sa.Column("told", sa.String(600), nullable=False),
    )


def downgrade() -> None:
    for table in ("cita", "dictamen", "juez"):
        op.drop_table(table)
