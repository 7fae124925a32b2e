"""``judge worker`` looks after its processes: all begin, one that dies is begun anew, all end."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import pytest

from judge.kernel.errors import BusyError, KeeperError
from judge.run import worker
from judge.run.watch import FIRST_WAIT, LONGEST_WAIT, SETTLING, Stop
from judge.run.worker import Worker
from judge.spool import aside
from tests.game.world import World

PATIENCE = 20.0


@dataclass
class Script(Stop):
    """Each time that somebody would wait something happens; then it is told to stop."""

    acts: list[Callable[[], object]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def wait(self, seconds: float) -> None:
        """Do what comes next."""
        self.waits.append(seconds)
        if self.acts:
            self.acts.pop(0)()
        else:
            self()


class Log:
    """What the processes write: each that it began, with its number, and that it was told to end.

    They do nothing else, since there is no database that hosts share.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.ours = path, os.getpid()
        path.touch()

    def serve(self, one: Worker) -> None:
        """What a process does."""
        assert os.getpid() != self.ours
        signal.signal(signal.SIGTERM, one.stop)
        self._note(f"{one.slot} {one.role} {os.getpid()}")
        end = time.monotonic() + PATIENCE
        while not one.stop.called and time.monotonic() < end:
            time.sleep(0.02)
        if one.stop.called:
            self._note("ended")

    def _note(self, line: str) -> None:
        with self.path.open("a") as file:
            file.write(f"{line}\n")

    def begun(self) -> list[str]:
        """All that began, by name."""
        lines = (line.split() for line in self.path.read_text().splitlines())
        return sorted(f"{words[0]} {words[1]}" for words in lines if len(words) > 1)

    def ended(self) -> int:
        """How many ended when they were told to."""
        return self.path.read_text().splitlines().count("ended")

    def number(self, slot: str) -> int:
        """The process that began last in a slot."""
        lines = [line.split() for line in self.path.read_text().splitlines()]
        return int([words[2] for words in lines if words[0] == slot][-1])

    def left(self) -> list[int]:
        """The processes that run on, or that nobody has waited for."""
        lines = (line.split() for line in self.path.read_text().splitlines())
        return [int(words[2]) for words in lines if len(words) > 1 and _is_there(int(words[2]))]

    def await_begun(self, count: int) -> None:
        """Wait until so many have begun."""
        end = time.monotonic() + PATIENCE
        while len(self.begun()) < count:
            assert time.monotonic() < end
            time.sleep(0.02)


def _is_there(number: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(number, 0)
        return True
    return False


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Log:
    """Processes that only write what befalls them."""
    found = Log(tmp_path / "log")
    monkeypatch.setattr(worker, "refuse_file", lambda _spool: None)
    monkeypatch.setattr(worker, "refuse_bare", lambda: None)
    monkeypatch.setattr(worker, "serve", found.serve)
    ours, leave = os.getpid(), os._exit

    def leave_if_begun(status: int) -> None:
        assert os.getpid() != ours, "a process that was begun ends, not we"
        leave(status)

    monkeypatch.setattr(os, "_exit", leave_if_begun)
    return found


def test_all_that_a_host_does_is_done_by_processes_and_ends_with_it(world: World, log: Log) -> None:
    stop = Script(acts=[lambda: log.await_begun(6)])
    assert worker.work(world.home, worker.ROLES, 2, stop, print) is False
    assert log.begun() == [
        ".play0 play",
        ".play1 play",
        ".post0 post",
        ".ring0 ring",
        ".sweep0 sweep",
        ".take0 take",
    ]
    assert log.ended() == 6
    assert log.left() == []


def test_a_host_does_only_what_it_is_asked_to(world: World, log: Log) -> None:
    stop = Script(acts=[lambda: log.await_begun(1)])
    worker.work(world.home, ["take"], 5, stop, print)
    assert log.begun() == [".take0 take"]
    assert log.left() == []


@pytest.mark.parametrize(("blow", "ended"), [(signal.SIGKILL, 2), (signal.SIGTERM, 3)])
def test_a_process_that_ends_is_begun_anew_and_the_others_go_on(
    world: World, log: Log, blow: signal.Signals, ended: int
) -> None:
    def kill() -> None:
        log.await_begun(2)
        number = log.number(".post0")
        os.kill(number, blow)
        os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)

    stop = Script(acts=[kill, lambda: log.await_begun(3)])
    worker.work(world.home, ["take", "post"], 1, stop, print)
    assert log.begun() == [".post0 post", ".post0 post", ".take0 take"]
    assert log.ended() == ended
    assert log.left() == []


@pytest.mark.parametrize("is_stopped", [True, False])
def test_another_version_of_the_judge_ends_the_processes_and_is_begun(
    world: World, log: Log, monkeypatch: pytest.MonkeyPatch, *, is_stopped: bool
) -> None:
    """But not where it is told to stop while the new files come in."""

    def install() -> None:
        log.await_begun(1)
        monkeypatch.setattr(aside, "digest_code", lambda: "another")

    stop = Script(acts=[install, *([] if is_stopped else [lambda: None])])
    assert worker.work(world.home, ["post"], 1, stop, print) is not is_stopped
    assert stop.waits == [1, SETTLING]
    assert log.ended() == 1
    assert log.left() == []


# --- what befalls one of them


def befallen(
    world: World, monkeypatch: pytest.MonkeyPatch, *errors: Exception
) -> tuple[list[str], list[float]]:
    """What a worker tells, and how long it waits, whose connection fails so each time."""
    left = list(errors)

    def connect(*_arguments: object, **_more: object) -> NoReturn:
        raise left.pop(0)

    monkeypatch.setattr(worker, "open_alone", connect)
    told: list[str] = []
    stop = Script(acts=[lambda: None] * (len(errors) - 1))
    worker.serve(Worker(world.home, stop, told.append, role="post", slot=".post0"))
    assert not left
    return told, stop.waits


def test_a_trouble_is_told_once_and_looked_at_ever_more_seldom(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [KeeperError("it is away.")] * 12
    told, waits = befallen(world, monkeypatch, *away)
    assert told == ["it is away."]
    assert waits[0] == FIRST_WAIT
    assert all(after == min(2 * before, LONGEST_WAIT) for before, after in pairwise(waits))
    assert waits[-1] == LONGEST_WAIT


def test_another_trouble_is_told_as_well(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    away, shut = KeeperError("it is away."), KeeperError("it is shut.")
    told, _ = befallen(world, monkeypatch, away, shut, shut, away)
    assert told == ["it is away.", "it is shut.", "it is away."]


def test_what_another_one_does_is_no_trouble(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told, waits = befallen(world, monkeypatch, BusyError("another one reads it."))
    assert (told, waits) == ([], [worker.BUSY])


def test_a_bug_is_told_and_written_into_the_shunt_but_what_the_machine_does_is_only_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, _ = befallen(world, monkeypatch, ZeroDivisionError())
    assert told == ["ZeroDivisionError."]
    (trace,) = (world.home / "shunt").glob("*.txt")
    assert trace.name == "judge-worker.post0.txt"
    assert "ZeroDivisionError" in trace.read_text()
    trace.unlink()
    told, _ = befallen(world, monkeypatch, OSError(28, "No space left on device"))
    assert told[0].startswith("The disk is full: ")
    assert not list((world.home / "shunt").glob("*.txt"))
