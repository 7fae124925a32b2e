"""Dice that can be checked: throws keyed by event, from a secret committed to in advance."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.kernel.audience import Discreet
from judge.kernel.engine import Event

_UNBIASED = 65500
"""The largest multiple of 100 that fits 16 bits: words from here on would favour low throws."""


class SecretDice(Discreet, frozen=True):
    """The throws of one game: HMAC-SHA256(secret, "game|key") brought to 1..100 without bias."""

    hidden = frozenset({"secret"})
    secret: bytes
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


Throw = tuple[str, int]
"""A throw as it was told: its key ("phase|event key") and its number."""


def list_throws(events: Iterable[Event]) -> list[Throw]:
    """Every throw that events tell of, in their order: whatever has a ``key`` and a ``throw``."""
    return [throw for event in events for throw in _inside(event.data)]


def _inside(value: Any) -> Iterator[Throw]:
    if isinstance(value, Mapping):
        if "key" in value and "throw" in value:
            yield str(value["key"]), int(value["throw"])
        for part in value.values():
            yield from _inside(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _inside(part)


def disagreements(
    secret: bytes, commitment: str, game: str, all_throws: Iterable[Throw]
) -> tuple[str, ...]:
    """What does not fit the secret, a sentence each; none: every throw was honest.

    ``commitment`` is the hash published when the game began, ``all_throws`` the throws of all its
    reports. A key that was thrown twice is a fault too, unless both times gave the same.
    """
    faults = []
    if not hmac.compare_digest(hashlib.sha256(secret).hexdigest(), commitment):
        faults.append("The secret is not the one that was committed to when the game began.")
    dice = SecretDice(secret, game)
    for key, number in dict.fromkeys(all_throws):
        true_number = dice.throw(key)
        if true_number != number:
            faults.append(f"{key}: {number} was told, the secret throws {true_number}.")
    return tuple(faults)
