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
from judge.game.terms import table
from judge.game.terms import wording as terms
from judge.game.terms.table import Table
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


def begin(db: Connection, house: House, game: Game) -> list[Notice]:
    """Open the first phase of a game whose powers are dealt, and tell everybody."""
    at = table.of(game)
    turn = at.engine.start(at.engine_options, at.dice)
    opened = _open(db, house, replace(game, status=RUNNING), turn)
    at = opened.table
    commitment = at.dice.commitment
    log.append(db, house.now, log.JUDGE, log.STARTED, game.name, commitment=commitment)
    open_to_all = (notices.who_plays(db, game), terms.event(game), *proof.events(at))
    return _tell(db, house, at, "started", (*open_to_all, *turn.events, *opened.events))


def close(db: Connection, house: House, game: Game) -> list[Notice]:
    """Adjudicate the present phase and open the next one, or end the game; tell everybody."""
    at = table.of(game)
    laid = sheets.of_phase(db, game.id, game.number)
    turn = adjudicated(at, laid)
    reputation.reckon(db, at, laid)
    silent = tuple(nmr.silence(db, at, laid))
    lost = nmr.reckoned(db, house, at, laid)
    left = nmr.vacated(db, house, at, () if turn.winners else lost, turn)
    turn = left.turn
    above = (*opening.events(db, game), *corrections.told(db, game, turn.events), *silent)
    _keep(db, house, game, _played(house, game, laid, turn))
    receipts = {power: _receipts(sheet) for power, sheet in laid.items()}
    if turn.winners:
        state = at.engine.dump(turn.state)
        last = replace(ending.stopped(game), number=game.number + 1, state=state, status=OVER)
        told = _tell(db, house, table.of(last), "results", (*above, *turn.events), receipts)
        return _headed(told, game) + ending.finish(db, house, last, "solo", turn.winners)
    opened = _open(db, house, game, turn)
    events = (*above, *turn.events, *opened.events)
    told = _tell(db, house, opened.table, "results", events, receipts, opened.came)
    ended = votes.count(db, house, opened.table)
    return [*left.notices, *_headed(told, game), *(ended or _go_on(db, house, opened))]


def _headed(told: Sequence[Notice], game: Game) -> list[Notice]:
    """Results under the title of their phase, which not every phase's events name."""
    title = game.phase.title if game.phase else ""
    return [replace(notice, title=title) for notice in told]


def adjudicated(at: Table, laid: Mapping[str, Sheet]) -> Turn[Any]:
    """What the orders of ``laid`` lead to."""
    orders = {power: sheet.orders for power, sheet in laid.items()}
    return titled(at.engine.turn(at.state, orders, at.dice), at.game.phase)


def _keep(db: Connection, house: House, game: Game, turn: PlayedTurn) -> None:
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


def _go_on(db: Connection, house: House, opened: Opened) -> list[Notice]:
    """Close a phase at once if only vacant seats have to decide; end a game that nobody plays."""
    if opened.busy:
        return []
    at, game = opened.table, opened.table.game
    alive = at.engine.survivors(at.state)
    if any(seat.person and seat.power in alive for seat in seats.of_game(db, game.id)):
        return close(db, house, game)
    return ending.finish(db, house, game, "ended", ())


def titled(turn: Turn[Any], phase: Phase | None) -> Turn[Any]:
    """The turn with the phase's title in its results: engines name phases by their ids."""
    title = phase.title if phase else ""
    events = tuple(
        Event(event.kind, {**event.data, "title": title}, event.audience)
        if event.kind == "results"
        else event
        for event in turn.events
    )
    return Turn(turn.state, events, turn.winners)


def _open(db: Connection, house: House, game: Game, turn: Turn[Any]) -> Opened:
    """Store the phase that a turn led to: state, deadline, an empty sheet for each seat."""
    engine = table.of(game).engine
    phase = engine.phase(turn.state)
    state = engine.dump(turn.state)
    later = replace(game, number=game.number + 1, state=state, phase=phase, holds=False, held=False)
    opens = replace(later, opened=house.now, touched=False, ready=None)
    at = table.of(replace(opens, sequence=game.sequence + 1))
    blank = [_laid(at, Sheet(power)) for power in at.powers]
    votes.lapse(db, game)
    ballots.forget(db, game.id)
    busy = _busy(db, game, blank)
    came, news = _came(db, at, blank)
    waited_for = owed.awaited(at, {sheet.power: sheet for sheet in blank if sheet.power in busy})
    due = deadlines.first(db, at, phase, house.now, waited_for)
    dated = replace(at.game, deadline=due.deadline, touched=bool(came))
    opened = deadlines.ringing(db, dated, house.cutoff)
    games.save(db, opened)
    return Opened(table.of(opened), busy, (*_shifted(opened, due), *news), came)


def _came(
    db: Connection, at: Table, blank: Sequence[Sheet]
) -> tuple[dict[str, tuple[str, ...]], list[Event]]:
    """Lay out the sheets, with the orders that were sent ahead; return these and what is told."""
    sitting = seats.of_game(db, at.game.id)
    found, news = coming.come(db, at, sitting)
    laid = [_filled(at, sheet, found.get(sheet.power)) for sheet in blank]
    sheets.open_phase(db, at.game.id, at.game.number, laid)
    for seat in sitting:
        if seat.power in found and found[seat.power].waits:
            seats.save(db, replace(seat, wait=True))
    return {sheet.power: sheet.orders for sheet in laid if sheet.entries}, news


def _filled(at: Table, blank: Sheet, come: Come | None) -> Sheet:
    if come is None or not come.entries:
        return blank
    return _laid(at, replace(blank, entries=come.entries))


def _laid(at: Table, sheet: Sheet) -> Sheet:
    """A sheet as it stands when its phase opens."""
    return ready.judged(sheet, at.standing(sheet.power, sheet.orders))


def _busy(db: Connection, game: Game, blank: Sequence[Sheet]) -> frozenset[str]:
    """The powers with a player that have something to decide."""
    played = {seat.power for seat in seats.of_game(db, game.id) if seat.person is not None}
    return frozenset(sheet.power for sheet in blank if not sheet.complete and sheet.power in played)


def _shifted(game: Game, due: Due) -> Iterator[Event]:
    """Why a deadline is later than the game's clock alone would have it."""
    if due.reason:
        title = game.phase.title if game.phase else ""
        data = {"phase": title, "deadline": due.deadline.isoformat(), "reason": due.reason}
        yield Event("deadline", data)


def _tell(
    db: Connection,
    house: House,
    at: Table,
    kind: str,
    events: Sequence[Event],
    receipts: Mapping[str, str] | None = None,
    came: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Notice]:
    """A notice to every reader: what happened, his press, and a form of what is due next."""
    waiting = press.taken_up(db, at.game.id)
    return [
        notices.to(
            house,
            at,
            reader,
            kind,
            (*events, *delivery.brought(at, reader, waiting)),
            standing=_form(at, reader, (came or {}).get(reader.role, ())),
            receipt=(receipts or {}).get(reader.role, ""),
        )
        for reader in notices.readers(db, at.game, house.now)
    ]


def _form(at: Table, reader: Reader, came: tuple[str, ...]) -> Standing | None:
    """What a player has to decide in the phase that has opened, and what he has sent ahead."""
    if reader.seat is None or at.game.deadline is None:
        return None
    return at.standing(reader.seat.power, came)


def _played(house: House, game: Game, laid: dict[str, Sheet], turn: Turn[object]) -> PlayedTurn:
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
