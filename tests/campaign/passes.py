"""Fifty passes at once: together they do what one does."""

import os
import shutil
from pathlib import Path

from tests.campaign import effects, scenes
from tests.campaign.figures import Figures
from tests.campaign.kill import Theatre, opened

TOGETHER = 50


def run(seed: int, count: int) -> Figures:
    """``count`` times fifty passes at once, on one scene after the other."""
    return effects.apart("passes", seed, count, caught=False)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process that may fork."""
    with opened("passes") as theatre:
        play(theatre, seed, count)
    return theatre.done


def play(theatre: Theatre, seed: int, count: int) -> None:
    """The same, on a stage that is there."""
    all_scenes = [scene for scene in theatre.begun if not scene.piped and scene.beside is None]
    for number in range(seed * count, (seed + 1) * count):
        scene = all_scenes[number % len(all_scenes)]
        home = theatre.copied(scene, "disturbed")
        pids = [_begun(scene, home) for _ in range(TOGETHER)]
        bad = sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)
        theatre.done.count(rounds=1, passes=TOGETHER)
        if bad:
            theatre.done.fail(f"{scene.name}: {bad} of {TOGETHER} passes failed")
        theatre.judged(scene, home, 0, f"{scene.name}, round {number}")
        shutil.rmtree(home)


def _begun(scene: scenes.Scene, home: Path) -> int:
    """A pass in a process of its own."""
    pid = os.fork()
    if not pid:
        os._exit(scene.act(home))
    return pid
