"""The processor's time that mail may take which nothing proves, before seats and deadlines.

From is easily forged: beside what each sender has there is one allowance for all of them. What is
over it is read later, behind the deadlines.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from judge.kernel.errors import JudgeError

OF_ALL, OF_EACH = 10.0, 4.0
"""Seconds in a pass."""
AFTERWARDS = 20.0
"""Seconds in a pass for what was put off, when all else is done."""


class PutOffError(JudgeError):
    """A mail has to wait; ``why`` as in ``letters.put_off``."""

    def __init__(self, why: int) -> None:
        super().__init__("it waits behind seats and deadlines")
        self.why = why


@dataclass(slots=True)
class Allowance:
    """What unproven mail has taken so far, in all and by sender."""

    spent: float = 0.0
    spent_by: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def is_used_up(self, sender: str = "") -> bool:
        """Whether nothing is left for all, or for a sender."""
        return self.spent >= OF_ALL or self.spent_by.get(sender, 0.0) >= OF_EACH

    def spend(self, sender: str, seconds: float) -> None:
        """Take time from both."""
        self.spent += seconds
        self.spent_by[sender] += seconds
