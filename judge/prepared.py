"""What was worked out once and lies ready for every process: parse tables, boards, templates.

A name holds the digest of all that its content is made of, and behind the content stands the
content's own: what is gone, damaged or of another version is worked out anew, and all of it may be
deleted at any time. Some of it is code that runs, so that it lies where nobody else can write:
beside the judge's own code, where whoever installs leaves it (judge/keeper/install.py), and in a
folder of the spool for the keeper's own variants and templates.
"""

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE, S_ISDIR

import msgspec

from judge import resources

HOME = Path(__file__).with_name("ready")
"""Where it lies beside the code."""
OLD = 60 * 86400
"""Seconds after which what a spool holds goes: most of it was made by another version."""
_SIZE = hashlib.sha256().digest_size
_OTHERS_WRITE = 0o022

used: set[str] = set()
"""The names that this process asked for."""


def name(kind: str, *parts: object) -> str:
    """The name of something by all that it is made of; of a path that is the file's content."""
    sources = [part.read_bytes() if isinstance(part, Path) else part for part in parts]
    encoded = msgspec.msgpack.encode(sources, order="sorted")
    return f"{hashlib.sha256(encoded).hexdigest()[:32]}.{kind}"


def find(name: str) -> bytes | None:
    """What lies ready under a name, None where nothing does that is whole and from us."""
    used.add(name)
    for home in _list_homes():
        with suppress(OSError):
            raw = (home / name).read_bytes() if _is_ours(home) else b""
            content = raw[:-_SIZE]
            if raw and hashlib.sha256(content).digest() == raw[-_SIZE:]:
                return content
    return None


def keep(name: str, content: bytes) -> None:
    """Let a content lie ready, if there is a place for it."""
    home = _list_homes()[-1]
    fresh = home / f"{name}.{os.getpid()}"
    with suppress(OSError):
        home.mkdir(mode=0o755, exist_ok=True)
        if not _is_ours(home):
            return
        with open(fresh, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.write(content + hashlib.sha256(content).digest())
        fresh.replace(home / name)


def tidy() -> None:
    """Delete what a spool has held for long; what is still needed is made anew."""
    for home in _list_homes()[1:]:
        with suppress(OSError):
            for path in home.iterdir():
                if time.time() - path.stat().st_mtime > OLD:
                    path.unlink()


def _list_homes() -> Sequence[Path]:
    """Where to look: beside the code, then in the spool that is worked on, if any."""
    return (HOME, *(shelf.with_name(HOME.name) for shelf in resources.shelves()[:1]))


def _is_ours(home: Path) -> bool:
    """Whether nobody else can have put there what we find: beside the code lies what may run."""
    if home == HOME:
        return True
    status = home.lstat()
    is_private = status.st_uid == os.geteuid() and not S_IMODE(status.st_mode) & _OTHERS_WRITE
    return S_ISDIR(status.st_mode) and is_private
