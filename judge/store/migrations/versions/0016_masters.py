"""A game may begin from another position, say who may join, and hint at one person in two seats."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add where games begin from, whom they let in or keep out, and marks of where people write."""
    op.add_column("games", sa.Column("setup", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "doors",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("who", sa.String(), primary_key=True),
        sa.Column("rule", sa.String(), nullable=False),
    )
    op.create_table(
        "origins",
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("mark", sa.String(), primary_key=True),
    )
    op.create_index("origins_by_mark", "origins", ["mark"])
