"""A folder's rules.py runs as the judge: what ends or stops it is an error like others."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

PATIENCE = 5.0
"""Seconds of processor time after which it is looked for a call of rules.py that does not end."""


class EndsProgramError(Exception):
    """rules.py ended the program, or tried to."""


class EndlessError(Exception):
    """A call of rules.py does not end."""


@contextmanager
def kept_alive() -> Iterator[None]:
    """Turn ``exit()`` and its like into an EndsProgramError that knows where it came up."""
    try:
        yield
    except SystemExit as error:
        fault = EndsProgramError("it ends the program (SystemExit)")
        raise fault.with_traceback(error.__traceback__) from None


@contextmanager
def watched(path: Path) -> Iterator[None]:
    """Raise EndlessError inside of a call of the file ``path`` that was there a while before.

    Only the main thread can be told so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    last_calls: list[FrameType | None] = [None]

    def look(_signal: int, frame: FrameType | None) -> None:
        call = _find_call(frame, str(path))
        if call is not None and call is last_calls[0]:
            raise EndlessError(f"it is not over after {PATIENCE:.0f} seconds")
        last_calls[0] = call

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _find_call(frame: FrameType | None, path: str) -> FrameType | None:
    """The outermost call of a file in a stack."""
    found = None
    while frame is not None:
        found = frame if frame.f_code.co_filename == path else found
        frame = frame.f_back
    return found
