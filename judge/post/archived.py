"""A journalled mail as it came: its bytes in the archive, and the letter that they are.

A mail lies in archive/ as DIGEST.eml; after a month it moves into the folder of its month, as
2026-11/DIGEST.eml.gz. What is in neither was let go of, by the keeper or by his rules.
"""

import gzip
import os
from pathlib import Path

from judge.home.house import House
from judge.kernel.mail import Letter
from judge.mail import body
from judge.store.record import Taken

HEAD = 1 << 16
"""Bytes that hold the headers of any mail that is read."""


def find_octets(house: House, taken: Taken) -> bytes | None:
    """A mail's bytes; None if the keeper has cleared it away, or where no archive is at hand."""
    try:
        return raw(house.archive, taken.digest) if house.archive else None
    except FileNotFoundError:
        return None


def path(archive: Path, digest: str) -> Path:
    """Where a mail's bytes lie; where they would, if they are gone."""
    fresh = archive / f"{digest}.eml"
    if fresh.exists():
        return fresh
    return next(archive.glob(f"[0-9]*/{digest}.eml.gz"), fresh)


def digests(archive: Path) -> set[str]:
    """The digests of all mails whose bytes lie there."""
    months = (month for month in archive.glob("[0-9]*") if month.is_dir())
    return {name.partition(".")[0] for one in (archive, *months) for name in os.listdir(one)}


def raw(archive: Path, digest: str, limit: int = -1) -> bytes:
    """A mail's bytes, or the first ``limit``. Raises OSError, FileNotFoundError if it is gone."""
    found = path(archive, digest)
    with gzip.open(found) if found.suffix == ".gz" else found.open("rb") as file:
        return bytes(file.read(limit))


def head(archive: Path, digest: str) -> bytes:
    """The beginning of a mail, with all of its headers. Raises OSError as above."""
    return raw(archive, digest, HEAD)


def read_letter(house: House, taken: Taken, octets: bytes) -> Letter:
    """A mail's bytes read as a letter, of which so much is read as judge.toml allows."""
    limit = house.config.limits.letter_bytes
    return body.read_letter(octets, taken.received, house.ours, whole=taken.whole, limit=limit)
