"""Dice that can be checked: throws keyed by event, from a secret committed to in advance."""

import hashlib
import hmac
from dataclasses import dataclass, field

_UNBIASED = 65500
"""The largest multiple of 100 that fits 16 bits: words from here on would favour low throws."""


@dataclass(frozen=True, slots=True)
class SecretDice:
    """The throws of one game: HMAC-SHA256(secret, "game|key") brought to 1..100 without bias."""

    secret: bytes = field(repr=False)
    game: str

    @property
    def commitment(self) -> str:
        """The secret's SHA-256 in hexadecimal, published before the first throw."""
        return hashlib.sha256(self.secret).hexdigest()

    def throw(self, key: str) -> int:
        """Return the throw 1..100 for ``key`` ("phase|event key").

        The digest is read as 16 big-endian 16-bit words; the first below 65500 counts, and if
        there is none the message is tried again with "|2", "|3", ... appended.
        """
        message = f"{self.game}|{key}"
        attempt = 1
        while True:
            suffix = "" if attempt == 1 else f"|{attempt}"
            digest = hmac.digest(self.secret, (message + suffix).encode(), "sha256")
            for at in range(0, len(digest), 2):
                word = int.from_bytes(digest[at : at + 2], "big")
                if word < _UNBIASED:
                    return word % 100 + 1
            attempt += 1


@dataclass(slots=True)
class NoDice:
    """For games without dice: any throw is a bug."""

    def throw(self, key: str) -> int:
        """Raise: the rules of this game throw nothing."""
        raise LookupError(f"this game has no dice, yet {key} was thrown")
