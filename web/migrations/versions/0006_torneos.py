"""Events: who works them, what happens there, and the names of players apart, so that they can be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "torneo",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("game", sa.String(30), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("head_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False, index=True),
        sa.Column("made_by", sa.Integer, sa.ForeignKey("juez.id"), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("forget", sa.Date, nullable=False),
        sa.Column("penalties", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("sending", sa.String(40), unique=True),
    )
    op.create_table(
        "torneo_juez",
        sa.Column("event_id", sa.Integer, sa.ForeignKey("torneo.id"), primary_key=True),
        sa.Column("judge_id", sa.Integer, sa.ForeignKey("juez.id"), primary_key=True),
    )
    op.create_table(
        "torneo_acto",
        sa.Column("sending", sa.String(40), primary_key=True),
        sa.Column("event_id", sa.Integer, sa.ForeignKey("torneo.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("author_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False),
        sa.Column("moment", _MOMENT, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "torneo_nombre",
        sa.Column("sending", sa.String(40), sa.ForeignKey("torneo_acto.sending"), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    for table in ("torneo_nombre", "torneo_acto", "torneo_juez", "torneo"):
        op.drop_table(table)
