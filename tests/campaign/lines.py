"""Lines made from the grammars: none raises, none takes long, and the order beside it stands."""

from tests.campaign.figures import Figures
from tests.language.fuzz import run as fuzzing


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
    for what in found.failures:
        done.fail(f"seed {seed}: {what}")
    return done
