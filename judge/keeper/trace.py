"""``judge trace``: what became of a mail, from its arrival to the fate of its answer.

Asked for by a receipt, a mail of the outbox, a Message-ID, an address or a game. It shows heads
only, with secret addresses cut; what a mail says is shown to nobody but who asks for its bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, or_, select

from judge.home import archives
from judge.home.house import identity_of
from judge.home.spool import Spool
from judge.keeper.games import ask_spool
from judge.kernel.errors import MissingError
from judge.mail import body, headers, mime, receipt
from judge.mail.compose import message_id
from judge.mail.identity import hide_secrets
from judge.mail.ours import Ours
from judge.post import archived
from judge.store import games, letters, log, outbox
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
    outbox.SENT: "sent",
    outbox.FAILED: "given up",
    outbox.RETURNED: "came back",
    outbox.DROPPED: "let go unsent",
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that became of a mail: when (UTC), the mail's name, and what."""

    at: datetime
    mail: str
    what: str

    def __str__(self) -> str:
        """A line."""
        return f"{self.at:%Y-%m-%d %H:%M:%S} UTC  {self.mail}  {self.what}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a trace looks through."""

    db: Connection
    opened: Spool
    ours: Ours


def trace(home: Path, typed: str) -> list[Step]:
    """What became of what was typed, oldest first. Raises KeeperError if it is not known."""

    def question(db: Connection, opened: Spool) -> list[Step]:
        asked = Asked(db, opened, identity_of(opened))
        steps = sorted(_steps(asked, typed.strip()), key=lambda step: (step.at, step.mail))
        if not steps:
            raise MissingError(
                f"Nothing is known of '{typed}': give a receipt (R48213), a mail of the outbox "
                f"(M17), a Message-ID, an address or a game's name."
            )
        return list(dict.fromkeys(steps))

    return ask_spool(home, question)


def _steps(asked: Asked, typed: str) -> Iterator[Step]:
    """The steps of all that a name stands for."""
    number = receipt.number(asked.ours, typed)
    if typed.upper().startswith("R") and number is not None:
        yield from _of_letters(asked, [number])
    elif typed[:1].upper() == "M" and typed[1:].isdigit():
        yield from _of_posts(asked, written.c.id == int(typed[1:]))
    elif typed.startswith("<") and typed.endswith(">"):
        chosen = select(journal.c.id).where(journal.c.message_id == typed)
        yield from _of_letters(asked, list(asked.db.execute(chosen).scalars()))
        keys = asked.db.execute(select(written.c.key)).scalars()
        ours = [key for key in keys if message_id(key, asked.ours) == typed]
        yield from _of_posts(asked, written.c.key.in_(ours))
    elif "@" in typed:
        yield from _of_letters(asked, _sent_by(asked, typed.lower()))
        yield from _of_posts(asked, written.c.recipient == typed.lower())
    elif games.find_named(asked.db, typed) is not None:
        yield from _of_game(asked, typed.lower())


def _of_game(asked: Asked, name: str) -> Iterator[Step]:
    """What was done in a game, the mails that its players sent, and those that it sent."""
    for at, deed in log.of_game(asked.db, name):
        yield Step(at, name, f"{deed.what} by {deed.who}")
    game = games.find_named(asked.db, name)
    chosen = select(readings.c.letter).where(readings.c.game == (game.id if game else 0))
    latest = asked.db.execute(chosen.order_by(readings.c.letter.desc()).limit(LATEST))
    yield from _of_letters(asked, list(latest.scalars()))
    yield from _of_posts(asked, written.c.game == name)


def _sent_by(asked: Asked, address: str) -> list[int]:
    """The latest mails that name an address as their sender."""
    found: list[int] = []
    for number, digest in asked.db.execute(
        select(journal.c.id, journal.c.digest).order_by(journal.c.id.desc())
    ):
        if len(found) == LATEST:
            break
        try:
            head = archived.head(asked.db, archives.of(asked.opened), digest)
        except OSError:  # let go of
            continue
        if address in headers.of(mime.parse(head)).first("from").lower():
            found.append(number)
    return found


