"""A copy of the project, with a fault in a module, and the tests that run in it from the beginning.

The tests of the copy get its own modules, grammar, templates and variants, and so does every
process that they start. Nothing is ever written into the project itself.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.mutants.faults import Fault

ROOM = 6 << 30
"""Bytes of address space that a run of the tests may take: a fault may well never stop."""
SLOWER = 20
"""Real seconds that a run may take for each second of processor time: the machine may be busy."""
OPTIONS = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0")
_DATA = ("grammar", "templates", "variants")


def make_copy(root: Path, copy: Path) -> None:
    """Copy a project, as git knows it with its new files, to a folder that is made anew."""
    shutil.rmtree(copy, ignore_errors=True)
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, told.split("\0")):
        if (root / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)
    # An editable install would lend the project's own: the copy has them where a wheel has.
    for name in _DATA:
        if (copy / name).is_dir():
            (copy / "judge" / name).symlink_to(copy / name)


def environment(copy: Path) -> dict[str, str]:
    """The environment in which judge/ and tests/ are those of the copy."""
    return {**os.environ, "PYTHONPATH": str(copy)}


def fails(copy: Path, module: str, fault: Fault, tests: Iterable[str], limit: int) -> str:
    """Run tests in new processes with a fault in a module: the first that fails, or nothing.

    ``limit`` is the processor time in seconds that they may take; what takes longer fails.
    """
    path = copy / module
    sound = path.read_bytes()
    asked = copy / "asked.txt"
    asked.write_text("\n".join(tests), encoding="utf-8")
    path.write_text(fault.text, encoding="utf-8")
    try:
        return _first_failure(copy, f"@{asked}", limit)
    finally:
        path.write_bytes(sound)


def _first_failure(copy: Path, asked: str, limit: int) -> str:
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *OPTIONS, "-x", asked],
        cwd=copy,
        env=environment(copy),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: confine(limit),  # noqa: PLW1509 - there are no threads here
    ) as child:
        try:
            said, _ = child.communicate(timeout=limit * SLOWER)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            said, _ = child.communicate()
    failed = [line.split(" ", 1)[1] for line in _failures(said)]
    return failed[0] if failed else f"exit status {child.returncode}" if child.returncode else ""


def _failures(said: str) -> Iterator[str]:
    for line in said.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            yield line.partition(" - ")[0]


def confine(limit: int) -> None:
    """Let this process, and those that it starts, take so much memory and processor time."""
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
