"""Lines made from the grammars: none raises, none takes long, and the order beside it stands."""

from tests.campaign.figures import Figures
from tests.language.fuzz import long
from tests.language.fuzz import run as fuzzing

LINES_A_UNIT = 250
"""For so many lines one of repeated words is made as long as lines may be, and timed."""


def run(seed: int, count: int) -> Figures:
    """Read ``count`` lines made by dice from ``seed``, and mail some of them."""
    found, done = fuzzing.fuzz(seed, count), Figures()
    done.count(
        lines=found.lines,
        orders=found.orders,
        commands=found.commands,
        asked=found.asked,
        mailed=found.mailed,
    )
    done.peak("seconds a line", found.slowest)
    units = long.make_units(seed, count // LINES_A_UNIT)
    done.count(doubled=len(units))
    for what in (*found.failures, *filter(None, map(long.explain_slow, units))):
        done.fail(f"seed {seed}: {what}")
    return done
