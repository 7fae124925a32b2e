"""Answers to press: which message one answers, to whom it goes, and how its readers answer.

Every reader of a message has an address of his own that answers this one. Who wrote what is not
signed is told to nobody: an answer goes back to him where the game allows it, unsigned as well.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection

from judge.game.press import addressing
from judge.game.press.addressing import ALL, ALL_POWERS, BUT, SIGNATURES, Envelope, Heading
from judge.game.readers import addresses
from judge.game.readers.addresses import MASTER, OBSERVER
from judge.game.terms import game_options
from judge.game.terms.customs import Manner
from judge.game.terms.tables import Table
from judge.kernel.text import list_names
from judge.mail import identity
from judge.mail.identity import Claim
from judge.mail.ours import Ours
from judge.store import press, seats
from judge.store.record import Game, Press

NAMES = {
    SIGNATURES[MASTER]: MASTER,
    SIGNATURES[OBSERVER]: "",
    SIGNATURES[""]: "",
    addressing.OBSERVERS.lower(): addressing.OBSERVERS,
}
"""How those are written to who sign, or are shown, with no power; "" for those who can't be."""
HIDDEN = "the writer of unsigned press"
"""How the readers of an answer to unsigned press are told of whom it goes to."""


def find_answered(
    db: Connection, ours: Ours, game: Game, claim: Claim, now: datetime
) -> tuple[str, Press] | None:
    """The message that an address answers, and the secret address of whoever got that one.

    None if the address answers nothing, or is nobody's.
    """
    found = [(name, epoch) for _, name, epoch in addresses.list_signatures(db, game)]
    found += [
        (addresses.substitute(seat, person.id), seat.epoch)
        for seat in seats.of_game(db, game.id)
        for person in addresses.acting_substitutes(db, game, seat, now)
    ]
    signatures = [
        one
        for one in found
        if identity.shorten_power(ours, game.name, one[0]).startswith(claim.power)
    ]
    for message in reversed(press.of_game(db, game.id)):
        for name, epoch in signatures:
            if identity.proves(claim, ours, name, epoch, game.number, message.serial):
                return identity.seat_address(ours, game.name, name, epoch), message
    return None


def find_writer(role: str, message: Press) -> str:
    """Who is answered by whoever has a ``role``, as press is addressed; "" where it is not signed.

    A game master who reads a copy is told who wrote it, and answers him.
    """
    if is_copy(role, message):
        return message.author
    return NAMES.get(message.signed, message.signed)


def is_copy(role: str, message: Press) -> bool:
    """Whether a message is read by the game master alone for its not being to him."""
    return role == MASTER and MASTER not in (*message.readers, message.author)


def told_recipients(table: Table, message: Press, role: str) -> Sequence[str]:
    """To whom a reader is told that a message goes: its writer and the game master know all."""
    if message.public or game_options.manner(table.game.options).listed:
        return message.recipients
    if role in (message.author, MASTER):
        return message.recipients
    return (role or "you",)


def names_spoken_for(table: Table, role: str, message: Press) -> list[str]:
    """The names other than the own by which a message reached a reader who speaks for them."""
    voices = {} if table.state is None else table.engine.press_names(table.state)
    return [name for name in message.recipients if role in voices.get(name, ())]


def find_speaker(table: Table, role: str, message: Press) -> str:
    """The name that signs a reader's answer where it was not written to himself; "": his own.

    Else an answer would tell who it is that speaks for a minor power.
    """
    is_wide = any(name.startswith(ALL_POWERS) for name in message.recipients)
    if message.public or role in message.recipients or is_wide:
        return ""
    return next(iter(names_spoken_for(table, role, message)), "")


def name_all(table: Table, role: str, message: Press) -> str:
    """All whom an answer to a message may go to, as a heading names them; "" where it may not.

    Those are who signed it and all others of whom its reader is told.
    """
    if told_recipients(table, message, role) != message.recipients or is_copy(role, message):
        return ""
    own_names = (role, find_speaker(table, role, message))
    others = [name for name in message.recipients if name not in own_names]
    wide_name = next((name for name in others if name.startswith(ALL_POWERS)), "")
    if wide_name:
        names = wide_name.replace(f"{ALL_POWERS} but ", BUT).replace(ALL_POWERS, ALL)
        return names.replace(" and ", ", ")
    found = [find_writer(role, message), *(NAMES.get(name, name) for name in others)]
    return ", ".join(filter(None, found)) if others else ""


def address(table: Table, author: str, manner: Manner, message: Press, *, to_all: bool) -> Envelope:
    """The envelope of an answer that ``author`` (a role) writes. Raises MisaddressedError."""
    speaker = find_speaker(table, author, message)
    if to_all and message.public:
        return addressing.address(table, author, manner, Heading(ALL, broadcast=True))
    if to_all:
        names = name_all(table, author, message)
        if not names:
            reason = "nobody else is told to have got what you answer"
            raise addressing.MisaddressedError(f"{reason}: without ALL it goes to who wrote it")
        return addressing.address(table, author, manner, Heading(names, speaker))
    writer = find_writer(author, message)
    if writer:
        return addressing.address(table, author, manner, Heading(writer, speaker))
    reason = _explain_unanswerable(author, manner, message)
    if reason:
        ways = ("a first line ALL",) if _can_answer_all(table, author, message) else ()
        raise addressing.MisaddressedError(reason, *ways)
    addressing.check_allowed(table, author, manner, partial=True, only_master=False)
    return Envelope((message.author,), (HIDDEN,), SIGNATURES.get(author, "") if author else "")


def _explain_unanswerable(role: str, manner: Manner, message: Press) -> str:
    """Why the writer of a message can't be answered, "" if he can."""
    if find_writer(role, message):
        return ""
    if message.signed:
        return f"{message.signed} can't be answered"
    return "" if manner.answers else "it is not signed, so its writer can't be answered"


def _can_answer_all(table: Table, role: str, message: Press) -> bool:
    """Whether more people than its writer can be answered at once."""
    return message.public or bool(name_all(table, role, message))


def tell_ways(table: Table, role: str, message: Press) -> Mapping[str, object]:
    """How a reader answers a message by reply, as plain data for the mail that brings it.

    ``who`` gets an answer ("" where none can: ``why``), ``others`` get it by ALL as well.
    """
    manner = game_options.manner(table.game.options)
    quiet = "" if message.author == MASTER else addressing.explain_quiet(table)
    why = _explain_unanswerable(role, manner, message) or quiet
    shown = SIGNATURES.get(message.author, message.author)
    writer = shown if is_copy(role, message) else message.signed or "its writer, unsigned as well"
    speaker, others = find_speaker(table, role, message), ""
    if _can_answer_all(table, role, message) and not table.quiet_phase:
        names = [name for name in message.recipients if name not in (role, speaker)]
        others = list_names(names) if names else ""
    return {"who": "" if why else writer, "why": why, "others": others, "speaker": speaker}
