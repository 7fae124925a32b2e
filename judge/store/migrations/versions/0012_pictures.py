"""Pictures that are drawn for mails, which mails wait for them, and who wants them how."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables; mails that wait already go without pictures."""
    op.create_table(
        "drawings",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("job", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.LargeBinary()),
        sa.Column("ordered", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_table(
        "plates",
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("alt", sa.Text(), nullable=False),
        sa.Column("form", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["outbox.key"]),
        sa.ForeignKeyConstraint(["digest"], ["drawings.digest"]),
        sa.PrimaryKeyConstraint("mail", "place"),
        sqlite_with_rowid=False,
    )
    op.create_index("plates_of_a_drawing", "plates", ["digest"], unique=False)
    op.create_table(
        "map_wishes",
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("maps", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person"),
    )
