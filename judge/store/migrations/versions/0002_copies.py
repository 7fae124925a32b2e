"""What each mail says, so that it counts once; and the wrong passwords of the last hour."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the keys; what was taken before is known again by its bytes."""
    content = sa.Column("content", sa.String(64), server_default="", nullable=False)
    op.add_column("letters", content)
    op.add_column(
        "letters", sa.Column("proven", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_index("letters_by_content", "letters", ["content"], unique=False)
    op.create_table(
        "guesses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
