"""Pictures put into a mail that was composed before they were drawn.

Its HTML holds a mark for each; the mail stays as it is but for its HTML part, which becomes a
multipart/related with the pictures behind it. Only mails of our own are read here.
"""

import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Sequence
from html import escape

from judge.kernel.mail import Plate

Made = tuple[Plate, bytes | None]
"""A plate with its picture, None where there is none."""

_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_BOUNDARY = re.compile(rb'boundary="(=_[\w.-]+)\.a"')
_HTML = b'Content-Type: text/html; charset="utf-8"\r\n'
_MARK = re.compile(rb"<!--plate-\d+-->")


def mark(place: int) -> str:
    """What stands in the HTML for the picture of this place, on a line of its own."""
    return f"<!--plate-{place}-->"


def put_in(raw: bytes, pictures: Sequence[Made]) -> bytes:
    """The mail with its pictures; without the marks of those that were not drawn.

    A mail without HTML stays as it is.
    """
    boundary = _BOUNDARY.search(raw)
    start = raw.find(_HTML, boundary.end()) if boundary else -1
    if boundary is None or start < 0:
        return raw
    name = boundary[1]
    end = raw.index(b"\r\n--" + name + b".a--", start)
    part = raw[start:end]
    drawn_pictures = [
        (place, plate, picture) for place, (plate, picture) in enumerate(pictures) if picture
    ]
    for place, plate, picture in drawn_pictures:
        if plate.form == "png":
            part = part.replace(mark(place).encode(), _write_image(name, place, plate, picture))
    part = _MARK.sub(b"", part)
    if not drawn_pictures:
        return raw[:start] + part + raw[end:]
    files = (_write_file(name, place, plate, picture) for place, plate, picture in drawn_pictures)
    return raw[:start] + _relate(name, [part, *files]) + raw[end:]


def _write_image(name: bytes, place: int, plate: Plate, picture: bytes) -> bytes:
    """The picture in the HTML, quoted as the part is; it fills the window up to its own width."""
    tag = (
        f'<img src="cid:{_content_id(name, place)}" alt="{escape(plate.alt)}" width="100%"'
        f' style="width:100%;max-width:{_width(picture)}px;height:auto;border:0;display:block;'
        'margin:0 auto 8px">'
    )
    return b2a_qp(tag.encode()).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _width(picture: bytes) -> int:
    """Pixels across, as the head of a PNG says."""
    return int.from_bytes(picture[16:20], "big")


def _content_id(name: bytes, place: int) -> str:
    return f"plate{place}.{name.decode().removeprefix('=_')}@map"


def _write_file(name: bytes, place: int, plate: Plate, picture: bytes) -> bytes:
    kind = "inline" if plate.form == "png" else "attachment"
    return (
        f"Content-Type: {_TYPES[plate.form]}\r\n"
        f"Content-ID: <{_content_id(name, place)}>\r\n"
        f'Content-Disposition: {kind}; filename="{plate.name}.{plate.form}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    ).encode() + encodebytes(picture).replace(b"\n", b"\r\n")


def _relate(name: bytes, parts: Sequence[bytes]) -> bytes:
    """A multipart/related of parts, its boundary made from the mail's own."""
    line = b"--" + name + b".r"
    head = b'Content-Type: multipart/related; boundary="' + name + b'.r"; type="text/html"\r\n\r\n'
    return head + b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"
