"""Reminders: mails before a deadline that know how far their reader's orders are."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game.conduct import progress
from judge.game.readers import notices, views
from judge.game.readers.notices import Reader
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import sheets
from judge.store.record import Seat, Sheet

EARLIEST = 4
"""A phase's first quarter has no reminders: its results are still news."""


def moments(table: Table, seat: Seat) -> list[tuple[datetime, Pace]]:
    """When the player of a seat is reminded in this phase, first to last, each with its pace."""
    game = table.game
    if game.deadline is None or game.opened is None:
        return []
    paces: Sequence[Pace] = table.policy.reminders
    if seat.remind:
        paces = policy.read_reminders(seat.remind)
    fresh = game.opened + (game.deadline - game.opened) / EARLIEST
    times = [(game.deadline - pace.length, pace) for pace in paces]
    return [(moment, pace) for moment, pace in times if moment > fresh]


def notices_due(db: Connection, house: House, table: Table) -> list[Notice]:
    """The reminders whose time has come: of several that are late only the last.

    Who has no order or not all of them is reminded; who asked for times of his own always is. The
    outbox drops those that were sent: a key is made of the deadline and the time before it.
    """
    mails = []
    others = progress.event(db, house, table)
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    for reader in notices.readers(db, table.game, house.now):
        sheet = sheet_of.get(reader.role)
        if reader.seat is None or sheet is None:
            continue
        come = [pace for moment, pace in moments(table, reader.seat) if moment <= house.now]
        if come and (reader.seat.remind or not sheet.complete):
            mails.append(_notice(house, table, reader, sheet, come[-1], others))
    return views.add(db, house, mails, lambda: [views.of_board(table)])


def _notice(
    house: House, table: Table, reader: Reader, sheet: Sheet, pace: Pace, others: Sequence[Event]
) -> Notice:
    standing = table.standing(reader.role, sheet.orders)
    blank = notices.game_notice(house, table, reader, "reminder", others, standing)
    when = f"{table.game.deadline:%Y%m%dT%H%M}.{pace.days}d{pace.minutes}m"
    return replace(blank, key=f"{blank.key}.{when}")
