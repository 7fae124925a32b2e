"""Power cuts: a pass is recorded effect by effect, and broken off with what was not synced gone.

What is lost is drawn as file systems lose it: every name and every byte that no fsync has made
durable (strict), all bytes but no names (loose), or some of each in the order of the journal
(mixed). SQLite's shared memory never survives. A mail that could be read in the Maildir before the
cut is out in the world: it must be the one that an undisturbed judge sent.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from judge.spool.spool import Place
from tests.campaign import effects
from tests.campaign.effects import Effect
from tests.campaign.figures import Figures
from tests.campaign.kill import Theatre, opened, spread
from tests.campaign.scenes import Scene

STRICT, LOOSE, MIXED = "strict", "loose", "mixed"
PAGE = 4096


def run(seed: int, count: int) -> Figures:
    """Cut the power at ``count`` moments, from number ``seed * count`` on, then anew."""
    return effects.apart("power", seed, count)


def disturb(seed: int, count: int) -> Figures:
    """The same, in a process whose effects can be caught."""
    with same_place(), opened("power") as theatre:
        play(theatre, seed, count)
    return theatre.done


def same_place() -> AbstractContextManager[object]:
    """All spools lie at one place.

    A power cut leaves the files their numbers, which tell a spool from a copy; we make them anew.
    """
    return patch("judge.run.fence.place_of", return_value=Place(1, 2, ""))


def play(theatre: Theatre, seed: int, count: int) -> None:
    """The same, on a stage that is there."""
    moments = [
        (scene, at, way)
        for scene, story in theatre.story.items()
        if scene.beside is None  # what that process wrote stands in no story
        for at in range(len(story) + 1)
        for way in (STRICT, LOOSE, MIXED)
    ]
    theatre.done.peak("moments", len(moments))
    for number in range(seed * count, (seed + 1) * count):
        round_, place = divmod(number, len(moments))
        scene, at, way = moments[spread(place, len(moments))]
        _cut(theatre, scene, at, way, round_)


def _cut(theatre: Theatre, scene: Scene, at: int, way: str, round_: int) -> None:
    """One cut after ``at`` effects, and what came of it."""
    story = theatre.story[scene]
    where = f"{scene.name}, cut after {at} of {len(story)}, {way} {round_}"
    disk = _lived(theatre, scene, at) if scene.served else Disk.of(theatre.begun[scene])
    for effect in () if scene.served else story[:at]:
        disk.do(effect)
    peeked = disk.read("out/new/")
    home = theatre.folder / "disturbed"
    disk.left(way, Random(f"{scene.name} {at} {round_}"), home)
    theatre.done.count(cuts=1, peeked=len(peeked))
    # An MTA that was told "taken" comes no more; one that was cut off tries again.
    theatre.judged(scene, home, 0 if at == len(story) else -1, where)
    for name, content in peeked.items():
        sent = home / "out" / "new" / name
        if not sent.exists() or sent.read_bytes() != content:
            theatre.done.fail(f"{where}: {name} was read and is another now")
    shutil.rmtree(home)


def _lived(theatre: Theatre, scene: Scene, at: int) -> "Disk":
    """The disk after ``at`` effects that the servers have seen, too."""
    home, log = theatre.copied(scene, "live"), theatre.folder / "log"
    disk = Disk.of(home)
    with log.open("wb") as handle:
        trouble = {"at": at + 1, "what": effects.KILL, "log": handle.fileno()}
        effects.child(lambda: scene.act(home), home, **trouble)
    for effect in effects.recorded(log, home):
        disk.do(effect)
    shutil.rmtree(home)
    return disk


@dataclass(slots=True)
class File:
    """A file's bytes as they are, as they are on the disk, and the writes in between."""

    now: bytearray = field(default_factory=bytearray)
    kept: bytes = b""
    pending: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, offset: int, data: bytes) -> None:
        """Write, at any place."""
        self.now = _written(self.now, offset, data)
        self.pending.append((offset, data))

    def cut(self, size: int) -> None:
        """Truncate, or grow with nothing."""
        self.now = _sized(self.now, size)
        self.pending.append((-size - 1, b""))

    def sync(self) -> None:
        """All of it is on the disk."""
        self.kept, self.pending = bytes(self.now), []

    def some(self, dice: Random) -> bytes:
        """What is on the disk if some of the pending writes got there, page by page."""
        found = bytearray(self.kept)
        for offset, data in self.pending:
            if offset < 0:
                found = _sized(found, -offset - 1) if dice.random() < 0.5 else found
                continue
            for page in range(0, len(data), PAGE):
                if dice.random() < 0.5:
                    found = _written(found, offset + page, data[page : page + PAGE])
        return bytes(found)


