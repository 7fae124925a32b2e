"""Seats that computers play: which these are, what they order, and what they agree to.

A computer's orders are a function of the game's secret, the phase and what its seat may know.
They are made when a phase closes, or thought out before (``judge.store.sheets``); what is not
ready by then is ordered by Steady, and the turn keeps which of them it was.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.terms.policy import COMPUTER, NAMES
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.rules import computers
from judge.rules.computers import BUDGET, SHARP, STEADY
from judge.spool.house import House
from judge.store import seats, sheets
from judge.store.record import Entry, Seat, Sheet

STOOD_IN = "computer-orders"
"""The event that tells for which players without orders a computer ordered."""


def count_missing(table: Table, people: int) -> int:
    """How many people a game that forms still waits for, with ``people`` in it.

    Computers may have some of the seats; those that are for all the others wait for PROCESS.
    """
    customs = table.customs
    if customs.players:
        return max(0, customs.players - people)
    return max(0, len(table.powers) - max(0, customs.computers) - people)


def change_level(db: Connection, table: Table) -> None:
    """All computers of a game play as its options say now; none of them, if these say none."""
    customs = table.customs
    level = customs.level if customs.computers else ""
    for seat in seats.of_game(db, table.game.id):
        if seat.computer:
            seats.save(db, replace(seat, computer=level))


def level_of(table: Table, house: House, seat: Seat, sheet: Sheet | None) -> str:
    """How well a computer plays a seat in this phase; "" if its player, or nobody, does."""
    if seat.person is None:
        return seat.computer or (STEADY if table.policy.nmr == COMPUTER else "")
    if sheet is not None and sheet.entries:
        return ""
    if table.policy.nmr == COMPUTER or awaited.is_relieved(table, house, seat):
        return STEADY
    return ""


def add_orders(
    db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet]
) -> dict[str, Sheet]:
    """The sheets with the orders of all computers; each entry names its level as its receipt."""
    sheets_with_orders = dict(sheet_of)
    played_seats = [
        seat
        for seat in seats.of_game(db, table.game.id)
        if seat.power in sheet_of and level_of(table, house, seat, sheet_of[seat.power])
    ]
    ready = sheets.thought_out_for(db, table.game) if played_seats else {}
    for seat in played_seats:
        thinking_level, lines = ready.get(seat.power, ("", ()))
        if not thinking_level:
            thinking_level, lines = STEADY, think(table, seat.power, STEADY, BUDGET)
        entries = tuple(Entry(line, line, line, thinking_level, house.now) for line in lines)
        sheets_with_orders[seat.power] = replace(sheet_of[seat.power], entries=entries)
    return sheets_with_orders


def think(table: Table, power: str, level: str, budget: int) -> tuple[str, ...]:
    """A computer's orders for the present phase, for which it tries ``budget`` futures at most."""
    secret = table.game.secret.hex()
    return computers.orders(table.engine, table.state, power, secret, level=level, budget=budget)


def find_thinking(db: Connection, table: Table) -> list[Seat]:
    """The seats whose computers take their time, and have not thought this phase out yet."""
    if table.state is None or not computers.takes_time(table.engine, table.state):
        return []
    alive = table.engine.survivors(table.state)
    thinking = set(alive).difference(sheets.thought_out_for(db, table.game))
    return [
        seat
        for seat in seats.of_game(db, table.game.id)
        if seat.person is None and seat.computer == SHARP and seat.power in thinking
    ]


def tell_relief(
    db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet]
) -> Iterator[Event]:
    """For which players who sent nothing a computer has ordered, as far as silence is told of."""
    powers = [
        seat.power
        for seat in seats.of_game(db, table.game.id)
        if seat.person is not None
        and (sheet := sheet_of.get(seat.power)) is not None
        and not sheet.complete
        and level_of(table, house, seat, sheet)
    ]
    powers_told = [power for power in powers if awaited.owed_counts(table, sheet_of[power])]
    if table.policy.late != NAMES:
        powers_told = []
    if powers_told:
        yield Event(STOOD_IN, {"powers": powers_told}, PUBLIC)
    if powers != powers_told:
        yield Event(STOOD_IN, {"powers": powers}, GM)
    for power in set(powers).difference(powers_told):
        yield Event(STOOD_IN, {"powers": [power]}, power)


def agree_to_draw(table: Table, all_seats: Sequence[Seat], winners: Sequence[str]) -> bool:
    """Whether all computers would share a draw: each does, unless it alone counts for most.

    None agrees to a draw that leaves it out while it lives.
    """
    worth = table.engine.worth(table.state)
    most = max(worth.values(), default=0)
    leaders = [power for power, value in worth.items() if value == most]
    return all(power in winners and leaders != [power] for power in _list_playing(table, all_seats))


def agree_to_concede(table: Table, all_seats: Sequence[Seat], winners: Sequence[str]) -> bool:
    """Whether all computers would concede: each does to those who count more than all others."""
    worth = table.engine.worth(table.state)
    is_ahead = 2 * sum(worth.get(winner, 0) for winner in winners) > sum(worth.values())
    return is_ahead or set(_list_playing(table, all_seats)) <= set(winners)


def _list_playing(table: Table, all_seats: Sequence[Seat]) -> list[str]:
    """The powers that computers play, and that are still in the game."""
    alive = table.engine.survivors(table.state)
    return [seat.power for seat in all_seats if notices.computer_name(seat) and seat.power in alive]
