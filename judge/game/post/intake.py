"""Taking mail: into the archive, into the journal, out of the mailbox, in that order."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email import message_from_bytes
from itertools import islice
from pathlib import Path

from sqlalchemy import Engine

from judge.game.clocks import witness
from judge.game.house import House
from judge.game.record import Taken
from judge.game.spool import Spool
from judge.game.store import letters, log, marks
from judge.kernel.mail import Letter
from judge.mail import body, disk, headers
from judge.mail.inbox import Inbox, Incoming
from judge.mail.stamps import witness as witness_of

GROUP = 200
"""Mails a commit: enough to make the cost of fsync small, few enough to hold in memory."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A mail of the mailbox, read as a letter."""

    incoming: Incoming
    digest: str
    letter: Letter
    stamp: datetime | None
    """When a server took it, by the server's own clock; None where only a file tells."""


def drain(engine: Engine, spool: Spool, house: House, inbox: Inbox) -> dict[str, Letter]:
    """Take every mail that lies in the mailbox; return the letters taken, by digest.

    A mail is journalled once, by its bytes and its Message-ID or place; one that is known already
    is only moved out of the way. Raises KeeperError where the mailbox can't be read to its end.
    """
    taken: dict[str, Letter] = {}
    stamps: list[datetime] = []
    vouching: list[datetime] = []
    with engine.begin() as db:
        since = marks.get(db, marks.DRAINED)
    with inbox:
        for group in _groups(inbox):
            opened = [_open(one, spool, house, since) for one in group]
            _archive(spool.archive, opened)
            _journal(engine, house, opened)
            inbox.done(*(one.incoming.key for one in opened))
            taken |= {one.digest: one.letter for one in opened}
            stamps += [one.stamp for one in opened if one.stamp]
            if not house.believed:
                vouching += [found for one in opened if (found := _vouching(one, house))]
    with engine.begin() as db:
        if house.believed:
            marks.put(db, marks.DRAINED, house.now)
            witness.stamped(db, *stamps, pretended=house.pretended)
        else:
            witness.heard(db, house.now, vouching)
    return taken


def _groups(inbox: Iterable[Incoming]) -> Iterator[Sequence[Incoming]]:
    mails = iter(inbox)
    while group := list(islice(mails, GROUP)):
        yield group


def _open(incoming: Incoming, spool: Spool, house: House, since: datetime | None) -> Opened:
    """Read a mail.

    It can't have arrived after the present pass; and where no server's stamp says when it came,
    it can't have come into our own folder before the last pass found that folder empty. Where
    our clock is wrong, so may be all that says when it came there: it came right after that pass.
    """
    served = spool.config.inbox.kind != "maildir"
    arrived = min(incoming.received, house.now)
    if since is not None and not served:
        arrived = max(arrived, min(since, house.now))
    letter = _letter(incoming.raw, arrived, house, whole=incoming.whole)
    stamp = letter.received if letter.received != arrived else None
    if served:
        stamp = max(incoming.received, letter.received)
    if since is not None and not served and not house.believed:
        letter = replace(letter, received=min(letter.received, since))
    return Opened(incoming, hashlib.sha256(incoming.raw).hexdigest(), letter, stamp)


def _letter(raw: bytes, arrived: datetime, house: House, *, whole: bool) -> Letter:
    limit = house.config.limits.letter_bytes
    return body.letter(raw, arrived, house.ours, whole=whole, limit=limit)


def _vouching(one: Opened, house: House) -> datetime | None:
    """When our own server took a mail, if that may say whether our clock is right."""
    message = message_from_bytes(one.incoming.raw.partition(b"\n\n")[0][: 1 << 16])
    return witness_of(headers.of(message), house.ours)


def _archive(archive: Path, mails: Sequence[Opened]) -> None:
    """Keep the bytes as they came, durably; the same bytes are the same file."""
    files = {f"{mail.digest}.eml": mail.incoming.raw for mail in mails}
    disk.store(files, archive, archive)


def _journal(engine: Engine, house: House, mails: Sequence[Opened]) -> None:
    """Store the mails in the journal; a mail that comes again is only counted, in the log."""
    with engine.begin() as db:
        deeds = []
        for mail in mails:
            entry = Taken(
                id=0,
                place=mail.incoming.key,
                message_id=mail.letter.message_id,
                digest=mail.digest,
                whole=mail.incoming.whole,
                received=mail.letter.received,
            )
            number, new = letters.take(db, entry, house.now)
            facts: dict[str, log.Fact] = {"mail": number, "digest": mail.digest}
            deeds.append(log.Deed(log.JUDGE, log.TAKEN if new else log.AGAIN, "", facts))
        log.extend(db, house.now, deeds)


def again(spool: Spool, house: House, taken: Taken) -> Letter:
    """Read a journalled mail from the archive: an earlier pass took it and broke off."""
    return _letter(raw(spool, taken), taken.received, house, whole=taken.whole)


def raw(spool: Spool, taken: Taken) -> bytes:
    """A journalled mail's bytes."""
    return (spool.archive / f"{taken.digest}.eml").read_bytes()
