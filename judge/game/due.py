"""Which phases close in this pass: at the deadline, after its grace, or early when all is in."""

from sqlalchemy import Connection

from judge.game import notices, phase, table
from judge.game.house import House
from judge.game.store import games, seats, sheets
from judge.game.table import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice


def close(db: Connection, house: House, number: int) -> list[Notice]:
    """Close the phase of game ``number`` if its time has come; tell the late if it has not."""
    game = games.get(db, number)
    at = table.of(game)
    if game.deadline is None:
        return []
    ready = sheets.all_in(db, game.id, game.number)
    if game.deadline <= house.cutoff:
        if ready or house.cutoff >= game.deadline + at.clock.grace:
            return phase.close(db, house, game)
        return _late(db, house, at)
    if ready and at.clock.early and not seats.anybody_waits(db, game.id):
        return phase.close(db, house, game)
    games.touch(db, game.id, touched=False)
    return []


def _late(db: Connection, house: House, at: Table) -> list[Notice]:
    """Tell each player whose orders are missing, once, until when they still count.

    The notice's key is made of the phase, so that the next pass makes the same one again.
    """
    game = at.game
    laid = sheets.of_phase(db, game.id, game.number)
    grace = (game.deadline or house.now) + at.clock.grace
    title = game.phase.title if game.phase else ""
    told = []
    for reader in notices.readers(db, game):
        sheet = laid.get(reader.role)
        if sheet is not None and not sheet.complete:
            data = {"powers": [reader.role], "phase": title, "grace": grace.isoformat()}
            events = (Event("late", data, reader.role),)
            standing = at.standing(reader.role, sheet.orders)
            told.append(notices.to(house, at, reader, "late", events, standing))
    return told
