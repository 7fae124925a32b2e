"""A mail of ours as bytes: the same record, identity and date always give the same bytes.

The headers are written here and not by the standard library, which breaks long Message-IDs into
encoded words (threading ends there), is slow, and in some versions lets an encoded newline begin
a new header. Every value is checked: nothing that anybody typed can begin one.
"""

import re
from base64 import b64encode, encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from io import BytesIO
from urllib.parse import quote

from judge.kernel.mail import Attachment, MadePicture, Mail
from judge.mail.identity import is_address
from judge.mail.mime import message_ids
from judge.mail.ours import Ours

ID_BITS = 130
MOST_REFERENCES = 20

_WIDTH = 76
_CHUNK = 39
"""Bytes of text in an encoded word: with a header's name it stays within the line."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9 _-]+")
_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(?:; [a-z]+=[A-Za-z0-9_-]+)*")


def message_id(key: str, ours: Ours) -> str:
    """The Message-ID of the mail ``key``; it reveals nothing about the key."""
    return f"<{ours.token('message', key, bits=ID_BITS)}@{ours.domain}>"


def bounce_address(ours: Ours, key: str) -> str:
    """The envelope sender of the mail ``key``, so that a bounce names it however odd its text is.

    "=" keeps it apart from every game's name.
    """
    return ours.plus(f"={message_id(key, ours)[1:].partition('@')[0]}")


def compose(mail: Mail, ours: Ours, date: datetime) -> bytes:
    """Return the mail with CRLF line ends, ready for any transport.

    Raises ValueError for a control character in a header, an address that isn't one, or a
    malformed Message-ID or attachment: a bug of the caller.
    """
    if mail.automatic not in {"auto-generated", "auto-replied"}:
        raise ValueError(f"{mail.automatic!r} is no Auto-Submitted value")
    mark = ours.token("boundary", mail.key, bits=ID_BITS)
    words = _check_text(mail.subject).split()
    is_plain = mail.subject.isascii() and "=?" not in mail.subject
    if is_plain and max(map(len, words), default=0) < 900:
        subject = _fold_header("Subject", words)
    else:
        subject = f"Subject: {_encode_words(mail.subject)}"
    lines = [
        f"Date: {format_datetime(date.astimezone(UTC))}",
        f"To: <{_check_address(mail.to)}>",
        f"Reply-To: <{_check_address(mail.reply_to or ours.address)}>",
        subject,
        f"Message-ID: {message_id(mail.key, ours)}",
    ]
    # The thread's root, then the letter's thread, then the letter.
    ids = (*mail.references, mail.answers) if mail.answers else mail.references
    if any(message_ids(one) != (one,) for one in ids):
        raise ValueError("a malformed Message-ID in a thread")
    if mail.thread:
        ids = (f"<{ours.token('thread', mail.thread, bits=ID_BITS)}@{ours.domain}>", *ids)
    if thread := tuple(dict.fromkeys(ids)):
        lines.append(f"In-Reply-To: {mail.answers or thread[-1]}")
        borne = (*thread[:1], *thread[1:][-MOST_REFERENCES:])
        lines.append(_fold_header("References", borne))
    lines += [f"Auto-Submitted: {mail.automatic}", _constant_headers(ours)]
    body = _text("plain", mail.text)
    if mail.html:
        body = _multipart("alternative", f"=_{mark}.a", (body, _text("html", mail.html)))
    if mail.attachments:
        parts = (body, *map(_attachment_part, mail.attachments))
        body = _multipart("mixed", f"=_{mark}.m", parts)
    return "\r\n".join(lines).encode("ascii") + b"\r\n" + body


@lru_cache(maxsize=8)
def _constant_headers(ours: Ours) -> str:
    """The headers that every mail of ours has, last the one that says it is MIME."""
    asking = f"<mailto:{ours.address}?body="
    return "\r\n".join(
        (
            f"From: {_name(ours.name)} <{_check_address(ours.address)}>",
            f"List-Id: {_name(ours.name)} <judge.{ours.domain}>",
            f"List-Help: {asking}HELP>",
            f"List-Unsubscribe: {asking}HELP%20RESIGN>",
            "Precedence: list",
            "X-Auto-Response-Suppress: All",
            f"X-Loop: {ours.address}",
            "MIME-Version: 1.0",
        )
    )


def _text(subtype: str, text: str) -> bytes:
    """A part of text; "=" and 8-bit characters are quoted, so that no boundary can be in it."""
    lines = text.replace("\r\n", "\n").encode("utf-8", "replace")
    if not lines.endswith(b"\n"):
        lines += b"\n"
    return (
        f'Content-Type: text/{subtype}; charset="utf-8"\r\n'
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    ).encode() + b"".join(map(_quote, BytesIO(lines)))


@lru_cache(maxsize=512)
def _quote(line: bytes) -> bytes:
    """A line with its end, quoted: what all readers of a game are told is quoted once."""
    return b2a_qp(line).replace(b"\n", b"\r\n")


def _attachment_part(attachment: Attachment) -> bytes:
    if not _TYPE.fullmatch(attachment.mime_type):
        raise ValueError(f"{attachment.mime_type!r} is no media type")
    name = _check_text(attachment.name)
    simple = re.fullmatch(r"[\w.+-]+", name, re.ASCII)
    name_parameter = f'filename="{name}"' if simple else f"filename*=utf-8''{quote(name, safe='')}"
    return (
        f"Content-Type: {attachment.mime_type}\r\n"
        f"Content-Disposition: attachment; {name_parameter}\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n"
    ).encode() + encodebytes(attachment.content).replace(b"\n", b"\r\n")


@lru_cache(maxsize=32)
def _encode(content: bytes) -> bytes:
    """A picture as it stands in every mail that brings it."""
    return encodebytes(content).replace(b"\n", b"\r\n")


def _multipart(subtype: str, boundary: str, parts: Iterable[bytes], more: str = "") -> bytes:
    """A part made of others, with ``more`` parameters of its type."""
    start = f"--{boundary}\r\n".encode()
    return b"".join(
        (
            f'Content-Type: multipart/{subtype}; boundary="{boundary}"{more}\r\n\r\n'.encode(),
            *(piece for part in parts for piece in (start, part, b"\r\n")),
            f"--{boundary}--\r\n".encode(),
        )
    )


def _check_address(address: str) -> str:
    if not is_address(address):
        raise ValueError(f"{address!r} is not a mail address")
    return address


def _check_text(text: str) -> str:
    if _CONTROL.search(text):
        raise ValueError("a control character in a header")
    return text


def _fold_header(name: str, words: Sequence[str]) -> str:
    """A header of ``words``, a new line where the next would stand out; no word is broken."""
    lines = [f"{name}: {words[0] if words else ''}"]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f" {word}")
    return "\r\n".join(lines)


def _encode_words(text: str) -> str:
    """Encoded words (RFC 2047), none of them with a part of a character."""
    octets, words = text.encode(), []
    while octets:
        end = min(_CHUNK, len(octets))
        while end < len(octets) and octets[end] & 0xC0 == 0x80:
            end -= 1
        words.append(f"=?utf-8?b?{b64encode(octets[:end]).decode()}?=")
        octets = octets[end:]
    return "\r\n ".join(words)


def _name(name: str) -> str:
    """A display name: plain, quoted or encoded, as it needs."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    if _check_text(name).isascii() and "=?" not in name:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _encode_words(name)


