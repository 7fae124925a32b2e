"""PREDICT: what the orders that are in would lead to, for the game master alone."""

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.tables import Table
from judge.game.turn import hold
from judge.kernel.text import Command

VERBS = ("predict",)
SEALED = (
    "in this game you see no orders before the results: "
    "that takes gmorders=yes, set before it begins, for all to read"
)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Show a preview; while the phase is open only where the game says so openly."""
    if not table.game.held and not settings.shows_open_orders(table.game.options):
        return desk.refuses(command, SEALED)
    mastery.log_deed(desk, table, "predict", phase=mastery.find_phase(table))
    reply = desk.shows(*hold.preview(desk.db, desk.house, table))
    return reply.says(command, "see below; nobody else is told").titles("preview")
