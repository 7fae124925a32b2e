"""What our own MTA wrote on a mail: when it took it, and for whom it vouches.

Anybody can write such headers; ours stand on top, so only those above everything else count.
"""

import quopri
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from msgspec import Struct

from judge.mail import signatures
from judge.mail.mime import Headers
from judge.mail.ours import Ours

_KEYWORD = r"[A-Za-z0-9][A-Za-z0-9-]*+"
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_BARE = r"[A-Za-z0-9!#$%&'*+./:=?^_`{|}~\[\]-]++"
"""Tokens; and base64, IPv6 addresses, HELO literals, which real servers don't quote."""
_DOMAIN = r"[A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++)*+"
_VALUE = rf"(?:{_BARE}|{_QUOTED})?@{_DOMAIN}|{_QUOTED}|{_BARE}"
_PROPERTY = rf"({_KEYWORD})\s*\.\s*({_KEYWORD})\s*=\s*({_VALUE})(?=\s|$)"
_RESULT = rf"""
    \s* ({_KEYWORD}) (?:\s*/\s*[0-9]+)? \s*=\s* ({_KEYWORD})
    (?:\s+ reason \s*=\s* (?:{_QUOTED}|{_BARE}))?
    ((?:\s+ {_PROPERTY})*+) \s*
"""
_AS_PROPERTY = re.compile(_PROPERTY)
_AS_RESULT = re.compile(_RESULT, re.VERBOSE | re.IGNORECASE)
_AS_HEAD = re.compile(rf"\s*({_QUOTED}|{_BARE})(?:\s+1)?\s*")
_OUTSIDE = re.compile(rf'{_QUOTED}|[^"();]+|.')
_INSIDE = re.compile(r"\\.|[^()\\]+|.")
_SITE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")

_OF_DKIM = frozenset({"header.a", "header.b", "header.d", "header.i", "header.s"})
_OF_ADDRESS = frozenset({"smtp.remote-ip", "policy.iprev"})


class Result(Struct, frozen=True):
    """What one method found: all names in lower case, all values without their quotes."""

    method: str
    result: str
    properties: dict[str, str]


def results_server(value: str) -> str:
    """The name in front of a field, of whoever wrote it: in lower case, or ""."""
    return re.sub(r'[\s;("].*', "", value.strip().removeprefix('"'), flags=re.DOTALL).lower()


def read_results(value: str) -> list[Result]:
    """The results of a field, in their order.

    Raises ValueError where it breaks RFC 8601 anywhere, names a property twice in one result, or
    a signer's identity that is not one of the domain that signed.
    """
    if not value.isascii() or not value.replace("\t", " ").isprintable():
        raise ValueError("a character that no field may hold")
    pieces, depth, place = [""], 0, 0
    while place < len(value):  # parted at its semicolons, each comment replaced with a blank
        match = (_INSIDE if depth else _OUTSIDE).match(value, place)
        piece = match[0] if match else ""
        place += len(piece)
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if depth < 0 or (piece == '"' and not depth):
            raise ValueError("a comment or a quoted string without its beginning or end")
        if piece == ";" and not depth:
            pieces.append("")
        elif not depth:
            pieces[-1] += " " if piece == ")" else piece
    if depth:
        raise ValueError("a comment without its end")
    head, *parts = pieces
    if not _AS_HEAD.fullmatch(head) or not parts:
        raise ValueError(f"not the name of a server: {head!r}")
    if [part.strip().lower() for part in parts] == ["none"]:
        return []
    return [_read_result(part) for part in parts]


def _read_result(part: str) -> Result:
    match = _AS_RESULT.fullmatch(part)
    if match is None:
        raise ValueError(f"not a result: {part!r}")
    found = [
        (
            f"{kind}.{name}".lower(),
            re.sub(r"\\(.)", r"\1", value[1:-1]) if value.endswith('"') else value,
        )
        for kind, name, value in _AS_PROPERTY.findall(match[3])
    ]
    one = Result(match[1].lower(), match[2].lower(), dict(found))
    if len(one.properties) < len(found):
        raise ValueError(f"a property that stands twice: {part!r}")
    if one.method == "dkim":
        home = one.properties.get("header.d", "").lower()
        if one.result == "pass" and not (
            _SITE.fullmatch(home) and one.properties.keys() <= _OF_DKIM
        ):
            raise ValueError("a signature of nobody, or with properties that no signature has")
        identity = one.properties.get("header.i", f"@{home}").lower()
        _, at, domain = identity.rpartition("@")
        if not at or not f".{domain}".endswith(f".{home}"):
            raise ValueError(f"an identity that is none of {home}: {identity}")
    return one


