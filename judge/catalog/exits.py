"""A folder's rules.py runs as the judge: what would end the judge is an error like another."""

from collections.abc import Iterator
from contextlib import contextmanager


class EndsProgramError(Exception):
    """rules.py ended the program, or tried to."""


@contextmanager
def kept_alive() -> Iterator[None]:
    """Turn ``exit()`` and its like into an EndsProgramError that knows where it came up."""
    try:
        yield
    except SystemExit as error:
        fault = EndsProgramError("it ends the program (SystemExit)")
        raise fault.with_traceback(error.__traceback__) from None
