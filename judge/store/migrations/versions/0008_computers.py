"""Computer players: which seats they hold, when they stand in, and what they have thought out."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns and the table; so far every seat is a person's, or vacant."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("computer", sa.String(), nullable=False, server_default=""))
        seats.add_column(sa.Column("relief", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "moves",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "number", "revision", "power"),
    )
