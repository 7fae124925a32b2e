"""PRESS TO powers ... ENDPRESS and BROADCAST ... ENDBROADCAST: what players say to each other.

Or they reply to a mail that brought press: that is press as well, without these lines.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from judge.game.conduct import progress
from judge.game.press import addressing, answering, delivery
from judge.game.press.addressing import Envelope, Heading, MisaddressedError
from judge.game.readers import addresses
from judge.game.readers.notices import computer_name, readers
from judge.game.terms import settings
from judge.game.terms.customs import Manner
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command, Problem
from judge.letters.desk import speakers
from judge.letters.desk.desk import Desk
from judge.store import press, seats
from judge.store.record import RUNNING, Press, Seat

HOUR = timedelta(hours=1)
CLOSERS = {"ENDPRESS", "ENDBROADCAST"}
_OPENER = re.compile(r"\W*(?:press|broadcast)(?:\s+to)?\b", re.IGNORECASE)


def obey_press(desk: Desk, command: Command, table: Table) -> Desk:
    """Send press, or say why nothing was sent and show what was not."""
    try:
        recipients, speaker, colour = (*command.words, "", "", "")[:3]
        heading = Heading(recipients, speaker, colour, broadcast=command.verb == "broadcast")
        manner = settings.manner(table.game.options)
        _check_allowed(desk, table, manner, only_master=heading.recipients == addresses.MASTER)
        envelope = addressing.address(table, desk.role, manner, heading)
        new_message = _post(desk, table, command.block, envelope)
    except MisaddressedError as error:
        refusal = desk.refuses(command, str(error), *error.suggestions)
        return refusal.shows(unsent_event(desk, command.block)) if command.block else refusal
    sentence = _sent_sentence(desk, table, new_message)
    reply = desk.shows(delivery.event(table, new_message, desk.role, desk.own))
    return _send(reply, table, new_message).says(command, sentence).titles("your press")


def answer(
    desk: Desk, message_answered: Press, lines: Sequence[str], *, to_all: bool
) -> tuple[Desk, str]:
    """Send a reply to a message of press; and who got it, in words.

    Raises MisaddressedError where nothing was sent.
    """
    table = desk.table
    if table is None:
        raise MisaddressedError(speakers.explain_outside(desk))
    manner = settings.manner(table.game.options)
    envelope = answering.address(table, _author(desk), manner, message_answered, to_all=to_all)
    _check_allowed(desk, table, manner, only_master=envelope.readers == (addresses.MASTER,))
    message = _post(desk, table, lines, envelope, message_answered.serial)
    return _send(desk, table, message), _sent_sentence(desk, table, message)


def find_words(desk: Desk, lines: Sequence[str]) -> str:
    """Lines as they are sent; "" if nothing is left of them."""
    return delivery.clean_text(lines, desk.table.game.name if desk.table else "", desk.house.ours)


def _check_allowed(desk: Desk, table: Table, manner: Manner, *, only_master: bool) -> None:
    """Refuse press at a time when the game's options want none, and too much of it."""
    if not only_master:
        _check_time(desk, table, manner)
    most = desk.house.config.limits.press_an_hour
    since = desk.letter.received - HOUR
    if press.count_since(desk.db, table.game.id, _author(desk), since) >= most:
        raise MisaddressedError(f"you may send {most} messages an hour, so this one was not sent")


def _check_time(desk: Desk, table: Table, manner: Manner) -> None:
    """Refuse press at a time when the game's options want none."""
    game = table.game
    if desk.role == addresses.MASTER or game.status != RUNNING:
        return
    is_over = game.held or (game.deadline is not None and desk.arrival >= game.deadline)
    if is_over and not manner.late:
        raise MisaddressedError("there is no press after the deadline, until the results are out")
    if desk.seat is None or desk.sheet is None or not manner.ordered:
        return
    if progress.owes_openly(table, desk.seat.power, desk.sheet.orders):
        reason = "here press is for players whose orders are all in: put yours above it"
        raise MisaddressedError(f"{reason}, so nothing was sent")


def _author(desk: Desk) -> str:
    """The role that writes: a seat has a name before it has a power."""
    return desk.role or addresses.name(desk.seat)


