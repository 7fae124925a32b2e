"""Press may be a reply to other press."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the column; what was written answers nothing that is known."""
    op.add_column("press", sa.Column("answers", sa.Integer(), nullable=False, server_default="0"))
