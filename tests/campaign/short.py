"""The parts that play scenes, for a moment each, on one stage: to build it costs most of that."""

from tests.campaign import disk, effects, kill, passes, power
from tests.campaign.figures import Figures


def run(seed: int, count: int) -> Figures:
    """``count`` kills, power cuts and failing disks, and fifty passes at once."""
    return effects.apart("short", seed, count)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process whose effects can be caught."""
    with power.same_place(), kill.opened("short") as theatre:
        for part in (kill, power, disk):
            part.play(theatre, seed, count)
        passes.play(theatre, seed, 1)
    return theatre.done
