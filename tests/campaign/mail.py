"""Fuzzed mails through the whole intake: none raises, none takes long, none is lost."""

from tests.campaign.figures import Figures
from tests.mail.fuzz import run as fuzzing


def run(seed: int, count: int) -> Figures:
    """Push ``count`` mails made by dice from ``seed`` through the intake."""
    found, done = fuzzing.fuzz(seed, count), Figures()
    done.count(
        mails=found.mails,
        passed=found.passed,
        answered=found.answered,
        refused=found.refused,
        lost=found.lost,
        over_the_limit=len(found.slow),
    )
    done.peak("seconds a mail", found.slowest)
    done.peak("megabytes more", found.megabytes)
    for what, raw in found.raised:
        done.fail(f"a mail of seed {seed} raised {what}: {raw[:200]!r}")
    for seconds, raw in found.slow:
        done.fail(f"a mail of seed {seed} took {seconds:.1f} s: {raw[:200]!r}")
    if found.lost:
        done.fail(f"seed {seed}: {found.lost} mails came to no end")
    return done
