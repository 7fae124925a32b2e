"""What maps cost: one map of each game, in layers and in one go.

A map is one of a results mail in the middle of a game, from the position to the PNG: drawn again,
drawn by a process that knows none of its signs, and drawn as the SVG is; all in processor time.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from judge.catalog import variant as catalog
from judge.kernel import audience
from judge.kernel.dice import SecretDice
from judge.kernel.notice import View
from judge.report import plates
from judge.report.picture import drawing, job, layers, palette, pixels, shapes
from judge.report.picture.job import Job
from judge.report.picture.motif import Scene

VARIANTS = tuple(name for name in catalog.names() if (catalog.folder(name) / shapes.FILE).exists())
"""Those with outlines of their own."""
RUNS = 5
YEARS = 12
"""Phases that are played before the one that is drawn."""


class Cost(NamedTuple):
    """Milliseconds of a map that is drawn again, fresh, and in one go; and its KB."""

    again: float
    fresh: float
    whole: float
    size: float


def main() -> None:
    """Print a line for each."""
    for name in VARIANTS:
        again, fresh, whole, size = measure(name)
        print(
            f"a map of {name:22} {again:4.0f} ms again, {fresh:4.0f} fresh, {whole:4.0f} in one go:"
            f" {whole / again:.1f} and {whole / fresh:.1f} times; {size:.0f} KB"
        )


def measure(name: str) -> Cost:
    """What a map of a game costs."""
    scene = _play(name)
    found = catalog.load(name)
    work = job.write_job(Job(scene))

    def draw_in_one_go() -> bytes:
        svg = drawing.svg(scene, found.shapes_folder, found.map)
        painted = palette.paints(found.map["powers"], palette.LIGHT)
        return pixels.png(svg, job.WIDEST, palette.shades(palette.LIGHT, painted.values()))

    def draw_fresh() -> bytes:
        layers.forget_stamps()
        return job.draw(work)

    size = len(job.draw(work)) / 1000
    ways: tuple[Callable[[], bytes], ...] = (lambda: job.draw(work), draw_fresh, draw_in_one_go)
    again, fresh, whole = (statistics.median(_time(way) for _ in range(RUNS)) for way in ways)
    return Cost(again, fresh, whole, size)


def _time(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def _play(name: str) -> Scene:
    """The one picture of a movement phase that players who choose at random have come to."""
    engine, dice = catalog.load(name).engine, SecretDice(b"bench", "alpha")
    choice, state = random.Random(name), engine.start({}, dice).state
    for number in range(10 * YEARS):
        phase, before = engine.phase(state), engine.request(engine.known_state(state, ""))
        orders = {
            power: [choice.choice(task.options) for task in tasks if task.options]
            for power in engine.powers
            for tasks in (engine.standing(state, power, ()).tasks,)
        }
        turn = engine.turn(state, orders, dice)
        state = turn.state
        if number >= YEARS and phase.kind == "movement":
            break
    after = View("", engine.request(engine.known_state(state, "")))
    view = View(phase.title, before, audience.public(turn.events), after=after)
    return plates.scene_of(view, name, "alpha")
