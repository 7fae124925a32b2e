"""Games of random players, as in tests/play but thousands of them and for years."""

from time import process_time

from tests.campaign.figures import Figures
from tests.play import games
from tests.play.games import FailedError
from tests.play.shrink import shortest

PHASES = 30


def run(seed: int, count: int) -> Figures:
    """Play ``count`` games; a phase that fails is told in its shortest form, to become a case."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        begun = process_time()
        try:
            done.count(**games.play(number, number, PHASES))
        except FailedError as failed:
            moment = shortest(failed)
            done.fail(f"game {number}: {failed.__cause__!r} in {moment.dump(flat=True)}")
        done.peak("seconds of processor a game", process_time() - begun)
    return done
