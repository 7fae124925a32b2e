"""What a keeper does with mails that wait or were given up: sees, sends, lets go of them."""

from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

from sqlalchemy import Connection

from judge.game.books.overview import Listing
from judge.home import wake
from judge.home.spool import Spool
from judge.keeper.games import ask_spool, change_spool
from judge.kernel.errors import KeeperError
from judge.store import log, outbox
from judge.store.outbox import DROPPED, FAILED, QUEUED, Mark, Waiting

HEADS = ("mail", "state", "to", "kind", "game", "written", "tries", "next", "reason")
SHOWN = ("From", "To", "Subject", "Date", "Message-ID")
ALL = "all"
"""Instead of a number: all mails that were given up."""


def listing(home: Path) -> Listing:
    """The mails that wait or were given up."""
    return ask_spool(
        home, lambda db, _: Listing((), HEADS, tuple(map(_row, outbox.find_unsent(db))))
    )


def _row(mail: Waiting) -> tuple[str, ...]:
    return (
        f"M{mail.number}",
        "given up" if mail.status == FAILED else "waits",
        mail.recipient,
        mail.kind,
        mail.game,
        _when(mail.created),
        str(mail.tries),
        _when(mail.due) if mail.status == QUEUED else "",
        mail.reason,
    )


def _when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def show(home: Path, name: str) -> str:
    """One mail: what was tried, and its headers. Raises KeeperError if it is not there."""

    def question(db: Connection, _: Spool) -> str:
        mail = _find_mail(db, name)
        message = message_from_bytes(outbox.raw(db, mail.key))
        lines = [f"{head}: {cell}" for head, cell in zip(HEADS, _row(mail), strict=True) if cell]
        lines += [f"size: {mail.size} bytes" if mail.size else "its text is not kept"]
        headers = [f"{head}: {' '.join(str(message[head]).split())}" for head in SHOWN]
        return "\n".join([*lines, *(["", *headers] if mail.size else [])])

    return ask_spool(home, question)


def raw(home: Path, name: str) -> bytes:
    """One mail as it leaves, with everything that is private in it. Raises KeeperError as above."""
    return ask_spool(home, lambda db, _: outbox.raw(db, _find_mail(db, name).key))


def retry(home: Path, name: str) -> str:
    """Let the next pass send a mail, or all that were given up. Raises KeeperError as above."""

    def deed(db: Connection, spool: Spool) -> str:
        now = datetime.now(UTC)
        mails = _choose_mails(db, name)
        for mail in mails:
            if mail.size is None:
                raise KeeperError(f"Mail M{mail.number} has no text that could be sent.")
        outbox.mark(db, [Mark(mail.key, QUEUED, 0, min(mail.due, now)) for mail in mails])
        _note(db, now, "outbox.retry", mails)
        wake.clear(spool)
        return f"The next 'judge run' sends {_mail_names(mails)}."

    return change_spool(home, deed)


def drop(home: Path, name: str) -> str:
    """Let go of a mail, or of all that were given up. Raises KeeperError as above."""

    def deed(db: Connection, _: Spool) -> str:
        now = datetime.now(UTC)
        mails = _choose_mails(db, name)
        marks = [Mark(one.key, DROPPED, one.tries, now, one.reason or "dropped") for one in mails]
        outbox.mark(db, marks)
        _note(db, now, "outbox.drop", mails)
        return f"Let go of {_mail_names(mails)}."

    return change_spool(home, deed)


def _choose_mails(db: Connection, name: str) -> list[Waiting]:
    if name.lower() == ALL:
        return [mail for mail in outbox.find_unsent(db) if mail.status == FAILED]
    return [_find_mail(db, name)]


def _find_mail(db: Connection, name: str) -> Waiting:
    digits = name.upper().removeprefix("M")
    matches = outbox.find_unsent(db, int(digits)) if digits.isascii() and digits.isdigit() else []
    if not matches:
        raise KeeperError(f"Mail {name} is not in the outbox; 'judge outbox list' shows what is.")
    return matches[0]


def _note(db: Connection, now: datetime, deed: str, mails: list[Waiting]) -> None:
    """Write into the log what the keeper decided."""
    log.extend(db, now, [log.Deed(log.KEEPER, deed, one.game, {"mail": one.key}) for one in mails])


def _mail_names(mails: list[Waiting]) -> str:
    return ", ".join(f"M{mail.number}" for mail in mails) or "nothing"
