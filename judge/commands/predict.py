"""PREDICT: what the orders that are in would lead to, for the game master alone."""

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.table import Table
from judge.game.turn import hold
from judge.kernel.text import Command

VERBS = ("predict",)
SEALED = (
    "in this game you see no orders before the results: it would have to say gmorders=yes, "
    "for all to read, before it begins"
)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Show a preview; while the phase is open only where the game says so openly."""
    if not at.game.held and not settings.open_orders(at.game.options):
        return desk.refuses(command, SEALED)
    mastery.logged(desk, at, "predict", phase=mastery.phase_of(at))
    shown = desk.shows(*hold.preview(desk.db, at))
    return shown.says(command, "see below; nobody else is told").titled("preview")
