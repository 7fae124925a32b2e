"""Errors that are answers: each is one sentence for the person who caused it.

``status`` is what a command that breaks off with it exits with, as in sysexits(3).
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

USAGE = 64
"""The command was typed wrongly."""
BAD_DATA = 65
"""What was given, or lies there, makes no sense."""
NO_INPUT = 66
"""What was named is not there."""
BUG = 70
"""The judge itself is wrong."""
SYSTEM = 71
"""The machine has run out of something: files that may be open, memory."""
DISK = 74
"""The disk is full or does not work."""
LATER = 75
"""Something could not be done now; it is tried again."""
NO_RIGHT = 77
"""This user may not."""
SETTING = 78
"""The keeper has to set something right."""
TOO_LONG = "it took more time than any may"


class JudgeError(Exception):
    """Something a person can mend; the message is one sentence that says how."""

    status = BAD_DATA


class EndlessError(JudgeError):
    """Something took more of the processor's time than it may."""


class InputError(JudgeError):
    """A position, order set or option that makes no sense (``judge adjudicate``, CREATE).

    ``meant`` are texts for what may have been meant, none where that is not known.
    """

    meant: tuple[str, ...] = ()


class DoubtError(InputError):
    """What was typed may mean several things; ``meanings`` are texts that say each of them."""

    def __init__(self, message: str, meanings: Sequence[str]) -> None:
        super().__init__(message)
        self.meant = tuple(meanings)


class KeeperError(JudgeError):
    """The keeper's set-up is wrong: the spool, judge.toml, a server."""

    status = SETTING


class MissingError(KeeperError):
    """What the keeper named is not there: a spool, a game, a mail."""

    status = NO_INPUT


class RightsError(KeeperError):
    """The user who runs the command may not."""

    status = NO_RIGHT


class DamageError(KeeperError):
    """A file of the spool is not what the judge wrote."""

    status = BAD_DATA


class UndoneError(JudgeError):
    """What is under way has to be undone: it is done in another way, or another one is at it."""


class BeyondError(UndoneError):
    """It reaches beyond the one game that it was begun for."""


class BusyError(KeeperError):
    """A pass is under way: later it will go."""

    status = LATER


UNREAD_LINE = (
    "this line could not be read: a fault of the judge, not yours. Its keeper has been told"
)
"""The answer to a line over which something raised."""

Item = TypeVar("Item")
Made = TypeVar("Made")


def is_fault(error: Exception) -> bool:
    """Whether an error is a fault of ours, and not an answer or what the machine refused."""
    return not isinstance(error, JudgeError | OSError | MemoryError)


def trace_fault(error: BaseException) -> str:
    """Where an error was raised: files, lines and functions, and its type.

    Its message is left out, and so are those it came from: they may quote what a player wrote.
    """
    frames = traceback.extract_tb(error.__traceback__)
    rows = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} in {frame.name}" for frame in frames
    ]
    return "\n".join([*rows, type(error).__name__])


def sift_items(
    items: Sequence[Item],
    make: Callable[[Sequence[Item]], Made],
    counts: Callable[[Exception], bool] = is_fault,
) -> tuple[Made, Mapping[int, str]]:
    """What ``make`` makes of items without those over which it has a fault.

    These are told by their places, each with its trace. Raises what does not count as a fault, and
    what ``make`` raises over nothing at all.
    """
    kept = list(range(len(items)))
    faults: dict[int, str] = {}
    sound = 0

    def attempt(count: int) -> Made:
        return make([items[index] for index in kept[:count]])

    while True:
        try:
            return attempt(len(kept)), faults
        except Exception as error:
            if not kept or not counts(error):
                raise
            report = trace_fault(error)
        broken = len(kept)
        while broken - sound > 1:  # so many of the first make no fault, and so many make one
            middle = (sound + broken) // 2
            try:
                attempt(middle)
                sound = middle
            except Exception as error:
                if not counts(error):
                    raise
                broken, report = middle, trace_fault(error)
        faults[kept.pop(broken - 1)] = report
