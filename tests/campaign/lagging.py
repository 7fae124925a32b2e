"""A server whose database falls back: a dump put into its place, or a standby that lagged behind.

Two hosts of one judge take mail and close phases; some of that is unknown to the database that they
find next. They must do nothing on it before the keeper's word, if anything is unknown at all, and
after it no mail may say something else under the name of one that was sent.
"""

import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from judge.keeper import backup
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError
from judge.run import batch
from tests.campaign.figures import Figures
from tests.game.world import MINUTE, START, Sent, mailbox
from tests.hosts import cluster
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.servers.stack import wait

OPENINGS = {
    "Austria": ("A BUD - SER", "A BUD - RUM", "A VIE - TRI"),
    "France": ("A PAR - BUR", "A PAR - GAS", "A MAR - SPA"),
    "Turkey": ("A CON - BUL", "A SMY - CON", "F ANK - BLA"),
}
"""What some players order, again and again."""

FallBack = Callable[[Sequence[HostedWorld]], None]
"""Lets the hosts find the database as it was."""


def play(done: Figures, dice: random.Random) -> None:
    """One judge whose database falls back."""
    with (
        tempfile.TemporaryDirectory(prefix="judge-lagging-") as folder,
        cluster.running() as served,
        ExitStack() as stack,
    ):
        first = HostedWorld(Path(folder) / "one", served.database())
        first.begun()
        hosts = (first, HostedWorld(Path(folder) / "two", first.url()))
        judge = Judge(done, hosts, dice)
        judge.work(dice.randint(0, 3))
        keep = dice.choice((_dump, _stand_by))
        fall_back = keep(served, first, stack)
        judge.work(dice.randint(0, 4))
        known = judge.count()
        fall_back(hosts)
        judge.look(known)
        judge.check()
        for host in hosts:
            host.engine().dispose()


def _dump(_served: Cluster, world: HostedWorld, _stack: ExitStack) -> FallBack:
    """A dump that is put into the same database."""
    file = world.home.parent / "judge.dump"
    backup.write_dump(world.url(), file)

    def put_back(_hosts: Sequence[HostedWorld]) -> None:
        arguments = ("--clean", "--if-exists", "--no-owner", str(file))
        backup._run("pg_restore", world.url(), *arguments)

    return put_back


def _stand_by(served: Cluster, world: HostedWorld, stack: ExitStack) -> FallBack:
    """A standby that stops to follow, and takes over when the first server dies."""
    standby = served.stand_by()
    standby.stop()
    url = world.url()

    def take_over(hosts: Sequence[HostedWorld]) -> None:
        served.stop("immediate")
        standby.start()
        stack.callback(standby.stop, "immediate")
        standby.promote()
        for host in hosts:
            toml = host.home / "judge.toml"
            toml.write_text(toml.read_text().replace(url, standby.url(url.rpartition("/")[2])))
            host._engine = host._reader = None

    return take_over


class Judge:
    """The hosts of one judge, who work at one time."""

    def __init__(self, done: Figures, hosts: Sequence[HostedWorld], dice: random.Random) -> None:
        """What is found out goes into ``done``."""
        self.done, self.hosts, self.dice, self.now = done, hosts, dice, START

    def work(self, times: int) -> None:
        """Let players mail orders, and now and then a deadline come."""
        for _ in range(times):
            if self.dice.random() < 0.4:
                self.now = max(self.now, self.hosts[0].due())
            else:
                self._mail()
            self._pass()

    def _mail(self) -> None:
        host, power = self.dice.choice(self.hosts), self.dice.choice([*OPENINGS])
        order = self.dice.choice(OPENINGS[power])
        host.mail(mailbox(power), order, to=host.address(power), at=self.now)
        self.done.count(mails_to_judges_that_fall_back=1)

    def _pass(self) -> None:
        """A pass of each host, and of the first once more: a phase waits for all inboxes."""
        for host in (*self.hosts, self.hosts[0]):
            self.now += MINUTE
            self._run(host)

    def _run(self, host: HostedWorld) -> None:
        """A pass; the server sees a little later that the one before it is over."""
        wait(lambda: not batch.run(host.home, self.now).busy)

    def count(self) -> tuple[int, int]:
        """How many rows the log has, and how many letters there are."""
        rows = "SELECT (SELECT count(*) FROM log), (SELECT count(*) FROM letters)"
        ((log, letters),) = self.hosts[0].rows(rows)
        return log, letters

    def look(self, known: tuple[int, int]) -> None:
        """Find the database as it is now: where it lacks something, nothing is done on it."""
        present, before = self.count(), [host.outbox() for host in self.hosts]
        older = present != known
        self.done.count(fallen_back=1, letters_unknown=known[1] - present[1])
        for host in self.hosts:
            try:
                self._run(host)
                refused = False
            except KeeperError as error:
                refused = "older than what this judge did last" in str(error)
            self.done.count(passes_refused=int(refused))
            if refused != older:
                self.done.fail(f"a database {known} is found as {present}: refused is {refused}")
        if older:
            if before != [host.outbox() for host in self.hosts]:
                self.done.fail("mails were sent from an older database")
            backup.resume(self.dice.choice(self.hosts).home, now=self.now)
            self.done.count(resumed=1)

    def check(self) -> None:
        """Play on: no mail has another's name, all is proved."""
        self.work(2)
        self.now = max(self.now, self.hosts[0].due())
        self._pass()
        texts = defaultdict(set)
        for host in self.hosts:
            for path in host.outbox():
                mail = Sent(path.read_bytes())
                texts[mail.head["Message-ID"]].add(mail.text)
        self.done.count(mails_sent_around_it=len(texts))
        for name, told in texts.items():
            if len(told) > 1:
                self.done.fail(f"two mails are called {name}")
        for fault in audit(self.hosts[0].home).faults:
            self.done.fail(str(fault))
