"""Trouble with a server or maps: told when it begins, once a day after the first, when it ends.

Cron calls every minute: what holds for hours must not be said sixty times an hour. While a trouble
lasts, every pass ends with an exit status that says so, and `judge doctor` names it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from judge.kernel.notice import Notice
from judge.post import posting
from judge.spool.house import House
from judge.store import marks, outbox

IN, OUT, WORDING, OTHERS, MAPS = "in", "out", "wording", "others", "maps"
"""Mail can't be taken; sent; written; an inbox of another host is not read; no map is drawn."""
SHARE = "share"
"""As many mails have left as may in a day."""
STOPPING = (IN, OUT, WORDING, OTHERS)
"""While these last, passes leave something undone."""
WORDS = {
    IN: "Mail can't be taken in",
    OUT: "Mail can't be sent",
    WORDING: "Mails can't be written",
    OTHERS: "Deadlines wait for an inbox",
    MAPS: "Mails go without maps",
    SHARE: "Mails wait for another day",
}
ENDED = {
    IN: "Mail comes in again",
    OUT: "Mail goes out again",
    WORDING: "All mails can be written again",
    OTHERS: "Deadlines wait for no inbox any more",
    MAPS: "Mails have their maps again",
    SHARE: "No mail waits for another day any more",
}
_KEPT_BACK = {OUT: outbox.QUEUED, WORDING: outbox.UNWRITTEN}
"""The state of the mails that a trouble keeps back."""
DAY = timedelta(days=1)


class Trouble(msgspec.Struct, frozen=True):
    """A trouble that lasts: since when, when it was told last (UTC), and the newest reason."""

    since: datetime
    told: datetime
    reason: str


class TroubleReport(Struct, frozen=True):
    """What the keeper is told now: a line for standard error and a mail, or neither."""

    line: str = ""
    notices: Sequence[Notice] = ()


def find_trouble(db: Connection, way: str, reader: str = "") -> Trouble | None:
    """The trouble that lasts, if there is one, of the host with an inbox of this name."""
    text = marks.read(db, _mark(way, reader))
    return msgspec.json.decode(text, type=Trouble) if text else None


def meet_trouble(db: Connection, house: House, way: str, reason: str) -> TroubleReport:
    """A pass met trouble: remember it, and tell it if it is new or has lasted another day.

    A mail about it that could not leave is taken back when the next one is written.
    """
    present = find_trouble(db, way, house.reader)
    now = house.now
    since = present.since if present else now
    told = present.told if present and now - present.told < DAY else None
    if way == OUT:
        marks.put(db, marks.TROUBLED, now)
    trouble = Trouble(since, told or now, reason)
    marks.write(db, _mark(way, house.reader), msgspec.json.encode(trouble).decode())
    if told:
        return TroubleReport()
    lasting = f" since {since:%Y-%m-%d %H:%M} UTC" if present else ""
    outbox.withdraw(db, f"keeper.trouble.{way}.", now)
    lines = [f"{WORDS[way]}{lasting}: {reason.rstrip('.')}."]
    if count := outbox.counts(db).get(_KEPT_BACK.get(way, ""), 0):
        lines.append(f"Mails that wait: {count}. None is lost.")
    if way not in (OTHERS, SHARE):
        lines.append("'judge doctor' tries it and says how to mend it.")
    return _report(house, way, since, WORDS[way], lines)


def end_trouble(db: Connection, house: House, way: str) -> TroubleReport:
    """A pass went well: if there was trouble, tell that it is over."""
    present = find_trouble(db, way, house.reader)
    if present is None:
        return TroubleReport()
    marks.forget(db, _mark(way, house.reader))
    since = f"the trouble began {present.since:%Y-%m-%d %H:%M} UTC"
    line = f"{ENDED[way]}; {since} ({present.reason.rstrip('.')})."
    return _report(house, way, present.since, ENDED[way], [line])


def _report(house: House, way: str, since: datetime, words: str, lines: list[str]) -> TroubleReport:
    """The first line by itself, and all in a mail."""
    title = f"{words[0].lower()}{words[1:]}"
    key = f"trouble.{way}.{since:%Y%m%d%H%M%S}.{house.now:%Y%m%d%H%M%S}.{title.replace(' ', '-')}"
    notice = posting.make_keeper_notice(house, key, title, "health", {"lines": lines})
    return TroubleReport(lines[0], (notice,))


def _mark(way: str, reader: str) -> str:
    """Servers may serve one host and not another; what lies in between is the same to all."""
    return f"trouble-{way} {reader}" if reader and way != OTHERS else f"trouble-{way}"
