"""Fuzzed mails through the whole intake, counted and timed.

All become letters (bytes to content key and letter with its lines). One in twenty is read deeper:
its head alone, as a bounce, and its lines as orders and commands; another one in twenty goes
through real passes on a spool: inbox, archive, journal, answer.
"""

import random
import resource
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from judge.catalog import sheet, variant
from judge.kernel.dice import NoDice
from judge.kernel.mail import Letter
from judge.mail import body, bounces
from judge.run import batch
from tests.game.world import HOUR, START, World
from tests.mail.fuzz.mutate import mutated
from tests.mail.our import ARRIVED, FUZZ, OURS, SAMPLES

WHOLE = 20
"""One in so many mails goes through a real pass, and another one is read line by line."""
PASS, SPOOL = 250, 5000
"""Mails a pass; mails a spool, after which a new one is made."""
LIMIT = 2.0
"""Seconds of processor time that a mail may cost."""
KEPT = 10
"""So many culprits are kept with their bytes."""


@dataclass(slots=True)
class Figures:
    """What came of it; all is well if ``raised``, ``slow`` and ``lost`` are empty and 0.

    ``slowest`` is in seconds of processor time, ``megabytes`` how much larger the process grew
    after the first tenth; ``lost`` are mails of passes without an end in the journal.
    """

    mails: int = 0
    refused: int = 0
    silent: int = 0
    lines: int = 0
    passed: int = 0
    answered: int = 0
    lost: int = 0
    slowest: float = 0.0
    megabytes: float = 0.0
    raised: list[tuple[str, bytes]] = field(default_factory=list)
    slow: list[tuple[float, bytes]] = field(default_factory=list)


def fuzz(seed: int, count: int) -> Figures:
    """Make ``count`` mails from ``seed``, push them through the intake, and count what happens.

    The same seed and count are the same mails. Nothing is raised: culprits stand in the figures.
    """
    dice = random.Random(seed)
    samples = [path.read_bytes() for path in sorted([*SAMPLES.glob("*.eml"), *FUZZ.glob("*.eml")])]
    figures, pending, grown = Figures(), [], 0.0
    with tempfile.TemporaryDirectory(prefix="judge-fuzz-") as folder:
        judge = _Judge(Path(folder))
        for number in range(count):
            raw = mutated(dice, samples)
            _read(raw, figures, deep=number % WHOLE == WHOLE // 2)
            if not number % WHOLE:
                pending.append(raw)
            if len(pending) == PASS or (pending and number == count - 1):
                judge.take(pending, figures)
                pending = []
            if number == count // 10:
                grown = _megabytes()
    figures.megabytes = _megabytes() - grown
    return figures


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _read(raw: bytes, figures: Figures, *, deep: bool) -> None:
    """What is done with a mail's contents; ``deep``: with its lines, as France's."""
    started = time.process_time()
    try:
        body.digest_content(raw)
        letter = body.read_letter(raw, ARRIVED, OURS)
        if deep:
            body.read_letter(raw, ARRIVED, OURS, whole=False)
            bounces.read(raw, "judge+=x@judge.test")
            _understand(letter)
    except Exception as error:
        _keep(figures.raised, f"{type(error).__name__}: {error}", raw)
    else:
        figures.refused += bool(letter.refusal)
        figures.silent += bool(letter.silence)
        figures.lines += len(letter.lines)
    took = time.process_time() - started
    figures.mails += 1
    figures.slowest = max(figures.slowest, took)
    if took > LIMIT:
        figures.slow.append((took, raw))


def _understand(letter: Letter) -> None:
    sheet.understand(letter.lines, variant.load("standard"), _board(), "France")


@cache
def _board() -> Any:
    """The standard game's first position."""
    return variant.load("standard").engine.start({}, NoDice()).state


def _keep(kept: list[tuple[str, bytes]], what: str, raw: bytes) -> None:
    """Count every culprit, but hold the bytes of the first ones only."""
    kept.append((what, raw if len(kept) < KEPT else b""))


class _Judge:
    """A judge with a game, to whom mails are sent; a new one when the spool is full."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken = SPOOL
        self._world: World | None = None

    def take(self, mails: list[bytes], figures: Figures) -> None:
        """Do a pass on mails; every second one is for the seat of France."""
        world = self._spool()
        seat = world.address("France").encode()
        for number, raw in enumerate(mails):
            world.raw(raw.replace(b"judge@judge.test", seat) if number % 2 else raw)
        before = len(world.outbox())
        try:
            report = batch.run(world.home, START + HOUR * (self._taken // PASS))
        except Exception as error:
            _keep(figures.raised, f"the pass: {type(error).__name__}: {error}", b"\n".join(mails))
            self._taken = SPOOL
            return
        figures.raised += [(line, b"") for line in report.lines]
        figures.passed += len(mails)
        figures.answered += len(world.outbox()) - before
        (waiting,) = world.rows("SELECT count(*) FROM letters WHERE status = 'new'")[0]
        figures.lost += waiting + len(list((world.home / "in" / "new").iterdir()))
        self._taken += len(mails)

    def _spool(self) -> World:
        if self._world is None or self._taken >= SPOOL:
            if self._world is not None:
                shutil.rmtree(self._world.home)
            self._world, self._taken = World(self._folder / "spool"), 0
            self._world.begun()
        return self._world
