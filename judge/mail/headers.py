"""The headers of a mail: read once, in order, unfolded; nothing here raises."""

import binascii
import re
from dataclasses import dataclass
from email.message import Message

from judge.mail.charset import decode

_FOLD = re.compile(r"\r?\n(?=[ \t])")
_WORD = re.compile(r"=\?([\w.:*+-]{1,40})\?([bBqQ])\?([^?\s]*)\?=", re.ASCII)
_BETWEEN = re.compile(r"(\?=)[ \t]+(?==\?[\w.:*+-]{1,40}\?[bBqQ]\?)", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")


@dataclass(frozen=True, slots=True)
class Headers:
    """Names in lower case with their raw values, in the order of the mail.

    8-bit bytes stand as lone surrogates, as the standard library leaves them.
    """

    fields: tuple[tuple[str, str], ...]

    @property
    def names(self) -> frozenset[str]:
        """The names of all headers."""
        return frozenset(name for name, _ in self.fields)

    def every(self, name: str) -> tuple[str, ...]:
        """The values of all headers called ``name`` (lower case), topmost first."""
        return tuple(value for key, value in self.fields if key == name)

    def first(self, name: str) -> str:
        """The topmost value of ``name``, stripped, or ""."""
        return next((value.strip() for key, value in self.fields if key == name), "")


def of(message: Message) -> Headers:
    """The headers of a parsed message."""
    return Headers(
        tuple((name.lower(), _FOLD.sub("", str(value))) for name, value in message.raw_items())
    )


def words(value: str, limit: int = 300) -> str:
    """A header's text for people: encoded words decoded, controls gone, at most ``limit`` long."""
    return _CONTROL.sub(" ", decode_words(value[: 4 * limit])).strip()[:limit]


def decode_words(value: str) -> str:
    """A header's text with its encoded words decoded, whatever they hold."""
    whole = decode(value.encode("utf-8", "surrogateescape"))
    return _WORD.sub(_decode_word, _BETWEEN.sub(r"\1", whole))


def _decode_word(match: re.Match[str]) -> str:
    charset, kind, data = match.groups()
    try:
        if kind in "bB":
            octets = binascii.a2b_base64(data + "=" * (-len(data) % 4))
        else:
            octets = binascii.a2b_qp(data, header=True)
    except ValueError:
        return match.group()
    return decode(octets, charset.partition("*")[0])


def message_ids(value: str, most: int = 30) -> tuple[str, ...]:
    """The last ``most`` well-formed ids ("<x@y>", printable ASCII) of a header value."""
    return tuple(_MESSAGE_ID.findall(value)[-most:])
