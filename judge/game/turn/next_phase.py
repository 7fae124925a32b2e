"""A phase that a turn led to: its sheets laid out, its deadline set, all of it stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from judge.game.clocks import deadlines, ready
from judge.game.clocks.deadlines import Due
from judge.game.conduct import owed_orders
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.game.turn import orders_ahead, votes
from judge.game.turn.orders_ahead import OrdersAhead
from judge.home.house import House
from judge.kernel.engine import PUBLIC, Event, Turn
from judge.store import ballots, games, later, seats, sheets
from judge.store.record import Game, Sheet


@dataclass(frozen=True, slots=True)
class NextPhase:
    """A phase that has begun: the powers that have to decide, and what is told of it.

    ``sent_ahead`` are the orders that were sent ahead for it, by power.
    """

    table: Table
    busy: frozenset[str]
    events: tuple[Event, ...] = ()
    sent_ahead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def open_phase(db: Connection, house: House, game: Game, turn: Turn[Any]) -> NextPhase:
    """Store the phase that a turn led to: state, deadline, an empty sheet for each seat."""
    engine = tables.load(game).engine
    phase = engine.phase(turn.state)
    state = engine.dump(turn.state)
    next_number = game.number + 1
    game_in_phase = replace(
        game, number=next_number, state=state, phase=phase, holds=False, held=False
    )
    opened_game = replace(game_in_phase, opened=house.now, touched=False, ready=None)
    table = tables.load(replace(opened_game, sequence=game.sequence + 1))
    blank_sheets = [_judge_sheet(table, Sheet(power)) for power in table.powers]
    votes.forget_lapsed_votes(db, game)
    ballots.forget_lapsed(db, game.id)
    busy_powers = _find_busy_powers(db, game, blank_sheets)
    sent_ahead, news = _lay_out_sheets(db, table, blank_sheets)
    awaited_powers = owed_orders.awaited_powers(
        table, {sheet.power: sheet for sheet in blank_sheets if sheet.power in busy_powers}
    )
    due = deadlines.first(db, table, phase, house.now, awaited_powers)
    dated_game = replace(table.game, deadline=due.deadline, touched=bool(sent_ahead))
    next_game = deadlines.set_alarm(db, dated_game, house.cutoff)
    games.save(db, next_game)
    return NextPhase(
        tables.load(next_game), busy_powers, (*_explain_shifts(next_game, due), *news), sent_ahead
    )


def _lay_out_sheets(
    db: Connection, table: Table, blank_sheets: Sequence[Sheet]
) -> tuple[dict[str, tuple[str, ...]], list[Event]]:
    """Lay out the sheets, with the orders that were sent ahead; return these and what is told."""
    all_seats = seats.of_game(db, table.game.id)
    orders_of_power, news = orders_ahead.take_up_lines(db, table, all_seats)
    filled_sheets = [
        _fill_sheet(table, sheet, orders_of_power.get(sheet.power)) for sheet in blank_sheets
    ]
    sheets.open_phase(db, table.game.id, table.game.number, filled_sheets)
    for seat in all_seats:
        if seat.power in orders_of_power and orders_of_power[seat.power].waits:
            seats.save(db, replace(seat, wait=True))
    return {sheet.power: sheet.orders for sheet in filled_sheets if sheet.entries}, [
        *news,
        *_offer_kept_orders(db, table),
    ]


def _offer_kept_orders(db: Connection, table: Table) -> Iterator[Event]:
    """To each power whose orders of a phase that was taken back are kept: how to give them."""
    game = table.game
    for power in later.of_phase(db, game.id, game.phase.id if game.phase else ""):
        text = "Your old orders for this phase are kept: ROLLFORWARD gives them again."
        yield Event("note", {"text": text}, power)


def _fill_sheet(table: Table, sheet: Sheet, sent_ahead: OrdersAhead | None) -> Sheet:
    """A power's sheet with the orders that it has sent ahead, if any."""
    if sent_ahead is None or not sent_ahead.entries:
        return sheet
    return _judge_sheet(table, replace(sheet, entries=sent_ahead.entries))


def _judge_sheet(table: Table, sheet: Sheet) -> Sheet:
    """A sheet as it stands when its phase opens."""
    return ready.judge_sheet(sheet, table.standing(sheet.power, sheet.orders))


def _find_busy_powers(db: Connection, game: Game, sheets_laid: Sequence[Sheet]) -> frozenset[str]:
    """The powers with a player that have something to decide."""
    played_powers = {seat.power for seat in seats.of_game(db, game.id) if seat.person is not None}
    return frozenset(
        sheet.power for sheet in sheets_laid if not sheet.complete and sheet.power in played_powers
    )


def _explain_shifts(game: Game, due: Due) -> Iterator[Event]:
    """Why a deadline is later than the game's clock alone would have it."""
    if due.reason:
        title = game.phase.title if game.phase else ""
        data = {"phase": title, "deadline": due.deadline.isoformat(), "reason": due.reason}
        yield Event("deadline", data, PUBLIC)