def believe_results(results: Iterable[Result], *, plain: bool) -> Iterator[str]:
    """The domains that a field's results vouch for, in lower case.

    Behind a signer's identity nothing counts; ``dmarc`` counts where nobody's text stands before
    it. ``plain``: the envelope sender can't be read as anything else, so what SPF says of it may
    stand before a signature's result. So may what is said of the sending host's number.
    """
    signatures = policies = True
    for one in results:
        names = one.properties.keys()
        if one.method == "dmarc":
            home = one.properties.get("header.from", "").lower()
            if policies and one.result == "pass" and _SITE.fullmatch(home):
                yield home
        elif one.method == "dkim":
            if signatures and one.result == "pass":
                yield one.properties["header.d"].lower()
            signatures &= "header.i" not in names
            policies &= not names & {"header.i", "header.s"}
        elif one.method != "iprev" or not names <= _OF_ADDRESS:
            signatures &= plain and one.method == "spf" and names <= {"smtp.mailfrom"}
            policies = False


ARRIVED = "x-judge-arrived"
"""``judge deliver`` writes it as the very first header, where no sender can put one."""

_BY = re.compile(r"\bby\s+(?![\d.]+(?:\s|$))([\w.-]+)(?![\w.:-])", re.ASCII)
"""A server's name; providers write the number of a machine of theirs there as well."""
_HANDED = re.compile(r"\s*from\s+([\w.-]+)\s.*\bwith\s+LMTPS?A?\b", re.ASCII | re.DOTALL)
"""An LMTP line: LMTP is spoken between servers of one site only (RFC 2033)."""
_NUMBER = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f.:]{3,45})\]", re.ASCII)
"""The address of whoever spoke to a server, as servers write it into their lines."""
_COMMENT = re.compile(r"\([^()]*\)")
_PLAIN = re.compile(r"<?[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>?", re.ASCII)
"""An address that reads as an address wherever it is printed."""
_IDENTITY = re.compile(r"(?:^|;)i=([^;]*)", re.IGNORECASE)
_WRITTEN = re.compile(rb"[\w.!#$%&'*+/=?^`{|}~-]*@[\w.-]+")


class Vouching(NamedTuple):
    """For which domain our servers' stamps vouch, or ""; ``void``: they prove nothing at all."""

    domain: str = ""
    void: bool = False


def arrival_time(fields: Headers, ours: Ours) -> datetime | None:
    """When our own MTA took the mail (UTC), by its topmost Received line or our pipe's stamp.

    None where neither is there: then the mailbox's own time has to do.
    """
    fields = _genuine(fields)
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
    fields = _genuine(fields)
    top = fields.first("received")
    if not _is_ours(top, ours) or fields.first("return-path") == "<>":
        return None
    stamp, writing_moment = _moment(top.rpartition(";")[2]), writing_time(fields)
    if stamp and writing_moment and abs(stamp - writing_moment) > timedelta(days=1):
        return None
    return stamp


def writing_time(fields: Headers) -> datetime | None:
    """When a mail left its writer (UTC): its Date or its first Received line, the earlier one.

    None where it has neither. Nobody vouches for these.
    """
    first = fields.every("received")[-1:]
    dates = (fields.first("date"), *(line.rpartition(";")[2] for line in first))
    moments = [moment for moment in map(_moment, filter(None, dates)) if moment is not None]
    return min(moments, default=None)


def _is_ours(received_line: str, ours: Ours) -> bool:
    by = _BY.search(_strip_comments(received_line))
    return by is not None and by.group(1).lower() in {host.lower() for host in ours.hosts}


