"""Addresses that were proved, one-time addresses, and which answers went to proven senders."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables; whoever is registered already is known."""
    op.create_table(
        "known",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_table(
        "replies",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("made", sa.String(27), nullable=False),
        sa.Column("spent", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letters.id"]),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("replies_by_time", "replies", ["made"], unique=False)
    op.add_column(
        "outbox", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.execute(
        "INSERT INTO known (address, since) "
        "SELECT address, registered FROM people WHERE address LIKE '%@%'"
    )
    op.execute(
        "INSERT INTO known (address, since) SELECT address, confirmed FROM addresses "
        "WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.address = addresses.address)"
    )
