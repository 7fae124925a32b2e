"""What is in hand: the mail or game that a pass died on, so that the next one can go round it.

What a mail or a game raises is caught; this is for what can't be: killed by the kernel, out of
memory, a fault in a library. The file "hand" of the spool names what a pass acts on. It need not
survive a power cut: then it was neither.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from msgspec import Struct
from sqlalchemy import Connection

from judge.catalog import time_limit
from judge.kernel.errors import JudgeError
from judge.mail import ours
from judge.spool import archives, spool
from judge.spool.house import find_identity
from judge.spool.spool import Spool
from judge.store import games, letters, marks

MAIL, GAME = "mail", "game"
PATIENCE = {MAIL: 20, GAME: 120}
"""Seconds of processor time that one may take. Most mails take thousandths, none more than two."""
DIED = "died-on"
"""What passes died on last, and how many of them."""

_WIDTH = 30
_EMPTY = b" " * _WIDTH


class Task(Struct, frozen=True):
    """What a pass acts on: MAIL or GAME, and its number."""

    kind: str
    number: int

    def __str__(self) -> str:
        """As it stands in the file."""
        return f"{self.kind} {self.number}"


class DeadlyError(JudgeError):
    """A pass died on a mail or a game."""


def open_hand(home: Spool) -> int:
    """A descriptor of the file, for ``hold``; the caller closes it."""
    return os.open(home.hand, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


@contextmanager
def hold(hand: int, item: Task) -> Iterator[AbstractContextManager[None]]:
    """Act on something: whatever ends the process meanwhile leaves its name behind.

    What is done within the bound that it gives raises EndlessError if it takes too long.
    """
    os.pwrite(hand, str(item).encode().ljust(_WIDTH), 0)
    try:
        yield time_limit.limit(PATIENCE[item.kind])
    except (Exception, KeyboardInterrupt, SystemExit):
        os.pwrite(hand, _EMPTY, 0)
        raise
    os.pwrite(hand, _EMPTY, 0)


def find_task(home: Spool) -> Task | None:
    """What a pass had in its hand when it died, or None."""
    try:
        kind, _, number = home.hand.read_text(errors="replace").strip().partition(" ")
    except FileNotFoundError:
        return None
    is_item = kind in PATIENCE and number.isascii() and number.isdigit()
    return Task(kind, int(number)) if is_item else None


def empty(home: Spool) -> None:
    """Say that it was seen to."""
    home.hand.unlink(missing_ok=True)


def count_death(db: Connection, item: Task) -> int:
    """Count that a pass died on something; return how many have."""
    last, _, times = (marks.read(db, DIED) or "").rpartition(" ")
    deaths = int(times) + 1 if last == str(item) else 1
    marks.write(db, DIED, f"{item} {deaths}")
    return deaths


def word_deaths(db: Connection, home: Spool) -> Iterator[str]:
    """What the keeper should know before the next pass: on what the last one died."""
    item = find_task(home)
    if item is None:
        return
    with spool.hold_lock(home.home) as quiet:
        name = ""
        if not quiet:  # a pass is just at it
            return
        if item.kind == GAME:
            game = games.find(db, item.number)
            name = f"the game {game.name}" if game else ""
        elif (mail := letters.get(db, item.number)) and mail.status == letters.NEW:
            receipt = ours.receipt_name(find_identity(home), item.number)
            name = f"mail {receipt} ({archives.of(home).place(mail.digest)})"
    if name:
        yield f"The last pass died on {name}: the next one tries it apart."


def survives(deed: Callable[[], None], kind: str) -> bool:
    """Whether a process of its own, with bounds, comes out of doing ``deed`` alive.

    What ``deed`` raises is no death; the database must not be open when this is called.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    has_died = True
    try:
        import resource  # noqa: PLC0415 - hardly ever needed

        for name, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_CPU, 2 * PATIENCE[kind]),
            (resource.RLIMIT_AS, 2 << 30),
        ):
            _, hard = resource.getrlimit(name)
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(name, (bound, bound))
        deed()
        has_died = False
    except Exception as error:
        has_died = isinstance(error, MemoryError)
    finally:
        os._exit(has_died)
