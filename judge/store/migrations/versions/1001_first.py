"""1.0.0, whose tables are where migrations begin: a new database has those of schema.py at once."""

revision = "1001"
down_revision = None


def upgrade() -> None:
    """Nothing: no migration leads here from before 1.0.0."""
