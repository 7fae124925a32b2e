"""What a game does about orders that do not come: reminders, late notices, absences, disorder."""

import re
from collections.abc import Iterator
from datetime import timedelta

from msgspec import Struct

from judge import resources
from judge.game.terms.clock import Pace, read_paces
from judge.game.terms.customs import Number
from judge.kernel import limits
from judge.kernel.days import NONE
from judge.kernel.errors import InputError

HOLD, WAIT, DISORDER, COMPUTER = "hold", "wait", "disorder", "computer"
"""Units without orders hold; the game waits for orders; after some phases the seat is free; a
computer orders."""
LATE_NOTICES = NAMES, UNNAMED, SELF = "names", "unnamed", "self"
"""Whom late notices go to: all, with or without names, or the late alone."""
_NMR = re.compile(r"(hold|wait|computer|disorder|civil disorder|cd)(?:[ -]?([1-9]))?")
_FIRST = re.compile(r"(?:wait|yes)(?:[ -]?([1-9]))?")
_AS_ELSEWHERE = {"yes": HOLD, "no": WAIT}
"""Njudge's SET NMR and SET NO NMR: the game goes on without orders, or waits for them."""
_SAID = resources.read_words("templates", "sentences")


class Policy(Struct, frozen=True):
    """``reminders`` are times before a deadline, longest first; ``late`` whom late notices go to.

    ``nmr`` is what happens at the end of the grace where somebody sent no orders at all, and with
    DISORDER ``patience`` after how many phases in a row his seat is free. In the ``first``
    movements the game waits for seats that never sent an order, and offers them to others. So many
    ``excuses`` has each seat for turns that it misses. ``absence`` are the days
    a year for which a player may say that he is away; ``shifts``: that moves even the present
    deadline. ``calendar``: mails bring the deadline as an entry for a calendar.
    """

    reminders: tuple[Pace, ...]
    late: str
    nmr: str
    patience: int
    first: int
    excuses: int
    absence: int
    shifts: bool
    calendar: bool


def read_reminders(text: str) -> tuple[Pace, ...]:
    """Read "24h, 4h" or "none". Raises InputError."""
    if text.strip().lower() in NONE:
        return ()
    paces = tuple(read_paces(text))
    most = limits.REMINDERS
    if len(paces) > most:
        raise InputError(f"{len(paces)} reminders are too many: {most} a phase at most.")
    return paces


def read_nmr(text: str) -> tuple[str, int]:
    """Read "hold", "wait" or "disorder 3": what happens, and after how many phases."""
    words = _AS_ELSEWHERE.get(text.lower(), " ".join(text.lower().split()))
    match = _NMR.fullmatch(words)
    plain = (HOLD, WAIT, COMPUTER)
    if not match or (match[2] and match[1] in plain):
        choices = "hold, wait, computer, or disorder and a number of phases"
        raise InputError(f"'{text}' must be {choices}.")
    word = match[1] if match[1] in plain else DISORDER
    return word, int(match[2] or limits.MISSED_PHASES) if word == DISORDER else 0


def read_first(text: str) -> int:
    """Read "wait 2": in how many movements the game waits for first orders; "usual": in none."""
    words = " ".join(text.lower().split())
    if words in ("usual", *NONE):
        return 0
    match = _FIRST.fullmatch(words)
    if not match:
        raise InputError(f"'{text}' must be usual, wait, or wait and a number of movements.")
    return int(match[1] or 1)


EXCUSES = Number(range(10), NONE, "'{}' is not a number of missed turns: write one from 0 to 9.")
"""How many missed turns of a seat are excused."""
_NO_DAYS = "'{}' is not a number of days a year: write 15, or none."
ABSENCE = Number(range(367), NONE, _NO_DAYS, ("days", "d"))
"""For how many days a year a player may say that he is away."""
SHOWS = READY, LATE, UNTOLD, USUAL = "ready", "late", "none", "usual"
"""What all may know of others' orders: whether they are in; who is late; nothing; USUAL: READY in
games whose players and late powers are named to all, else NONE."""


def read_observers(text: str) -> bool:
    """Read whether observers are told one phase late: "now", "late", "one phase late".

    Raises InputError.
    """
    word = text.strip().lower()
    if word not in ("now", "at once", "late", "one phase late", "a phase late"):
        raise InputError(f"'{text}' must be now or late: one phase late.")
    return "late" in word


def sentences(policy: Policy, grace: timedelta) -> Iterator[str]:
    """The policy in sentences, for everybody in the game to read."""
    if grace:
        parts = (Pace(days=grace.days), Pace(minutes=grace.seconds // 60))
        length = " ".join(str(pace) for pace in parts if pace.length)
        yield f"Late orders count for {length} after a deadline. {_SAID['late'][policy.late]}"
    missed = "one phase" if policy.patience == 1 else f"{policy.patience} phases in a row"
    yield _SAID["missing"][policy.nmr].format(missed=missed)
    if policy.first:
        movements = "movement" if policy.first == 1 else f"{policy.first} movements"
        yield _SAID["missing"]["first"].format(movements=movements)
    if policy.excuses:
        turns = "One turn" if policy.excuses == 1 else f"{policy.excuses} turns"
        yield _SAID["missing"]["excuses"].format(turns=turns)
    if policy.absence:
        which = "A deadline" if policy.shifts else "A later deadline"
        yield (
            f"{which} waits for a player who is away: ABSENCE says when, "
            f"for up to {policy.absence} days a year."
        )
