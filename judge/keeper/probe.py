"""The mail that the doctor mails to the judge itself, and what mails that came in tell of servers.

It goes to an address with a plus part, as a seat's is, and says that a program has sent it: the
judge takes it, journals it, and answers nothing.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from sqlalchemy import Connection, select

from judge import batch
from judge.home import archives, spool
from judge.home.house import find_identity
from judge.home.spool import Spool
from judge.kernel.errors import KeeperError
from judge.mail import headers, mime, stamps
from judge.mail.bounces import bounce_address
from judge.mail.outbox import Envelope
from judge.post import archived_mails, servers
from judge.store.database import open_to_read
from judge.store.schema import letters

PATIENCE = 60.0
"""Seconds in which the probe has to come in."""
LATEST = 20
"""So many of the mails that came in are asked which servers they came through."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """What our own servers wrote on a mail: their names behind "by", and who vouches for it."""

    hosts: tuple[str, ...]
    authserv: str


def compose(this_spool: Spool) -> Envelope:
    """A probe: a mail of the judge to itself."""
    ours = find_identity(this_spool)
    name = secrets.token_hex(8)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = ours.address
    mail["To"] = to = ours.plus(f"probe.{name}")
    mail["Subject"] = "judge doctor looks whether mail comes in"
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<probe.{name}@{ours.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("The judge sent this to itself. Nobody has to do anything.\n")
    return Envelope(mail.as_bytes(), to, bounce_address(ours, f"probe.{name}"))


def send(home: Path, rest: Callable[[float], None] = time.sleep) -> tuple[Stamped, float]:
    """Mail a probe and wait until a pass has taken it; what it bears, and the seconds it took.

    Does passes as cron would. Raises KeeperError where it does not leave or come in.
    """
    this_spool = spool.open_spool(home)
    if this_spool.config.outbox.kind == "maildir":
        raise KeeperError(
            "nothing is sent while kind in [outbox] of judge.toml is maildir: write smtp or "
            "sendmail there."
        )
    probe = compose(this_spool)
    start = time.monotonic()
    for outcome in servers.open_transport(this_spool).post([probe]):
        if outcome.verdict != "sent":
            raise KeeperError(f"the server does not take it: {outcome.reason}.")
    while time.monotonic() - start < PATIENCE:
        report = batch.run(home)
        probe_stamps = _find_probe(this_spool, probe)
        if probe_stamps is not None:
            return probe_stamps, time.monotonic() - start
        if report.failed:
            raise KeeperError(f"a pass could not be done: {' '.join(report.lines) or 'see above'}")
        rest(1)
    raise KeeperError(
        f"a mail to {probe.to} left and did not come in within {PATIENCE:g} seconds: see in your "
        f"mail server's log where it went; judge+anything@ has to reach the judge as well "
        f"(Postfix: recipient_delimiter = +)."
    )


def _find_probe(this_spool: Spool, probe: Envelope) -> Stamped | None:
    """What the probe bears, if a pass has taken it."""
    name = str(mime.parse(probe.raw)["Message-ID"])
    engine = open_to_read(this_spool.database)
    with engine.begin() as db:
        query = select(letters.c.digest).where(letters.c.message_id == name)
        digest = db.execute(query).scalar()
        head = (
            archived_mails.read_beginning(db, archives.of(this_spool), digest) if digest else None
        )
    engine.dispose()
    return None if head is None else read_stamps(head)


def find_stamps(db: Connection, this_spool: Spool) -> list[Stamped]:
    """What our own servers wrote on the latest mails, the newest first."""
    query = select(letters.c.digest).order_by(letters.c.id.desc()).limit(LATEST)
    all_stamps = []
    for digest in db.execute(query).scalars():
        try:
            all_stamps.append(
                read_stamps(archived_mails.read_beginning(db, archives.of(this_spool), digest))
            )
        except FileNotFoundError:  # let go of
            continue
    return all_stamps


def read_stamps(raw: bytes) -> Stamped:
    """What our own servers wrote on a mail."""
    fields = headers.of(mime.parse(raw))
    return Stamped(stamps.own_servers(fields), stamps.stamping_server(fields))
