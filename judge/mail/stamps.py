"""What our own MTA wrote on a mail: when it took it, and for whom it vouches.

Anybody can write such headers; ours stand on top, so only those above everything else count.
"""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from judge.mail.headers import Headers
from judge.mail.ours import Ours

ARRIVED = "x-judge-arrived"
"""``judge deliver`` writes it as the very first header, where no sender can put one."""

_BY = re.compile(r"\bby\s+([\w.-]+)", re.ASCII)
_COMMENT = re.compile(r"\([^()]*\)")
_PASS = re.compile(r"\s*(dkim|dmarc)\s*=\s*pass(?=\s|$)", re.IGNORECASE)
_DOMAIN = re.compile(
    r"\bheader\.(?:d|i|from)\s*=\s*@?([\w.-]+\.[\w-]+)(?=\s|$)", re.IGNORECASE | re.ASCII
)


def received(fields: Headers, ours: Ours) -> datetime | None:
    """When our own MTA took the mail (UTC), by its topmost Received line or our pipe's stamp.

    None where neither is there: then the mailbox's own time has to do.
    """
    top = fields.first("received")
    if top and _is_ours(top, ours):
        return _moment(top.rpartition(";")[2])
    if fields.fields and fields.fields[0][0] == ARRIVED:
        return _moment(fields.fields[0][1])
    return None


def witness(fields: Headers, ours: Ours) -> datetime | None:
    """The time by our own MTA's clock, if a mail shows that this clock may be right, else None.

    Where it runs on our machine, its clock is ours. So a mail that says of itself that it is a
    day older or younger proves nothing, nor does one that a mail server has made (no return path).
    """
    top = fields.first("received")
    if not _is_ours(top, ours) or fields.first("return-path") == "<>":
        return None
    stamp, written = _moment(top.rpartition(";")[2]), _moment(fields.first("date"))
    if stamp and written and abs(stamp - written) > timedelta(days=1):
        return None
    return stamp


def _is_ours(received_line: str, ours: Ours) -> bool:
    by = _BY.search(_COMMENT.sub("", received_line.rpartition(";")[0]))
    return by is not None and by.group(1).lower() in {host.lower() for host in ours.hosts}


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def authenticated(fields: Headers, sender: str, ours: Ours) -> str:
    """The domain of ``sender`` if our own MTA stamped a DKIM or DMARC pass for it, else "".

    The domain that passed is the sender's own or one above it. A stamp below our own Received
    line was in the mail when it came: it proves nothing.
    """
    home = sender.rpartition("@")[2]
    for name, value in fields.fields if home and ours.authserv_id else ():
        if name == "received" and _is_ours(value, ours):
            for domain in _passed(fields, ours):
                if home == domain or home.endswith(f".{domain}"):
                    return domain
            return ""
    return ""


def _passed(fields: Headers, ours: Ours) -> list[str]:
    """The domains that passed, by the stamps above our own Received line."""
    passed: list[str] = []
    for name, value in fields.fields:
        if name == "received":
            break
        if name == "authentication-results":
            passed += _results(value, ours.authserv_id)
    return passed


def _results(value: str, authserv_id: str) -> list[str]:
    """The domains of one stamp; none from a stamp that could be read in two ways.

    Quoted strings hold what strangers chose (an envelope sender), so they make it worthless.
    """
    bare = _COMMENT.sub(" ", _COMMENT.sub(" ", value))
    if not bare.isascii() or set('"\\()') & set(bare):
        return []
    stamp, *results = bare.split(";")
    if stamp.lower().split()[:1] != [authserv_id.lower()]:
        return []
    return [
        domain.group(1).lower()
        for result in results
        if _PASS.match(result) and (domain := _DOMAIN.search(result))
    ]
