"""REACH [unit or space], OPTIONS FOR A PAR, HELP REACH A PAR: what a unit can do, who can come.

Minors' units too, since points are bid for what they could do; in any phase, as if it were to move.
"""

from collections.abc import Iterator

from judge.catalog import atlas
from judge.commands import map_
from judge.desk.desk import Desk
from judge.game.terms import reach
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store.record import RUNNING

VERBS = ("reach",)
MOST = 3
"""Units, or spaces, that one answer tells of in full."""


def run(desk: Desk, command: Command) -> Desk:
    """Show what is asked about; without a name where one's own units can go."""
    typed = " ".join(command.words).strip(" .")
    if typed:
        return show(desk, command, typed)
    table = desk.table
    board = _board(desk)
    if board is None or table is None or desk.seat is None:
        return desk.refuses(command, _UNFIT)
    rows = list(reach.goals(board, table.ordered_by(desk.seat.power)))
    if not rows:
        return desk.refuses(command, "none of your units stands on the board")
    shown = desk.shows(Event("reach-all", {"rows": rows}))
    return shown.says(command, "see below").titled("what your units can do")


_UNFIT = "ask in a reply to a mail of a game that is being played"


def units_asked_about(typed: str, *openings: str) -> str:
    """The units that a command asks about: what stands behind one of its opening words."""
    first, _, rest = typed.strip().partition(" ")
    return rest.strip() if first.lower() in openings else ""


def show(desk: Desk, command: Command, typed: str) -> Desk:
    """Show what the units that are named can do, and who can come to spaces."""
    board = _board(desk)
    if board is None:
        return desk.refuses(command, _UNFIT)
    units = reach.named_units(board, typed)
    spaces = _spaces(board, typed)
    if not units and not spaces:
        known = next(iter(board.engine.units(board.state).values()), ("",))[0]
        return desk.refuses(
            command, f"there is no unit or place '{typed}' on the board", f"REACH {known}"
        )
    told = [Event("reach", reach.of(board, unit)) for unit in units[:MOST]]
    told += [Event("reach-space", reach.into(board, space)) for space in spaces[:MOST]]
    more = f"; ask for the other {len(units) - MOST} by name" if len(units) > MOST else ""
    return desk.shows(*told).says(command, f"see below{more}").titled("what units can do")


def _board(desk: Desk) -> Table | None:
    """The board as the letter's writer knows it, as if units were to move; None: there is none."""
    table = desk.table
    if table is None or table.game.status != RUNNING:
        return None
    known = table.engine.known(table.state, desk.role)
    return Table(table.game, table.variant, reach.as_if_moving(table, known))


def _spaces(board: Table, typed: str) -> tuple[str, ...]:
    """The spaces that are asked about by name: not those of a unit that is named with its arm."""
    words = typed.split()
    if len(words[0]) == 1 or words[0].lower() in ("army", "fleet", "plane"):
        return ()
    return tuple(_ids(board, atlas.named(board.variant, typed)))


def _ids(board: Table, found: tuple[str, ...]) -> Iterator[str]:
    """Of several spaces that an abbreviation means, those where somebody stands come first."""
    units = [unit for names in board.engine.units(board.state).values() for unit in names]
    held = [space for space in found if any(map_.stands_in(unit, space) for unit in units)]
    yield from dict.fromkeys((*held, *found))
