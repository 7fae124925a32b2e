"""Processes that are killed at random, with their connections and the database, and begin anew."""

import os
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from random import Random
from typing import Generic, TypeVar

from tests.hosts.cluster import Cluster

Job = TypeVar("Job", bound=Hashable)

_CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'judge'"


class Herd(Generic[Job]):
    """Processes, one for each job, that are begun anew as often as they are killed.

    ``broken`` counts how often each was killed, or lost its connection to the database.
    """

    def __init__(self, work: Callable[[Job], None], cluster: Cluster, dice: Random) -> None:
        """``work`` is what a process does for its job; when it returns, or raises, that ends."""
        self._work, self._cluster, self._dice = work, cluster, dice
        self._running: dict[Job, int] = {}
        self.broken: Counter[Job] = Counter()

    def begin(self, jobs: Collection[Job]) -> None:
        """A process for each of some jobs."""
        for job in jobs:
            child = os.fork()
            if not child:
                try:
                    self._work(job)
                    os._exit(0)
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
            self._running[job] = child

    def strike(self, together: Sequence[Collection[Job]], pause: float, cut: float) -> None:
        """Wait a while, and kill: some jobs that die ``together``, maybe all connections, too.

        ``pause`` is the longest wait in seconds, ``cut`` the odds that connections are cut.
        """
        time.sleep(self._dice.uniform(0.02, pause))
        if self._dice.random() < cut:
            self._cluster.execute(_CUT)
            self.broken.update(self._running.keys())
        dead = self._dice.choice(together)
        self._kill(dead)
        self.broken.update(dead)
        self.begin(dead)

    def lose_database(self) -> None:
        """Kill the database's server and start it again."""
        self._cluster.stop("immediate")
        self.broken.update(self._running.keys())
        self._cluster.start()

    def wait(self) -> None:
        """Wait until all have ended by themselves."""
        for job in [*self._running]:
            os.waitpid(self._running.pop(job), 0)

    def end(self) -> None:
        """Kill those that are left."""
        self._kill([*self._running])

    def _kill(self, jobs: Collection[Job]) -> None:
        for job in jobs:
            os.kill(self._running[job], signal.SIGKILL)
        for job in jobs:
            os.waitpid(self._running.pop(job), 0)
