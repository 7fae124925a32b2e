"""One-time addresses: whoever replies to a mail has read the mailbox that it went to.

The address stands in Reply-To and nowhere else, so nothing has to be copied; it works once,
for a week. A letter whose From proves nothing is answered with one: the reply to the answer
proves its sender, and the letter then counts as one of his own.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import Connection

from judge.desk.desk import Desk
from judge.home.house import House
from judge.kernel.mail import Letter
from judge.mail import identity
from judge.mail.ours import Ours
from judge.post import archived_mails
from judge.store import letters, proven_addresses, replies
from judge.store.record import ReceivedMail
from judge.store.replies import Once

HOLDS = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a reply to a one-time address is worth.

    ``reply`` is that letter, now proven to come from the mailbox; ``letter_proved`` the
    letter that it proves as well, as it is to be read now, and ``mail`` as it was journalled;
    ``is_waiting``: that one has done nothing yet.
    """

    reply: Letter
    letter_proved: Letter
    mail: ReceivedMail
    is_waiting: bool


def make_address(desk: Desk, mail: ReceivedMail, to: str, *, waits: bool) -> str:
    """A new one-time address, to be mailed to ``to`` in answer to the letter at the desk."""
    ours, now = desk.house.ours, desk.house.now
    new_address = identity.once_address(ours, str(mail.id), mail.digest, to, now.isoformat())
    row = Once(_digest(ours, identity.once_token(new_address)), to, mail.id, waits, now)
    replies.put(desk.db, row, now - HOLDS)
    return new_address


def take_proof(db: Connection, house: House, letter: Letter) -> Proof | None:
    """What a letter proves by the one-time address that it came to; the address is used up.

    None if it came to another address, or to one that is used up or too old.
    """
    token = identity.once_token(letter.recipient)
    row = replies.get(db, _digest(house.ours, token)) if token else None
    if row is None or row.spent or house.now - row.made > HOLDS or letter.refusal:
        return None
    mail = letters.get(db, row.letter)
    first = _read_again(db, house, mail) if mail else None
    if mail is None or first is None:
        return None
    replies.spend(db, row)
    proven_addresses.add(db, row.address, house.now)
    proven = row.address.rpartition("@")[2]
    reply = replace(letter, sender=row.address, authenticated=proven)
    first = replace(
        first,
        sender=row.address,
        authenticated=proven,
        message_id=letter.message_id,
        references=letter.references,
    )
    return Proof(reply, first, mail, row.waits)


def _read_again(db: Connection, house: House, mail: ReceivedMail) -> Letter | None:
    """Read a letter from the archive; None if the keeper has cleared it away."""
    octets = archived_mails.find_octets(db, house, mail)
    return None if octets is None else archived_mails.read_letter(house, mail, octets)


def _digest(ours: Ours, token: str) -> str:
    return ours.token("replied", token, bits=255)