def _post(
    desk: Desk, table: Table, lines: Sequence[str], envelope: Envelope, answers: int = 0
) -> Press:
    """Store a message; ``answers`` is the serial of the one that it is a reply to."""
    words = find_words(desk, lines)
    if not words:
        raise MisaddressedError("there is nothing in it, so nothing was sent")
    if len(words) > delivery.LONGEST_PRESS:
        most = delivery.LONGEST_PRESS
        raise MisaddressedError(
            f"it is too long, so nothing was sent: up to {most} characters go into one"
        )
    postal = settings.manner(table.game.options).postal and table.game.status == RUNNING
    message = Press(
        game=table.game.id,
        number=table.game.number,
        phase=table.game.phase.id if table.game.phase else "",
        author=_author(desk),
        person=desk.person.id if desk.person else None,
        signed=envelope.signed,
        recipients=envelope.recipients,
        readers=envelope.readers,
        text=words,
        public=envelope.public,
        receipt=desk.receipt,
        written=desk.letter.received,
        waits=postal,
        answers=answers,
    )
    return press.add(desk.db, message)


def _send(desk: Desk, table: Table, message: Press) -> Desk:
    """The desk with a mail to everybody who gets a message now."""
    return desk.sends(() if message.waits else delivery.send(desk.db, desk.house, table, message))


def _sent_sentence(desk: Desk, table: Table, message: Press) -> str:
    """To whom it went, how it was signed, and who else reads it: the same for whoever wrote it."""
    goes = "goes with the results" if message.waits else "sent"
    signature = f"signed {message.signed}" if message.signed else "not signed"
    sentence = f"{goes} to {addressing.list_names(message.recipients)}, {signature}"
    held_roles = {reader.role for reader in readers(desk.db, table.game)}
    vacant = [
        name for name in message.recipients if name in table.powers and name not in held_roles
    ]
    if vacant:
        sentence += _say_unread(desk, table, vacant)
    if (
        settings.manner(table.game.options).copied
        and table.game.gm
        and desk.role != addresses.MASTER
    ):
        sentence += "; the game master gets a copy"
    return sentence


def _say_unread(desk: Desk, table: Table, vacant: Sequence[str]) -> str:
    """That nobody reads what goes to powers without a player; of computers, that they don't."""
    all_seats = seats.of_game(desk.db, table.game.id)
    machines = [seat.power for seat in all_seats if seat.power in vacant and computer_name(seat)]
    others = [power for power in vacant if power not in machines]
    clauses = f"; nobody plays {addressing.list_names(others)} now" if others else ""
    if machines:
        clauses += f"; a computer plays {addressing.list_names(machines)}: it reads no press"
    return clauses


def unsent_event(desk: Desk, lines: Sequence[str]) -> Event:
    """What was not sent, for its writer to mend and send again."""
    return Event("unsent", {"text": "\n".join(lines).strip("\n")}, desk.own)


def show_unclosed(desk: Desk, problem: Problem) -> Desk:
    """The desk with a block that nothing closes as it would be whole, if ``problem`` tells of one.

    Such a problem suggests the line that is missing.
    """
    closer = next(iter(CLOSERS.intersection(problem.suggestions)), "")
    if not closer:
        return desk
    lines_below = (line for line in desk.letter.lines if line.number > problem.span.line)
    block = [line.text for line in lines_below if not line.ignored]
    if not "".join(block).strip():
        return desk
    unsent = unsent_event(desk, block)
    line = " ".join(problem.text.split())
    who = _OPENER.sub("", line).strip(" :") or "all"
    reply = {"who": who, "line": line, "text": unsent.data["text"], "closer": closer}
    return desk.shows(unsent.knowing(replies=[reply]))


def obey_publish(desk: Desk, command: Command, _table: Table, seat: Seat) -> Desk:
    """Store the seat's consent; broadcasts are public without it."""
    consents = command.verb == "publish"
    seat = replace(seat, consents=consents)
    seats.save(desk.db, seat)
    sentence = (
        "your press may be published when the game is over" if consents else "it stays private"
    )
    return replace(desk, seat=seat).says(command, sentence)
