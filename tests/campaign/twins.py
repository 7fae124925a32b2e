"""Twin worlds: two that differ in one player's secret; nobody else's mails differ in a byte."""

import tempfile
from pathlib import Path
from random import Random

from tests.campaign.figures import Figures
from tests.game import test_twin_worlds as twins

WAYS = ((), ("press=grey", "postal=yes"))


def run(seed: int, count: int) -> Figures:
    """Compare ``count`` pairs of worlds."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        one, other = (twins.secrets(Random(2 * number + side)) for side in range(2))
        options = WAYS[number % len(WAYS)]
        with tempfile.TemporaryDirectory(prefix="judge-twins-") as folder:
            first, told = twins.live(Path(folder) / "one", one, *options)
            second, also = twins.live(Path(folder) / "other", other, *options)
        done.count(pairs=1, mails=len(first))
        if told != also or first != second:
            done.fail(f"pair {number}: somebody else can see a difference")
    return done
