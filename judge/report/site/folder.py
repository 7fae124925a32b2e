"""The folder that a site is written to: a file is touched only where its contents change."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from judge.kernel.errors import KeeperError

BOOK = ".judge-site.json"
"""What was written for what: by the name of a part (a game, a list) its stamp and its files."""


class Part(msgspec.Struct, frozen=True):
    """One part of the site: ``stamp`` says what it was made from, ``files`` what it is."""

    stamp: str
    files: tuple[str, ...]


class Folder:
    """A site under construction; ``written`` and ``removed`` count files."""

    def __init__(self, home: Path) -> None:
        """Open the site at ``home``, made if need be.

        Raises KeeperError for a folder that holds other things than a site of ours.
        """
        self.home = home
        self.written = self.removed = 0
        self._parts: dict[str, Part] = {}
        self._seen: dict[str, Part] = {}
        try:
            home.mkdir(parents=True, exist_ok=True)
            if (home / BOOK).exists():
                self._parts = msgspec.json.decode((home / BOOK).read_bytes(), type=dict[str, Part])
            elif any(home.iterdir()):
                raise KeeperError(f"{home} holds other things; give the site a folder of its own.")
        except msgspec.DecodeError:
            self._parts = {}
        except OSError as error:
            raise KeeperError(f"The site can't be written to {home}: {error.strerror}.") from error

    def is_current(self, part: str, stamp: str) -> bool:
        """Whether a part stands there as made from just this; it is kept then."""
        entry = self._parts.get(part)
        if entry is None or entry.stamp != stamp:
            return False
        self._seen[part] = entry
        return True

    def has(self, name: str) -> bool:
        """Whether there is a file of this name; some are named by what is in them."""
        return (self.home / name).exists()

    def begin_of(self, name: str, octets: int) -> bytes:
        """The first bytes of a file."""
        with (self.home / name).open("rb") as file:
            return file.read(octets)

    def put(
        self, part: str, stamp: str, files: Mapping[str, bytes], more: Iterable[str] = ()
    ) -> None:
        """Write a part's files; ``more`` are others of it that stand there already.

        Raises KeeperError where the disk refuses.
        """
        for name, content in files.items():
            self._write(name, content)
        self._seen[part] = Part(stamp, (*files, *more))

    def close(self) -> None:
        """Remove what belongs to no part any more, and write down what stands there."""
        current = {name for part in self._seen.values() for name in part.files}
        for name in {name for part in self._parts.values() for name in part.files} - current:
            (self.home / name).unlink(missing_ok=True)
            self.removed += 1
        self._write(BOOK, msgspec.json.encode(self._seen))

    def _write(self, name: str, content: bytes) -> None:
        path = self.home / name
        try:
            if path.exists() and path.read_bytes() == content:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.part")
            part.write_bytes(content)
            part.chmod(0o644)
            part.replace(path)
        except OSError as error:
            raise KeeperError(f"{path} can't be written: {error.strerror}.") from error
        self.written += name != BOOK


def stamp(*facts: object) -> str:
    """What names facts: other facts, another stamp."""
    return hashlib.sha256(msgspec.json.encode([str(fact) for fact in facts])).hexdigest()[:20]
