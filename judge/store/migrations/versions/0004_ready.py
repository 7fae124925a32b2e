"""When a phase may end early: sheets that are ready, seats that always wait, the meaning of delay.

A delay was the least time that a phase lasted; it is the time after the last power became ready
now. Games of before keep what their players agreed to: the old time is called "least".
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what is new, and give the old delays their new name."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("ready", sa.String(27)))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("always", sa.Boolean(), nullable=False, server_default="0"))
    with op.batch_alter_table("sheets") as sheets:
        sheets.add_column(sa.Column("ready", sa.Boolean(), nullable=False, server_default="0"))
        sheets.add_column(sa.Column("doubts", sa.Text(), nullable=False, server_default="[]"))
        sheets.add_column(sa.Column("said", sa.String(), nullable=False, server_default=""))
    op.execute("UPDATE sheets SET ready = complete")
    db = op.get_bind()
    for number, text in db.execute(sa.text("SELECT id, options FROM games")).all():
        options = json.loads(text)
        options["least"] = options.get("delay", "0m")
        options["delay"] = "0m"
        told = {"id": number, "options": json.dumps(options, separators=(",", ":"))}
        db.execute(sa.text("UPDATE games SET options = :options WHERE id = :id"), told)
