"""Seats that never sent an order: in its first movements a game may wait for them (``first``)."""

from collections.abc import Sequence

from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.terms.tables import Table
from judge.kernel.engine import Phase
from judge.rules.computers import LEVELS
from judge.spool.house import House
from judge.store import conduct, seats, sheets, turns
from judge.store.record import PlayedTurn, Seat


def list_awaited(db: Connection, house: House, table: Table) -> Sequence[Seat]:
    """The seats without whose first order the open phase does not end.

    One that has lost its player is among them, and none that nobody ever had.
    """
    game, all_seats = table.game, seats.of_game(db, table.game.id)
    if not table.policy.first or not _is_movement(game.phase) or awaited.is_alone(game, all_seats):
        return ()
    unheard_powers = _list_unheard(db, all_seats)
    sheet_of = sheets.of_phase(db, game.id, game.number)
    silent_seats = [
        seat
        for seat in all_seats
        if seat.power in unheard_powers
        and awaited.is_silent(table, house, seat, sheet_of.get(seat.power))
    ]
    played_turns = turns.of_game(db, game.id) if silent_seats else []
    if not _is_early(table, played_turns):
        return ()
    return [seat for seat in silent_seats if not _has_ordered(played_turns, seat.power)]


def _list_unheard(db: Connection, all_seats: Sequence[Seat]) -> set[str]:
    """The powers of seats that have, or had, a player, and of which no order has come so far."""
    conducts = conduct.of_game(db, all_seats[0].game) if all_seats else []
    heard_powers = {one.power for one in conducts if one.on_time or one.late}
    left_powers = {one.power for one in conducts if one.result}
    played_powers = {seat.power for seat in all_seats if seat.person is not None}
    machines = {seat.power for seat in all_seats if seat.computer}
    return (played_powers | left_powers) - heard_powers - machines


def _is_early(table: Table, played_turns: Sequence[PlayedTurn]) -> bool:
    """Whether the open movement is one of the first."""
    phases = (table.engine.phase(table.engine.load(turn.before)) for turn in played_turns)
    return sum(map(_is_movement, phases)) < table.policy.first


def _has_ordered(played_turns: Sequence[PlayedTurn], power: str) -> bool:
    """Whether orders of a power were played, though no mark says so of a turn that was excused."""
    entries = (entry for turn in played_turns for entry in turn.orders.get(power, ()))
    return any(entry.receipt not in LEVELS for entry in entries)


def _is_movement(phase: Phase | None) -> bool:
    return phase is not None and phase.kind == "movement"


def is_on_offer(db: Connection, table: Table, seat: Seat) -> bool:
    """Whether a seat is to be had though it has a player, whose first order is still to come."""
    if not seat.offered:
        return False
    return not sheets.get(db, table.game.id, table.game.number, seat.power).entries
