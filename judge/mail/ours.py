"""The judge's own mail identity: its addresses, its hosts, its secret, and what it signs."""

import base64
import hmac
import re
from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Ours:
    """Who the judge is.

    ``address`` is where players write ("judge@example.org"), ``aliases`` are further addresses
    that reach the same box. ``hosts`` are the names that our own MTA writes behind "by" in its
    Received line, ``authserv_id`` the one that it stamps into Authentication-Results ("" if it
    stamps none). ``secret`` keys every token that the judge gives out; ``name`` is the display
    name of its mails. ``former`` is the secret before this one, with which seats' addresses count
    in the phases ``under_way`` (games and their numbers); ``names`` is the first one, which names
    receipts. Both are empty where the secret was never changed.
    """

    address: str
    secret: bytes = field(repr=False)
    name: str = "Diplomacy judge"
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    authserv_id: str = ""
    former: bytes = field(default=b"", repr=False)
    under_way: frozenset[tuple[str, int]] = frozenset()
    names: bytes = field(default=b"", repr=False)

    @property
    def local(self) -> str:
        """The part of the address before the @."""
        return self.address.rpartition("@")[0].lower()

    @property
    def domain(self) -> str:
        """The part of the address behind the @; it ends every Message-ID of ours."""
        return self.address.rpartition("@")[2].lower()

    def token(self, *parts: str, bits: int) -> str:
        """Sign ``parts``: ``bits`` bits (a multiple of 5) of an HMAC-SHA256 in lower-case base32.

        It reveals nothing about ``parts`` and can't be guessed without the secret.
        """
        digest = hmac.digest(self.secret, "|".join(parts).encode(), "sha256")
        return base64.b32encode(digest)[: bits // 5].decode().lower()

    def plus(self, part: str) -> str:
        """Our address with a plus part: "judge+alpha@example.org"."""
        return f"{self.local}+{part}@{self.domain}"


@lru_cache(maxsize=8)
def pattern(ours: Ours) -> re.Pattern[str]:
    """What finds our addresses in text: group 1 is the whole address, group 2 its plus part."""
    boxes = "|".join(
        rf"{re.escape(local)}(?:\+([\w.=+-]{{1,60}}))?@{re.escape(domain)}"
        for local, _, domain in (box.rpartition("@") for box in (ours.address, *ours.aliases))
    )
    return re.compile(rf"(?<![\w.+=-])({boxes})(?![\w-]|\.\w)", re.IGNORECASE | re.ASCII)


def first_address(text: str, ours: Ours) -> tuple[str, str]:
    """The first address of ours in ``text``, lower-cased, and its plus part; "" for none.

    An address with a plus part wins over one without, wherever it stands.
    """
    plain = ""
    for match in pattern(ours).finditer(text):
        address, *parts = match.groups()
        plus = next((part for part in parts if part), "")
        if plus:
            return address.lower(), plus.lower()
        plain = plain or address.lower()
    return plain, ""
