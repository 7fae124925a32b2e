"""The judge's own mail identity: its addresses, its hosts, its secret, and what it signs."""

import base64
import hmac
import re
from functools import lru_cache
from itertools import count

from judge.kernel.audience import Discreet


class Ours(Discreet, frozen=True):
    """Who the judge is.

    ``address`` is where players write ("judge@example.org"), ``aliases`` are further addresses
    that reach the same box. ``hosts`` are the names that our own MTA writes behind "by" in its
    Received line, ``authserv_id`` the one that it stamps into Authentication-Results ("" if it
    stamps none). ``secret`` keys every token that the judge gives out; ``name`` is the display
    name of its mails. ``former`` is the secret before this one, with which seats' addresses count
    in the phases ``under_way`` (games and their numbers); ``names`` is the first one, which names
    receipts. Both are empty where the secret was never changed.
    """

    hidden = frozenset({"secret", "former", "names"})
    address: str
    secret: bytes
    name: str = "Diplomacy judge"
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    authserv_id: str = ""
    former: bytes = b""
    under_way: frozenset[tuple[str, int]] = frozenset()
    names: bytes = b""

    @property
    def local(self) -> str:
        """The part of the address before the @."""
        return self.address.rpartition("@")[0].lower()

    @property
    def domain(self) -> str:
        """The part of the address behind the @; it ends every Message-ID of ours."""
        return self.address.rpartition("@")[2].lower()

    def token(self, *parts: str, bits: int) -> str:
        """Sign ``parts``: ``bits`` bits (a multiple of 5) of an HMAC-SHA256 in lower-case base32.

        It reveals nothing about ``parts`` and can't be guessed without the secret.
        """
        return _sign(self.secret, "|".join(parts), bits)

    def plus(self, part: str) -> str:
        """Our address with a plus part: "judge+alpha@example.org"."""
        return f"{self.local}+{part}@{self.domain}"


@lru_cache(maxsize=4096)
def _sign(secret: bytes, text: str, bits: int) -> str:
    """A token: every letter to a game asks for those of its seats."""
    digest = hmac.digest(secret, text.encode(), "sha256")
    return base64.b32encode(digest[: -(-bits // 8)])[: bits // 5].decode().lower()


@lru_cache(maxsize=8)
def pattern(ours: Ours) -> re.Pattern[str]:
    """What finds our addresses in text: group 1 is the whole address, group 2 its plus part."""
    boxes = "|".join(
        rf"{re.escape(local)}(?:\+([\w.=+-]{{1,60}}))?@{re.escape(domain)}"
        for local, _, domain in (box.rpartition("@") for box in (ours.address, *ours.aliases))
    )
    return re.compile(rf"(?<![\w.+=-])({boxes})(?![\w-]|\.\w)", re.IGNORECASE | re.ASCII)


def first_address(text: str, ours: Ours) -> tuple[str, str]:
    """The first address of ours in ``text``, lower-cased, and its plus part; "" for none.

    An address with a plus part wins over one without, wherever it stands.
    """
    plain = ""
    for match in pattern(ours).finditer(text):
        address, *parts = match.groups()
        plus = next((part for part in parts if part), "")
        if plus:
            return address.lower(), plus.lower()
        plain = plain or address.lower()
    return plain, ""


_DIGITS = 5
_ROUNDS = 6


def receipt_name(ours: Ours, number: int) -> str:
    """The name for ever of the mail with this number in the journal (from 1): "R48213"."""
    return f"R{_shuffle(ours.names or ours.secret, number, back=False)}"


def is_receipt_name(word: str) -> bool:
    """Whether a word looks like the name of a receipt."""
    return re.fullmatch(r"R\d+", word.upper().rstrip(".,")) is not None


def receipt_number(ours: Ours, receipt_name: str) -> int | None:
    """The number in the journal that a typed name stands for, or None for what is no name."""
    digits = receipt_name.upper().removeprefix("R").rstrip(".,")
    if not (digits.isascii() and digits.isdigit() and _DIGITS <= len(digits) < 16):
        return None
    secret = ours.names or ours.secret
    return None if digits[0] == "0" else _shuffle(secret, int(digits), back=True)


@lru_cache(maxsize=1024)
def _shuffle(secret: bytes, value: int, *, back: bool) -> int:
    """The name's number of a mail's number, or ``back``."""
    first = 1
    for digits in count(_DIGITS):
        lowest: int = 10 ** (digits - 1)
        size = 9 * lowest
        start = lowest if back else first
        if value >= start + size:
            first += size
            continue
        # A permutation of the numbers below ``size``.
        place, half = value - start, (size.bit_length() + 1) // 2
        while True:
            high, low = place >> half, place & ((1 << half) - 1)
            for turn in reversed(range(_ROUNDS)) if back else range(_ROUNDS):
                if back:
                    high, low = low ^ _keyed_number(secret, size, turn, high, half), high
                else:
                    high, low = low, high ^ _keyed_number(secret, size, turn, low, half)
            place = high << half | low
            if place < size:
                return place + (first if back else lowest)
    raise AssertionError("there is a number of digits for every value")


def _keyed_number(secret: bytes, size: int, turn: int, value: int, half: int) -> int:
    text = f"receipt|{size}|{turn}|{value}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:8]) >> (64 - half)
