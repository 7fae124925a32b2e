"""Reminders: mails before a deadline that know how far their reader's orders are."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.table import Table
from judge.home.house import House
from judge.kernel.notice import Notice
from judge.store import sheets
from judge.store.record import Seat, Sheet

EARLIEST = 4
"""A phase's first quarter has no reminders: its results are still news."""


def moments(at: Table, seat: Seat) -> list[tuple[datetime, Pace]]:
    """When the player of a seat is reminded in this phase, first to last, each with its pace."""
    game = at.game
    if game.deadline is None or game.opened is None:
        return []
    paces: Sequence[Pace] = at.policy.reminders
    if seat.remind:
        paces = policy.read_reminders(seat.remind)
    fresh = game.opened + (game.deadline - game.opened) / EARLIEST
    times = [(game.deadline - pace.length, pace) for pace in paces]
    return [(moment, pace) for moment, pace in times if moment > fresh]


def due(db: Connection, house: House, at: Table) -> list[Notice]:
    """The reminders whose time has come: of several that are late only the last.

    Who has no order or not all of them is reminded; who asked for times of his own always is. The
    outbox drops those that were sent: a key is made of the deadline and the time before it.
    """
    told = []
    laid = sheets.of_phase(db, at.game.id, at.game.number)
    for reader in notices.readers(db, at.game, house.now):
        sheet = laid.get(reader.role)
        if reader.seat is None or sheet is None:
            continue
        come = [pace for moment, pace in moments(at, reader.seat) if moment <= house.now]
        if come and (reader.seat.remind or not sheet.complete):
            told.append(_notice(house, at, reader, sheet, come[-1]))
    return told


def _notice(house: House, at: Table, reader: Reader, sheet: Sheet, pace: Pace) -> Notice:
    standing = at.standing(reader.role, sheet.orders)
    blank = notices.to(house, at, reader, "reminder", (), standing)
    when = f"{at.game.deadline:%Y%m%dT%H%M}.{pace.days}d{pace.minutes}m"
    return replace(blank, key=f"{blank.key}.{when}")
