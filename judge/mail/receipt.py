"""A receipt's name: short to type, the same for ever, and without the order of the mails.

Two receipts of one's own must not tell how many mails came in between. So the journal's numbers
are shuffled, by a permutation that the spool's secret keys (a Feistel network, whose numbers
beyond the range go round again): the first 90,000 mails have the names of five digits, the next
900,000 those of six, and so on.
"""

import hmac
import re
from functools import lru_cache
from itertools import count

from judge.mail.ours import Ours

_DIGITS = 5
_ROUNDS = 6


def name(ours: Ours, number: int) -> str:
    """The name for ever of the mail with this number in the journal (from 1): "R48213"."""
    return f"R{_shuffle(ours.names or ours.secret, number, back=False)}"


def is_name(word: str) -> bool:
    """Whether a word looks like the name of a receipt."""
    return re.fullmatch(r"R\d+", word.upper().rstrip(".,")) is not None


def number(ours: Ours, receipt_name: str) -> int | None:
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
        lowest = 10 ** (digits - 1)
        size = 9 * lowest
        start = lowest if back else first
        if value < start + size:
            place = _permute(secret, value - start, size, back=back)
            return place + (first if back else lowest)
        first += size
    raise AssertionError("there is a number of digits for every value")


def _permute(secret: bytes, value: int, size: int, *, back: bool) -> int:
    """A permutation of the numbers below ``size``."""
    half = (size.bit_length() + 1) // 2
    while True:
        value = _feistel_number(secret, value, half, size, back=back)
        if value < size:
            return value


def _feistel_number(secret: bytes, value: int, half: int, size: int, *, back: bool) -> int:
    """A Feistel network on numbers of twice ``half`` bits."""
    high, low = value >> half, value & ((1 << half) - 1)
    for turn in reversed(range(_ROUNDS)) if back else range(_ROUNDS):
        if back:
            high, low = low ^ _keyed_number(secret, size, turn, high, half), high
        else:
            high, low = low, high ^ _keyed_number(secret, size, turn, low, half)
    return high << half | low


def _keyed_number(secret: bytes, size: int, turn: int, value: int, half: int) -> int:
    text = f"receipt|{size}|{turn}|{value}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:8]) >> (64 - half)
