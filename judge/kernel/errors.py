"""Errors that are answers: each is one sentence for the person who caused it.

``status`` is what a command that breaks off with it exits with, as in sysexits(3).
"""

from collections.abc import Sequence

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
    """A position, order set or option that makes no sense (``judge adjudicate``, CREATE)."""


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
