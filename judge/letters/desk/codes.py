"""One-time codes and addresses: whoever can use one reads the mailbox that it was sent to.

A code holds for a day, is spent once, and dies with ten wrong tries. It is made of the judge's
secret and the letter that asked for it, so that a pass that is run again mails the same one.

A one-time address stands in Reply-To and nowhere else, so nothing has to be copied; it works once,
for a week. A letter whose From proves nothing is answered with one: a reply to the answer proves
its sender, and where it says yes the letter counts as one of his own.
"""

import hmac
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.press import delivery
from judge.game.seats import vacancies
from judge.game.terms.tables import Table
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.mail import Letter
from judge.letters.desk.desk import Desk
from judge.mail import identity
from judge.mail.compose import message_id
from judge.mail.ours import Ours
from judge.post import intake
from judge.spool.house import House
from judge.store import letters, people
from judge.store.letters import Code, Once
from judge.store.record import Game, ReceivedMail


def issue(desk: Desk, purpose: str, holder: int) -> str:
    """A new code for ``purpose``, or "" if one has been mailed within the hour."""
    code, ours, now = letters.get_code(desk.db, purpose), desk.house.ours, desk.house.now
    if code is not None and now - code.made < limits.CODE_PAUSE:
        return ""
    code_text = ours.token("code", purpose, desk.receipt, now.isoformat(), bits=50).upper()
    digest = _digest(ours, purpose, code_text)
    letters.put_code(desk.db, Code(purpose, holder, digest, now))
    return f"{code_text[:5]}-{code_text[5:]}"


def describe_code(house: House, line: str, purpose: str, audience: str) -> Event:
    """What the mail with a code tells: the line to send back, what it is for, until when."""
    until = (house.now + limits.CODE_HOLDS).isoformat()
    return Event("code", {"line": line, "purpose": purpose, "until": until}, audience)


def spend(desk: Desk, purpose: str, code_text: str) -> int | None:
    """Whom the code for ``purpose`` serves, if ``code_text`` is that code; it is gone then."""
    plain = code_text.replace("-", "").upper()
    digest = _digest(desk.house.ours, purpose, plain)
    code = letters.get_code(desk.db, purpose)
    fits = hmac.compare_digest(digest, code.digest if code else "")
    if code is None or code.wrong >= limits.CODE_TRIES:
        return None
    if desk.house.now - code.made > limits.CODE_HOLDS:
        return None
    if not fits:
        letters.miss_code(desk.db, purpose)
        return None
    letters.drop_code(desk.db, purpose)
    return code.holder


def is_locked(desk: Desk, purpose: str) -> bool:
    """Whether ten wrong tries have locked a code that holds longer than for a day."""
    code = letters.get_code(desk.db, purpose)
    if code is None or code.wrong < limits.CODE_TRIES:
        return False
    return desk.house.now - code.made < limits.CODE_LOCKED


def count_miss(desk: Desk, purpose: str) -> None:
    """Count a wrong try of such a code; an hour without one makes up for those before it."""
    if is_locked(desk, purpose):
        return
    code, now = letters.get_code(desk.db, purpose), desk.house.now
    if code is None or now - code.made >= limits.CODE_LOCKED:
        code = Code(purpose, 0, "", now)
    letters.put_code(desk.db, replace(code, made=now, wrong=code.wrong + 1))


def _digest(ours: Ours, purpose: str, code_text: str) -> str:
    return ours.token("coded", purpose, code_text, bits=255)


def find_invitation(ours: Ours, game: Game) -> str:
    """The code that a private game's players need to join."""
    code = ours.token("invitation", game.name, game.created.isoformat(), bits=50).upper()
    return f"{code[:5]}-{code[5:]}"


def is_invited(desk: Desk, game: Game, code: str) -> bool:
    """Whether ``code`` lets somebody into a game; everybody may come into one that is open.

    Ten wrong codes in a row lock the game for an hour, in the same words.
    """
    purpose = f"invitation {game.name}"
    if not vacancies.is_private(game):
        return True
    if vacancies.plain_code(code) == vacancies.plain_code(find_invitation(desk.house.ours, game)):
        return not is_locked(desk, purpose)
    if code:
        count_miss(desk, purpose)
    return False


def describe_invitation(ours: Ours, game: Game, audience: str) -> tuple[Event, ...]:
    """The invitation code, for the game master; nothing where none is needed."""
    if not vacancies.is_private(game):
        return ()
    code = find_invitation(ours, game)
    text = f"This game is private: JOIN {game.name} CODE {code} lets players in."
    return (Event("note", {"text": text}, audience),)


MOST_PRESS_SHOWN = 20
"""Messages that a mail shows, the newest; HISTORY PRESS shows all."""


def describe_handover(db: Connection, table: Table, power: str) -> tuple[Event, ...]:
    """The press that a power got or wrote, oldest first, for its new player alone."""
    all_press = delivery.press_known_to(db, table, power)
    messages = [one for one in all_press if power in (*one.readers, one.author)]
    last_messages = messages[-MOST_PRESS_SHOWN:]
    heading = Event("handed-over", {"shown": len(last_messages), "all": len(messages)}, power)
    return (heading, *(delivery.event(table, one, power, power) for one in last_messages))


KEPT = limits.ADDRESS_HOLDS + limits.PAUSE_AFTER_NO


class Proof(Struct, frozen=True):
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
    digest = _digest_token(ours, identity.once_token(new_address))
    letters.put_reply(desk.db, Once(digest, to, mail.id, waits, since, key=key), now - KEPT)
    return new_address


def find_proof(db: Connection, house: House, letter: Letter) -> Proof | None:
    """The one-time address that a letter came to; nothing is changed by that.

    None if it came to another address, or to one that is used up or too old.
    """
    token = identity.once_token(letter.recipient)
    once = letters.get_reply(db, _digest_token(house.ours, token)) if token else None
    if once is None or once.spent or house.now - once.made > limits.ADDRESS_HOLDS or letter.refusal:
        return None
    if letter.by_thread and letter.sender != once.address:  # who quotes it may have been sent it
        return None
    mail = letters.get(db, once.letter)
    octets = intake.find_octets(db, house, mail) if mail else None
    if mail is None or octets is None:  # the keeper has cleared it away
        return None
    asked = intake.read_archived(house, mail, octets)
    ids = {message_id(key, house.ours) for key in (once.key, once.again) if key}
    reply = replace(letter, sender=once.address, authenticated=once.address.rpartition("@")[2])
    return Proof(once, reply, asked, mail, not ids.isdisjoint(letter.references))


def accept(db: Connection, house: House, proof: Proof) -> Letter:
    """Use an address up by a yes: the letter asked about, now proven to be its sender's."""
    letters.change_reply(db, proof.once, spent=True)
    people.add_proven(db, proof.once.address, house.now)
    return replace(
        proof.asked,
        sender=proof.once.address,
        authenticated=proof.once.address.rpartition("@")[2],
        message_id=proof.reply.message_id,
        references=proof.reply.references,
    )


def _digest_token(ours: Ours, token: str) -> str:
    return ours.token("replied", token, bits=255)
