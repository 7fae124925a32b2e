"""Simulated years: all six games at once by mail, phase after phase, players who write and forget.

Every mail is answered once, every phase ends on its day, no game gets stuck, the audit is clean.
"""

import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from judge.catalog import variant as catalog
from judge.store.record import OVER, RUNNING
from tests import folders
from tests.campaign import scenes
from tests.campaign.figures import Figures
from tests.game.world import HOUR, START, World, mailbox
from tests.play import games

TABLES = (
    *((name, ()) for name in folders.of_each_kind() if name not in folders.playing("air")),
    *((name, ("air=yes", "paratroops=yes")) for name in folders.playing("air", "paratroops")),
)
FORGETFUL = 0.15
"""The chance that a player lets a deadline pass."""


def run(seed: int, count: int) -> Figures:
    """Play ``count`` phases of six games in one new world."""
    done = Figures()
    with tempfile.TemporaryDirectory(prefix="judge-years-") as folder:
        Years(World(Path(folder) / "spool"), Random(seed), done).live(count)
    return done


class Years:
    """A world with a table of each game; when one ends another begins."""

    def __init__(self, world: World, dice: Random, done: Figures) -> None:
        self.world, self.dice, self.done = world, dice, done
        self.tables: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.playing: list[str] = []
        self.addresses: dict[tuple[str, str], str] = {}
        for variant, options in TABLES:
            self._open(variant, options)

    def _open(self, variant: str, options: tuple[str, ...]) -> None:
        name = f"g{len(self.tables)}"
        self.world.begun(name, *options, variant=variant)
        self.tables[name] = (variant, options)
        self.playing.append(name)
        self.done.count(games=1)
        for power in catalog.load(variant).engine.powers:
            self.addresses[name, power] = self.world.address(power, name)

    def live(self, phases: int) -> None:
        """Let so many phases pass; then look whether all is well."""
        for _ in range(phases):
            name = min(self._running(), key=self.world.due)
            self._written(name)
            self._passed(max(self.world.due(name), self.world.now))
            self.done.count(phases=1)
            self._renewed()
        lived = self.world.now - START
        self.done.count(simulated_days=lived // timedelta(days=1))
        for fault in scenes.faults(self.world.home):
            self.done.fail(f"the audit: {fault}")
        self._answered()

    def _running(self) -> Iterator[str]:
        for name in self.playing:
            game = self.world.game(name)
            if game.status == RUNNING and game.deadline is not None:
                yield name

    def _written(self, name: str) -> None:
        """Most players send their orders, some in two mails."""
        game = self.world.game(name)
        for power, lines in self._orders(name).items():
            if lines and self.dice.random() > FORGETFUL:
                to = self.addresses[name, power]
                self.world.mail(mailbox(power), "\n".join(lines), to=to)
                self.done.count(mails_in=1)
        assert game.deadline is not None
        self._passed(max(game.deadline - HOUR, self.world.now))

    def _orders(self, name: str) -> dict[str, list[str]]:
        game, engine = self.world.game(name), catalog.load(self.tables[name][0]).engine
        return games.orders(engine, engine.load(game.state), self.dice)

    def _passed(self, now: datetime) -> None:
        report, sent = self.world.passed(now)
        self.done.count(passes=1, mails_out=len(sent))
        for line in report.lines:
            self.done.fail(f"{self.world.now}: {line}")

    def _renewed(self) -> None:
        """A game that is over makes place for another of its kind."""
        for name in [*self.playing]:
            if self.world.game(name).status == OVER:
                self.playing.remove(name)
                self._open(*self.tables[name])

    def _answered(self) -> None:
        """Every mail taken came to an end, and every mail written was sent."""
        left = self.world.rows("SELECT count(*) FROM letters WHERE status = 'new'")[0][0]
        unsent = self.world.rows("SELECT count(*) FROM outbox WHERE status <> 'sent'")[0][0]
        if left or unsent:
            self.done.fail(f"{left} mails wait, {unsent} are not sent")
