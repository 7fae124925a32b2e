"""Mails that no program would write, made from those that programs do; by a seed, made again."""

import random
from collections.abc import Callable, Sequence

TOKENS = (
    *(b"\0", b"\r", b"\n", b"\r\n", b"\n\n", b":", b";", b'"', b"<", b">", b"@", b"(", b")", b"="),
    *(b"\xff", b"\xe4", b"\xc2\xa0", b"\xe2\x80\xa8", b"\x1b$B", b"--b\n", b"--b--\n", b">", b"*"),
    *(b"=?utf-8?q?", b"?=", b"charset=", b"charset*=a\0b''", b"boundary*=\xe4'y'b", b"filename*="),
    *(b"Content-Type: ", b"multipart/mixed; boundary=b", b"message/rfc822", b"text/html", b"<p>"),
    *(b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable", b"x-uuencode"),
    *(b"utf-7", b"idna", b"punycode", b"utf-16", b"iso-2022-jp", b"format=flowed", b"delsp=yes"),
    *(b"Received: by mail.judge.test;", b"From ", b"PRESS\n", b"ENDPRESS\n", b"-- \n", b"wrote:"),
    *(b"SIGNON France@alpha x\n", b"PASSWORD x\n", b"PHASE F1901M\n", b"A Par - Bur\n", b"IF "),
    *(b"\xf0\x9f\x92\xa3", "٣ı\u202e\ufeff".encode(), b"\xed\xa0\x80", b"{{7*7}}", b"%s%n", b"+++"),
)
"""What the parsers on the way look for, and what they would rather not find."""

HEADERS = (b"Content-Type", b"Content-Disposition", b"Content-Transfer-Encoding")
TYPES = (
    b"text/plain",
    b"text/html",
    b"multipart/mixed",
    b"application/pdf",
    b"message/rfc822",
    b"",
)
NAMES = (b"charset", b"name", b"filename", b"boundary", b"format", b"delsp", b"")
SHAPES = (b"%s=%s", b"%s*=%s", b"%s*0=%s", b"%s*1=%s", b"%s*0*=%s", b"%s*1*=%s", b"%s*01=%s")
ODD_SHAPES = (b"%s*99*=%s", b"%s*x=%s", b"%s**=%s", b"%s *= %s", b"%s=%s=%s", b"%s", b"*=%s")
VALUES = (
    *(b"b", b'"b"', b'"b', b"utf-8", b"us-ascii", b"utf-8''b", b"utf-8'en'%C3%A9", b"''", b"'"),
    *(b"x-odd''b", b"idna''\xff", b"%", b"%GG", b"%00", b"\xe4'\xe4'\xe4", b"flowed", b"yes", b""),
)

Change = Callable[[random.Random, bytes], bytes]


def mutated(dice: random.Random, samples: Sequence[bytes]) -> bytes:
    """A sample after a few changes of one kind or several; of at most 200 KB."""
    raw = dice.choice(samples)
    for _ in range(dice.choice((1, 1, 2, 3, 5, 8))):
        raw = dice.choice(CHANGES)(dice, raw)
    if not dice.randrange(8):
        raw = spliced(dice, raw, dice.choice(samples))
    return raw[:200_000]


def _place(dice: random.Random, raw: bytes) -> int:
    """Any place; half of them in the headers, where most is decided."""
    return dice.randrange(min(len(raw), dice.choice((600, len(raw) or 1))) + 1)


def _lines(raw: bytes) -> list[bytes]:
    return raw.split(b"\n")


def _strewn(dice: random.Random, raw: bytes) -> bytes:
    at = _place(dice, raw)
    return raw[:at] + dice.choice(TOKENS) * dice.choice((1, 1, 1, 2, 30)) + raw[at:]


def _cut_out(dice: random.Random, raw: bytes) -> bytes:
    at = _place(dice, raw)
    return raw[:at] + raw[at + dice.randrange(1, 60) :]


def _broken_off(dice: random.Random, raw: bytes) -> bytes:
    return raw[: dice.randrange(len(raw) + 1)]


def _flipped(dice: random.Random, raw: bytes) -> bytes:
    flips = bytearray(raw)
    for _ in range(min(len(flips), dice.randrange(1, 6))):
        flips[dice.randrange(len(flips))] ^= 1 << dice.randrange(8)
    return bytes(flips)


def _line_twice(dice: random.Random, raw: bytes) -> bytes:
    lines = _lines(raw)
    at = dice.randrange(len(lines))
    times = dice.choice((1, 1, 2, 100))
    return b"\n".join([*lines[:at], *lines[at : at + 1] * times, *lines[at:]])


def _lines_swapped(dice: random.Random, raw: bytes) -> bytes:
    lines = _lines(raw)
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _line_ends(dice: random.Random, raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").replace(b"\n", dice.choice((b"\r\n", b"\r", b"\n\r")))


def _parameters(dice: random.Random, raw: bytes) -> bytes:
    """A structured header with parameters of every shape of RFC 2231, and of none."""
    said = [dice.choice(TYPES)]
    for _ in range(dice.choice((1, 2, 2, 3, 6))):
        shape = dice.choice(SHAPES if dice.randrange(5) else ODD_SHAPES)
        words = (dice.choice(NAMES), dice.choice(VALUES), dice.choice(VALUES))
        said.append(shape % words[: shape.count(b"%s")])
    header = dice.choice(HEADERS) + b": " + dice.choice((b"; ", b";", b";\n ", b" ;")).join(said)
    lines = _lines(raw)
    ends = [at for at, line in enumerate(lines) if not line.strip()] or [0]
    at = dice.choice((0, dice.choice(ends), dice.choice(ends) + 1))
    return b"\n".join([*lines[:at], header, *lines[at:]])


def _wrapped(dice: random.Random, raw: bytes) -> bytes:
    """Inside a multipart, up to more levels than are read."""
    head, gap, text = raw.partition(b"\n\n")
    for level in range(dice.choice((1, 2, 5, 40))):
        kind = dice.choice((b"mixed", b"alternative", b"digest", b"report", b"x"))
        top = b"Content-Type: multipart/%s; boundary=w%d" % (kind, level)
        text = top + b"\n\n--w%d\n" % level + text + b"\n--w%d--\n" % level
    return head + b"\n" + text if gap else head


def _long(dice: random.Random, raw: bytes) -> bytes:
    at = _place(dice, raw)
    piece = dice.choice((*TOKENS, b"a", b" ", b"x.", b"Par "))
    return raw[:at] + piece * dice.choice((500, 3000)) + raw[at:]


CHANGES: tuple[Change, ...] = (
    *(_strewn, _strewn, _strewn, _cut_out, _broken_off, _flipped, _line_twice, _lines_swapped),
    *(_line_ends, _parameters, _parameters, _parameters, _wrapped, _long),
)


def spliced(dice: random.Random, one: bytes, other: bytes) -> bytes:
    """The beginning of one mail and the end of another."""
    return one[: dice.randrange(len(one) + 1)] + other[dice.randrange(len(other) + 1) :]
