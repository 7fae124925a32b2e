"""Mails know what their Subject says and what a plain yes to them stands for."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the columns; of mails of before nothing is known."""
    for name in ("subject", "asks"):
        op.add_column("outbox", sa.Column(name, sa.String(), nullable=False, server_default=""))
