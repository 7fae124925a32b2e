"""Results that wait: a phase is over, its orders are closed, and the game master sees them first.

Nothing is adjudicated for good before he lets it go, so that what he corrects counts; the dice are
keyed, so the preview throws what the results will.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.clocks import nmr
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import settings, table
from judge.game.terms.table import Table
from judge.game.turn import phase
from judge.home.house import House
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.store import games, log, people, sheets
from judge.store.record import Game


def closed(db: Connection, house: House, game: Game) -> list[Notice]:
    """What comes of a phase that is over: its results, or a preview for the game master."""
    if game.held:
        return []
    if game.gm is None or not (game.holds or settings.holds(game.options)):
        return phase.close(db, house, game)
    deadline = min(game.deadline or house.now, house.now)
    held = replace(game, held=True, deadline=deadline, alarm=None, touched=False)
    games.save(db, held)
    title = game.phase.id if game.phase else ""
    log.append(db, house.now, log.JUDGE, "results.held", game.name, phase=title)
    return [_told(db, house, table.of(held))]


def _told(db: Connection, house: House, at: Table) -> Notice:
    """The preview, once for each time that the results of a phase are held."""
    reader = Reader(people.get(db, at.game.gm or 0), MASTER)
    edit = f"EDIT {at.powers[0]} {at.variant.sample}"
    events = (Event("held", {"phase": _title(at), "edit": edit}), *preview(db, at))
    notice = notices.to(house, at, reader, "gm", events)
    key = f"{notice.key}.held{house.now:%Y%m%dT%H%M%S}"
    return replace(notice, key=key, title="preview")


def preview(db: Connection, at: Table) -> Sequence[Event]:
    """What the orders that are in would lead to, as far as a game master may see it."""
    laid = sheets.of_phase(db, at.game.id, at.game.number)
    turn = phase.adjudicated(at, laid)
    master = Reader(people.get(db, at.game.gm or 0), MASTER)
    told = (*nmr.silence(db, at, laid), *turn.events)
    return [event for event in told if master.sees(event, at)]


def _title(at: Table) -> str:
    return at.game.phase.title if at.game.phase else ""