def _written(content: bytearray, offset: int, data: bytes) -> bytearray:
    grown = _sized(content, offset) if len(content) < offset else content
    grown[offset : offset + len(data)] = data
    return grown


def _sized(content: bytearray, size: int) -> bytearray:
    return bytearray(content[:size].ljust(size, b"\0"))


Name = tuple[str, File | None]
"""A name made or, with None, removed."""


class Disk:
    """A folder with its names and files as they are, and as a power cut may leave them."""

    def __init__(self) -> None:
        self.names: dict[str, File] = {}
        self.kept: dict[str, File] = {}
        self.pending: list[tuple[Name, ...]] = []
        """Changes of names that no fsync of their folder has made durable, in order."""
        self.folders: set[str] = set()
        self.times: dict[str, float] = {}
        """When the files of before were changed: so a mail tells when it came."""

    @classmethod
    def of(cls, home: Path) -> "Disk":
        """The disk on which a folder lies safely."""
        disk = cls()
        for path in home.rglob("*"):
            name = str(path.relative_to(home))
            if path.is_dir():
                disk.folders.add(name)
            else:
                raw = path.read_bytes()
                disk.names[name] = File(bytearray(raw), raw)
                disk.times[name] = path.stat().st_mtime
        disk.kept = dict(disk.names)
        return disk

    def do(self, effect: Effect) -> None:
        """Let an effect happen."""
        name, file = effect.path, self.names.get(effect.path)
        if effect.what == "M":
            self.folders.add(name)
        elif effect.what == "C":
            self._named((name, File()))
        elif effect.what == "W" and file is not None:
            file.write(effect.offset, effect.data)
        elif effect.what == "T" and file is not None:
            file.cut(effect.offset)
        elif effect.what == "S" and file is not None:
            file.sync()
        elif effect.what == "S":
            self._synced("" if name == "." else name)
        elif effect.what == "R" and file is not None:
            self._named((name, None), (effect.other, file))
        elif effect.what == "L" and file is not None:
            self._named((effect.other, file))
        elif effect.what == "U" and file is not None:
            self._named((name, None))

    def _named(self, *changes: Name) -> None:
        _apply(self.names, changes)
        self.pending.append(changes)

    def _synced(self, folder: str) -> None:
        """What happened to names in a folder is durable; a move out of it is, too."""
        still = []
        for changes in self.pending:
            if any(str(Path(name).parent) == (folder or ".") for name, _ in changes):
                _apply(self.kept, changes)
            else:
                still.append(changes)
        self.pending = still

    def read(self, below: str) -> dict[str, bytes]:
        """The files of a folder as anybody could have read them."""
        return {
            name.removeprefix(below): bytes(file.now)
            for name, file in self.names.items()
            if name.startswith(below)
        }

    def left(self, way: str, dice: Random, home: Path) -> None:
        """Write down what the cut leaves."""
        home.mkdir(mode=0o700)
        for folder in sorted(self.folders):
            (home / folder).mkdir()
        for name, content in self._left(way, dice):
            if not name.endswith("-shm"):
                (home / name).write_bytes(content)
                (home / name).chmod(0o600)
                if name in self.times:
                    os.utime(home / name, (self.times[name],) * 2)

    def _left(self, way: str, dice: Random) -> Iterator[tuple[str, bytes]]:
        names = dict(self.names if way == LOOSE else self.kept)
        if way == MIXED:
            for changes in self.pending[: dice.randint(0, len(self.pending))]:
                _apply(names, changes)
        for name, file in names.items():
            yield name, file.some(dice) if way == MIXED else file.kept


def _apply(names: dict[str, File], changes: tuple[Name, ...]) -> None:
    for name, file in changes:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file
