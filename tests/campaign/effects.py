"""A process whose every effect on a spool can be counted, cut short, made to fail, and recorded.

``effects.c`` is preloaded into a Python of its own (``apart``), which forks a child for each
disturbed pass (``child``). Needs a C compiler; ``missing`` says when there is none.
"""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any

from tests.campaign.figures import Figures

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COMPILER = "cc"

NOTHING, KILL, TEAR, FAIL_ONCE, FAIL_ON = range(5)
"""What happens at the effect that was chosen; FAIL_ON: and at all that follow."""

_LENGTH, _SPAN = Struct("I"), Struct("qQ")


def missing() -> str:
    """Why effects can't be caught on this machine, or ""."""
    if not sys.platform.startswith("linux"):
        return "needs Linux (LD_PRELOAD)"
    return "" if shutil.which(COMPILER) else "needs a C compiler (cc)"


@cache
def _library() -> Path:
    """The compiled effects.c, in a folder that lasts as long as the machine's temporary files."""
    source = HERE / "effects.c"
    made = Path(tempfile.gettempdir()) / f"judge-effects-{os.getuid()}-{hash_of(source)}.so"
    if not made.exists():
        part = made.with_suffix(f".{os.getpid()}")
        command = (COMPILER, "-O1", "-shared", "-fPIC", "-o", str(part), str(source), "-ldl")
        subprocess.run(command, check=True)
        part.replace(made)
    return made


def hash_of(path: Path) -> str:
    """A short name for what is in a file."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def apart(part: str, seed: int, count: int, *, caught: bool = True) -> Figures:
    """The figures of ``tests.campaign.<part>``'s ``disturb(seed, count)`` in such a process.

    Without ``caught`` it is an ordinary one, which may fork since it has no threads.
    """
    program = (
        "import json, sys; from importlib import import_module;"
        f"done = import_module('tests.campaign.{part}').disturb({seed}, {count});"
        "print(json.dumps(done.as_json()))"
    )
    done = subprocess.run(
        (sys.executable, "-c", program),
        check=True,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, **({"LD_PRELOAD": str(_library())} if caught else {})},
    )
    return Figures.of(json.loads(done.stdout))


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: killed, or with a status; what it wrote, and how many effects it had."""

    killed: bool
    status: int
    output: str
    effects: int


def child(act: Callable[[], int], below: Path, **trouble: Any) -> Ended:
    """Do ``act`` in a forked process whose effects below a folder are in for ``trouble``.

    ``trouble`` is as in ``_arm``. The act returns an exit status; what it raises is written to its
    output as Python would.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as counted:
        pid = os.fork()
        if not pid:
            status = 70
            try:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
                _arm(below, **trouble)
                status = act()
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
            finally:
                os.pwrite(counted.fileno(), str(_effects()).encode(), 0)
                os._exit(status)
        _, ended = os.waitpid(pid, 0)
        output.seek(0)
        counted.seek(0)
        return Ended(
            killed=os.WIFSIGNALED(ended),
            status=os.WEXITSTATUS(ended) if os.WIFEXITED(ended) else -os.WTERMSIG(ended),
            output=output.read().decode(errors="replace"),
            effects=int(counted.read() or b"0"),
        )


def _arm(below: Path, *, at: int = 0, what: int = NOTHING, error: int = 0, log: int = -1) -> None:
    """``what`` happens at effect ``at`` (from 1).

    ``error`` is the errno of a failure, ``log`` the descriptor of a file that records effects.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "effects_arm"):
        library.effects_arm(str(below).encode(), ctypes.c_long(at), what, error, log)


def disarm() -> None:
    """Nothing happens to this process any more, and nothing of it is recorded."""
    _arm(Path())


def _effects() -> int:
    library = ctypes.CDLL(None)
    return int(library.effects_count()) if hasattr(library, "effects_count") else 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One recorded effect: its letter, one path or two, an offset or a size, data.

    What is said to a server (N) has none of these.
    """

    what: str
    path: str
    other: str
    offset: int
    data: bytes


def recorded(log: Path, below: Path) -> Iterator[Effect]:
    """The effects of a log; their paths are told from ``below``."""
    raw, at = log.read_bytes(), 0

    def text() -> str:
        nonlocal at
        (length,) = _LENGTH.unpack_from(raw, at)
        at += _LENGTH.size + length
        path = raw[at - length : at].decode()
        return os.path.relpath(path, below) if path else ""

    while at < len(raw):
        what = chr(raw[at])
        at += 1
        path, other = text(), text()
        offset, length = _SPAN.unpack_from(raw, at)
        at += _SPAN.size + length
        yield Effect(what, path, other, offset, raw[at - length : at])
