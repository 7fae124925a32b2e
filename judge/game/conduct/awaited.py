"""Whose orders are in, as far as all may know: never what they are, and of no secret unit.

A power is told of by what everybody knows that it has to decide (``owed``): who orders others'
units in secret is not betrayed by having to. A game may wait for who never sent an order.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from sqlalchemy import Connection

from judge.game.terms import game_options, policy
from judge.game.terms.customs import read_computers
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.rules.computers import LEVELS
from judge.spool.house import House
from judge.store import conduct, seats, sheets, turns
from judge.store.record import RUNNING, Game, Seat, Sheet


def owes_openly(table: Table, power: str, orders: tuple[str, ...] = ()) -> bool:
    """Whether a power has something left to decide that everybody knows of."""
    known = table.engine.known_state(table.state, "")
    return not table.engine.standing(known, power, orders).complete


def awaited_powers(table: Table, missing: Mapping[str, Sheet]) -> Collection[str]:
    """The powers whose players' absence moves a deadline; ``missing`` are incomplete sheets.

    Where one is missing for others' units alone, in secret, this is everybody who plays on: a
    deadline that moves then does not tell who it was.
    """
    if any(_owes_for_others(table, power, sheet.orders) for power, sheet in missing.items()):
        return tuple(table.engine.survivors(table.state))
    return tuple(missing)


def owed_counts(table: Table, sheet: Sheet) -> bool:
    """Whether a phase counts in what is told of a player's diligence.

    It does where he sent orders or had some to send, and not where these were for others' units
    alone, in secret.
    """
    return bool(sheet.entries or not sheet.complete) and not _owes_for_others(table, sheet.power)


def is_silent(table: Table, house: House, seat: Seat, sheet: Sheet | None) -> bool:
    """Whether the player of a seat sent nothing that counts, and no computer stands in for him."""
    if sheet is None or sheet.entries or is_relieved(table, house, seat):
        return False
    return owed_counts(table, sheet)


def is_relieved(table: Table, house: House, seat: Seat) -> bool:
    """Whether this is a day on which a computer stands in for the player."""
    if not seat.relief:
        return False
    first, last = (date.fromisoformat(day) for day in seat.relief.split("/"))
    return first <= table.clock.today(house.now) <= last


def _owes_for_others(table: Table, power: str, orders: tuple[str, ...] = ()) -> bool:
    return table.ordered_by(power) != (power,) and not owes_openly(table, power, orders)


def has_late_orders(game: Game, sheet: Sheet) -> bool:
    """Whether orders of a sheet came after the deadline."""
    deadline = game.deadline
    return deadline is not None and any(entry.received >= deadline for entry in sheet.entries)


IN, WAITED_FOR, LATE = "orders in", "orders to come", "late"


def find_public(db: Connection, house: House, table: Table) -> Mapping[str, str]:
    """What all may know of each power's orders in the open phase; {} where that is nothing."""
    openness, game = game_options.shown_of_orders(table.game.options), table.game
    if openness == policy.UNTOLD or game.status != RUNNING or game.held or game.deadline is None:
        return {}
    is_over = game.deadline <= house.now
    if openness == policy.LATE and not is_over:
        return {}
    state_of = {}
    played_powers = [seat.power for seat in seats.of_game(db, game.id) if seat.person is not None]
    sheet_of = sheets.of_phase(db, game.id, game.number)
    for power in played_powers:
        if power not in sheet_of or not owes_openly(table, power):
            continue
        if owes_openly(table, power, sheet_of[power].orders):
            state_of[power] = LATE if is_over else WAITED_FOR
        elif openness == policy.READY:
            state_of[power] = IN
    return state_of


def event(db: Connection, house: House, table: Table) -> tuple[Event, ...]:
    """The same for a reminder: whose orders are in, and for whose the game waits."""
    state_of = find_public(db, house, table)
    ready = [power for power, state in state_of.items() if state == IN]
    data = {"ready": ready, "waited": [power for power in state_of if power not in ready]}
    return (Event("progress", data, PUBLIC),) if state_of else ()


def is_alone(game: Game, all_seats: Sequence[Seat]) -> bool:
    """Whether one person plays a game without a master that began with computers.

    Such a person does what a game master does, and none of it counts in STATS.
    """
    if game.gm is not None or not read_computers(game.options["computers"])[0]:
        return False
    return len({seat.person for seat in all_seats if seat.person is not None}) == 1


def list_unheard(db: Connection, house: House, table: Table) -> Sequence[Seat]:
    """The seats that never sent an order, without which the open phase does not end.

    In its first movements a game may wait for them (``first``). One that has lost its player is
    among them, and none that nobody ever had.
    """
    game, all_seats = table.game, seats.of_game(db, table.game.id)
    if not table.policy.first or game.phase_kind != "movement" or is_alone(game, all_seats):
        return ()
    unheard_powers = _find_unheard(db, all_seats)
    sheet_of = sheets.of_phase(db, game.id, game.number)
    silent_seats = [
        seat
        for seat in all_seats
        if seat.power in unheard_powers and is_silent(table, house, seat, sheet_of.get(seat.power))
    ]
    if not silent_seats:
        return ()
    played_turns, engine = turns.of_game(db, game.id), table.engine
    kinds = [engine.phase(engine.load(turn.before)).kind for turn in played_turns]
    if kinds.count("movement") >= table.policy.first:
        return ()
    # Orders may have been played though no mark says so of a turn that was excused.
    return [
        seat
        for seat in silent_seats
        if all(
            entry.receipt in LEVELS
            for turn in played_turns
            for entry in turn.orders.get(seat.power, ())
        )
    ]


def _find_unheard(db: Connection, all_seats: Sequence[Seat]) -> set[str]:
    """The powers of seats that have, or had, a player, and of which no order has come so far."""
    conducts = conduct.of_game(db, all_seats[0].game) if all_seats else []
    heard_powers = {one.power for one in conducts if one.on_time or one.late}
    left_powers = {one.power for one in conducts if one.result}
    played_powers = {seat.power for seat in all_seats if seat.person is not None}
    machines = {seat.power for seat in all_seats if seat.computer}
    return (played_powers | left_powers) - heard_powers - machines


def is_on_offer(db: Connection, table: Table, seat: Seat) -> bool:
    """Whether a seat is to be had though it has a player, whose first order is still to come."""
    if not seat.offered:
        return False
    return not sheets.get(db, table.game.id, table.game.number, seat.power).entries
