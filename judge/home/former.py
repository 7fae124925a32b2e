"""The secret before the last one: what was made with it counts until the phases then open are over.

The file "secret.former" of the spool holds it, the first secret of all, which names receipts for
ever, and of each running game the phase that was open when the secret was changed.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from judge.kernel.errors import DamageError

NAME = "secret.former"


class Former(msgspec.Struct, frozen=True):
    """A secret that was changed; both in hexadecimal. ``phases``: numbers of phases by game."""

    secret: str
    first: str
    phases: Mapping[str, int]

    @property
    def under_way(self) -> frozenset[tuple[str, int]]:
        """Games and numbers of the phases in which old addresses still count."""
        return frozenset(self.phases.items())


def read(home: Path) -> Former | None:
    """What the spool at ``home`` knows of it; None if the secret was never changed."""
    path = home / NAME
    try:
        kept_secret = msgspec.json.decode(path.read_bytes(), type=Former)
        bytes.fromhex(kept_secret.secret + kept_secret.first)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise DamageError(
            f"{path} is damaged: put the file of the last backup in its place, or take it away "
            f"('judge key rotate' wrote it; receipts get new names without it)."
        ) from error
    return kept_secret


def encode(former: Former) -> bytes:
    """The file's content."""
    return msgspec.json.encode(former)
