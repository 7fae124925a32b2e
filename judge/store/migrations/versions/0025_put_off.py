"""Mails that nothing proves may be put off, behind seats and deadlines."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0022"


def upgrade() -> None:
    """Add the column; what waits was not put off."""
    op.add_column("letters", sa.Column("put_off", sa.Integer(), nullable=False, server_default="0"))
