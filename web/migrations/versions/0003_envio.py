"""The sending that made a ruling: a form sent twice makes one.

No batch mode here: in SQLite it makes the table anew and drops the old one, and with it, by cascade, every citation.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("dictamen", sa.Column("sending", sa.String(40)))
    op.create_index("ix_dictamen_sending", "dictamen", ["sending"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_dictamen_sending", "dictamen")
    op.drop_column("dictamen", "sending")
