"""A disk that loses at a power cut whatever was not synced: the worst that POSIX allows.

A file has the bytes that it had when it was last synced, and none if it never was; a folder has
the names that it had when it was last synced. What SQLite writes is left as it is: it syncs for
itself, below Python, as its pragmas say.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SQLITE = ("judge.db", "judge.db-wal", "judge.db-shm")


class Disk:
    """What would be left of the folder ``home`` if the power failed now."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._names: dict[int, dict[str, int]] = {}
        self._bytes: dict[int, tuple[bytes, int]] = {}
        self.sync()

    def sync(self) -> None:
        """Let everything be durable."""
        for folder, _, files in os.walk(self.home):
            self._keep(Path(folder))
            for name in files:
                self._keep(Path(folder, name))

    def fsync(self, handle: int) -> None:
        """Let one file or folder be durable."""
        self._keep(Path(f"/proc/self/fd/{handle}").resolve())

    def _keep(self, path: Path) -> None:
        number = path.stat().st_ino
        if path.is_dir():
            self._names[number] = {one.name: one.lstat().st_ino for one in path.iterdir()}
        else:
            self._bytes[number] = path.read_bytes(), path.stat().st_mtime_ns

    def left(self, to: Path) -> None:
        """Write to the new folder ``to`` what would be left."""
        kinds = {path.stat().st_ino: path for path in [self.home, *self.home.rglob("*")]}
        self._write(self.home.stat().st_ino, to, kinds)

    def _write(self, folder: int, to: Path, now: dict[int, Path]) -> None:
        to.mkdir(mode=0o700)
        for name, number in self._names.get(folder, {}).items():
            if number in self._names or (number in now and now[number].is_dir()):
                self._write(number, to / name, now)
            else:
                content, moment = self._bytes.get(number, (b"", 0))
                (to / name).write_bytes(content)
                (to / name).chmod(0o600)
                os.utime(to / name, ns=(moment, moment))
        for name in SQLITE:
            if folder == self.home.stat().st_ino and (self.home / name).exists():
                shutil.copy(self.home / name, to / name)


@contextmanager
def recorded(disk: Disk) -> Iterator[None]:
    """Let ``disk`` know of every fsync."""
    fsync, sync = os.fsync, os.sync

    def one(handle: int) -> None:
        fsync(handle)
        disk.fsync(handle)

    def everything() -> None:
        sync()
        disk.sync()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", one)
        patch.setattr(os, "sync", everything)
        yield
