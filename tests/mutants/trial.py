"""A copy of the project, into which faults are put one by one, and the tests that run in it.

The tests of the copy get its own modules: it stands first on their path, and on that of every
process that they start. Nothing is ever written into the project itself.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tests.mutants.faults import Fault

ROOM = 6 << 30
"""Bytes of address space that a run of the tests may take: a fault may well never stop."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """A run of tests: those that failed ("exit status 2" if none could), its processor seconds."""

    failed: tuple[str, ...]
    seconds: float


class Trial:
    """The copy of a project, made anew; ``root`` is the project, ``copy`` a folder to fill."""

    def __init__(self, root: Path, copy: Path) -> None:
        shutil.rmtree(copy, ignore_errors=True)
        self.root, self.copy = root, copy
        told = sha256()
        for name in _files(root):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)
            told.update(name.encode() + b"\0" + (root / name).read_bytes())
        self.digest = told.hexdigest()
        """A name for all that was copied."""

    def remove(self) -> None:
        """Take the copy away."""
        shutil.rmtree(self.copy)

    def run(self, tests: Iterable[str], *options: str, limit: int | None = None) -> Run:
        """Run tests; ``limit`` is the processor time in seconds that they may take."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        quiet = ["-q", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *options, *tests],
            cwd=self.copy,
            env={**os.environ, "PYTHONPATH": str(self.copy)},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: _confine(limit),
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        failed = tuple(_FAILED.findall(done.stdout)) or (f"exit status {done.returncode}",)
        return Run(failed if done.returncode else (), spent)

    def run_with(self, path: str, fault: Fault, tests: Sequence[str], limit: int) -> Run:
        """Run tests until one fails, while a module has a fault; it is mended afterwards."""
        module = self.copy / path
        module.write_text(fault.text, encoding="utf-8")
        try:
            return self.run(tests, "-x", limit=limit)
        finally:
            shutil.copy2(self.root / path, module)


def _files(root: Path) -> Iterator[str]:
    """The project's files as git knows them, new ones included, in the order of their names."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return (name for name in sorted(told.split("\0")) if name and (root / name).is_file())


def _confine(limit: int | None) -> None:
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
