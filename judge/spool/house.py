"""What a pass works with: settings, identity, the time of the pass."""

from datetime import datetime

from msgspec import Struct

from judge.mail.ours import Ours
from judge.spool.archives import Archive
from judge.spool.config import Config
from judge.spool.spool import Former, Spool


class House(Struct, frozen=True):
    """The judge during one pass.

    ``now`` is the pass's one time, in UTC; deadlines up to ``cutoff`` have come: mails that our
    server took before them have had time to reach the mailbox. ``believed`` False: the clock is
    held to be wrong. ``pretended``: it is no clock at all, but a time given for tests or demos.
    """

    config: Config
    ours: Ours
    now: datetime
    cutoff: datetime
    archive: Archive
    """Where every mail lies as it came."""
    believed: bool = True
    pretended: bool = False
    reader: str = ""
    """What our inbox is called among those of several hosts."""


def make_identity(config: Config, secret: bytes, former: Former | None = None) -> Ours:
    """The judge's mail identity from its settings, its secret, and the one before."""
    return Ours(
        address=config.address.lower(),
        secret=secret,
        name=config.name,
        aliases=tuple(alias.lower() for alias in config.aliases),
        hosts=config.hosts,
        authserv_id=config.authserv,
        former=bytes.fromhex(former.secret) if former else b"",
        under_way=frozenset(former.phases.items() if former else ()),
        names=bytes.fromhex(former.first) if former else b"",
    )


def find_identity(spool: Spool) -> Ours:
    """The judge's mail identity from its spool."""
    return make_identity(spool.config, spool.secret, spool.former)
