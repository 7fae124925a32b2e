"""A bound on the processor's time: what takes more is stopped in the middle of what it does.

Only the main thread can be told so. Where one bound stands in another, each has a clock of its own:
what is tried within the inner one costs the outer one nothing.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from judge.kernel import errors
from judge.kernel.errors import EndlessError

AGAIN = 0.5
"""Seconds after which it is told again, if it goes on."""
ASKED, TOLD = 3, 20
"""So often it is told by what an ``except Exception`` can stop, and so often in all; then the
process ends, and what it had in its hand is known (``post.hand``)."""


class OvertimeError(BaseException):
    """Raised in the middle of what has been told before: no ``except Exception`` stops it."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise EndlessError in the middle of what takes more of the processor's time than this."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    bound = _Bound()
    handler = signal.signal(signal.SIGVTALRM, bound.ring)
    timer = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        try:
            yield
        finally:
            bound.is_over = True
            signal.setitimer(signal.ITIMER_VIRTUAL, *timer)
            signal.signal(signal.SIGVTALRM, handler)
    except OvertimeError as error:
        raise EndlessError(str(error)).with_traceback(error.__traceback__) from None


class _Bound:
    """A bound that is in force: how often it was told."""

    def __init__(self) -> None:
        self.rings = 0
        self.is_over = False

    def ring(self, _signal: int, frame: FrameType | None) -> None:
        """The time is over."""
        if self.is_over:
            return
        self.rings += 1
        if self.rings > TOLD:
            where = (
                f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}" if frame else "it"
            )
            os.write(2, f"Error: {where} takes too much time, and can't be stopped.\n".encode())
            os._exit(errors.BUG)
        if self.rings > ASKED:
            raise OvertimeError(errors.TOO_LONG)
        raise EndlessError(errors.TOO_LONG)
