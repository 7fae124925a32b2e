"""``judge trace``: what became of a mail, from its arrival to the fate of its answer.

Asked for by a receipt, a mail of the outbox, a Message-ID, an address or a game. It shows heads
only, with secret addresses cut; what a mail says is shown to nobody but who asks for its bytes.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from time import sleep

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from judge.kernel.errors import MissingError
from judge.mail import body, mime
from judge.mail.compose import message_id
from judge.mail.identity import hide_secrets
from judge.mail.ours import Ours, receipt_name, receipt_number
from judge.post import intake
from judge.run.start import reading
from judge.spool import archives, spool
from judge.spool.house import find_identity
from judge.spool.spool import Spool
from judge.store import games, letters, log, outbox
from judge.store.database import open_to_read
from judge.store.log import Link
from judge.store.record import ReceivedMail
from judge.store.schema import letters as journal
from judge.store.schema import log as told
from judge.store.schema import outbox as written
from judge.store.schema import readings

LATEST = 20
"""So many mails of each kind are traced where an address or a game has more."""
SHOWN = ("From", "To", "Date", "Subject", "Message-ID")
FATES = {
    outbox.QUEUED: "waits to be sent",
    outbox.UNWRITTEN: "waits to be written",
    outbox.SENT: "sent",
    outbox.FAILED: "given up",
    outbox.RETURNED: "came back",
    outbox.DROPPED: "let go unsent",
}
DEEDS = {
    log.TAKEN: "taken into the journal",
    log.AGAIN: "came once more",
    f"{log.MAIL}{letters.DONE}": "acted on and answered",
    f"{log.MAIL}{letters.SILENT}": "acted on, not answered",
    f"{log.MAIL}{letters.SHUNTED}": "put aside: it raised",
    f"{log.MAIL}{letters.REPEATED}": "a copy of another mail",
    f"{log.MAIL}{letters.NEW}": "to be acted on again",
}
"""What the log calls a mail's fate, in words."""


class Step(Struct, frozen=True):
    """Something that became of a mail: when (UTC), the mail's name, and what."""

    at: datetime
    mail: str
    what: str

    def __str__(self) -> str:
        """A line."""
        return f"{self.at:%Y-%m-%d %H:%M:%S} UTC  {self.mail}  {self.what}"


class Inquiry(Struct, frozen=True):
    """What a trace looks through."""

    db: Connection
    opened: Spool
    ours: Ours


def trace(home: Path, name: str) -> list[Step]:
    """What became of what was typed, oldest first. Raises KeeperError if it is not known."""
    with reading(home) as (db, spool):
        inquiry = Inquiry(db, spool, find_identity(spool))
        steps = sorted(_steps(inquiry, name.strip()), key=lambda step: (step.at, step.mail))
        if not steps:
            raise MissingError(
                f"Nothing is known of '{name}': give a receipt (R48213), a mail of the outbox "
                f"(M17), a Message-ID, an address or a game's name."
            )
        return list(dict.fromkeys(steps))


def _steps(inquiry: Inquiry, name: str) -> Iterator[Step]:
    """The steps of all that a name stands for."""
    number = receipt_number(inquiry.ours, name)
    if name.upper().startswith("R") and number is not None:
        yield from _of_letters(inquiry, [number])
    elif name[:1].upper() == "M" and name[1:].isdigit():
        yield from _of_posts(inquiry, written.c.id == int(name[1:]))
    elif name.startswith("<") and name.endswith(">"):
        query = select(journal.c.id).where(journal.c.message_id == name)
        yield from _of_letters(inquiry, list(inquiry.db.execute(query).scalars()))
        keys = inquiry.db.execute(select(written.c.key)).scalars()
        ours = [key for key in keys if message_id(key, inquiry.ours) == name]
        yield from _of_posts(inquiry, written.c.key.in_(ours))
    elif "@" in name:
        # The latest mails that name an address as their sender.
        numbers: list[int] = []
        newest = select(journal.c.id, journal.c.digest).order_by(journal.c.id.desc())
        for number, digest in inquiry.db.execute(newest):
            with suppress(OSError):  # let go of
                head = intake.read_beginning(inquiry.db, archives.of(inquiry.opened), digest)
                sender = mime.headers_of(mime.parse(head)).first("from").lower()
                numbers += [number] if name.lower() in sender else []
            if len(numbers) == LATEST:
                break
        yield from _of_letters(inquiry, numbers)
        yield from _of_posts(inquiry, written.c.recipient == name.lower())
    elif game := games.find_named(inquiry.db, name):
        # What was done in it, the mails that its players sent, and those that it sent.
        for at, deed in log.of_game(inquiry.db, game.name):
            yield Step(at, game.name, f"{deed.what} by {deed.who}")
        query = select(readings.c.letter).where(readings.c.game == game.id)
        latest = inquiry.db.execute(query.order_by(readings.c.letter.desc()).limit(LATEST))
        yield from _of_letters(inquiry, list(latest.scalars()))
        yield from _of_posts(inquiry, written.c.game == game.name)


