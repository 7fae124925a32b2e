"""A phase from its opening to its close: sheets laid out, deadline set, adjudicated, told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from judge.game.books import corrections, opening, proof
from judge.game.clocks import deadlines, nmr, ready
from judge.game.clocks.deadlines import Due
from judge.game.conduct import owed, reputation
from judge.game.press import delivery
from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms import tables
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.game.turn import coming, ending, votes
from judge.game.turn.coming import Come
from judge.home.house import House
from judge.kernel.engine import Event, Phase, Standing, Turn
from judge.kernel.notice import Notice
from judge.store import ballots, games, log, press, seats, sheets, turns
from judge.store.record import OVER, RUNNING, Game, PlayedTurn, Sheet


@dataclass(frozen=True, slots=True)
class Opened:
    """A phase that has begun: the powers that have to decide, and what is told of it.

    ``came`` are the orders that were sent ahead for it, by power.
    """

    table: Table
    busy: frozenset[str]
    events: tuple[Event, ...] = ()
    came: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def begin_game(db: Connection, house: House, game: Game) -> list[Notice]:
    """Open the first phase of a game whose powers are dealt, and tell everybody."""
    table = tables.load(game)
    turn = table.engine.start(table.engine_options, table.dice)
    opened = _open_phase(db, house, replace(game, status=RUNNING), turn)
    table = opened.table
    commitment = table.dice.commitment
    log.append(db, house.now, log.JUDGE, log.STARTED, game.name, commitment=commitment)
    open_to_all = (notices.players_event(db, game), terms.event(game), *proof.events(table))
    return _tell_readers(db, house, table, "started", (*open_to_all, *turn.events, *opened.events))


def close_phase(db: Connection, house: House, game: Game) -> list[Notice]:
    """Adjudicate the present phase and open the next one, or end the game; tell everybody."""
    table = tables.load(game)
    laid = sheets.of_phase(db, game.id, game.number)
    turn = adjudicate(table, laid)
    reputation.mark_phase(db, table, laid)
    silent = tuple(nmr.silence(db, table, laid))
    lost = nmr.count_silence(db, house, table, laid)
    left = nmr.vacate_seats(db, house, table, () if turn.winners else lost, turn)
    turn = left.turn
    above = (*opening.events(db, game), *corrections.events(db, game, turn.events), *silent)
    _store_turn(db, house, game, _played_turn(house, game, laid, turn))
    receipts = {power: _receipts(sheet) for power, sheet in laid.items()}
    if turn.winners:
        state = table.engine.dump(turn.state)
        last = replace(ending.stop_deadline(game), number=game.number + 1, state=state, status=OVER)
        told = _tell_readers(
            db, house, tables.load(last), "results", (*above, *turn.events), receipts
        )
        return _set_titles(told, game) + ending.finish(db, house, last, "solo", turn.winners)
    opened = _open_phase(db, house, game, turn)
    events = (*above, *turn.events, *opened.events)
    told = _tell_readers(db, house, opened.table, "results", events, receipts, opened.came)
    ended = votes.end_if_agreed(db, house, opened.table)
    return [*left.notices, *_set_titles(told, game), *(ended or _close_if_idle(db, house, opened))]


def _set_titles(told: Sequence[Notice], game: Game) -> list[Notice]:
    """Results under the title of their phase, which not every phase's events name."""
    title = game.phase.title if game.phase else ""
    return [replace(notice, title=title) for notice in told]


def adjudicate(table: Table, laid: Mapping[str, Sheet]) -> Turn[Any]:
    """What the orders of ``laid`` lead to."""
    orders = {power: sheet.orders for power, sheet in laid.items()}
    return add_title(table.engine.turn(table.state, orders, table.dice), table.game.phase)


def _store_turn(db: Connection, house: House, game: Game, turn: PlayedTurn) -> None:
    """Store a turn, and its digest in the log."""
    digest = turns.add(db, game.id, turn)
    log.append(
        db,
        house.now,
        log.JUDGE,
        log.TURN,
        game.name,
        phase=turn.phase,
        number=turn.number,
        revision=turn.revision,
        digest=digest,
    )


def _close_if_idle(db: Connection, house: House, opened: Opened) -> list[Notice]:
    """Close a phase at once if only vacant seats have to decide; end a game that nobody plays."""
    if opened.busy:
        return []
    at, game = opened.table, opened.table.game
    alive = at.engine.survivors(at.state)
    if any(seat.person and seat.power in alive for seat in seats.of_game(db, game.id)):
        return close_phase(db, house, game)
    return ending.finish(db, house, game, "ended", ())


def add_title(turn: Turn[Any], phase: Phase | None) -> Turn[Any]:
    """The turn with the phase's title in its results: engines name phases by their ids."""
    title = phase.title if phase else ""
    events = tuple(
        Event(event.kind, {**event.data, "title": title}, event.audience)
        if event.kind == "results"
        else event
        for event in turn.events
    )
    return Turn(turn.state, events, turn.winners)


