"""One-time addresses: whoever replies to a mail has read the mailbox that it went to.

The address stands in Reply-To and nowhere else, so nothing has to be copied; it works once,
for a week. A letter whose From proves nothing is answered with one: a reply to the answer
proves its sender, and where it says yes the letter counts as one of his own.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.kernel.mail import Letter
from judge.letters.desk.desk import Desk
from judge.mail import identity
from judge.mail.compose import message_id
from judge.mail.ours import Ours
from judge.post import intake
from judge.spool.house import House
from judge.store import letters, people
from judge.store.letters import Once
from judge.store.record import ReceivedMail

HOLDS = timedelta(days=7)
PAUSE = timedelta(days=1)
"""How long an address is asked nothing more whose reader said no."""
KEPT = HOLDS + PAUSE


@dataclass(frozen=True, slots=True)
class Proof:
    """A reply to a one-time address, and what it may confirm.

    ``reply`` is that letter, now proven to come from the mailbox; ``asked`` the letter that it is
    about, as it came, and ``mail`` as that was journalled. ``is_named``: the reply names the mail
    that bore the address, as replies do.
    """

    once: Once
    reply: Letter
    asked: Letter
    mail: ReceivedMail
    is_named: bool


def make_address(
    desk: Desk, mail: ReceivedMail, to: str, key: str, *, waits: bool, since: datetime
) -> str:
    """A new one-time address, which the mail ``key`` to ``to`` bears from ``since`` on.

    That answers the letter at the desk.
    """
    ours, now = desk.house.ours, desk.house.now
    new_address = identity.once_address(ours, str(mail.id), mail.digest, to, now.isoformat())
    digest = _digest(ours, identity.once_token(new_address))
    letters.put_reply(desk.db, Once(digest, to, mail.id, waits, since, key=key), now - KEPT)
    return new_address


def find_proof(db: Connection, house: House, letter: Letter) -> Proof | None:
    """The one-time address that a letter came to; nothing is changed by that.

    None if it came to another address, or to one that is used up or too old.
    """
    token = identity.once_token(letter.recipient)
    once = letters.get_reply(db, _digest(house.ours, token)) if token else None
    if once is None or once.spent or house.now - once.made > HOLDS or letter.refusal:
        return None
    mail = letters.get(db, once.letter)
    asked = _read_again(db, house, mail) if mail else None
    if mail is None or asked is None:
        return None
    ids = {message_id(key, house.ours) for key in (once.key, once.again) if key}
    reply = replace(letter, sender=once.address, authenticated=_domain(once))
    return Proof(once, reply, asked, mail, not ids.isdisjoint(letter.references))


def accept(db: Connection, house: House, proof: Proof) -> Letter:
    """Use an address up by a yes: the letter asked about, now proven to be its sender's."""
    letters.spend_reply(db, proof.once)
    people.add_proven(db, proof.once.address, house.now)
    return replace(
        proof.asked,
        sender=proof.once.address,
        authenticated=_domain(proof.once),
        message_id=proof.reply.message_id,
        references=proof.reply.references,
    )


def deny(db: Connection, house: House, proof: Proof) -> None:
    """Use an address up by a no, and remember that."""
    letters.deny_reply(db, proof.once, house.now)


def ask_again(db: Connection, proof: Proof, key: str) -> None:
    """Let a second mail bear the address as well."""
    letters.ask_again(db, proof.once, key)


def find_pause(desk: Desk, to: str) -> datetime:
    """When an address may be asked next: now, or a day after its reader said no."""
    denied, now = letters.find_denial(desk.db, to), desk.house.now
    return max(now, denied + PAUSE) if denied else now


def _domain(once: Once) -> str:
    return once.address.rpartition("@")[2]


def _read_again(db: Connection, house: House, mail: ReceivedMail) -> Letter | None:
    """Read a letter from the archive; None if the keeper has cleared it away."""
    octets = intake.find_octets(db, house, mail)
    return None if octets is None else intake.read_archived(house, mail, octets)


def _digest(ours: Ours, token: str) -> str:
    return ours.token("replied", token, bits=255)
