"""Faults of the judge's own: one costs the line alone over which it comes, and is kept and told.

An error that is an answer (a set-up that is wrong, time that is over) is no fault, nor is what the
machine refuses.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from judge.kernel.errors import JudgeError

UNREAD = "this line could not be read: a fault of the judge, not yours. Its keeper has been told"
"""The answer to a line over which something raised."""

Item = TypeVar("Item")
Made = TypeVar("Made")


def is_fault(error: Exception) -> bool:
    """Whether an error is a fault of ours, and not an answer or what the machine refused."""
    return not isinstance(error, JudgeError | OSError | MemoryError)


def trace(error: BaseException) -> str:
    """Where an error was raised: files, lines and functions, and its type.

    Its message is left out, and so are those it came from: they may quote what a player wrote.
    """
    frames = traceback.extract_tb(error.__traceback__)
    rows = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} in {frame.name}" for frame in frames
    ]
    return "\n".join([*rows, type(error).__name__])


def sift(
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
            report = trace(error)
        broken = len(kept)
        while broken - sound > 1:  # so many of the first make no fault, and so many make one
            middle = (sound + broken) // 2
            try:
                attempt(middle)
                sound = middle
            except Exception as error:
                if not counts(error):
                    raise
                broken, report = middle, trace(error)
        faults[kept.pop(broken - 1)] = report