def _of_letters(asked: Asked, numbers: list[int]) -> Iterator[Step]:
    """What became of mails that came in, and of their answers."""
    for number in numbers:
        taken = letters.get(asked.db, number)
        name = receipt.name(asked.ours, number)
        if taken is None:
            former = letters.find_former(asked.db, number)
            if former is not None:
                yield Step(former, name, "received; what became of it was let go of")
            continue
        yield Step(taken.received, name, f"received{_head_words(asked, taken)}")
        deeds = select(told.c.at, told.c.what, told.c.who).where(
            told.c.what.startswith(log.MAIL),
            or_(
                told.c.facts.like(f'%"mail":{number}}}%'),
                told.c.facts.like(f'%"mail":{number},%'),
            ),
        )
        for at, what, who in asked.db.execute(deeds.order_by(told.c.id)):
            why = (
                f" ({taken.reason})" if taken.reason and what == f"{log.MAIL}{taken.status}" else ""
            )
            by = f" by the {who}" if who == log.KEEPER else ""
            yield Step(at, name, f"{_deed_words(what)}{why}{by}")
        answer = outbox.answer_key(number, taken.digest)
        yield from _of_posts(asked, written.c.key == answer)


def _deed_words(what: str) -> str:
    """What the log calls a mail's fate, in words."""
    return {
        log.TAKEN: "taken into the journal",
        log.AGAIN: "came once more",
        f"{log.MAIL}{letters.DONE}": "acted on and answered",
        f"{log.MAIL}{letters.SILENT}": "acted on, not answered",
        f"{log.MAIL}{letters.SHUNTED}": "put aside: it raised",
        f"{log.MAIL}{letters.REPEATED}": "a copy of another mail",
        f"{log.MAIL}{letters.NEW}": "to be acted on again",
    }.get(what, what)


def _head_words(asked: Asked, taken: ReceivedMail) -> str:
    """From whom a mail is, to which address of ours, and its subject."""
    try:
        raw = archived.head(asked.db, archives.of(asked.opened), taken.digest)
    except OSError:
        return ", and let go since"
    letter = body.read_letter(raw, taken.received, asked.ours, whole=False)
    subject = headers.words(headers.of(mime.parse(raw)).first("subject"), 60)
    to = hide_secrets(letter.recipient) or "no address of ours"
    return f" from {letter.sender or 'nobody'} to {to}: {hide_secrets(subject) or '(no subject)'}"


def _of_posts(asked: Asked, which: object) -> Iterator[Step]:
    """What became of mails that were written, the latest of them."""
    chosen = select(written).where(which)  # type: ignore[arg-type]
    for post in asked.db.execute(chosen.order_by(written.c.id.desc()).limit(LATEST)):
        name = f"M{post.id}"
        of = f" of {post.game}" if post.game else ""
        yield Step(
            post.created, name, f"written: {post.kind}{of} to {post.recipient or 'somebody'}"
        )
        tries = f", tried {post.tries} times" if post.tries > 1 else ""
        why = f": {post.reason}" if post.reason else ""
        at = post.created if post.status == outbox.QUEUED and not post.tries else post.due
        when = " until then" if post.status == outbox.QUEUED and post.tries else ""
        yield Step(at, name, f"{FATES.get(post.status, post.status)}{when}{tries}{why}")


def show(home: Path, typed: str) -> str:
    """The head of a mail that came in, and what became of it. Raises KeeperError as ``trace``."""

    def question(db: Connection, opened: Spool) -> str:
        taken = _find(db, opened, typed)
        try:
            head = mime.parse(archived.head(db, archives.of(opened), taken.digest))
        except FileNotFoundError:
            return f"its bytes were let go of: sha256 {taken.digest}"
        shown = [f"{name}: {headers.words(str(head[name] or ''))}" for name in SHOWN if head[name]]
        return "\n".join(
            [*map(hide_secrets, shown), f"File: {archives.of(opened).place(taken.digest)}"]
        )

    shown = ask_spool(home, question)
    return "\n".join([shown, "", *map(str, trace(home, typed))])


def raw(home: Path, typed: str) -> bytes:
    """The bytes of a mail that came in. Raises KeeperError if it is not there."""

    def question(db: Connection, opened: Spool) -> bytes:
        taken = _find(db, opened, typed)
        try:
            return archives.of(opened).read(db, taken.digest)
        except FileNotFoundError as error:
            raise MissingError(f"The bytes of mail {typed} were let go of.") from error

    return ask_spool(home, question)


def _find(db: Connection, opened: Spool, typed: str) -> ReceivedMail:
    ours = identity_of(opened)
    number = receipt.number(ours, typed)
    taken = letters.get(db, number) if number is not None else None
    if taken is None:
        raise MissingError(
            f"There is no mail {typed}: its name is the receipt that its answer bears (R48213)."
        )
    return taken
