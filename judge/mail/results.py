"""Authentication-Results, read by the grammar of RFC 8601; what breaks it says nothing at all.

Verifying programs print what strangers chose (a signer's ``i=``, an envelope sender, a HELO) as
it came, even where it looks like results. So a field counts as a whole or not at all, and what
stands behind such text is not believed, however well it is formed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Result:
    """What one method found: all names in lower case, all values without their quotes."""

    method: str
    result: str
    properties: dict[str, str]


def server(value: str) -> str:
    """The name in front of a field, of whoever wrote it: in lower case, or ""."""
    return re.sub(r'[\s;("].*', "", value.strip().removeprefix('"'), flags=re.DOTALL).lower()


def read(value: str) -> list[Result]:
    """The results of a field, in their order.

    Raises ValueError where it breaks RFC 8601 anywhere, names a property twice in one result, or
    a signer's identity that is not one of the domain that signed.
    """
    if not value.isascii() or not value.replace("\t", " ").isprintable():
        raise ValueError("a character that no field may hold")
    head, *parts = _split(value)
    if not _AS_HEAD.fullmatch(head) or not parts:
        raise ValueError(f"not the name of a server: {head!r}")
    if [part.strip().lower() for part in parts] == ["none"]:
        return []
    return [_read_result(part) for part in parts]


def _split(value: str) -> list[str]:
    """A field at its semicolons, each comment replaced with a blank."""
    parts, depth, place = [""], 0, 0
    while place < len(value):
        match = (_INSIDE if depth else _OUTSIDE).match(value, place)
        piece = match[0] if match else ""
        place += len(piece)
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if depth < 0 or (piece == '"' and not depth):
            raise ValueError("a comment or a quoted string without its beginning or end")
        if piece == ";" and not depth:
            parts.append("")
        elif not depth:
            parts[-1] += " " if piece == ")" else piece
    if depth:
        raise ValueError("a comment without its end")
    return parts


def _read_result(part: str) -> Result:
    match = _AS_RESULT.fullmatch(part)
    if match is None:
        raise ValueError(f"not a result: {part!r}")
    found = [
        (f"{kind}.{name}".lower(), _unquote(value))
        for kind, name, value in _AS_PROPERTY.findall(match[3])
    ]
    one = Result(match[1].lower(), match[2].lower(), dict(found))
    if len(one.properties) < len(found):
        raise ValueError(f"a property that stands twice: {part!r}")
    if one.method == "dkim":
        _check_signature(one)
    return one


def _unquote(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if re.fullmatch(_QUOTED, value) else value


def _check_signature(one: Result) -> None:
    """Refuse a signature's result that names no domain that signed, or an identity outside it."""
    home = one.properties.get("header.d", "").lower()
    if one.result == "pass" and not (_SITE.fullmatch(home) and one.properties.keys() <= _OF_DKIM):
        raise ValueError("a signature of nobody, or with properties that no signature has")
    identity = one.properties.get("header.i", f"@{home}").lower()
    _, at, domain = identity.rpartition("@")
    if not at or not f".{domain}".endswith(f".{home}"):
        raise ValueError(f"an identity that is none of {home}: {identity}")


def believe(results: Iterable[Result], *, plain: bool) -> Iterator[str]:
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
