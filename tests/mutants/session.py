"""A run of pytest that reads all tests once, and then runs some of them in one child after another.

A child begins where the tests are read and none was run: it has what every test asks for already,
so that a fault costs no more than the tests that look at it.
"""

import json
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import pytest
from coverage import Coverage

from tests.mutants import patch
from tests.mutants.faults import Fault
from tests.mutants.trial import OPTIONS, SLOWER, confine
from tests.mutants.witnesses import Seen

T = TypeVar("T")
LONG = 3600
"""Seconds of processor time that a file of tests may take when it is recorded."""


class Session:
    """A plugin of pytest, whose ``work`` is done in place of running the tests."""

    def __init__(self, work: Callable[["Session"], None]) -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.notes = Path.cwd() / "child.json"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work; True says to pytest that the tests are run."""
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note how much of the processor a test and its preparations took, busy machine or not."""
        begun = _processor_seconds()
        done = yield
        self.seconds[item.nodeid] = _processor_seconds() - begun
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed."""
        if report.failed:
            self.failed.append(report.nodeid)

    def record(self, tests: Sequence[str]) -> Seen:
        """Run tests in a child, and write down which lines of judge/ each of them runs."""
        told = self._in_child(lambda: self._record(tests), LONG)
        if told is None:
            return Seen({}, tests, {})
        lines = {
            module: {int(line): by for line, by in ran.items()}
            for module, ran in told["lines"].items()
        }
        return Seen(told["seconds"], told["failed"], lines)

    def _record(self, tests: Sequence[str]) -> dict[str, Any]:
        patch.forget()
        root = Path.cwd()
        coverage = Coverage(data_file=None, config_file=False, source=[str(root / "judge")])
        # Tests whose program is another process run no line here, which is nothing to warn of.
        coverage.set_option("run:disable_warnings", ["no-data-collected"])
        coverage.start()
        self._run(tests, coverage.switch_context)
        coverage.stop()
        data = coverage.get_data()
        lines = {
            str(Path(file).relative_to(root)): data.contexts_by_lineno(file)
            for file in sorted(data.measured_files())
        }
        return {"seconds": self.seconds, "failed": self.failed, "lines": lines}

    def fails(
        self,
        module: str,
        source: str,
        fault: Fault | None,
        tests: Sequence[str],
        limit: int,
        *,
        anew: bool = False,
    ) -> str | None:
        """Run tests in a child with a fault in a module: the first that fails, or nothing.

        None says that the fault can't be put into what is loaded. ``source`` is the module without
        it; ``limit`` the processor time in seconds: what takes longer fails. ``anew``: all that was
        made without the fault and kept in caches is made again.
        """

        def run() -> str | None:
            if fault is not None and not patch.put(module, source, fault):
                return None
            if anew:
                patch.forget()
            try:
                self._run(tests, lambda _: None, stop=True)
            except BaseException as error:  # no test did that: the fault broke pytest itself
                return f"{type(error).__name__} in pytest"
            return self.failed[0] if self.failed else ""

        told = self._in_child(lambda: [run()], limit)
        return "it did not end" if told is None else told[0]

    def _run(
        self, tests: Sequence[str], announce: Callable[[str], object], *, stop: bool = False
    ) -> None:
        items = [self.items[test] for test in tests if test in self.items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            announce(item.nodeid)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if stop and self.failed:
                return

    def _in_child(self, work: Callable[[], T], limit: int) -> T | None:
        """Do work in a child that may take so much processor time; None if it did not end.

        RuntimeError with its traceback if the work itself went wrong.
        """
        self.notes.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            self._be_child(work, limit)
        end = monotonic() + limit * SLOWER
        while not os.wait4(child, os.WNOHANG)[0]:
            if monotonic() > end:
                _end_group(child)
            sleep(0.005)
        _end_group(child)
        if not self.notes.exists():
            return None
        told, error = json.loads(self.notes.read_text())
        if error:
            raise RuntimeError(error)
        done: T = told
        return done

    def _be_child(self, work: Callable[[], Any], limit: int) -> None:
        try:
            os.setsid()
            confine(limit)
            self._note(work(), "")
        except BaseException:  # whatever happens: two runs of pytest must not go on from here
            self._note(None, traceback.format_exc())
        finally:
            os._exit(0)

    def _note(self, done: Any, error: str) -> None:
        part = self.notes.with_suffix(".part")
        part.write_text(json.dumps([done, error]))
        part.replace(self.notes)


def _processor_seconds() -> float:
    """What this process and those that it has waited for took of the processor so far."""
    return sum(os.times()[:4])


def _end_group(child: int) -> None:
    """End what a child has started and left behind, in the session that it began."""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def begin(work: Callable[[Session], None], folders: Iterable[str]) -> None:
    """Read the tests in folders of the current folder's project, and do the work with them."""
    said = StringIO()
    with redirect_stdout(said):
        end = pytest.main([*OPTIONS, *folders], plugins=[Session(work)])
    if end:
        raise SystemExit(f"the tests can't be read: {said.getvalue()}")
