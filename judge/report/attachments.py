"""The files that go with a mail: its calendar entry, a whole game, the master's page, throws."""

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache

from markupsafe import Markup

from judge import __version__
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.mail import Attachment
from judge.kernel.notice import Archive, Entry, Notice
from judge.mail.identity import hide_secrets
from judge.report.layout import clean_body

_DATED_KINDS = ("started", "results", "over")
"""The mails that always bring it; news do where the deadline has changed."""
CALENDAR_TYPE = "text/calendar; method=PUBLISH; charset=utf-8"


def calendar_entry(notice: Notice) -> tuple[Attachment, ...]:
    """The entry that goes with a mail, if one does."""
    facts = notice.facts
    names_deadline = any(event.kind == "deadline" for event in notice.events)
    is_news_of_it = notice.kind == "news" and (names_deadline or facts.deadline is None)
    if facts.calendar is None or facts.now is None:
        return ()
    if notice.kind not in _DATED_KINDS and not is_news_of_it:
        return ()
    due = f"{facts.phase_awaited} is due" if facts.deadline else "no deadline"
    title = f"{facts.game}: {due}"
    raw = _write_entry(facts.calendar, title, facts.deadline, facts.now)
    return (Attachment(f"{facts.game}.ics", CALENDAR_TYPE, raw),)


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


_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same game gives the same bytes."""
_KEPT = 8
_made: dict[int, tuple[Archive, Attachment]] = {}
"""Archives made lately, by identity: all readers of a game get the same one."""

Word = Callable[[Event], str]
"""Words an event as text."""


def whole_story(notice: Notice, word: Word) -> tuple[Attachment, ...]:
    """The archive that goes with a mail, if one does."""
    archive = notice.archive
    if archive is None or notice.brief:
        return ()
    cache_entry = _made.get(id(archive))
    if cache_entry is None:
        if len(_made) >= _KEPT:
            _made.clear()
        # Every phase under its title: what all were told, and then who was told what alone.
        lines: list[str] = []
        for chapter in archive.chapters:
            lines += [chapter.title, "=" * len(chapter.title), ""]
            for event in sorted(chapter.events, key=lambda event: audience.word(event) != ""):
                if audience.word(event):
                    lines.append(f"-- told to {audience.word(event)} alone:")
                lines += [word(event), ""]
            lines.append("")
        story = clean_body("\n".join(lines))
        raw = io.BytesIO()
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as target:
            for name, text in {**archive.files, archive.story: story}.items():
                content = hide_secrets(text).encode()
                target.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
        zip_file = raw.getvalue()
        attachment = Attachment(archive.name, "application/zip", zip_file)
        cache_entry = _made[id(archive)] = (archive, attachment)
    return (cache_entry[1],)


Show = Callable[[Event], Markup]
"""Words an event as HTML."""
Fill = Callable[[str, Mapping[str, object]], str]
"""Fills a template."""


def game_on_one_page(notice: Notice, show: Show, fill: Fill) -> tuple[Attachment, ...]:
    """The page that goes with a mail, if one does."""
    page = notice.page
    if page is None or notice.brief:
        return ()
    from judge.report import plates  # noqa: PLC0415 - no other mail has such a page
    from judge.report.picture import job, palette  # noqa: PLC0415

    pictures = []
    for view in page.views:
        scene = plates.scene_of(view, notice.facts.variant, page.game)
        picture = job.draw(job.write_job(job.Job(scene, "svg", palette.BOTH)))
        pictures.append({"data": b64encode(picture).decode(), "alt": scene.about})
    values = {
        "page": page,
        "made": notice.facts.now.isoformat() if notice.facts.now else "",
        "now": [show(event) for event in page.now],
        "last": [show(event) for event in page.events],
        "pictures": pictures,
    }
    html = hide_secrets(fill("page/master.html.j2", values))
    return (Attachment(f"{page.game}.html", "text/html", html.encode()),)


_HELP = re.compile(r"\s\(HELP [A-Z]+\)")
"""What nobody can ask for who gets no mails of ours."""
_ALL = "all"
"""For whom a text is that is for no power alone."""
Write = Callable[[Notice], str]
"""Writes the text of a notice that is no mail."""


def handouts(notice: Notice, write: Write) -> tuple[Attachment, ...]:
    """The texts that go with a mail to be passed on, a file each: "club-S1936M-France.txt"."""
    phase = notice.facts.phase.id if notice.facts.phase else "end"
    return tuple(
        Attachment(
            f"{notice.facts.game}-{phase}-{(one.facts.power or _ALL).replace(' ', '-')}.txt",
            "text/plain; charset=utf-8",
            hide_secrets(_HELP.sub("", clean_body(write(one)))).encode(),
        )
        for one in notice.handouts
    )


def throws_of_phase(notice: Notice) -> tuple[Attachment, ...]:
    """A phase's throws as a file of its results, for who checks them; fights tell them in words.

    A throw a line as ``key = throw``; no file where none was made.
    """
    found = [event for event in notice.events if event.kind == "d100-throws"]
    lines = [line for event in found for line in event.data["throws"]]
    if not lines or notice.kind != "results":
        return ()
    phases = (event.data["phase"] for event in notice.events if event.kind == "results")
    raw = "".join(f"{line}\n" for line in lines).encode()
    name = f"{notice.facts.game}-throws-{next(phases, 'phase')}.txt"
    return (Attachment(name, "text/plain; charset=utf-8", raw),)
