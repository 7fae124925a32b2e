"""What a keeper does with mails that wait or were given up: sees, writes, sends, drops them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

from sqlalchemy import Connection

from judge.game.books.overview import Listing
from judge.kernel.errors import KeeperError, MissingError
from judge.kernel.text import count
from judge.mail.compose import put_pictures_in
from judge.run import outage, start
from judge.run.groups import word_failures, write_kept
from judge.run.start import changing, reading
from judge.spool import archives, hosts, runs, spool
from judge.spool.house import House, find_identity
from judge.store import log, outbox
from judge.store.outbox import DROPPED, FAILED, QUEUED, UNWRITTEN, Mark, Waiting

HEADS = ("mail", "state", "to", "kind", "game", "written", "tries", "next", "reason")
SHOWN = ("From", "To", "Subject", "Date", "Message-ID")
ALL = "all"
"""Instead of a number: all mails that were given up, or could not be written."""


def listing(home: Path) -> Listing:
    """The mails that wait or were given up."""
    with reading(home) as (db, _):
        return Listing((), HEADS, tuple(map(_row, outbox.find_unsent(db))))


_STATES = {QUEUED: "waits", UNWRITTEN: "unwritten", FAILED: "given up"}


def _row(mail: Waiting) -> tuple[str, ...]:
    return (
        f"M{mail.number}",
        _STATES[mail.status],
        mail.recipient,
        mail.kind,
        mail.game,
        _when(mail.created),
        str(mail.tries),
        "" if mail.status == FAILED else _when(mail.due),
        mail.reason,
    )


def _when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def show(home: Path, name: str) -> str:
    """One mail: what was tried, and its headers. Raises KeeperError if it is not there."""
    with reading(home) as (db, _):
        mail = _find_mail(db, name)
        lines = [f"{head}: {cell}" for head, cell in zip(HEADS, _row(mail), strict=True) if cell]
        if mail.status == UNWRITTEN:
            return "\n".join([*lines, "it has no text yet: the next 'judge run' tries to write it"])
        message = message_from_bytes(outbox.raw(db, mail.key))
        lines += [f"size: {mail.size} bytes" if mail.size else "its text is not kept"]
        headers = [f"{head}: {' '.join(str(message[head]).split())}" for head in SHOWN]
        return "\n".join([*lines, *(["", *headers] if mail.size else [])])


def raw(home: Path, name: str) -> bytes:
    """One mail as it leaves, with everything that is private in it. Raises KeeperError as above."""
    with reading(home) as (db, _):
        mail = _find_mail(db, name)
        if mail.status == UNWRITTEN:
            raise KeeperError(f"Mail M{mail.number} has no text yet.")
        pictures = outbox.find_pictures(db, [mail.key]).get(mail.key, ())
        return put_pictures_in(outbox.raw(db, mail.key), pictures)


def retry(home: Path, name: str) -> str:
    """Let the next pass send a mail, or all that were given up or could not be written.

    Those that have to be written are, where that is possible now. Raises KeeperError as above, also
    for a single mail that can't be sent; of all of them the others go.
    """
    with changing(home) as (db, this_spool):
        now = datetime.now(UTC)
        chosen = {mail.key: mail for mail in _choose_mails(db, name)}
        box = archives.of(this_spool)
        house = House(this_spool.config, find_identity(this_spool), now, now, box)
        unwritten = [one for one in outbox.find_unwritten(db) if one.key in chosen]
        failures = write_kept(db, house, unwritten)
        textless = [key for key, mail in chosen.items() if mail.size is None]
        reason_of_key = dict.fromkeys(textless, "has no text that could be sent")
        for key, error in failures.items():
            reason_of_key[key] = f"can't be written ({word_failures([error])})"
        mails = [mail for key, mail in chosen.items() if key not in reason_of_key]
        sentences = [
            f"Mail M{mail.number} {reason_of_key[key]}."
            for key, mail in chosen.items()
            if key in reason_of_key
        ]
        if sentences and not mails:
            raise KeeperError(" ".join(sentences))
        marks = [
            Mark(mail.key, QUEUED, 0, min(mail.due, now))
            for mail in mails
            if mail.status != UNWRITTEN
        ]
        outbox.mark(db, marks)
        _note(db, now, "outbox.retry", mails)
        runs.clear_wake(this_spool)
        return " ".join([f"The next 'judge run' sends {_mail_names(mails)}.", *sentences])


def drop(home: Path, name: str) -> str:
    """Let go of a mail, or of all that were given up. Raises KeeperError as ``show``."""
    with changing(home) as (db, _):
        now = datetime.now(UTC)
        mails = _choose_mails(db, name, (FAILED,))
        marks = [Mark(one.key, DROPPED, one.tries, now, one.reason or "dropped") for one in mails]
        outbox.mark(db, marks)
        _note(db, now, "outbox.drop", mails)
        return f"Let go of {_mail_names(mails)}."


def _choose_mails(
    db: Connection, name: str, states: Sequence[str] = (FAILED, UNWRITTEN)
) -> list[Waiting]:
    """The mail of this name, or ALL that are in these states."""
    if name.lower() == ALL:
        return [mail for mail in outbox.find_unsent(db) if mail.status in states]
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


def list_inboxes(home: Path) -> list[str]:
    """Each inbox and when it was read to its end, a line each. Raises KeeperError."""
    if not spool.open_spool(home).is_shared:
        return ["The database is this machine's own, and so is its one inbox."]
    with reading(home) as (db, _):
        inboxes = hosts.find_readers(db)
    return [f"{name}: read at {moment:%Y-%m-%d %H:%M:%S} UTC" for name, moment in inboxes.items()]


def retire_inbox(home: Path, name: str, now: datetime | None = None) -> str:
    """Wait for an inbox no more. Raises KeeperError where none of that name is waited for.

    Mails may lie in it that came in time: so the deadlines since it was read are moved as after an
    outage, and all who play are told.
    """
    with start.doing(home, now) as (db, house, mails):
        inboxes = hosts.find_readers(db)
        if name not in inboxes:
            raise MissingError(f"No inbox is called {name}: 'judge reader list' names them.")
        down = outage.of_inbox(inboxes[name], house.now)
        hit = outage.games_hit(db, down)
        for number in hit:
            mails.extend(outage.recover_game(db, house, down, number))
        hosts.retire_reader(db, name)
        log.append(db, house.now, log.KEEPER, "reader.retired", reader=name)
        moved = count(len(hit), "deadline")
        return f"{name} is waited for no more; {moved} moved."
