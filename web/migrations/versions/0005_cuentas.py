"""Accounts: sessions that end on every host, attempts counted by name and address, invitations, a second factor."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    for column in (
        sa.Column("disabled", _MOMENT),
        sa.Column("totp", sa.String(64)),
        sa.Column("totp_step", sa.Integer, nullable=False, server_default="0"),
        sa.Column("recovery", sa.Text, nullable=False, server_default=""),
    ):
        op.add_column("juez", column)
    op.create_table(
        "sesion",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("judge_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False, index=True),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("seen", _MOMENT, nullable=False),
        sa.Column("ends", _MOMENT, nullable=False),
        sa.Column("device", sa.String(60), nullable=False, server_default=""),
    )
    op.create_table(
        "intento",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ends", _MOMENT, nullable=False),
    )
    op.create_table(
        "invitacion",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("made_by", sa.Integer, sa.ForeignKey("juez.id"), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("ends", _MOMENT, nullable=False),
    )
    op.create_table(
        "suceso",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("judge_id", sa.Integer, sa.ForeignKey("juez.id"), nullable=False, index=True),
        sa.Column("moment", _MOMENT, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("device", sa.String(60), nullable=False, server_default=""),
    )


def downgrade() -> None:
    for table in ("suceso", "invitacion", "intento", "sesion"):
        op.drop_table(table)
