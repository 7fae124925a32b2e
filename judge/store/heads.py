"""How far the log was when we last wrote into it: by this file an old database is known.

Each process writes one of its own into its spool, after each commit that wrote into the log, and
when it sees what others wrote. It is not synced: an older head does no harm, and a newer one can't
be, since the database is durable before it.
"""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

FILE = "head"


class Head(msgspec.Struct, frozen=True):
    """A row of the log by its book and number, its hash, and when it was committed by our clock.

    ``letters`` and ``mails`` are the numbers of the last ones that the database knew then.
    """

    book: str
    number: int
    hash: str
    at: datetime
    letters: int
    mails: int


_DECODER = msgspec.json.Decoder(Head)


def read(file: Path) -> Head | None:
    """What a file holds; None where none is there, or a power cut has left something else."""
    try:
        return _DECODER.decode(file.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None


def find_all(home: Path) -> list[Head]:
    """Those of all processes that ever worked in a spool."""
    files = (file for file in home.glob(f"{FILE}*") if file.suffix != ".part")
    return [head for file in files if (head := read(file))]


def write(file: Path, head: Head) -> None:
    """Put a head in the place of the one before. Where the disk refuses, that one stays."""
    part = Path(f"{file}.part")
    with suppress(OSError):
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as target:
            target.write(msgspec.json.encode(head))
        part.replace(file)
