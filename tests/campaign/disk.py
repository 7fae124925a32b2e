"""A full disk and a broken one: ENOSPC and EIO at every write of a pass, once and from then on.

The pass may fail, in words and not with a traceback; after the relief the next ones lead to where
an undisturbed one led.
"""

import errno
import shutil

from tests.campaign import effects
from tests.campaign.figures import Figures
from tests.campaign.kill import Theatre, opened, spread
from tests.campaign.scenes import Scene

GROWING = "CWSRLM"
"""Effects that a disk without room or in pieces refuses; removals and truncations it does not."""
ERRORS = (errno.ENOSPC, errno.EIO)


def run(seed: int, count: int) -> Figures:
    """Break ``count`` writes, from number ``seed * count`` on: one after the other, then anew."""
    return effects.apart("disk", seed, count)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process whose effects can be caught."""
    with opened("disk") as theatre:
        play(theatre, seed, count)
    return theatre.done


def play(theatre: Theatre, seed: int, count: int) -> None:
    """The same, on a stage that is there."""
    moments = [
        (*moment, error)
        for kind in (effects.FAIL_ONCE, effects.FAIL_ON)
        for moment in theatre.moments(kind, GROWING)
        for error in ERRORS
    ]
    theatre.done.peak("moments", len(moments))
    for number in range(seed * count, (seed + 1) * count):
        _broken(theatre, *moments[spread(number, len(moments))])


def _broken(theatre: Theatre, scene: Scene, at: int, kind: int, error: int) -> None:
    """One failing write, and what came of it."""
    done, where = theatre.done, f"{scene.name}, {errno.errorcode[error]} {at} of kind {kind}"
    home = theatre.copied(scene, "disturbed")
    ended = effects.child(lambda: scene.act(home), home, at=at, what=kind, error=error)
    done.count(errors=1, told=bool(ended.status), traces="Traceback" in ended.output)
    if ended.killed:
        done.fail(f"{where}: died of signal {-ended.status}")
    theatre.judged(scene, home, ended.status, where)
    shutil.rmtree(home)
