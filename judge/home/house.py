"""What a pass works with: settings, identity, the time of the pass."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from judge.home.config import Config
from judge.mail.ours import Ours


@dataclass(frozen=True, slots=True)
class House:
    """The judge during one pass.

    ``now`` is the pass's one time, in UTC; deadlines up to ``cutoff`` have come: mails that our
    server took before them have had time to reach the mailbox. ``believed`` False: the clock is
    held to be wrong. ``pretended``: it is no clock at all, but a time given for tests or demos.
    """

    config: Config
    ours: Ours
    now: datetime
    cutoff: datetime
    believed: bool = True
    pretended: bool = False
    archive: Path | None = None
    """Where every mail lies as it came."""


@lru_cache(maxsize=4)
def identity(config: Config, secret: bytes) -> Ours:
    """The judge's mail identity from its settings."""
    return Ours(
        address=config.address.lower(),
        secret=secret,
        name=config.name,
        aliases=tuple(alias.lower() for alias in config.aliases),
        hosts=config.hosts,
        authserv_id=config.authserv,
    )
