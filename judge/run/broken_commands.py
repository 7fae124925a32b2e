"""A command that broke off: where it did is kept for who can mend it, and shown to nobody else."""

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

PASSES = ("run", "watch")
"""The commands that do passes."""


def keep(error: Exception, command: str, home: Path | None) -> Path | None:
    """Write where ``error`` was raised into the spool's shunt, else among the temporary files.

    Returns the file; None if the machine lets us write nothing.
    """
    path = None
    try:
        from judge.kernel.errors import trace_fault  # noqa: PLC0415 - an idle run never needs it

        words = f"judge {command}, Python {sys.version.split()[0]}\n{trace_fault(error)}\n"
        if home is not None and (home / "shunt").is_dir() and home.stat().st_uid == os.geteuid():
            flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY
            handle = os.open(trace_file(home, command), flags, 0o600)
            path = trace_file(home, command)
        else:
            handle, name = tempfile.mkstemp(prefix=f"judge-{command}-", suffix=".txt")
            path = Path(name)
        with os.fdopen(handle, "w") as file:
            file.write(words)
    except (OSError, ImportError):
        if path is not None and command not in PASSES:
            with suppress(OSError):
                path.unlink()  # an empty one says nothing, but that a pass broke off
        return None
    return path


def bug(error: Exception, report: Path | None) -> str:
    """The sentence, without its end, for an error that is nobody's fault but ours.

    It leaves out the error's own words, which may quote what a player wrote.
    """
    advice = f"{report} says where: please report it" if report else "please report it"
    return f"The judge broke off by a fault of its own ({type(error).__name__}); {advice}"


def trace_file(home: Path, command: str) -> Path:
    """The file that says where the last ``command`` broke off that did."""
    return home / "shunt" / f"judge-{command}.txt"


def unmended_trace(home: Path) -> Path | None:
    """The trace of a pass that broke off since the last one that did not, if there is one."""
    traces = [path for command in PASSES if (path := trace_file(home, command)).exists()]
    return traces[-1] if traces else None


def mark_mended(home: Path) -> None:
    """A pass went through: what broke off before is past, and kept as that."""
    for command in PASSES:
        path = trace_file(home, command)
        if path.exists():
            path.replace(path.with_suffix(".before.txt"))
