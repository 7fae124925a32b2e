"""A journalled mail as it came: its bytes in the archive, and the letter that they are."""

from sqlalchemy import Connection

from judge.home.archives import Archive
from judge.home.house import House
from judge.kernel.mail import Letter
from judge.mail import body
from judge.store.record import ReceivedMail

HEAD = 1 << 16
"""Bytes that hold the headers of any mail that is read."""


def find_octets(db: Connection, house: House, mail: ReceivedMail) -> bytes | None:
    """A mail's bytes; None if the keeper has cleared it away, or where no archive is at hand."""
    try:
        return house.archive.read(db, mail.digest) if house.archive else None
    except FileNotFoundError:
        return None


def read_beginning(db: Connection, archive: Archive, digest: str) -> bytes:
    """The beginning of a mail, with all of its headers. Raises OSError, if it is gone as well."""
    return archive.read(db, digest, HEAD)


def read_letter(house: House, mail: ReceivedMail, octets: bytes) -> Letter:
    """A mail's bytes read as a letter, of which so much is read as judge.toml allows."""
    limit = house.config.limits.letter_bytes
    return body.read_letter(octets, mail.received, house.ours, whole=mail.whole, limit=limit)
