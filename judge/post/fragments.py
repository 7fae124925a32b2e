"""Mails that came cut off first, and whole when the server tried again: one mail each.

The whole one is the mail. Its words are as old as its beginning: what its writer mailed in between
came later, and stands. It was in time by the beginning only if that could be seen to be cut off:
else anybody could send a word before the deadline and all the others after it.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from judge.home.house import House
from judge.kernel.mail import Letter
from judge.mail import body, content
from judge.post import archived_mails
from judge.store import letters, readings
from judge.store.record import ReceivedMail


@dataclass(frozen=True, slots=True)
class Fragment:
    """The beginning of a mail, which came before the whole one.

    ``counts_from`` is when the mail counts as here for the clock; ``obeyed_lines`` are those whose
    commands have been obeyed.
    """

    received: datetime
    counts_from: datetime
    obeyed_lines: frozenset[int]


def find_fragment(
    db: Connection, house: House, mail: ReceivedMail, letter: Letter
) -> Fragment | None:
    """The first beginning of a mail that came before it; None if there is none."""
    others = letters.find_namesakes(db, mail)
    own_octets = _read_octets(db, house, mail) if others else b""
    beginnings = [
        (other, first)
        for other in others
        if other.received <= mail.received
        and content.is_beginning(octets := _read_octets(db, house, other), own_octets)
        and (first := archived_mails.read_letter(house, other, octets)).recipient
        == letter.recipient
    ]
    if not beginnings:
        return None
    beginning = min(other.received for other, _ in beginnings)
    is_seen = any(first.refusal == body.CUT for _, first in beginnings)
    readings_of_beginnings = (readings.get(db, other.id) for other, _ in beginnings)
    obeyed_lines = (
        each.line
        for reading in readings_of_beginnings
        if reading
        for each in reading.answers
        if each.verdict == "done"
    )
    return Fragment(beginning, beginning if is_seen else mail.received, frozenset(obeyed_lines))


def find_copies(
    db: Connection, house: House, mail: ReceivedMail, recipient: str
) -> list[tuple[int, int]]:
    """The copies that are to be closed for a mail whose head was read: of each, its whole one.

    Only those that came to the same address of ours: another seat's is a mail of its own.

    The mail itself, if the whole one was there before it; else those of its beginnings that
    nothing was done for yet.
    """
    others = [one for one in letters.find_namesakes(db, mail) if one.status != letters.REPEATED]
    own_octets = _read_octets(db, house, mail) if others else b""
    for other in others:
        octets = _read_octets(db, house, other)
        if (
            content.is_beginning(own_octets, octets)
            and _find_recipient(house, other, octets) == recipient
        ):
            return [(mail.id, other.id)]
    return [
        (one.id, mail.id)
        for one in others
        if one.status == letters.NEW
        and content.is_beginning(octets := _read_octets(db, house, one), own_octets)
        and _find_recipient(house, one, octets) == recipient
    ]


def _find_recipient(house: House, mail: ReceivedMail, octets: bytes) -> str:
    """The address of ours that a mail came to."""
    return archived_mails.read_letter(house, mail, octets).recipient


def _read_octets(db: Connection, house: House, mail: ReceivedMail) -> bytes:
    """A journalled mail's bytes; none if the keeper has cleared it away."""
    return archived_mails.find_octets(db, house, mail) or b""
