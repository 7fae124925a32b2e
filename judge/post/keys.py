"""The keys of those who sign mails: asked for once, and kept for as long as they are published."""

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.kernel.errors import KeeperError
from judge.mail import signatures
from judge.store import marks

PATIENCE = 5.0
"""Seconds in a pass for name servers: what they don't answer by then proves nothing."""
_MARK = "dkim "


@dataclass(slots=True)
class Keys:
    """What may be asked in one pass."""

    seconds: float = PATIENCE

    def find(self, db: Connection, now: datetime, name: str) -> str:
        """The key that is published under a name, or ""."""
        until, _, known_key = (marks.read(db, f"{_MARK}{name}") or "").partition(" ")
        if until and now < datetime.fromisoformat(until):
            return known_key
        if self.seconds <= 0:
            return ""
        start = time.monotonic()
        key, lifetime = "", 0
        with suppress(KeeperError):
            key, lifetime = signatures.ask_key(name, self.seconds)
        self.seconds -= time.monotonic() - start
        if lifetime:
            kept = marks.find_beginning(db, _MARK)
            old = [name for name, text in kept.items() if text.partition(" ")[0] <= now.isoformat()]
            marks.forget(db, *old)
            until = (now + timedelta(seconds=lifetime)).isoformat()
            marks.write(db, f"{_MARK}{name}", f"{until} {key}")
        return key