def _of_letters(inquiry: Inquiry, numbers: list[int]) -> Iterator[Step]:
    """What became of mails that came in, and of their answers."""
    for number in numbers:
        mail = letters.get(inquiry.db, number)
        name = receipt_name(inquiry.ours, number)
        if mail is None:
            former = letters.find_former(inquiry.db, number)
            if former is not None:
                yield Step(former, name, "received; what became of it was let go of")
            continue
        try:
            raw = intake.read_beginning(inquiry.db, archives.of(inquiry.opened), mail.digest)
        except OSError:
            what = ", and let go since"
        else:
            letter = body.read_letter(raw, mail.received, inquiry.ours, whole=False)
            subject = mime.header_words(mime.headers_of(mime.parse(raw)).first("subject"), 60)
            to = hide_secrets(letter.recipient) or "no address of ours"
            about = hide_secrets(subject) or "(no subject)"
            what = f" from {letter.sender or 'nobody'} to {to}: {about}"
        yield Step(mail.received, name, f"received{what}")
        deeds = select(told.c.at, told.c.what, told.c.who).where(
            told.c.what.startswith(log.MAIL),
            or_(
                told.c.facts.like(f'%"mail":{number}}}%'),
                told.c.facts.like(f'%"mail":{number},%'),
            ),
        )
        for at, what, who in inquiry.db.execute(deeds.order_by(told.c.id)):
            why = f" ({mail.reason})" if mail.reason and what == f"{log.MAIL}{mail.status}" else ""
            by = f" by the {who}" if who == log.KEEPER else ""
            yield Step(at, name, f"{DEEDS.get(what, what)}{why}{by}")
        answer = outbox.answer_key(number, mail.digest)
        yield from _of_posts(inquiry, written.c.key == answer)


def _of_posts(inquiry: Inquiry, which: object) -> Iterator[Step]:
    """What became of mails that were written, the latest of them."""
    query = select(written).where(which)  # type: ignore[arg-type]
    for post in inquiry.db.execute(query.order_by(written.c.id.desc()).limit(LATEST)):
        name = f"M{post.id}"
        of = f" of {post.game}" if post.game else ""
        yield Step(
            post.created, name, f"written: {post.kind}{of} to {post.recipient or 'somebody'}"
        )
        tries = f", tried {post.tries} times" if post.tries > 1 else ""
        why = f": {post.reason}" if post.reason else ""
        at = post.created if post.status in outbox.WAITING and not post.tries else post.due
        when = " until then" if post.status == outbox.QUEUED and post.tries else ""
        yield Step(at, name, f"{FATES.get(post.status, post.status)}{when}{tries}{why}")


def show(home: Path, asked_name: str) -> str:
    """The head of a mail that came in, and what became of it. Raises KeeperError as ``trace``."""
    with reading(home) as (db, spool):
        mail = _find(db, spool, asked_name)
        archive = archives.of(spool)
        try:
            head = mime.parse(intake.read_beginning(db, archive, mail.digest))
        except FileNotFoundError:
            lines = [f"its bytes were let go of: sha256 {mail.digest}"]
        else:
            shown = [(name, str(head[name])) for name in SHOWN if head[name]]
            lines = [hide_secrets(f"{name}: {mime.header_words(text)}") for name, text in shown]
            lines.append(f"File: {archive.place(mail.digest)}")
    return "\n".join([*lines, "", *map(str, trace(home, asked_name))])


def raw(home: Path, name: str) -> bytes:
    """The bytes of a mail that came in. Raises KeeperError if it is not there."""
    with reading(home) as (db, spool):
        mail = _find(db, spool, name)
        try:
            return archives.of(spool).read(db, mail.digest)
        except FileNotFoundError as error:
            raise MissingError(f"The bytes of mail {name} were let go of.") from error


def _find(db: Connection, spool: Spool, name: str) -> ReceivedMail:
    ours = find_identity(spool)
    number = receipt_number(ours, name)
    mail = letters.get(db, number) if number is not None else None
    if mail is None:
        raise MissingError(
            f"There is no mail {name}: its name is the receipt that its answer bears (R48213)."
        )
    return mail


LOG_TICK = 1.0
"""Seconds between two looks for what is new."""


def list_events(
    home: Path,
    since: datetime | None = None,
    game: str = "",
    follow: Callable[[], bool] = lambda: False,
) -> Iterator[Link]:
    """The events from a time on (UTC), of one game or, "", of all; oldest first.

    Then, as long as ``follow`` says so, what is added to them.
    """
    engine = open_to_read(spool.open_spool(home).database)
    last_row = 0
    try:
        while True:
            with engine.begin() as db:
                links = log.find(db, last_row, since=since, game=game.lower())
            yield from links
            last_row = links[-1].id if links else last_row
            if not follow():
                return
            sleep(LOG_TICK)
    finally:
        engine.dispose()
