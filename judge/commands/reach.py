"""OPTIONS FOR A PAR and HELP REACH A PAR: what a unit can do, supports and convoys among it."""

from judge.desk.desk import Desk
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store.record import RUNNING

MOST = 3
"""Units that one answer tells of."""


def units_asked_about(typed: str, *openings: str) -> str:
    """The units that a command asks about: what stands behind one of its opening words."""
    first, _, rest = typed.strip().partition(" ")
    return rest.strip() if first.lower() in openings else ""


def show(desk: Desk, command: Command, typed: str) -> Desk:
    """Show what the units that are named can do, on the board as their asker knows it."""
    table = desk.table
    if table is None or table.game.status != RUNNING:
        return desk.refuses(command, "ask in a reply to a mail of a game that is being played")
    board = Table(table.game, table.variant, table.engine.known(table.state, desk.role))
    found = reach.named_units(board, typed)
    if not found:
        known = next(iter(table.engine.units(table.state).values()), ("",))[0]
        return desk.refuses(
            command, f"there is no unit '{typed}' on the board", f"OPTIONS FOR {known}"
        )
    told = (Event("reach", reach.of(board, unit)) for unit in found[:MOST])
    more = f"; ask for the other {len(found) - MOST} by name" if len(found) > MOST else ""
    return desk.shows(*told).says(command, f"see below{more}").titled("what your units can do")
