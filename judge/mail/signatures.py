"""DKIM: which signatures prove who wrote a mail, and how the judge verifies them itself.

It does so for a mailbox at a provider, none of whose stamps can be believed. Whoever verifies it, a
signature proves its domain if it covers the whole text, From, To, Date and Subject, was made within
the week, and To or Cc names us: who has a letter that was written to him could hand it to us else,
as orders. What stands in a mail but outside of its signature may come from anybody who handed the
mail on: so it may not say that another address of ours is meant; and a signature proves one mail,
when the same one comes again it proves nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from judge.kernel.errors import KeeperError
from judge.mail.identity import recipient
from judge.mail.mime import Headers
from judge.mail.ours import Ours, first_address

WEEK, AHEAD = timedelta(days=7), timedelta(days=1)
"""How old a signature may be when its mail arrives, and how far its clock may be ahead."""
LASTING = WEEK + AHEAD
"""So long after a mail came its signature could still prove another one."""
MOST = 3
"""Signatures of a mail that are tried."""
LONGEST = 86_400
"""Seconds that a key is believed at most, whatever its domain says."""
COVERED = ("from", "to", "date", "subject")
"""What a signature has to cover beside the text: that is what a signed mail says."""
OF_WRITER = ("from", "date", "subject")
"""The same where something else in a mail tells that it was written to us."""
_HEEDED = (
    *("to", "cc", "message-id", "in-reply-to", "references"),
    *("content-type", "content-transfer-encoding", "content-disposition"),
)
_BESIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)|=\?[^?\s]*\?[^?\s]*\?[^?\s]*\?=', re.DOTALL)
"""What stands in To beside addresses: names, in quotes or encoded, and comments."""
_UNCLEAR = re.compile(r'["()\\]')
_READER = re.compile(r"[^<>]*<([^<>\s]+)>|([^<>\s]+)")

Tags = Mapping[str, str]
Fields = Sequence[tuple[str, str]]
"""A mail's headers: the name in lower case, and the value."""


def is_genuine(
    raw: bytes,
    sender: str,
    received: datetime,
    ours: Ours,
    find_key: Callable[[str], str],
    covered: Collection[str] = COVERED,
) -> bool:
    """Whether a signature proves that ``sender`` wrote this mail to us.

    ``find_key`` gives the key that is published under a name ("s._domainkey.example.org"), or "".
    ``covered`` is what the signature has to cover.
    """
    import dkim  # noqa: PLC0415 - few spools need it

    try:
        mail = dkim.DKIM(raw, minkey=1024)
        fields = [(name.decode().lower(), value.decode("latin-1")) for name, value in mail.headers]
        values = [value for name, value in fields if name == "dkim-signature"]
        home = sender.rpartition("@")[2]
        for place, value in enumerate(values[:MOST]):
            tags = _read_tags(value)
            domain = tags["d"].lower()  # the sender's, or one above it
            is_over = "." in domain and f".{home}".endswith(f".{domain}")
            if not (is_over and _may_prove(tags, fields, received, ours, covered)):
                continue
            key = find_key(f"{tags['s']}._domainkey.{domain}".lower())
            # It may be a trial, or say that it is for this very domain alone.
            flags = "".join(_read_tags(key).get("t", "").split()).split(":") if key else ["y"]
            is_own = tags.get("i", f"@{domain}").rpartition("@")[2].lower() == domain
            is_usable = "y" not in flags and ("s" not in flags or is_own)
            if is_usable and mail.verify(place, lambda *_, key=key, **__: key):
                return True
    except Exception:
        return False  # whatever a stranger's mail makes the library raise
    return False


def may_all_prove(fields: Fields, received: datetime, ours: Ours) -> bool:
    """Whether each of a mail's signatures proves what it says to us, if it is genuine.

    Our own mail server's stamp says that one is, not which.
    """
    try:
        return all(
            _may_prove(_read_tags(value), fields, received, ours)
            for name, value in fields
            if name == "dkim-signature"
        )
    except (KeyError, ValueError, TypeError, IndexError, OverflowError, OSError):
        return False


def _read_tags(text: str) -> Tags:
    """A list of tags (RFC 6376, 3.2); raises ValueError for one that is malformed."""
    pairs = [tag.partition("=") for tag in text.strip().removesuffix(";").split(";")]
    tags = {name.strip(): value.strip() for name, _, value in pairs}
    if len(tags) < len(pairs) or not all(sign for _, sign, _ in pairs):
        raise ValueError(f"not a list of tags: {text!r}")
    return tags


def _may_prove(
    tags: Tags,
    fields: Fields,
    received: datetime,
    ours: Ours,
    covered: Collection[str] = COVERED,
) -> bool:
    """Whether a signature proves that its mail is to us and new, if it is genuine."""
    times_there = Counter(name for name, _ in fields)
    if "l" in tags or tags["a"].endswith("sha1") or not times_there["date"]:
        return False
    times_covered = Counter(re.split(r"\s*:\s*", tags["h"].lower()))
    heeded = (*covered, *(name for name in _HEEDED if name in times_covered))
    if any(times_there[name] > times_covered[name] for name in heeded):
        return False
    if "t" in tags:  # when it was made it says itself, or the Date that it covers does
        made = datetime.fromtimestamp(int(tags["t"]), UTC)
    else:
        date = next(text for name, text in fields if name == "date")
        made = parsedate_to_datetime(date.strip())
        made = made if made.tzinfo else made.replace(tzinfo=UTC)
    return -AHEAD <= received - made <= WEEK and _is_for_us(fields, heeded, ours)


def _is_for_us(fields: Fields, heeded: Collection[str], ours: Ours) -> bool:
    """Whether To, or a Cc that counts, names us, and nothing else there another address of ours."""
    readers = ("to", "cc") if "cc" in heeded else ("to",)
    # A name that looks like an address is none: who answers a mail writes the one it had in From.
    bare = [_BESIDE.sub(" ", text) for name, text in fields if name in readers]
    named = set()  # the plus parts, mostly "", of the addresses of ours
    for one in re.split("[,;]", ",".join(text for text in bare if not _UNCLEAR.search(text))):
        match = _READER.fullmatch(one.strip())
        reader = (match[1] or match[2]) if match else ""
        address, plus = first_address(reader, ours)
        if address and address == reader.lower():
            named.add(plus)
    _, meant = first_address(recipient(Headers(tuple(fields)), ours), ours)
    return bool(named) and meant in named | {""}


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
