"""One-time codes by mail: whoever can type one reads the mailbox that it was sent to.

A code holds for a day, is spent once, and dies with ten wrong tries. It is made of the judge's
secret and the letter that asked for it, so that a pass that is run again mails the same one.
"""

import hmac
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Connection

from judge.game.press import delivery
from judge.game.seats import vacancies
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.letters.desk.desk import Desk
from judge.mail.ours import Ours
from judge.spool.house import House
from judge.store import letters
from judge.store.letters import Code
from judge.store.record import Game

HOLDS = timedelta(days=1)
PAUSE = timedelta(hours=1)
"""Between two codes for one purpose: nobody floods a mailbox with them."""
MOST = 10
"""Wrong tries."""
LOCKED = timedelta(hours=1)
"""How long an offer or an invitation takes no code after as many."""


def issue(desk: Desk, purpose: str, holder: int) -> str:
    """A new code for ``purpose``, or "" if one has been mailed within the hour."""
    code = letters.get_code(desk.db, purpose)
    if code is not None and desk.house.now - code.made < PAUSE:
        return ""
    ours = desk.house.ours
    code_text = ours.token(
        "code", purpose, desk.receipt, desk.house.now.isoformat(), bits=50
    ).upper()
    letters.put_code(
        desk.db, Code(purpose, holder, _digest(ours, purpose, code_text), desk.house.now)
    )
    return f"{code_text[:5]}-{code_text[5:]}"


def describe_code(house: House, line: str, purpose: str, audience: str) -> Event:
    """What the mail with a code tells: the line to send back, what it is for, until when."""
    until = (house.now + HOLDS).isoformat()
    return Event("code", {"line": line, "purpose": purpose, "until": until}, audience)


def spend(desk: Desk, purpose: str, code_text: str) -> int | None:
    """Whom the code for ``purpose`` serves, if ``code_text`` is that code; it is gone then."""
    plain = code_text.replace("-", "").upper()
    digest = _digest(desk.house.ours, purpose, plain)
    code = letters.get_code(desk.db, purpose)
    fits = hmac.compare_digest(digest, code.digest if code else "")
    if code is None or desk.house.now - code.made > HOLDS or code.wrong >= MOST:
        return None
    if not fits:
        letters.miss_code(desk.db, purpose)
        return None
    letters.drop_code(desk.db, purpose)
    return code.holder


def is_locked(desk: Desk, purpose: str) -> bool:
    """Whether ten wrong tries have locked a code that holds longer than for a day."""
    code = letters.get_code(desk.db, purpose)
    return code is not None and code.wrong >= MOST and desk.house.now - code.made < LOCKED


def count_miss(desk: Desk, purpose: str) -> None:
    """Count a wrong try of such a code; an hour without one makes up for those before it."""
    if is_locked(desk, purpose):
        return
    code, now = letters.get_code(desk.db, purpose), desk.house.now
    if code is None or now - code.made >= LOCKED:
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
