"""Mails know their game, and those that leave who is sending them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns; what waits unread or unsent is nobody's yet."""
    op.add_column("letters", sa.Column("game", sa.Integer(), nullable=True))
    op.add_column("outbox", sa.Column("holder", sa.String(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("until", sa.String(27), nullable=True))