def _strip_comments(received_line: str) -> str:
    return _COMMENT.sub("", received_line.rpartition(";")[0])


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def sending_host(fields: Headers, ours: Ours) -> str:
    """The network address that our own MTA got a mail from, by the line of our border, or "".

    Behind LMTP that is the second line; where no line of ours is on top nothing is believed.
    """
    for line in _genuine(fields).every("received"):
        if not _is_ours(line, ours):
            return ""
        if not _HANDED.match(_strip_comments(line)):
            match = _NUMBER.search(line.partition(" by ")[0])
            return match[1].lower() if match else ""
    return ""


def own_servers(fields: Headers) -> tuple[str, ...]:
    """The names behind "by" in the uppermost lines: our own servers', if this mail came in here.

    That is the topmost one, and where that got the mail by LMTP, the next one as well.
    """
    names: list[str] = []
    for line in _genuine(fields).every("received"):
        bare = _strip_comments(line)
        by = _BY.search(bare)
        if by is None:
            break
        names.append(by.group(1).lower())
        if not _HANDED.match(bare):
            break
    return tuple(dict.fromkeys(names))


def stamping_server(fields: Headers) -> str:
    """The name in the topmost Authentication-Results that stands above our border, or ""."""
    for name, value in _genuine(fields).fields:
        if name == "authentication-results":
            return results_server(value)
        if name == "received" and not _HANDED.match(_strip_comments(value)):
            break
    return ""


def read_vouching(fields: Headers, sender: str, ours: Ours) -> Vouching:
    """Whether our own MTA stamped a DKIM or DMARC pass for the domain of ``sender``.

    The domain that passed is the sender's own or one above it. A stamp below the line of our
    border, where the mail came in from outside, was in the mail already: it proves nothing.
    Neither does any other where one of ours is malformed: programs read each other's stamps, too.
    Nor does one on a mail with a signature that would not prove it to us (``signatures``).
    """
    if _genuine(fields) is not fields:
        return Vouching(void=True)
    home = sender.rpartition("@")[2]
    if not (home and ours.authserv_id):
        return Vouching()
    try:
        domains = _read_domains(fields, ours)
    except ValueError:
        return Vouching(void=True)
    domain = next((one for one in domains if f".{home}".endswith(f".{one}")), "")
    arrival = arrival_time(fields, ours) if domain else None
    if arrival is None or not signatures.may_all_prove(fields.fields, arrival, ours):
        return Vouching()
    return Vouching(domain)


def _read_domains(fields: Headers, ours: Ours) -> Iterator[str]:
    """The domains that our own stamps vouch for; raises ValueError where one is malformed.

    Only our own servers can have written what stands above the border. Lines of theirs that got
    the mail from each other by LMTP stand above it; the first of ours that did not is the border;
    one of anybody else voids all. The name behind "from" alone would prove nothing: whoever
    connects chooses it.
    """
    hosts, above = {host.lower() for host in ours.hosts}, Headers(())
    for place, (name, value) in enumerate(fields.fields):
        if name != "received":
            continue
        match = _HANDED.match(_strip_comments(value))
        if _is_ours(value, ours) and match and match[1].lower() in hosts:
            continue
        if _is_ours(value, ours):
            above = Headers(fields.fields[:place])
        break
    stamps = [
        read_results(value)
        for value in above.every("authentication-results")
        if results_server(value) == ours.authserv_id.lower()
    ]
    envelopes = above.every("return-path")
    plain = bool(envelopes) and all(_PLAIN.fullmatch(one.strip()) for one in envelopes)
    return (domain for stamp in stamps for domain in believe_results(stamp, plain=plain))


def _genuine(fields: Headers) -> Headers:
    """The fields, or none where a signer may have written some of those that look like ours.

    Exim and OpenDKIM print the identity of a signature (``i=``, RFC 6376) as it reads decoded,
    and begin a new header where it holds a line end; so it has to be an address and no more.
    """
    for signature in fields.every("dkim-signature"):
        for text in _IDENTITY.findall("".join(signature.split())):
            decoded = quopri.decodestring(text.encode("utf-8", "surrogateescape"))
            if not _WRITTEN.fullmatch(decoded):
                return Headers(())
    return fields
