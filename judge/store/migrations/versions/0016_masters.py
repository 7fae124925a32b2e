"""A game may begin from another position, and say who may join and who not."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add where games begin from, and the lists of those whom they let in or keep out."""
    op.add_column("games", sa.Column("setup", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "doors",
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("who", sa.String(), primary_key=True),
        sa.Column("rule", sa.String(), nullable=False),
    )
