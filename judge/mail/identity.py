"""Who speaks, and to which address of ours: From, Delivered-To, and seat addresses."""

import hmac
import re
import unicodedata
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.errors import InputError
from judge.mail.mime import Headers, decode_words
from judge.mail.ours import Ours, first_address

SEAT_BITS = 80
ONCE_BITS = 100
MAX_LOCAL = 64
_PRESS = ".press"
"""What tells the address that answers press from its seat's."""

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = rf"(?!=\?)({_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*)"
_LETTERS = r"[^\x00-\x20\"(),.:;<>@\[\\\]\x7f\U00010000-\U0010ffff]+"
"""An atom as programs write it; letters beyond ASCII separate nothing for anybody. Python compiles
what it may not hold in a hundredth of the time."""
_QUOTED = r"\"(?:[^\"\\\x00-\x1f\x7f]|\\[ -~])*\""
_DOTTED = rf"{_LETTERS}(?:\.+{_LETTERS})*\.*"
_WORD = rf"(?:{_QUOTED}|{_DOTTED})"
_LOOSE = rf"(?:{_DOTTED}|\[{_LETTERS}\])"
"""A word of a name without quotes around it, or one in brackets: "[TUM]"."""
_NAME = rf"{_WORD}(?:[ \t]+{_WORD})*|{_LOOSE}(?:(?:[ \t]+|[ \t]*,[ \t]*){_LOOSE})*"
"""A legal name, or one that only lacks its quotes: behind a comma some readers see one more
sender, but none with an @."""
_COMMENT = r"\([^()<>@\",:;\\\x00-\x1f\x7f]*\)"
_PLAIN = re.compile(_ADDRESS)
_BARE = re.compile(rf"{_ADDRESS}(?:[ \t]+({_COMMENT}))?")
_NAMED = re.compile(rf"(?:({_NAME})[ \t]*)?<{_ADDRESS}>(?:[ \t]+{_COMMENT})?")
_FROM = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
_BARE_CR = re.compile(rb"\r(?!\n)")
_STROKED = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no accent is taken off."""
_FORGED_NAME = re.compile(r"[@<>\x00-\x1f\x7f]")
"""An encoded name with one of these becomes another From where a program decodes it too early;
it may hold the sender's own address alone, which is the same sender then."""


def is_address(text: str) -> bool:
    """Whether ``text`` is one plain ASCII address, fit for an envelope and a header."""
    local = text.partition("@")[0]
    return len(text) <= 254 and len(local) <= MAX_LOCAL and bool(_PLAIN.fullmatch(text))


def sender(fields: Headers, head: bytes) -> tuple[str, str]:
    """The address of the From header in lower case, or "" and the reason for refusing it.

    Accepted is only what no two mail programs can read differently: exactly one From with
    exactly one plain address. ``head`` are the raw header bytes, a second witness to their number.
    """
    values = fields.every("from")
    if b"\0" in head or _BARE_CR.search(head):
        return "", "The mail's headers hold control characters."
    if not values:
        return "", "The mail has no From header."
    if len(values) > 1 or len(_FROM.findall(head)) != 1:
        return "", "The mail has more than one From header."
    value = values[0].strip(" \t")
    if match := _NAMED.fullmatch(value):
        name, address = match.groups()
    elif match := _BARE.fullmatch(value):
        address, name = match.groups()
    if not match or not is_address(address):
        odd = "is not one plain address" if value.isascii() else "has no plain ASCII address"
        return "", f"The From header {odd}."
    address = address.lower()
    if name and "=?" in name:
        shown_name = decode_words(name)
        if _FORGED_NAME.search(shown_name) and shown_name.strip(" \"'()").lower() != address:
            return "", "The From header hides an address in an encoded name."
    return address, ""


def recipient(fields: Headers, ours: Ours) -> str:
    """The address of ours that this mail was delivered to, with its plus part; "" for none.

    The MTA's own word counts before what the sender wrote into To and Cc.
    """
    names = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
    text = "\n".join(value for name in names for value in fields.every(name))
    return first_address(text, ours)[0]


_BORNE = re.compile(r"<(?:([a-z0-9.-]+)\.)?([a-z2-7]{26})@([^>]+)>")
"""A Message-ID of ours; before the dot stands the + part of an address (compose.bear_in_id)."""


def read_thread(message_ids: Iterable[str], ours: Ours) -> tuple[str, tuple[str, ...]]:
    """The address that the last mail of ours there bears, or ""; and the thread without it."""
    borne, plain_ids = "", []
    for one in message_ids:
        match = _BORNE.fullmatch(one)
        is_ours = match is not None and match[3] == ours.domain
        if match and is_ours:
            borne = ours.plus(match[1]) if match[1] else borne
        plain_ids.append(f"<{match[2]}@{match[3]}>" if match and is_ours else one)
    return borne, tuple(dict.fromkeys(plain_ids))


class Claim(Struct, frozen=True):
    """What an address of ours claims by its plus part: a game, and a seat if there is a token.

    ``power`` is the part of the address that names the seat, ``press``: the token is one message's.
    """

    game: str
    token: str = ""
    power: str = ""
    press: bool = False


