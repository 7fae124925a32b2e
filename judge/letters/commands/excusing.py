"""EXCUSE power [phase]: the game master lets a missed turn not count."""

from msgspec.structs import replace

from judge.game.clocks import excuses
from judge.game.conduct import awaited
from judge.game.readers.addresses import MASTER
from judge.game.terms.policy import NAMES
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.letters.commands import words
from judge.letters.desk import mastery
from judge.letters.desk.desk import Desk
from judge.store import conduct, seats, sheets, turns
from judge.store.record import PlayedTurn, Seat


def obey_excuse(desk: Desk, command: Command, table: Table) -> Desk:
    """Excuse the turn that is being missed, or else the last one that was."""
    power, *phase_words = command.words
    phase = words.named_phase(phase_words, table.variant)
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is None:
        return desk.refuses(command, f"nobody plays {table.variant.the(power)}")
    missed_turns = _list_missed(desk, table, seat)
    turns_meant = [turn for turn in missed_turns if phase in ("", turn.phase)]
    deadline = table.game.deadline
    is_late = deadline is not None and deadline <= desk.house.now
    misses_now = _misses_now(desk, table, seat) and phase in ("", table.game.phase_id)
    if misses_now and (is_late or not turns_meant):
        return _excuse_phase(desk, command, table, seat)
    if turns_meant:
        if seat.missed and turns_meant[-1] in missed_turns[-seat.missed :]:
            seats.save(desk.db, replace(seat, missed=seat.missed - 1))
        return _excuse_turn(desk, command, table, seat, turns_meant[-1])
    reason = f"{table.variant.the(power)} has missed no turn{f' {phase}' if phase else ''}"
    ways = (f"EXCUSE {power} {turn.phase}" for turn in missed_turns[-1:])
    return desk.refuses(command, f"{reason} that counts", *ways)


def _list_missed(desk: Desk, table: Table, seat: Seat) -> list[PlayedTurn]:
    """The turns that the player of a seat has missed himself, and that count."""
    marks = conduct.marks_of(desk.db, table.game.id, seat.power)
    numbers = {number for number, *mark in marks if mark == [seat.person, conduct.MISSED]}
    return [turn for turn in turns.of_game(desk.db, table.game.id) if turn.number in numbers]


def _misses_now(desk: Desk, table: Table, seat: Seat) -> bool:
    """Whether a seat has sent nothing for the open phase, and is not excused from it yet."""
    sheet = sheets.of_phase(desk.db, table.game.id, table.game.number).get(seat.power)
    return not seat.excused and awaited.is_silent(table, desk.house, seat, sheet)


def _excuse_phase(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Excuse the open phase: a day more, unless the clock stands still."""
    excuses.excuse(desk.db, table, seat, conduct.PARDONED)
    sentence = _record(desk, table, seat.power, table.game.phase_id, table.game.phase_title)
    if table.game.deadline is None or table.game.held:
        return desk.says(command, f"{sentence}: that it sends nothing does not count")
    mails = excuses.extend(desk.db, desk.house, table, [seat.power], MASTER)
    reply = mastery.reload_game(desk).sends(mastery.set_line_keys(desk, command, mails))
    due = reply.table.game.deadline if reply.table else None
    later = f"; the deadline is {desk.tell_time(due)}" if due else ""
    return reply.says(command, f"{sentence}{later}").titles(excuses.TITLE)


def _excuse_turn(desk: Desk, command: Command, table: Table, seat: Seat, turn: PlayedTurn) -> Desk:
    """Excuse a turn that is over, and tell its player."""
    conduct.pardon(desk.db, table.game.id, turn.number, seat.power)
    text = f"The game master excuses you for {turn.title}: it does not count as missed."
    note = Event("note", {"text": text}, seat.power)
    mails = mastery.announce(desk, command, "you are excused", note, only_to=seat.power)
    sentence = _record(desk, table, seat.power, turn.phase, turn.title)
    return desk.sends(mails).says(command, sentence).titles("a turn is excused")


def _record(desk: Desk, table: Table, power: str, phase: str, title: str) -> str:
    """Log the deed, and name it: for whom it was where all are told who is late."""
    whom = table.variant.the(power)
    named = f"excused {whom} for {title}" if table.policy.late == NAMES else "excused a missed turn"
    mastery.record_deed(desk, table, "excuse", named, power=power, phase=phase)
    return f"{whom} is excused for {title}"
