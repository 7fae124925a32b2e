"""The mail in hand: what a pass died on, so that the next one can name it and go round it.

What a mail raises is caught; this is for what can't be: killed by the kernel, out of memory, a
fault in a library. The file "hand" of the spool holds the number of the mail that a pass acts on.
It need not survive a power cut: then it was not the mail.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from sqlalchemy import Connection

from judge.game import spool
from judge.game.house import identity
from judge.game.post import receipt
from judge.game.spool import Spool
from judge.game.store import letters, marks
from judge.kernel.errors import JudgeError

PATIENCE = 20
"""Seconds of processor time that a mail may take; most take thousandths, none more than two."""
DEATHS = 3
"""A mail that so many passes died on is put aside even where it does no harm when tried apart."""
DIED = "died-on"
"""The mail that passes died on last, and how many of them."""

_WIDTH = 20
_EMPTY = b" " * _WIDTH


class EndlessError(JudgeError):
    """A mail took more processor time than any mail may."""


class DeadlyError(JudgeError):
    """A pass died on a mail."""


def open_hand(home: Spool) -> int:
    """A descriptor of the file, for ``holding``; the caller closes it."""
    return os.open(home.hand, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


@contextmanager
def holding(hand: int, number: int) -> Iterator[None]:
    """Act on the mail ``number``: whatever ends the process meanwhile leaves the number behind.

    Raises EndlessError in the middle of what takes too long.
    """
    os.pwrite(hand, b"%*d" % (_WIDTH, number), 0)
    with _patience():
        try:
            yield
        except (Exception, KeyboardInterrupt, SystemExit):
            os.pwrite(hand, _EMPTY, 0)
            raise
    os.pwrite(hand, _EMPTY, 0)


@contextmanager
def _patience() -> Iterator[None]:
    """Raise EndlessError when PATIENCE is over; only the main thread can be told so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _over)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _over(_signal: int, _frame: FrameType | None) -> None:
    raise EndlessError(f"it took more than {PATIENCE} seconds")


def found(home: Spool) -> int | None:
    """The mail that a pass had in its hand when it died, or None."""
    try:
        written = home.hand.read_bytes().strip()
    except FileNotFoundError:
        return None
    return int(written) if written.isdigit() else None


def empty(home: Spool) -> None:
    """Say that the mail was seen to."""
    home.hand.unlink(missing_ok=True)


def died(db: Connection, number: int) -> int:
    """Count that a pass died on a mail; return how many have."""
    last, _, times = (marks.read(db, DIED) or "").partition(" ")
    deaths = int(times) + 1 if last == str(number) else 1
    marks.write(db, DIED, f"{number} {deaths}")
    return deaths


def told(db: Connection, home: Spool) -> Iterator[str]:
    """What the keeper should know before the next pass: on which mail the last one died."""
    number = found(home)
    if number is None:
        return
    with spool.locked(home.home) as quiet:
        taken = letters.get(db, number) if quiet else None  # else a pass is just at it
    if taken is not None and taken.status == letters.NEW:
        where = home.archive / f"{taken.digest}.eml"
        name = receipt.name(identity(home.config, home.secret), number)
        yield f"The last pass died on mail {name} ({where}): the next one tries it apart."


def survived(deed: Callable[[], None]) -> bool:
    """Whether a process of its own, with bounds, comes out of doing ``deed`` alive.

    What ``deed`` raises is no death; the database must not be open when this is called.
    """
    child = os.fork()
    if not child:
        os._exit(_alone(deed))
    _, status = os.waitpid(child, 0)
    return status == 0


def _alone(deed: Callable[[], None]) -> int:
    """In the child: 0 if it lives."""
    import resource  # noqa: PLC0415 - hardly ever needed

    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (2 * PATIENCE, 2 * PATIENCE))
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        deed()
    except MemoryError:
        return 1
    except Exception:
        return 0
    except BaseException:
        return 1
    return 0
