"""Twin worlds: two that differ in somebody's secret; nobody else's mails differ in a byte."""

from tests.campaign.figures import Figures
from tests.game import twins


def run(seed: int, count: int) -> Figures:
    """Compare ``count`` random pairs of worlds."""
    found, done = twins.run(seed, count), Figures()
    done.count(pairs=found.pairs, mails=found.mails)
    for what in found.differences:
        done.fail(what)
    return done