_REPLY_TO = re.compile(rb"\r\nReply-To: <[^+@\r\n]+\+([^@\r\n]+)@")


def bear_in_id(raw: bytes, ours: Ours) -> bytes:
    """The mail with the + part of its Reply-To in its Message-ID, for who has no such addresses."""
    head, end, rest = raw.partition(b"\r\n\r\n")
    match = _REPLY_TO.search(head)
    if match is None:
        return raw
    start, tail = head[: match.start()], head[match.end() :]
    head = start + f"\r\nReply-To: <{ours.local}@".encode() + tail
    return head.replace(b"\r\nMessage-ID: <", b"\r\nMessage-ID: <%b." % match[1], 1) + end + rest


_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_BOUNDARY = re.compile(rb'boundary="(=_[\w.-]+)\.a"')
_HTML = b'Content-Type: text/html; charset="utf-8"\r\n'
_MARK = re.compile(rb"<!--plate-\d+-->")


def mark_for_pictures(place: int) -> str:
    """What stands in the HTML for the picture of this place, on a line of its own."""
    return f"<!--plate-{place}-->"


def put_pictures_in(raw: bytes, pictures: Sequence[MadePicture]) -> bytes:
    """The mail with its pictures; without the marks of those that were not drawn.

    A mail without HTML stays as it is.
    """
    boundary = _BOUNDARY.search(raw) if b"<!--plate-" in raw else None
    start = raw.find(_HTML, boundary.end()) if boundary else -1
    if boundary is None or start < 0:
        return raw
    name = boundary[1]
    end = raw.index(b"\r\n--" + name + b".a--", start)
    part, files = raw[start:end], []
    for place, plate, picture in pictures:
        kind = "inline" if plate.form == "png" else "attachment"
        header = (
            f"Content-Type: {_TYPES[plate.form]}\r\n"
            f"Content-ID: <{_content_id(name, place)}>\r\n"
            f'Content-Disposition: {kind}; filename="{plate.name}.{plate.form}"\r\n'
            "Content-Transfer-Encoding: base64\r\n\r\n"
        )
        files.append(header.encode() + _encode(picture))
        if plate.form == "png":  # in the HTML it fills the window up to its own width
            width = int.from_bytes(picture[16:20], "big")  # as the head of a PNG says
            tag = (
                f'<img src="cid:{_content_id(name, place)}" alt="{escape(plate.alt)}" width="100%"'
                f' style="width:100%;max-width:{width}px;height:auto;border:0;display:block;'
                'margin:0 auto 8px">'
            )
            image = b2a_qp(tag.encode()).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
            part = part.replace(mark_for_pictures(place).encode(), image)
    part = _MARK.sub(b"", part)
    if not pictures:
        return raw[:start] + part + raw[end:]
    related = f"{name.decode()}.r"
    parts = _multipart("related", related, (part, *files), '; type="text/html"')
    return raw[:start] + parts + raw[end:]


def _content_id(name: bytes, place: int) -> str:
    return f"plate{place}.{name.decode().removeprefix('=_')}@map"
