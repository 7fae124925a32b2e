"""A turn from above: the sheets that were laid are adjudicated, kept, and told; a phase opens."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from judge.game.books import corrections, opening, proof
from judge.game.clocks import silence
from judge.game.conduct import reputation
from judge.game.readers import notices, views
from judge.game.seats import computers
from judge.game.terms import tables
from judge.game.terms.tables import Table
from judge.game.turn import ending, votes
from judge.game.turn.adjudication import adjudicate, keep_turn
from judge.game.turn.next_phase import NextPhase, open_phase
from judge.game.turn.telling import tell_readers, tell_results
from judge.home.house import House
from judge.kernel.engine import Turn
from judge.kernel.notice import Notice
from judge.store import log, outbox, seats, sheets
from judge.store.record import OVER, RUNNING, Game, Sheet


def begin_game(db: Connection, house: House, game: Game) -> list[Notice]:
    """Open the first phase of a game whose powers are dealt, and tell everybody."""
    table = tables.load(game)
    turn = table.start()
    next_phase = open_phase(db, house, replace(game, status=RUNNING), turn)
    table = next_phase.table
    commitment = table.dice.commitment
    log.append(db, house.now, log.JUDGE, log.STARTED, game.name, commitment=commitment)
    public_events = (
        notices.players_event(db, game),
        *proof.describe_dice(db, table),
    )
    events = (*public_events, *turn.events, *next_phase.events)
    mails = tell_readers(db, house, table, "started", events)
    return views.add(db, house, mails, lambda: [views.of_board(table)])


def close_phase(db: Connection, house: House, game: Game) -> list[Notice]:
    """One turn: laid sheets -> adjudicated -> kept -> opened -> told."""
    table = tables.load(game)
    outbox.release(db, game.name, house.now)
    sheet_of = sheets.of_phase(db, game.id, game.number)
    all_sheets = computers.add_orders(db, house, table, sheet_of)
    turn = adjudicate(table, all_sheets)
    silence_events = (
        *silence.tell_silence(db, table, sheet_of),
        *computers.tell_relief(db, house, table, sheet_of),
    )
    turn, farewells = _reckon_conduct(db, house, table, sheet_of, turn)
    first_events = (
        *opening.list_notes(db, game),
        *corrections.events(db, game, turn.events),
        *silence_events,
    )
    keep_turn(db, house, game, all_sheets, turn)
    if turn.winners:
        won_game = _end_won_game(table, turn)
        mails = tell_results(
            db, house, tables.load(won_game), game, sheet_of, (*first_events, *turn.events)
        )
        return [*mails, *ending.finish(db, house, won_game, "solo", turn.winners)]
    next_phase = open_phase(db, house, game, turn)
    events = (*first_events, *turn.events, *next_phase.events)
    mails = tell_results(db, house, next_phase.table, game, sheet_of, events, next_phase.sent_ahead)
    return [*farewells, *mails, *_go_on(db, house, next_phase)]


def _reckon_conduct(
    db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet], turn: Turn[Any]
) -> tuple[Turn[Any], tuple[Notice, ...]]:
    """Count who was on time and who was silent; who is silent for too long loses his seat.

    The turn after that, and the notices to those who have lost theirs; a won game takes none.
    """
    reputation.mark_phase(db, table, sheet_of)
    silent_seats = silence.count_silence(db, house, table, sheet_of)
    abandoned = silence.vacate_seats(db, house, table, () if turn.winners else silent_seats, turn)
    return abandoned.turn, abandoned.notices


def _end_won_game(table: Table, turn: Turn[Any]) -> Game:
    """The game after its last turn."""
    stopped_game = ending.stop_deadline(table.game)
    state = table.engine.dump(turn.state)
    return replace(stopped_game, number=table.game.number + 1, state=state, status=OVER)


def _go_on(db: Connection, house: House, next_phase: NextPhase) -> list[Notice]:
    """What follows at once: an end that all have voted for, or a phase in which nobody decides."""
    endings = votes.end_if_agreed(db, house, next_phase.table)
    return endings or _close_if_idle(db, house, next_phase)


def _close_if_idle(db: Connection, house: House, next_phase: NextPhase) -> list[Notice]:
    """Close a phase at once if only vacant seats have to decide; end a game that nobody plays."""
    if next_phase.busy:
        return []
    table, game = next_phase.table, next_phase.table.game
    alive = table.engine.survivors(table.state)
    if any(seat.person and seat.power in alive for seat in seats.of_game(db, game.id)):
        return close_phase(db, house, game)
    return ending.finish(db, house, game, ending.DESERTED, (), forced=True)
