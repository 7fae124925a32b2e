"""The log is kept in books, each a chain of its own; what there is of it is the first one."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_COUNT_ON = (
    "CREATE SEQUENCE log_id_seq AS INTEGER OWNED BY log.id",
    "ALTER TABLE log ALTER COLUMN id SET DEFAULT nextval('log_id_seq')",
    "SELECT setval('log_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM log), false)",
)


def upgrade() -> None:
    """Name the book of each row and its number in it."""
    op.add_column("log", sa.Column("book", sa.String(), nullable=False, server_default=""))
    op.add_column("log", sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE log SET number = id")
    op.create_index("log_of_a_book", "log", ["book", "number"], unique=True)
    if op.get_bind().dialect.name == "postgresql":
        for statement in _COUNT_ON:
            op.execute(statement)
    op.rename_table("gaps", "gaps_before")
    op.create_table(
        "gaps",
        sa.Column("book", sa.String(), primary_key=True),
        sa.Column("first", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.execute("INSERT INTO gaps SELECT '', first, last, hash FROM gaps_before")
    op.drop_table("gaps_before")
