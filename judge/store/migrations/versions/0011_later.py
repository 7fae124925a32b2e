"""The orders of phases that were taken back are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0009"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "later",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("phase", sa.String(), primary_key=True),
        sa.Column("power", sa.String(), primary_key=True),
        sa.Column("entries", sa.Text(), nullable=False),
    )
