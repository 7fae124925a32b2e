"""Every support that is attacked counts as cut, even one that nobody needed.

The engine calls a support to hold "given" as long as nobody attacks the supported unit, for it
makes no difference then; in these games an attacked supporter reads "cut" all the same.
"""

from judge.rules.dip.contest.explain import Reason, explain_support
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.orders.support import Support
from judge.rules.dip.seams.mechanic import Mechanic


class Cuts(Mechanic):
    """The word for a support that was cut and not needed."""

    def verdict(self, outcome: Outcome, unit: int, answer: str) -> str:
        """The word for it: "cut"."""
        return "cut" if _cut_in_vain(outcome, unit) else answer

    def explains(self, outcome: Outcome, unit: int, answer: Reason) -> Reason:
        """By whom it was cut."""
        if not _cut_in_vain(outcome, unit):
            return answer
        return explain_support(outcome, unit, outcome.field.label(outcome.contest.cutter(unit)))


def _cut_in_vain(outcome: Outcome, unit: int) -> bool:
    """Whether a support counts as given only because nobody needed it."""
    field = outcome.field
    if field.verdicts[unit] or not isinstance(field.orders[unit], Support):
        return False
    return outcome.supports(unit) and outcome.contest.cutter(unit) >= 0


build = Cuts
"""The mechanic; it has nothing to set."""
