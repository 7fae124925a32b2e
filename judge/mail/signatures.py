"""DKIM as the judge verifies it itself: whose signature proves who wrote a mail.

For a mailbox at a provider, none of whose stamps can be believed. A signature proves its domain if
it covers the whole text, From, To, Date and Subject, was made within the week, and To or Cc names
us: who has a letter that was written to him could hand it to us else, as orders. What stands in a
mail but outside of its signature may come from anybody who handed the mail on: so a signature
proves one mail, and when the same one comes again it proves nothing.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from msgspec import Struct

from judge.kernel.errors import KeeperError
from judge.mail.ours import Ours, first_address

WEEK, AHEAD = timedelta(days=7), timedelta(days=1)
"""How old a signature may be when its mail arrives, and how far its clock may be ahead."""
LASTING = WEEK + AHEAD
"""So long after a mail came its signature could still prove another one."""
MOST = 3
"""Signatures of a mail that are tried."""
LONGEST = 86_400
"""Seconds that a key is believed at most, whatever its domain says."""
_WANTED = ("from", "to", "date", "subject")
_HEEDED = ("cc", "message-id", "in-reply-to", "references", "content-type")
_MARK = 32

Tags = Mapping[str, str]


class Signature(Struct, frozen=True):
    """A signature that is genuine: the domain, and what tells what it covers from all else."""

    domain: str
    mark: str

    def __str__(self) -> str:
        """As it stands in the journal."""
        return f"{self.domain} {self.mark}"


def find_signature(
    raw: bytes, sender: str, received: datetime, ours: Ours, find_key: Callable[[str], str]
) -> Signature | None:
    """The signature that proves that ``sender`` wrote this mail to us.

    ``find_key`` gives the key that is published under a name ("s._domainkey.example.org"), or "".
    """
    import dkim  # noqa: PLC0415 - few spools need it

    try:
        mail = dkim.DKIM(raw, minkey=1024)
        fields = [(name.decode().lower(), value.decode("latin-1")) for name, value in mail.headers]
        values = [value for name, value in fields if name == "dkim-signature"]
        for place, value in enumerate(values[:MOST]):
            tags, key = _read_tags(value), ""
            if _may_prove(tags, fields, sender, received, ours):
                key = find_key(f"{tags['s']}._domainkey.{tags['d']}".lower())
            if _is_usable(key, tags) and mail.verify(place, lambda *_, key=key, **__: key):
                return Signature(tags["d"].lower(), _mark(tags, mail.signed_headers))
    except Exception:
        return None  # whatever a stranger's mail makes the library raise
    return None


def _read_tags(text: str) -> Tags:
    """A list of tags; raises an error of the library's for one that is malformed."""
    from dkim.util import parse_tag_value  # noqa: PLC0415 - as above

    found: Mapping[bytes, bytes] = parse_tag_value(text.encode("latin-1"))
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in found.items()}


def _may_prove(
    tags: Tags, fields: list[tuple[str, str]], sender: str, received: datetime, ours: Ours
) -> bool:
    """Whether a signature proves that ``sender`` wrote this mail to us, if it is genuine."""
    home = sender.rpartition("@")[2]
    if "." not in tags["d"] or not f".{home}".endswith(f".{tags['d'].lower()}"):
        return False
    if "l" in tags or tags["a"].endswith("sha1"):
        return False
    times_there = Counter(name for name, _ in fields)
    times_covered = Counter(re.split(r"\s*:\s*", tags["h"].lower()))
    heeded = (*_WANTED, *(name for name in _HEEDED if name in times_covered))
    if any(times_there[name] > times_covered[name] for name in heeded):
        return False
    readers = "\n".join(text for name, text in fields if name in ("to", "cc") and name in heeded)
    is_for_us = bool(first_address(readers, ours)[0])
    return is_for_us and -AHEAD <= received - _find_time(tags, fields) <= WEEK


def _mark(tags: Tags, covered: Sequence[tuple[bytes, bytes]]) -> str:
    """What tells a signed mail from every other: all that is signed, the text by its digest (bh=).

    Never the signature itself (b=): one number can be written in many ways that all hold.
    """
    signed = [(name, "".join(value.split())) for name, value in tags.items() if name != "b"]
    return hashlib.sha256(repr((sorted(signed), covered)).encode()).hexdigest()[:_MARK]


def _find_time(tags: Tags, fields: list[tuple[str, str]]) -> datetime:
    """When a signature was made: it says so itself, or the Date that it covers does."""
    if "t" in tags:
        return datetime.fromtimestamp(int(tags["t"]), UTC)
    moment = parsedate_to_datetime(next(text for name, text in fields if name == "date").strip())
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _is_usable(key: str, tags: Tags) -> bool:
    """Whether a key may prove anything: it is no trial, and of this very domain if it says so."""
    if not key:
        return False
    flags = "".join(_read_tags(key).get("t", "").split()).split(":")
    identity = tags.get("i", f"@{tags['d']}").rpartition("@")[2].lower()
    return "y" not in flags and ("s" not in flags or identity == tags["d"].lower())


def ask_key(name: str, seconds: float) -> tuple[str, int]:
    """The key that is published under a name, or "", and for how many seconds it is.

    Raises KeeperError where no name server answers.
    """
    from dns.exception import DNSException  # noqa: PLC0415 - as above
    from dns.resolver import NXDOMAIN, NoAnswer, get_default_resolver  # noqa: PLC0415 - as above

    try:
        answer = get_default_resolver().resolve(f"{name}.", "TXT", lifetime=seconds)
        (key,) = (b"".join(record.strings).decode("latin-1") for record in answer)
    except (NXDOMAIN, NoAnswer, ValueError):  # none, or two of them
        return "", 0
    except (DNSException, OSError) as error:
        raise KeeperError(
            f"No name server answers: see /etc/resolv.conf ({type(error).__name__})."
        ) from error
    return key, min(answer.rrset.ttl if answer.rrset else 0, LONGEST)
