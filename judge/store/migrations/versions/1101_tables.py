"""What 1.1.0 keeps beside the tables of 1.0.0."""

from alembic import op
from sqlalchemy import Boolean, Column

revision = "1101"
down_revision = "1001"


def upgrade() -> None:
    """Add the columns and tables."""
    for name in ("offered", "excused"):
        op.add_column("seats", Column(name, Boolean, nullable=False, server_default="0"))
