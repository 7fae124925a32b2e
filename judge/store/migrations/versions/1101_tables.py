"""What 1.1.0 keeps beside the tables of 1.0.0."""

from alembic import op
from sqlalchemy import Boolean, Column, ForeignKey, Integer, LargeBinary, String, Text

revision = "1101"
down_revision = "1001"


def upgrade() -> None:
    """Add the columns and tables."""
    op.create_table(
        "studies",
        Column("person", Integer, ForeignKey("people.id"), primary_key=True),
        Column("game", String, nullable=False),
        Column("variant", String, nullable=False),
        Column("role", String, nullable=False),
        Column("start", LargeBinary, nullable=False),
        Column("seed", String, nullable=False),
        Column("touched", String(27), nullable=False),
        Column("steps", Text, nullable=False),
        Column("place", Integer, nullable=False),
    )
    for name in ("offered", "excused"):
        op.add_column("seats", Column(name, Boolean, nullable=False, server_default="0"))
