"""Whether a game's throws were honest: the published secret throws them all again."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.kernel.dice import SecretDice
from judge.kernel.engine import Event

Throw = tuple[str, int]
"""A throw as it was told: its key ("phase|event key") and its number."""


def throws(events: Iterable[Event]) -> list[Throw]:
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
