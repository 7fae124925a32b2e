"""Lock-out: after ten wrong passwords a seat takes none for an hour, and its player is told once.

Nobody else can see it: a locked seat refuses in the same words as any other. Trying a password
costs a fifth of a second of processor time, so there are so many tries an hour and no more. Who is
proven by anything but a password needs none, and no stranger can lock him out: a seat's secret
address and our mail server's stamp speak for it as ever.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.readers.notices import Reader, game_notice
from judge.game.terms.tables import load
from judge.kernel import limits
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import people, seats
from judge.store.record import Game, Seat
from judge.store.seats import Guess, Tries

SCRYPT_COST, SCRYPT_BLOCK, SCRYPT_LANES = 2**14, 8, 5
"""The scrypt parameters that OWASP gives for 16 MiB of memory."""
NOBODYS_SEAL = "scrypt$16384$8$5$00$00"
"""The hash of no password: checking against it costs what a real check costs."""


def seal_password(password: str) -> str:
    """Return what is stored for ``password``: parameters, salt and digest."""
    salt = secrets.token_bytes(16)
    digest = _scrypt(password, salt, SCRYPT_COST, SCRYPT_BLOCK, SCRYPT_LANES)
    return f"scrypt${SCRYPT_COST}${SCRYPT_BLOCK}${SCRYPT_LANES}${salt.hex()}${digest.hex()}"


def matches_password(password: str, sealed_password: str) -> bool:
    """Whether it is the one in ``sealed_password``; "" (none set) never matches, as slowly."""
    _, cost, block, lanes, salt, digest = (sealed_password or NOBODYS_SEAL).split("$")
    password_digest = _scrypt(password, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(password_digest, bytes.fromhex(digest))


def _scrypt(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    return hashlib.scrypt(
        password.encode(), salt=salt, n=cost, r=block, p=lanes, maxmem=2**26, dklen=32
    )


HOUR = timedelta(hours=1)


def is_spent(db: Connection, house: House, sender: str, *, holder: bool) -> bool:
    """Whether no password of this sender is tried now; ``holder``: the seat is his by From."""
    last = seats.guesses_since(db, house.now - HOUR)
    own_guesses = sum(guess.sender == sender for guess in last)
    most = limits.WRONG_OF_ALL if holder else limits.WRONG_OF_STRANGERS
    return own_guesses >= limits.WRONG_OF_ONE or len(last) >= most


def count_guess(db: Connection, house: House, sender: str) -> None:
    """Count a wrong password against its sender, and against all."""
    seats.add_guess(db, Guess(sender, house.now), house.now - HOUR)


def is_seat_locked(db: Connection, house: House, seat: Seat) -> bool:
    """Whether a seat takes no password now."""
    tries = seats.tries_of(db, seat.id)
    return tries is not None and tries.until is not None and house.now < tries.until


def count_wrong_password(db: Connection, house: House, game: Game, seat: Seat) -> list[Notice]:
    """Count a wrong password; the one that locks the seat makes the notice to its player."""
    if is_seat_locked(db, house, seat):
        return []
    before = seats.tries_of(db, seat.id)
    if before is None or before.until or house.now - before.since > limits.PASSWORD_FORGOTTEN:
        before = Tries(seat.id, 0, house.now)
    tries_now = replace(before, wrong=before.wrong + 1)
    if tries_now.wrong < limits.PASSWORD_TRIES:
        seats.save_tries(db, tries_now)
        return []
    until = house.now + limits.PASSWORD_LOCKED
    seats.save_tries(db, replace(tries_now, until=until))
    reader = Reader(people.get(db, seat.person or 0), seat.power, seat)
    data = {"wrong": limits.PASSWORD_TRIES, "until": until.isoformat()}
    notice = game_notice(house, load(game), reader, "notice", (Event("locked", data, seat.power),))
    key = f"{notice.key}.locked.{until.isoformat()}"
    return [replace(notice, key=key, title="wrong passwords")]