def _open_phase(db: Connection, house: House, game: Game, turn: Turn[Any]) -> Opened:
    """Store the phase that a turn led to: state, deadline, an empty sheet for each seat."""
    engine = tables.load(game).engine
    phase = engine.phase(turn.state)
    state = engine.dump(turn.state)
    later = replace(game, number=game.number + 1, state=state, phase=phase, holds=False, held=False)
    opens = replace(later, opened=house.now, touched=False, ready=None)
    table = tables.load(replace(opens, sequence=game.sequence + 1))
    blank = [_judge_sheet(table, Sheet(power)) for power in table.powers]
    votes.forget_lapsed_votes(db, game)
    ballots.forget(db, game.id)
    busy = _busy_powers(db, game, blank)
    came, news = _lay_out_sheets(db, table, blank)
    waited_for = owed.awaited_powers(
        table, {sheet.power: sheet for sheet in blank if sheet.power in busy}
    )
    due = deadlines.first(db, table, phase, house.now, waited_for)
    dated = replace(table.game, deadline=due.deadline, touched=bool(came))
    opened = deadlines.set_alarm(db, dated, house.cutoff)
    games.save(db, opened)
    return Opened(tables.load(opened), busy, (*_shift_events(opened, due), *news), came)


def _lay_out_sheets(
    db: Connection, table: Table, blank: Sequence[Sheet]
) -> tuple[dict[str, tuple[str, ...]], list[Event]]:
    """Lay out the sheets, with the orders that were sent ahead; return these and what is told."""
    sitting = seats.of_game(db, table.game.id)
    found, news = coming.take_up_lines(db, table, sitting)
    laid = [_fill_sheet(table, sheet, found.get(sheet.power)) for sheet in blank]
    sheets.open_phase(db, table.game.id, table.game.number, laid)
    for seat in sitting:
        if seat.power in found and found[seat.power].waits:
            seats.save(db, replace(seat, wait=True))
    return {sheet.power: sheet.orders for sheet in laid if sheet.entries}, news


def _fill_sheet(table: Table, blank: Sheet, come: Come | None) -> Sheet:
    if come is None or not come.entries:
        return blank
    return _judge_sheet(table, replace(blank, entries=come.entries))


def _judge_sheet(table: Table, sheet: Sheet) -> Sheet:
    """A sheet as it stands when its phase opens."""
    return ready.judge_sheet(sheet, table.standing(sheet.power, sheet.orders))


def _busy_powers(db: Connection, game: Game, blank: Sequence[Sheet]) -> frozenset[str]:
    """The powers with a player that have something to decide."""
    played = {seat.power for seat in seats.of_game(db, game.id) if seat.person is not None}
    return frozenset(sheet.power for sheet in blank if not sheet.complete and sheet.power in played)


def _shift_events(game: Game, due: Due) -> Iterator[Event]:
    """Why a deadline is later than the game's clock alone would have it."""
    if due.reason:
        title = game.phase.title if game.phase else ""
        data = {"phase": title, "deadline": due.deadline.isoformat(), "reason": due.reason}
        yield Event("deadline", data)


def _tell_readers(
    db: Connection,
    house: House,
    table: Table,
    kind: str,
    events: Sequence[Event],
    receipts: Mapping[str, str] | None = None,
    came: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Notice]:
    """A notice to every reader: what happened, his press, and a form of what is due next."""
    waiting = press.take_up(db, table.game.id)
    return [
        notices.game_notice(
            house,
            table,
            reader,
            kind,
            (*events, *delivery.press_in_results(table, reader, waiting)),
            standing=_form(table, reader, (came or {}).get(reader.role, ())),
            receipt=(receipts or {}).get(reader.role, ""),
        )
        for reader in notices.readers(db, table.game, house.now)
    ]


def _form(table: Table, reader: Reader, came: tuple[str, ...]) -> Standing | None:
    """What a player has to decide in the phase that has opened, and what he has sent ahead."""
    if reader.seat is None or table.game.deadline is None:
        return None
    return table.standing(reader.seat.power, came)


def _played_turn(
    house: House, game: Game, laid: dict[str, Sheet], turn: Turn[object]
) -> PlayedTurn:
    """The turn as it is kept."""
    title = game.phase.title if game.phase else ""
    return PlayedTurn(
        number=game.number,
        revision=game.revision,
        phase=game.phase.id if game.phase else "",
        title=title,
        closed=house.now,
        before=game.state,
        orders={power: sheet.entries for power, sheet in laid.items()},
        events=turn.events,
    )


def _receipts(sheet: Sheet) -> str:
    """The receipts of the mails whose orders were used, oldest first: "R48213, R10967"."""
    used = sorted(sheet.entries, key=lambda entry: entry.received)
    return ", ".join(dict.fromkeys(entry.receipt for entry in used))
