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
    if way == OUT:
        marks.put(db, marks.TROUBLED, now)
    if present and now - present.told < DAY:
        _write(db, way, house.reader, Trouble(since, present.told, reason))
        return TroubleReport()
    _write(db, way, house.reader, Trouble(since, now, reason))
    line = f"{WORDS[way]}{f' since {_word_time(since)}' if present else ''}: {reason.rstrip('.')}."
    outbox.withdraw(db, f"keeper.trouble.{way}.", now)
    title = f"{WORDS[way][0].lower()}{WORDS[way][1:]}"
    mend = ["'judge doctor' tries it and says how to mend it."]
    mend = [] if way in (OTHERS, SHARE) else mend
    count = outbox.counts(db).get(_KEPT_BACK[way], 0) if way in _KEPT_BACK else 0
    lines = [line, *([f"Mails that wait: {count}. None is lost."] if count else []), *mend]
    return TroubleReport(line, (_make_keeper_notice(house, way, since, title, lines),))


def end_trouble(db: Connection, house: House, way: str) -> TroubleReport:
    """A pass went well: if there was trouble, tell that it is over."""
    present = find_trouble(db, way, house.reader)
    if present is None:
        return TroubleReport()
    marks.forget(db, _mark(way, house.reader))
    since = f"the trouble began {_word_time(present.since)}"
    line = f"{ENDED[way]}; {since} ({present.reason.rstrip('.')})."
    title = f"{ENDED[way][0].lower()}{ENDED[way][1:]}"
    return TroubleReport(line, (_make_keeper_notice(house, way, present.since, title, [line]),))


def _make_keeper_notice(
    house: House, way: str, since: datetime, title: str, lines: Sequence[str]
) -> Notice:
    key = f"trouble.{way}.{since:%Y%m%d%H%M%S}.{house.now:%Y%m%d%H%M%S}.{title.replace(' ', '-')}"
    return posting.make_keeper_notice(house, key, title, "health", {"lines": list(lines)})


def _mark(way: str, reader: str) -> str:
    """Servers may serve one host and not another; what lies in between is the same to all."""
    return f"trouble-{way} {reader}" if reader and way != OTHERS else f"trouble-{way}"


def _write(db: Connection, way: str, reader: str, trouble: Trouble) -> None:
    marks.write(db, _mark(way, reader), msgspec.json.encode(trouble).decode())


def _word_time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
