"""People may write down something for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "diaries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game", sa.Integer(), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_index("diary_of_a_game", "diaries", ["game", "person"])
