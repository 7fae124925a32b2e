"""Which of our mails a letter answers, and whether it was written for a phase that is over.

A late mail is never taken for the next phase. Its own words may name a phase that is over; or it
answers a mail of that phase and left its writer before the results did. A Date can make a mail
late, never early: who answers an old mail after the results means the phase that is open.
"""

import re
from dataclasses import replace

from judge.desk.desk import Answered, Desk
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.language.phase import phase_of
from judge.mail.compose import message_id
from judge.store import outbox, press, readings, turns
from judge.store.record import RUNNING, Press

_OURS = re.compile(r"\[([\w-]+)\] ([^:\]]+):(.*)")
"""A subject of ours: the game, a phase's title, what the mail is."""
_RESULTS = re.compile(r"\s*(?:corrected )?results\b")
_PRESS_KEY = re.compile(r"[\w-]+\.press(\d+)\.")
_PRESS = re.compile(r"\s*press(?: from (.+))?$")


def of(desk: Desk) -> Answered | None:
    """The mail that a letter answers, by its thread or else by its subject."""
    at = desk.table
    if at is None or desk.seat is None or at.game.status != RUNNING:
        return None
    key = _by_thread(desk, at)
    message = _press(desk, at, key)
    if message is not None:
        return _of_phase(desk, at, message.number, is_press=True, writer=message.signed)
    if key:
        return _of_phase(desk, at, _number(desk, at, key))
    subject = _OURS.search(desk.letter.subject)
    if subject is None or subject[1].lower() != at.game.name:
        return None
    words = subject[3].strip()
    said = _PRESS.match(words)
    number = _by_subject(desk, at, subject[2], words)
    return _of_phase(desk, at, number, is_press=bool(said), writer=said[1] or "" if said else "")


def _of_phase(
    desk: Desk, at: Table, number: int, *, is_press: bool = False, writer: str = ""
) -> Answered:
    past = _title(desk, at, number) if 0 < number < at.game.number else ""
    return Answered(number, past, is_press, writer)


def _by_thread(desk: Desk, at: Table) -> str:
    """The key of the newest mail of ours that a letter's headers name, or ""."""
    named = set(desk.letter.references)
    if not named or desk.person is None:
        return ""
    ours = desk.house.ours
    keys = outbox.keys(desk.db, desk.person.address, at.game.name)
    return next((key for key in keys if message_id(key, ours) in named), "")


def _press(desk: Desk, at: Table, key: str) -> Press | None:
    """The press that the mail ``key`` brought, if it is a mail of press."""
    found = _PRESS_KEY.match(key)
    written = press.of_game(desk.db, at.game.id) if found else ()
    return next((one for one in written if found and one.serial == int(found[1])), None)


def _number(desk: Desk, at: Table, key: str) -> int:
    """The phase in which a mail went out: its key tells, or the reading of what it answered."""
    parts = key.split(".")
    if parts[0] == "letter":
        read = readings.get(desk.db, int(parts[1]))
        return read.number if read is not None and read.game == at.game.id else 0
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0


def _by_subject(desk: Desk, at: Table, title: str, words: str) -> int:
    if at.game.phase is not None and title == at.game.phase.title:
        return at.game.number
    played = {turn.title: turn.number for turn in turns.of_game(desk.db, at.game.id)}
    number = played.get(title, 0)
    return number + 1 if number and _RESULTS.match(words) else number


def told(desk: Desk) -> Desk:
    """The desk knowing which mail the letter answers, and whether that makes it late."""
    at = desk.table
    if at is None or desk.seat is None or at.game.status != RUNNING or at.game.phase is None:
        return desk
    found = of(desk)
    known = replace(desk, answered=found)
    title = _own_words(known, at)
    if not title and found is not None and _sent_before(desk, at):
        title = found.past
    return replace(known, overdue=over(known, at, title)) if title else known


def _sent_before(desk: Desk, at: Table) -> bool:
    """Whether a letter left its writer before the results that opened the present phase did."""
    sent, opened = desk.letter.written, at.game.opened
    return sent is not None and opened is not None and sent < opened


def noted(desk: Desk) -> Desk:
    """The desk saying for which phase orders were taken that answer a mail of an earlier one."""
    past = desk.answered.past if desk.answered else ""
    if not past or not desk.changed or desk.table is None or desk.table.game.phase is None:
        return desk
    now = desk.table.game.phase.title
    text = f"You answered a mail of {past}: your orders are taken for {now}."
    return replace(desk, events=(Event("note", {"text": text}), *desk.events))


def over(desk: Desk, at: Table, title: str) -> str:
    """What is said of orders for a phase that is over."""
    now = at.game.phase.title if at.game.phase else ""
    return (
        f"{title} is over; these were not used. "
        f"If you mean them for {now}, reply TAKE {desk.receipt}."
    )


def _own_words(desk: Desk, at: Table) -> str:
    """The title of a phase that is over and stands in a subject that is not ours."""
    if _OURS.search(desk.letter.subject):
        return ""
    named = phase_of(desk.letter.subject.removesuffix("orders").strip())
    return played(desk, at, named) if named else ""


def played(desk: Desk, at: Table, named: str) -> str:
    """The title of the phase ``named`` (its id) if it is over, else ""."""
    if at.game.phase is not None and named == at.game.phase.id:
        return ""
    found = (turn.title for turn in turns.of_game(desk.db, at.game.id) if turn.phase == named)
    return next(found, "")


def _title(desk: Desk, at: Table, number: int) -> str:
    found = (turn.title for turn in turns.of_game(desk.db, at.game.id) if turn.number == number)
    return next(found, "")
