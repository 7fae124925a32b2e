"""People may say how and when they want their mails."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "habits",
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
