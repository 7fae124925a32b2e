"""The journal and the machine's log may be let go of; what a mail is known by stays."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the keys of mails that the journal let go of, and where rows of the log are gone."""
    op.create_table(
        "former",
        sa.Column("letter", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("content", sa.String(32), nullable=False),
        sa.Column("received", sa.String(27), nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
    )
    op.create_index("former_by_seen", "former", ["seen"])
    op.create_index("former_by_content", "former", ["content"])
    op.create_table(
        "gaps",
        sa.Column("first", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
