"""Whether a run has nothing to do: asked before the database or anything heavy is imported."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.kernel.errors import KeeperError
from judge.spool import runs
from judge.spool.spool import Spool, open_spool
from judge.store import glance

BROKEN = ("judge-run.txt", "judge-watch.txt")
"""In the shunt: where a pass broke off, until one goes through (run/broken_commands.py)."""


def is_idle(home: Path, now: datetime | None) -> bool:
    """Whether a run on the spool at ``home`` has nothing to do. Raises KeeperError."""
    spool = open_spool(home)
    first = runs.beat(spool)
    settle = timedelta() if now else timedelta(seconds=spool.config.settle)
    asleep = is_asleep(spool, now or datetime.now(UTC), settle)
    return asleep and (now is not None or not first)


def is_asleep(spool: Spool, now: datetime, settle: timedelta = timedelta()) -> bool:
    """Whether nothing is due, ``settle`` after its time, and no mail lies in the mailbox.

    Where judge.toml does not say what the inbox is, the database may know that it has to.
    """
    if spool.unsaid or runs.is_outdated(spool):
        return False
    if not spool.is_shared and runs.is_rewritten(spool):
        # Another database may lie there than the one that we wrote last.
        head = glance.read_heads(spool.head)
        if head is not None and glance.is_changed(spool.home / "judge.db", head):
            return False
    if runs.is_lost(spool):  # the last pass left no word of what is due, or broke off
        if any((spool.shunt / name).exists() for name in BROKEN):
            return False
        if spool.hand.exists() and spool.hand.read_text(errors="replace").strip():
            return False
        if glance.may_wait(spool.home / "judge.db", now, now - settle):
            return False
    elif runs.is_due(spool, now):
        return False
    if spool.config.inbox.kind == "maildir":
        return not any((spool.inbox / "new").iterdir())
    from judge.post import servers  # noqa: PLC0415 - heavy, and most spools never need it

    try:
        with servers.open_imap(spool) as box:
            return not (box.waiting() or servers.waits_in_junk(spool))
    except KeeperError:  # a server that can't be asked is the pass's business, which tells it
        return False
