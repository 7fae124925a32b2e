"""One-time addresses know the mails that bore them, and a no is remembered."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the columns; which mails bore the addresses of before is not known."""
    for name in ("key", "again"):
        op.add_column("replies", sa.Column(name, sa.String(), nullable=False, server_default=""))
    op.add_column("replies", sa.Column("denied", sa.String(27), nullable=True))
    op.create_index("replies_by_address", "replies", ["address"])
