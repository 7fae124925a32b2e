"""EXTEND [time]: a later deadline, by the game's master or by more than half of its players."""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from judge.desk import motions
from judge.desk.desk import Desk
from judge.desk.motions import Motion
from judge.game.clocks import deadlines, late
from judge.game.clocks.deadlines import Due
from judge.game.readers.addresses import MASTER
from judge.game.terms import moments, tables
from judge.game.terms.clock import Pace, read_pace
from judge.game.terms.tables import Table
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.text import Command
from judge.store import games, log

_DEADLINE = re.compile(r"^(?:the )?deadline\b", re.IGNORECASE)
VERBS = ("extend", "noextend")
USUAL, LONGEST = Pace(days=1), Pace(days=14)
"""Without a time; the longest at once."""


def run(desk: Desk, command: Command) -> Desk:
    """Move the deadline of the phase, or ask for it."""
    table, reason = desk.table, motions.explain_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline", "RESUME")
    if command.verb == "noextend":
        had_wish = motions.withdraw_motion(desk, "extend")
        return desk.says(
            command, "you no longer ask for it" if had_wish else "you did not ask for it"
        )
    try:
        pace = _pace(command, table, desk.house.now)
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ("2d",)
        return desk.refuses(command, str(error), *(f"EXTEND {one}" for one in meant))
    if desk.role == MASTER:
        return _move_deadline(desk, command, table, pace, MASTER)
    motion = Motion("extend", f"extend the deadline by {pace}", f"EXTEND {pace.as_typed}")
    voting_desk, wishes = motions.put(desk, table, motion, pace.as_typed)
    if not wishes:
        moment = desk.tell_time(later_deadline(desk, table, pace))
        sentence = f"you ask to extend the deadline by {pace}, to {moment}: it is done as soon as"
        return voting_desk.says(command, f"{sentence} more than half of the players want it")
    return _move_deadline(voting_desk, command, table, _agreed_pace(desk, table, wishes), log.JUDGE)


def _pace(command: Command, table: Table, now: datetime) -> Pace:
    """The time asked for. Raises InputError for none that can be; DoubtError with one that can."""
    text = _DEADLINE.sub("", " ".join(command.words))
    try:
        pace = read_pace(text) if text.strip() else USUAL
    except InputError as error:
        pace = _pace_until(text, max(table.game.deadline or now, now), table.game.options["zone"])
        if not pace.length or pace.length > LONGEST.length:
            raise error from None
        message = f"say how much longer: that would be {pace}"
        raise DoubtError(message, [pace.as_typed]) from None
    if pace.length > LONGEST.length:
        raise DoubtError(f"a deadline is extended by {LONGEST} at most", [LONGEST.as_typed])
    return pace


def _pace_until(text: str, base: datetime, zone: str) -> Pace:
    """How long it is from ``base`` to a moment that was typed; nothing where none was."""
    with suppress(InputError):
        return Pace.of(moments.read(text, base, zone) - base)
    return Pace()


def _agreed_pace(desk: Desk, table: Table, wishes: tuple[str, ...]) -> Pace:
    """The longest time that more than half of the players want at least."""
    longest = sorted((read_pace(wish) for wish in wishes), key=lambda pace: -pace.length)
    return longest[len(motions.list_voters(desk.db, table)) // 2]


def _move_deadline(desk: Desk, command: Command, table: Table, pace: Pace, who: str) -> Desk:
    """Set the later deadline; the rest of the letter is read with it."""
    due = Due(later_deadline(desk, table, pace), _reason(who, pace))
    mails = deadlines.move(desk.db, desk.house, table.game, due, who)
    present_table = tables.load(games.get(desk.db, table.game.id))
    sentence = f"the deadline is {pace} later, {desk.tell_time(due.deadline)}"
    return replace(desk, table=present_table).says(command, sentence).sends(mails)


def later_deadline(desk: Desk, table: Table, pace: Pace) -> datetime:
    """The present deadline, or now if it has passed, moved by ``pace``."""
    game = table.game
    base = max(game.deadline or desk.house.now, desk.house.now)
    away = deadlines.days_away(desk.db, table, late.awaited_powers(desk.db, table))
    return table.clock.extend(base, pace, game.phase.kind if game.phase else "", away)


def _reason(who: str, pace: Pace) -> str:
    whose = "the game master" if who == MASTER else "more than half of the players"
    return f"extended by {pace} as {whose} wanted"
