"""Games in the orders in which they are listed."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add an index that holds all that a page of games is chosen by."""
    op.create_index("games_listed", "games", ["status", "deadline", "name"])
