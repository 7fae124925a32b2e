"""The deadline as an entry for the reader's calendar: one entry a game, which moves with it."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from judge import __version__
from judge.kernel.mail import Attachment
from judge.kernel.notice import Entry, Notice

KINDS = ("started", "results", "over")
"""The mails that always bring it; news do where the deadline has changed."""
TYPE = "text/calendar; method=PUBLISH; charset=utf-8"


def attachments(notice: Notice) -> tuple[Attachment, ...]:
    """The entry that goes with a mail, if one does."""
    return tuple(_make_attachment(notice))


def _make_attachment(notice: Notice) -> Iterator[Attachment]:
    facts = notice.facts
    if facts.calendar is None or not _has_changed(notice) or facts.now is None:
        return
    due = f"{facts.phase_awaited} is due" if facts.deadline else "no deadline"
    title = f"{facts.game}: {due}"
    raw = _write_entry(facts.calendar, title, facts.deadline, facts.now)
    yield Attachment(f"{facts.game}.ics", TYPE, raw)


def _has_changed(notice: Notice) -> bool:
    if notice.kind in KINDS:
        return True
    names_deadline = any(event.kind == "deadline" for event in notice.events)
    return notice.kind == "news" and (names_deadline or notice.facts.deadline is None)


@lru_cache(maxsize=64)
def _write_entry(entry: Entry, title: str, deadline: datetime | None, now: datetime) -> bytes:
    """The entry as RFC 5545 has it; without a deadline it is cancelled. All readers get the same.

    The library is imported here, since most passes write no deadline.
    """
    from icalendar import Calendar, Event  # noqa: PLC0415

    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", now.replace(microsecond=0))
    event.add("dtstart", deadline or now.replace(microsecond=0))
    event.add("summary", title)
    event.add("organizer", f"mailto:{entry.organizer}")
    event.add("status", "CONFIRMED" if deadline else "CANCELLED")
    event.add("transp", "TRANSPARENT")
    calendar = Calendar()
    calendar.add("prodid", f"-//judge//{__version__}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    octets: bytes = calendar.to_ical()
    return octets
