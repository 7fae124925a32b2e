"""Games of random players, as in tests/play but thousands of them and for years.

One game of thirty-five goes by mail, through a judge in a spool of its own.
"""

from time import process_time

from tests.campaign.figures import Figures
from tests.play import by_mail, games
from tests.play.games import FailedError
from tests.play.shrink import shortest

PHASES = 30
MAILED, MAILED_PHASES = 35, 12
"""Of so many games the last goes by mail, for so many phases."""


def run(seed: int, count: int) -> Figures:
    """Play ``count`` games; a phase that fails is told in its shortest form, to become a case."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        if number % MAILED == MAILED - 1:
            done += _play_by_mail(number)
            continue
        begun = process_time()
        try:
            done.count(**games.play(number, number, PHASES))
        except FailedError as failed:
            moment = shortest(failed)
            done.fail(f"game {number}: {failed.__cause__!r} in {moment.dump(flat=True)}")
        done.peak("seconds of processor a game", process_time() - begun)
    return done


def _play_by_mail(number: int) -> Figures:
    """A game by mail; what goes wrong there is told with its number, which is the same game."""
    done = Figures()
    try:
        done.count(**by_mail.play(number, number, MAILED_PHASES))
    except Exception as error:  # whatever it is, the campaign goes on
        done.fail(f"game {number} by mail: {error!r}")
    return done
