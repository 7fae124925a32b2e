"""A disturbed world against a calm one: the same mails come; the same turns, the same letters.

In the disturbed one passes are killed anywhere, disks fill up, five passes start at once, and mails
are delivered a second time.
"""

import errno
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random

from judge.catalog import variant as catalog
from tests import folders
from tests.campaign import effects, scenes
from tests.campaign.figures import Figures
from tests.game.world import HOUR, MINUTE, World, mailbox
from tests.play import games

VARIANTS = folders.ALL
PHASES = 3
TWICE = 5
"""So many mails come a second time."""
SAME = ("mails", "to the keeper", *scenes.TABLES)
"""What must be equal; the archive knows of mails that came twice."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A pass: its time, and the mails that came before it, by file name."""

    now: datetime
    mails: dict[str, bytes]


def run(seed: int, count: int) -> Figures:
    """Live through ``count`` games of three phases twice, calm and disturbed."""
    return effects.apart("calm", seed, count)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process whose effects can be caught."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        with tempfile.TemporaryDirectory(prefix="judge-calm-") as folder:
            variant = VARIANTS[number % len(VARIANTS)]
            ticks, calm = _calm(Path(folder) / "calm", variant, Random(number))
            other = _disturbed(Path(folder) / "other", variant, ticks, Random(number), done)
            done.count(worlds=1, ticks=len(ticks), mails=len(calm["mails"]))
            for fault in scenes.unlike({key: calm[key] for key in SAME}, other):
                done.fail(f"world {number}: {fault}")
            for fault in scenes.faults(Path(folder) / "other"):
                done.fail(f"world {number}: {fault}")
    return done


def _calm(home: Path, variant: str, dice: Random) -> tuple[list[Tick], scenes.Seen]:
    """The calm world, and what came to it when."""
    world = World(home)
    world.begun("alpha", variant=variant)
    ticks = []
    for _ in range(PHASES):
        due = world.due()
        for moment in (due - 2 * HOUR, due - HOUR, due):
            if moment < due:
                _write(world, variant, dice)
            inbox = home / "in" / "new"
            ticks.append(Tick(moment, {p.name: p.read_bytes() for p in inbox.iterdir()}))
            for _ in range(2):
                world.run(moment)
    return ticks, scenes.seen(home)


def _write(world: World, variant: str, dice: Random) -> None:
    """Orders, press and questions of some players."""
    engine = catalog.load(variant).engine
    state = engine.load(world.game().state)
    for power, lines in games.orders(engine, state, dice).items():
        if dice.random() < 0.6:
            more = dice.choice(("", "STATUS", f"PRESS TO {engine.powers[0]}\nso be it\nENDPRESS"))
            text = "\n".join([*lines, more])
            world.mail(mailbox(power), text, to=world.address(power))


def _disturbed(
    home: Path, variant: str, ticks: Sequence[Tick], dice: Random, done: Figures
) -> scenes.Seen:
    """The same mails in a world where things go wrong."""
    World(home).begun("alpha", variant=variant)
    came: dict[str, bytes] = {}
    for tick in ticks:
        came |= tick.mails
        for name, raw in tick.mails.items():
            _arrive(home, name, raw, tick.now)
        if tick is ticks[-1]:  # later mails would have other receipt numbers
            for number, raw in enumerate(dice.choices([*came.values()], k=TWICE)):
                _arrive(home, f"twice-{number}", raw, tick.now)
            done.count(mails_twice=TWICE)
        for _ in range(dice.randint(1, 3)):
            _trouble(home, tick.now, dice, done)
        for _ in range(2):
            effects.child(lambda now=tick.now: scenes.passed(home, now), home)  # type: ignore[misc]
    return scenes.seen(home)


def _arrive(home: Path, name: str, raw: bytes, now: datetime) -> None:
    path = home / "in" / "new" / name
    path.write_bytes(raw)
    os.utime(path, ((now - MINUTE).timestamp(),) * 2)


def _trouble(home: Path, now: datetime, dice: Random, done: Figures) -> None:
    """A pass that is killed or fails, or five at once."""

    def act() -> int:
        return scenes.passed(home, now)

    at = dice.randint(1, 400)
    kind = dice.choice((effects.KILL, effects.TEAR, effects.FAIL_ONCE, effects.FAIL_ON, 0))
    if kind:
        error = dice.choice((errno.ENOSPC, errno.EIO))
        ended = effects.child(act, home, at=at, what=kind, error=error)
        done.count(kills=ended.killed, errors=kind in (effects.FAIL_ONCE, effects.FAIL_ON))
        return
    pids = []
    for _ in range(5):
        pid = os.fork()
        if not pid:
            os._exit(act())
        pids.append(pid)
    for pid in pids:
        os.waitpid(pid, 0)
    done.count(five_at_once=1)