def seat_address(ours: Ours, game: str, power: str, epoch: int) -> str:
    """The secret address of a seat: who writes to it holds the seat.

    "judge+GAME.POWER.TOKEN@domain"; a power's name is shortened where the local part would
    exceed 64 characters, since the token alone decides. A higher ``epoch`` makes new addresses
    and voids the old. Raises InputError if the game's name is too long or not made of letters,
    digits and "-".
    """
    token = _seat_token(ours, game, power, epoch)
    return ours.plus(f"{game.lower()}.{shorten_power(ours, game, power)}.{token}")


def press_address(ours: Ours, game: str, power: str, epoch: int, message: int) -> str:
    """The secret address by which a seat answers one message of press.

    "judge+GAME.POWER.press.TOKEN@domain": it proves what the seat's own address proves, and tells
    nothing of the message. The seat's own one where the game's name leaves no room.
    """
    power_part = shorten_power(ours, game, power)[: _room(ours, game) - len(_PRESS)]
    if not power_part:
        return seat_address(ours, game, power, epoch)
    token = _seat_token(ours, game, power, epoch, message)
    return ours.plus(f"{game.lower()}.{power_part}{_PRESS}.{token}")


def shorten_power(ours: Ours, game: str, power: str) -> str:
    """A power's name as an address has room for it: in small letters without accents."""
    room = _room(ours, game)
    if room < 1 or not re.fullmatch(r"[A-Za-z0-9-]+", game):
        raise InputError(f"'{game}' can't be a game's name: it does not fit into an address.")
    decomposed = unicodedata.normalize("NFKD", power.casefold().translate(_STROKED))
    folded = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:room] or "x"


def _room(ours: Ours, game: str) -> int:
    """The letters that a power's name may have in a seat's address."""
    return MAX_LOCAL - len(ours.local) - len(game) - SEAT_BITS // 5 - 3


def claim(address: str) -> Claim | None:
    """What a recipient of ours claims ("judge+alpha.france.abc...@x", "judge+alpha@x")."""
    plus = address.partition("@")[0].partition("+")[2].lower()
    match = re.fullmatch(r"([a-z0-9-]+)(?:\.([a-z0-9-]+)(\.press)?\.([a-z2-7]{16}))?", plus)
    if match is None:
        return None
    game, power, press, token = match.groups("")
    return Claim(game, token, power, bool(press))


def proves(
    seat_claim: Claim, ours: Ours, power: str, epoch: int, number: int = 0, message: int = 0
) -> bool:
    """Whether a claim's token is the one of that seat; takes the same time either way.

    With ``message`` it has to be the one by which the seat answers that press. In the phase that
    was open when the secret was changed, the token of before is one as well; ``number`` is that of
    the game's present phase.
    """
    token = _seat_token(ours, seat_claim.game, power, epoch, message)
    is_proven = hmac.compare_digest(seat_claim.token, token)
    if not ours.former or (seat_claim.game, number) not in ours.under_way:
        return is_proven
    before = replace(ours, secret=ours.former)
    token = _seat_token(before, seat_claim.game, power, epoch, message)
    return hmac.compare_digest(seat_claim.token, token) or is_proven


def _seat_token(ours: Ours, game: str, power: str, epoch: int, message: int = 0) -> str:
    parts = ("press", str(message)) if message else ("seat",)
    return ours.token(*parts, game.lower(), power, str(epoch), bits=SEAT_BITS)


def once_address(ours: Ours, *parts: str) -> str:
    """A one-time address: who writes to it has read the mail that bore it as Reply-To.

    "judge+reply.TOKEN@domain"; ``parts`` name that mail.
    """
    return ours.plus(f"reply.{ours.token('once', *parts, bits=ONCE_BITS)}")


def once_token(address: str) -> str:
    """The token of a one-time address, or ""."""
    match = re.fullmatch(r"reply\.([a-z2-7]{20})", address.partition("@")[0].partition("+")[2])
    return match.group(1) if match else ""


def is_bounce(recipient: str) -> bool:
    """Whether a mail to this address of ours is a bounce, whatever its headers say."""
    return "+=" in recipient.partition("@")[0]


def find_returned(raw: bytes, ours: Ours) -> str:
    """The bounce address of the mail of ours that a report brings back which came elsewhere."""
    name = rb"(?im)^message-id:\s*<(?:[a-z0-9.-]+\.)?([a-z2-7]{26})@%b>"
    match = re.search(name % re.escape(ours.domain).encode(), raw)
    return ours.plus(f"={match[1].decode().lower()}") if match else ""


_SECRET = re.compile(
    r"(?i)(?:\+|%2B)(?:[a-z0-9-]+\.[a-z0-9-]+(?:\.press)?\.[a-z2-7]{16}|reply\.[a-z2-7]{20})(?=@|%40|\b)"
)
"""The plus part of a seat's secret address or of a one-time one, in text or in a link."""


def hide_secrets(text: str) -> str:
    """``text`` with secret addresses cut down to the open one, whoever wrote them into it."""
    has_plus = "+" in text or "%2B" in text or "%2b" in text
    return _SECRET.sub("", text) if has_plus else text
