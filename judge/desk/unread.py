"""A mail of which nothing was read: its writer is told so first of all."""

import re
from dataclasses import replace

from judge.desk.desk import Desk
from judge.kernel.engine import Event

_WORD = re.compile(r"\w")


def tell(desk: Desk) -> Desk:
    """Say why, above everything else, where a letter holds something and none of it was read."""
    lines = [line for line in desk.letter.lines if _WORD.search(line.text)]
    if not lines or not all(line.ignored for line in lines):
        return desk
    reasons = list(dict.fromkeys(line.ignored for line in lines))
    unread = Event("unread", {"reasons": reasons}, desk.own)
    title = desk.title or "nothing in your mail was read"
    return replace(desk, events=(unread, *desk.events), title=title)
