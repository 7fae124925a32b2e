"""What 1.1.0 keeps beside the tables of 1.0.0."""

revision = "1101"
down_revision = "1001"


def upgrade() -> None:
    """Add the columns and tables."""
