"""The bytes of mails may be kept in the database, for the hosts that share it."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add their table; on one machine they stay in the archive's folder."""
    op.create_table(
        "raws",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sqlite_with_rowid=False,
    )
