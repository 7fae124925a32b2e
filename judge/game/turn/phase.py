"""A turn from above: the sheets that were laid are adjudicated, kept, and told; a phase opens."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.books import deeds, proof
from judge.game.clocks import deadlines, ready, silence
from judge.game.conduct import awaited, reputation
from judge.game.readers import notices, views
from judge.game.seats import computers
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.game.turn import game_end, orders_ahead, telling
from judge.game.turn.telling import tell_readers, tell_results
from judge.kernel.engine import GM, Event, Turn
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import games, log, outbox, seats, sheets, turns
from judge.store.record import OVER, RUNNING, Game, PlayedTurn, Sheet


def adjudicate(table: Table, sheet_of: Mapping[str, Sheet]) -> Turn[Any]:
    """What the orders of ``sheet_of`` lead to."""
    orders = {power: sheet.orders for power, sheet in sheet_of.items()}
    return add_title(table.engine.turn(table.state, orders, table.dice), table.game.phase_title)


def add_title(turn: Turn[Any], title: str) -> Turn[Any]:
    """The turn with the phase's title in its results: engines name phases by their ids."""
    events = tuple(
        event.knowing(title=title) if event.kind == "results" else event for event in turn.events
    )
    return Turn(turn.state, events, turn.winners)


def keep_turn(
    db: Connection, house: House, game: Game, sheet_of: Mapping[str, Sheet], turn: Turn[Any]
) -> None:
    """Store a turn, and its digest in the log."""
    played_turn = PlayedTurn(
        number=game.number,
        revision=game.revision,
        phase=game.phase_id,
        title=game.phase_title,
        closed=house.now,
        before=game.state,
        orders={power: sheet.entries for power, sheet in sheet_of.items()},
        events=turn.events,
    )
    log.turn(db, house.now, game.name, played_turn, turns.add(db, game.id, played_turn))


class NextPhase(Struct, frozen=True):
    """A phase that has begun: the powers that have to decide, and what is told of it.

    ``sent_ahead`` are the orders that were sent ahead for it, by power.
    """

    table: Table
    busy: frozenset[str]
    events: tuple[Event, ...] = ()
    sent_ahead: Mapping[str, tuple[str, ...]] = {}


def open_phase(db: Connection, house: House, game: Game, turn: Turn[Any]) -> NextPhase:
    """Store the phase that a turn led to: state, deadline, an empty sheet for each seat."""
    engine = tables.load(game).engine
    phase = engine.phase(turn.state)
    opened_game = replace(
        game,
        number=game.number + 1,
        sequence=game.sequence + 1,
        state=engine.dump(turn.state),
        phase=phase,
        opened=house.now,
        holds=False,
        held=False,
        touched=False,
        ready=None,
    )
    table = tables.load(opened_game)
    blank_sheets = [_judge_sheet(table, Sheet(power)) for power in table.powers]
    # What was meant for one phase is forgotten: waits, and votes where they do not stand.
    seats.forget_waits(db, game.id)
    if not table.customs.standing:
        seats.forget_votes(db, game.id)
    games.forget_lapsed_ballots(db, game.id)
    played_powers = _list_played(db, table)
    busy_sheets = {
        sheet.power: sheet
        for sheet in blank_sheets
        if not sheet.complete and sheet.power in played_powers
    }
    sent_ahead, news = _lay_out_sheets(db, table, blank_sheets)
    due = deadlines.first(db, table, phase, house.now, awaited.awaited_powers(table, busy_sheets))
    dated_game = replace(table.game, deadline=due.deadline, touched=bool(sent_ahead))
    next_game = deadlines.set_alarm(db, dated_game, house.cutoff)
    games.save(db, next_game)
    shifts = (deadlines.describe(next_game, due),) if due.reason else ()
    return NextPhase(tables.load(next_game), frozenset(busy_sheets), (*shifts, *news), sent_ahead)


def _list_played(db: Connection, table: Table) -> frozenset[str]:
    """The powers for which somebody sends orders; without seats the game master does for all."""
    if table.is_seatless:
        return frozenset(table.powers)
    all_seats = seats.of_game(db, table.game.id)
    return frozenset(seat.power for seat in all_seats if seat.person is not None)


