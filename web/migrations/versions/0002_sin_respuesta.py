"""Searches that found nothing, added up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sin_respuesta",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("words", sa.String(300), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("last", sa.Date, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sin_respuesta")
