"""One-time codes by mail: whoever can type one reads the mailbox that it was sent to.

A code holds for a day, is spent once, and dies with ten wrong tries. It is made of the judge's
secret and the letter that asked for it, so that a pass that is run again mails the same one.
"""

import hmac
from dataclasses import replace
from datetime import timedelta

from judge.desk.desk import Desk
from judge.home.house import House
from judge.kernel.engine import Event
from judge.mail.ours import Ours
from judge.store import codes
from judge.store.codes import Code

HOLDS = timedelta(days=1)
PAUSE = timedelta(hours=1)
"""Between two codes for one purpose: nobody floods a mailbox with them."""
MOST = 10
"""Wrong tries."""
LOCKED = timedelta(hours=1)
"""How long an offer or an invitation takes no code after as many."""


def issue(desk: Desk, purpose: str, holder: int) -> str:
    """A new code for ``purpose``, or "" if one has been mailed within the hour."""
    code = codes.get(desk.db, purpose)
    if code is not None and desk.house.now - code.made < PAUSE:
        return ""
    ours = desk.house.ours
    code_text = ours.token(
        "code", purpose, desk.receipt, desk.house.now.isoformat(), bits=50
    ).upper()
    codes.put(desk.db, Code(purpose, holder, _digest(ours, purpose, code_text), desk.house.now))
    return f"{code_text[:5]}-{code_text[5:]}"


def describe_code(house: House, line: str, purpose: str, audience: str) -> Event:
    """What the mail with a code tells: the line to send back, what it is for, until when."""
    until = (house.now + HOLDS).isoformat()
    return Event("code", {"line": line, "purpose": purpose, "until": until}, audience)


def spend(desk: Desk, purpose: str, code_text: str) -> int | None:
    """Whom the code for ``purpose`` serves, if ``code_text`` is that code; it is gone then."""
    plain = code_text.replace("-", "").upper()
    digest = _digest(desk.house.ours, purpose, plain)
    code = codes.get(desk.db, purpose)
    fits = hmac.compare_digest(digest, code.digest if code else "")
    if code is None or desk.house.now - code.made > HOLDS or code.wrong >= MOST:
        return None
    if not fits:
        codes.miss(desk.db, purpose)
        return None
    codes.drop(desk.db, purpose)
    return code.holder


def is_locked(desk: Desk, purpose: str) -> bool:
    """Whether ten wrong tries have locked a code that holds longer than for a day."""
    code = codes.get(desk.db, purpose)
    return code is not None and code.wrong >= MOST and desk.house.now - code.made < LOCKED


def count_miss(desk: Desk, purpose: str) -> None:
    """Count a wrong try of such a code; an hour without one makes up for those before it."""
    if is_locked(desk, purpose):
        return
    code, now = codes.get(desk.db, purpose), desk.house.now
    if code is None or now - code.made >= LOCKED:
        code = Code(purpose, 0, "", now)
    codes.put(desk.db, replace(code, made=now, wrong=code.wrong + 1))


def _digest(ours: Ours, purpose: str, code_text: str) -> str:
    return ours.token("coded", purpose, code_text, bits=255)
