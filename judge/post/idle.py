"""Whether a run has nothing to do: asked before the database or anything heavy is imported."""

from datetime import UTC, datetime
from pathlib import Path

from judge.home import wake
from judge.home.spool import Spool, open_spool
from judge.kernel.errors import KeeperError


def is_idle(home: Path, now: datetime | None) -> bool:
    """Whether a run on the spool at ``home`` has nothing to do. Raises KeeperError."""
    spool = open_spool(home)
    first = wake.beat(spool)
    return is_asleep(spool, now or datetime.now(UTC)) and (now is not None or not first)


def is_asleep(spool: Spool, now: datetime) -> bool:
    """Whether nothing is due and no mail lies in the mailbox.

    Where judge.toml does not say what the inbox is, the database may know that it has to.
    """
    return not (
        spool.unsaid or wake.is_due(spool, now) or wake.is_outdated(spool) or _may_have_mail(spool)
    )


def _may_have_mail(spool: Spool) -> bool:
    """Whether a mail waits; a server that can't be asked is the pass's business, which tells it."""
    if spool.config.inbox.kind == "maildir":
        return any((spool.inbox / "new").iterdir())
    from judge.post import servers  # noqa: PLC0415 - heavy, and most spools never need it

    try:
        with servers.imap(spool) as box:
            return box.waiting()
    except KeeperError:
        return True
