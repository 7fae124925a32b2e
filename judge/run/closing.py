"""Games looked after, each by itself: phases closed, deadlines moved after an outage."""

from collections.abc import Sequence
from functools import partial
from time import monotonic

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.seats import computers
from judge.game.terms import tables
from judge.game.turn import due
from judge.kernel.errors import EndlessError
from judge.kernel.notice import Notice
from judge.post import hand, shunt, trouble
from judge.post.hand import GAME, Task
from judge.rules.computers import SHARP
from judge.run import outage
from judge.run.groups import Act, Hold, act_on_each, in_hand
from judge.run.sending import report_trouble
from judge.run.start import is_clock_believed
from judge.run.work import Pass
from judge.spool import aside, hosts, mishaps
from judge.spool.house import House
from judge.store import games, outbox, seats, sheets


def close_phases(work: Pass) -> None:
    """Close the phases whose time has come, each game by itself, if the clock is believed."""
    tell_of_silent(work)
    house = hold_back(work)
    with work.engine.begin() as db:
        numbers = games.find_due(db, house.cutoff)
    if not is_clock_believed(work, ask=bool(numbers)):
        return
    _each_game(work, numbers, lambda db, number: due.see_to_game(db, house, number))
    move_what_waits(work)


def hold_back(work: Pass) -> House:
    """The judge, for which no deadline has come that lies behind what was read of an inbox."""
    if not work.spool.is_shared:
        return work.house
    now, cutoff = work.house.now, work.house.cutoff
    with work.beside.begin() as db:
        read_until = hosts.find_readers(db)
    earliest = min(read_until.values(), default=now)
    return replace(work.house, cutoff=min(cutoff, earliest - (now - cutoff)))


def tell_of_silent(work: Pass) -> None:
    """Tell the keeper of an inbox that nobody reads, when that begins and when it ends."""
    if not work.spool.is_shared:
        return
    with work.beside.begin() as db:
        silent_inboxes = hosts.find_silent(db, work.house.now)
    sentences = (
        f"{name} was read to its end last at {moment:%Y-%m-%d %H:%M} UTC: let its host run again, "
        f"or say 'judge reader retire {name}'"
        for name, moment in silent_inboxes.items()
    )
    report_trouble(work, trouble.OTHERS, "; ".join(sentences), well=not silent_inboxes)


def move_what_waits(work: Pass) -> None:
    """Move the deadlines that have come and wait for an inbox that nobody reads for long.

    So that a pass after which all hosts come back moves none, it must have been noticed meanwhile.
    """
    if not work.spool.is_shared:
        return
    now = work.house.now
    with work.beside.begin() as db:
        silent = hosts.find_behind(db, now, hosts.READER_PATIENCE)
        present = trouble.find_trouble(db, trouble.OTHERS)
        notice_time = hosts.READER_SILENCE + hosts.SURE
        if (
            not silent
            or present is None
            or now - present.since < hosts.READER_PATIENCE - notice_time
        ):
            return
        down = outage.of_inbox(min(silent.values()), now)
        numbers = outage.games_waiting(db, down, work.house.cutoff)
    _move_deadlines(work, numbers, down)


def recover_from_outage(work: Pass) -> None:
    """Move the deadlines that passed while the machine was down, before any mail is held late."""
    is_believed, now = work.house.believed, work.house.now
    down = outage.find(work.spool, work.machine, now) if is_believed else None
    if down is None:
        return
    with work.engine.begin() as db:
        numbers = outage.games_hit(db, down)
    _move_deadlines(work, numbers, down)


def _move_deadlines(work: Pass, numbers: Sequence[int], down: outage.Outage) -> None:
    recover = outage.recover_game
    _each_game(work, numbers, lambda db, number: recover(db, work.house, down, number))


def _each_game(work: Pass, numbers: Sequence[int], act: Act[int]) -> None:
    """Act on games, each by itself, but on those that are left alone."""
    with work.engine.begin() as db:
        alone = {game.id for game in aside.list_games(db)}
    going = [number for number in numbers if number not in alone]
    with in_hand(work, partial(Task, GAME)) as hold:
        act_on_each(work, going, act, partial(report_stuck_game, work), hold)


def report_stuck_game(
    work: Pass, db: Connection, number: int, error: Exception
) -> Sequence[Notice]:
    """A game raised: every pass tries it again, or leaves it alone if it does worse than raise."""
    work.report.restless = True
    stuck = games.get(db, number)
    if isinstance(error, hand.DeadlyError | EndlessError | MemoryError):
        aside.put(db, stuck)
        notices = shunt.report_deadly(db, work.spool, work.house, stuck, error)
    else:
        notices = shunt.report_game(work.spool, work.house, stuck, error)
    if outbox.unknown_keys(db, [notice.key for notice in notices]):
        where = f"{stuck.name} {stuck.phase.id if stuck.phase else ''}"
        work.report.lines.append(f"The game {where} is stuck: {shunt.name_error(error)}.")
    return notices


SLICE = 6.0
"""Seconds of a pass after which nobody begins to think any more; a move takes one to four."""


def let_computers_think(work: Pass) -> bool:
    """Let those think who have to; whether a game may go on now that all of its have."""
    until = monotonic() + SLICE
    ready = False
    with work.beside.begin() as db:
        alone = {game.id for game in aside.list_games(db)}
        waiting = [game for game in seats.games_with(db, SHARP) if game not in alone]
    with in_hand(work, partial(Task, GAME)) as hold:
        for number in waiting:
            ready = _think_guarded(work, number, until, hold) or ready
    return ready


def _think_guarded(work: Pass, number: int, until: float, hold: Hold[int]) -> bool:
    """The same as ``_think_for``, but a game that raises is told of, and the others go on."""
    with hold(number) as bound:
        try:
            with bound:
                return _think_for(work, number, until)
        except Exception as error:
            if mishaps.spoils_all(error):
                raise
            stuck = error

    def fail(_db: Connection, _number: int) -> Sequence[Notice]:
        raise stuck

    act_on_each(work, [number], fail, partial(report_stuck_game, work))
    return False


def _think_for(work: Pass, number: int, until: float) -> bool:
    """Let the computers of one game think; whether the last of them has done so just now."""
    has_thought = False
    while True:
        with work.engine.begin() as db:
            game = games.get(db, number)
            table = tables.load(game)
            thinking = computers.find_thinking(db, table) if game.deadline else []
            if has_thought and not thinking:
                games.touch(db, number)
        if not thinking:
            return has_thought
        if monotonic() > until:
            work.report.restless = True
            return False
        seat = thinking[0]
        budget = min(table.customs.rollouts, work.house.config.limits.rollouts)
        orders = computers.think(table, seat.power, seat.computer, budget)
        with work.engine.begin() as db:
            sheets.add_thought_out(db, game, seat.power, seat.computer, orders)
        has_thought = True
