"""A journalled mail as it came: its bytes in the archive, and the letter that they are."""

from judge.home.house import House
from judge.kernel.mail import Letter
from judge.mail import body
from judge.store.record import Taken


def find_octets(house: House, taken: Taken) -> bytes | None:
    """A mail's bytes; None if the keeper has cleared it away, or where no archive is at hand."""
    path = house.archive / f"{taken.digest}.eml" if house.archive else None
    return path.read_bytes() if path is not None and path.exists() else None


def read_letter(house: House, taken: Taken, octets: bytes) -> Letter:
    """A mail's bytes read as a letter, of which so much is read as judge.toml allows."""
    limit = house.config.limits.letter_bytes
    return body.read_letter(octets, taken.received, house.ours, whole=taken.whole, limit=limit)