def _lay_out_sheets(
    db: Connection, table: Table, blank_sheets: Sequence[Sheet]
) -> tuple[dict[str, tuple[str, ...]], list[Event]]:
    """Lay out the sheets, with the orders that were sent ahead; return these and what is told."""
    game = table.game
    all_seats = seats.of_game(db, game.id)
    orders_of_power, news = orders_ahead.take_up_lines(db, table, all_seats)
    filled_sheets = [
        _judge_sheet(table, replace(sheet, entries=sent.entries))
        if (sent := orders_of_power.get(sheet.power)) and sent.entries
        else sheet
        for sheet in blank_sheets
    ]
    sheets.open_phase(db, game.id, game.number, filled_sheets)
    for seat in all_seats:
        if seat.power in orders_of_power and orders_of_power[seat.power].waits:
            seats.save(db, replace(seat, wait=True))
    if game.revision > 1:  # to whoever sent orders of a phase that was taken back
        powers = list(sheets.taken_back_of(db, game.id, game.phase_id))
        text = "Your old orders for this phase are kept: ROLLFORWARD gives them again."
        for reader in [GM] * bool(powers) if table.is_seatless else powers:
            news.append(Event("note", {"text": text}, reader))
    return {sheet.power: sheet.orders for sheet in filled_sheets if sheet.entries}, news


def _judge_sheet(table: Table, sheet: Sheet) -> Sheet:
    """A sheet as it stands when its phase opens."""
    return ready.judge_sheet(sheet, table.standing(sheet.power, sheet.orders))


def begin_game(db: Connection, house: House, game: Game) -> list[Notice]:
    """Open the first phase of a game whose powers are dealt, and tell everybody."""
    table = tables.load(game)
    turn = table.start()
    next_phase = open_phase(db, house, replace(game, status=RUNNING), turn)
    table = next_phase.table
    log.append(db, house.now, log.JUDGE, log.STARTED, game.name, commitment=table.dice.commitment)
    players = () if table.is_seatless else (notices.players_event(db, game),)
    dice = proof.describe_dice(db, table)
    events = (*players, *dice, *turn.events, *next_phase.events)
    mails = tell_readers(db, house, table, "started", events)
    return views.add(db, house, mails, lambda: [views.of_board(table)])


def close_phase(db: Connection, house: House, game: Game) -> list[Notice]:
    """One turn: laid sheets -> adjudicated -> kept -> opened -> told.

    The next phase is closed at once if only vacant seats have to decide in it; a game that nobody
    plays any more ends.
    """
    table = tables.load(game)
    outbox.release(db, game.name, house.now)
    sheet_of = sheets.of_phase(db, game.id, game.number)
    all_sheets = computers.add_orders(db, house, table, sheet_of)
    turn = adjudicate(table, all_sheets)
    silence.use_excuses(db, house, table, sheet_of)
    silence_events = (
        *silence.tell_silence(db, table, sheet_of),
        *computers.tell_relief(db, house, table, sheet_of),
    )
    reputation.mark_phase(db, table, sheet_of)
    silent_seats = silence.count_silence(db, house, table, sheet_of)
    lost_seats = () if turn.winners else silent_seats
    turn, farewells = silence.vacate_seats(db, house, table, lost_seats, turn)
    events = (
        *deeds.list_notes(db, game),
        *telling.describe_corrections(db, game, turn.events),
        *silence_events,
        *turn.events,
    )
    keep_turn(db, house, game, all_sheets, turn)
    if turn.winners:
        stopped_game = game_end.stop_deadline(game)
        state = table.engine.dump(turn.state)
        won_game = replace(stopped_game, number=game.number + 1, state=state, status=OVER)
        mails = tell_results(db, house, tables.load(won_game), game, sheet_of, events)
        return [*mails, *game_end.finish(db, house, won_game, "solo", turn.winners)]
    opened = open_phase(db, house, game, turn)
    events = (*events, *opened.events)
    mails = tell_results(db, house, opened.table, game, sheet_of, events, opened.sent_ahead)
    endings = game_end.end_if_agreed(db, house, opened.table)
    if not endings and not opened.busy:
        alive = opened.table.engine.survivors(opened.table.state)
        next_game = opened.table.game
        if _list_played(db, opened.table).isdisjoint(alive):
            endings = game_end.finish(db, house, next_game, game_end.DESERTED, (), forced=True)
        else:
            endings = close_phase(db, house, next_game)
    return [*farewells, *mails, *endings]
