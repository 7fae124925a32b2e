"""Results that wait: a phase is over, its orders are closed, and the game master sees them first.

Nothing is adjudicated for good before he lets it go, so that what he corrects counts; the dice are
keyed, so the preview throws what the results will.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.clocks import silence
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.seats import computers
from judge.game.terms import settings, tables
from judge.game.terms.tables import Table
from judge.game.turn import adjudication, phase
from judge.home.house import House
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.store import games, log, people, sheets
from judge.store.record import Game


def close_or_hold(db: Connection, house: House, game: Game) -> list[Notice]:
    """What comes of a phase that is over: its results, or a preview for the game master."""
    if game.held:
        return []
    if game.gm is None or not (game.holds or settings.holds(game.options)):
        return phase.close_phase(db, house, game)
    deadline = min(game.deadline or house.now, house.now)
    held_game = replace(game, held=True, deadline=deadline, alarm=None, touched=False)
    games.save(db, held_game)
    title = game.phase.id if game.phase else ""
    log.append(db, house.now, log.JUDGE, "results.held", game.name, phase=title)
    return [_make_preview_notice(db, house, tables.load(held_game))]


def _make_preview_notice(db: Connection, house: House, table: Table) -> Notice:
    """The preview, once for each time that the results of a phase are held."""
    reader = Reader(people.get(db, table.game.gm or 0), MASTER)
    edit = f"EDIT {table.powers[0]} {table.variant.sample}"
    results = preview(db, house, table)
    events = (Event("held", {"phase": _word_title(table), "edit": edit}, GM), *results)
    notice = notices.game_notice(house, table, reader, "gm", events)
    key = f"{notice.key}.held{house.now:%Y%m%dT%H%M%S}"
    return replace(notice, key=key, title="preview")


def preview(db: Connection, house: House, table: Table) -> Sequence[Event]:
    """What the orders that are in would lead to: the game master is told what he may see of it."""
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    turn = adjudication.adjudicate(table, computers.add_orders(db, house, table, sheet_of))
    return (*silence.tell_silence(db, table, sheet_of), *turn.events)


def _word_title(table: Table) -> str:
    return table.game.phase.title if table.game.phase else ""
