"""Addresses whose mails are neither obeyed nor answered."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "bans",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
