"""Where every mail lies as it came, by its digest: a folder on one machine, a table on many.

In the folder archive/ a mail is DIGEST.eml; after a month it moves into the folder of its month, as
2026-11/DIGEST.eml.gz. What is in neither was let go of, by the keeper or by his rules.
"""

import gzip
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection

from judge.mail import disk
from judge.spool.spool import Spool
from judge.store import letters

_NOWHERE: Mapping[str, str] = {}


class Folder(Struct, frozen=True):
    """The folder archive/ of a spool."""

    folder: Path

    def keep(
        self, _db: Connection, mails: Mapping[str, bytes], places: Mapping[str, str] = _NOWHERE
    ) -> None:
        """Keep mails by their digests as files, durably; the same bytes are the same file.

        What lies in a file already, at ``places``, need not be written once more.
        """
        files = {f"{digest}.eml": raw for digest, raw in mails.items()}
        place_of_name = {f"{digest}.eml": place for digest, place in places.items()}
        linked = disk.link(files, place_of_name, self.folder)
        left = {name: raw for name, raw in files.items() if name not in linked}
        disk.store(left, self.folder, self.folder)

    def read(self, _db: Connection, digest: str, limit: int | None = None) -> bytes:
        """A mail's bytes, or the first ``limit``. Raises FileNotFoundError if it is gone."""
        try:
            with open(f"{self.folder}/{digest}.eml", "rb") as file:
                return file.read(limit)
        except FileNotFoundError:
            return gzip.decompress(self.path(digest).read_bytes())[:limit]

    def has(self, _db: Connection, digest: str) -> bool:
        """Whether its file is there."""
        return self.path(digest).exists()

    def digests(self, _db: Connection) -> set[str]:
        """The names of its files, and of those in the folders of months."""
        folders = (self.folder, *_list_months(self.folder, self.folder.stat().st_mtime_ns))
        return {name.partition(".")[0] for one in folders for name in os.listdir(one)}

    def let_go(self, _db: Connection, digests: Sequence[str]) -> None:
        """Take files away; one that a power cut brings back goes in the next night."""
        for digest in digests:
            self.path(digest).unlink(missing_ok=True)

    def place(self, digest: str) -> str:
        """The name of its file."""
        return str(self.path(digest))

    def path(self, digest: str) -> Path:
        """Where a mail's file lies; where it would, if it is gone."""
        fresh = self.folder / f"{digest}.eml"
        if fresh.exists():
            return fresh
        months = _list_months(self.folder, self.folder.stat().st_mtime_ns)
        return next(filter(Path.exists, (one / f"{digest}.eml.gz" for one in months)), fresh)


@lru_cache(maxsize=1)
def _list_months(folder: Path, _changed: int) -> tuple[Path, ...]:
    """The folders of the months in an archive, the latest first.

    They are looked for once as long as no file comes into the archive and none goes.
    """
    with os.scandir(folder) as entries:
        months = sorted((entry.name for entry in entries if entry.is_dir()), reverse=True)
    return tuple(folder / month for month in months)


class Table(Struct, frozen=True):
    """The table of a database that several hosts use."""

    def keep(
        self, db: Connection, mails: Mapping[str, bytes], _places: Mapping[str, str] = _NOWHERE
    ) -> None:
        """Keep mails by their digests as rows, durably when the transaction is."""
        letters.put_raw(db, mails)

    def read(self, db: Connection, digest: str, limit: int | None = None) -> bytes:
        """A mail's bytes, or the first ``limit``. Raises FileNotFoundError if it is gone."""
        octets = letters.find_raw(db, digest, limit)
        if octets is None:
            raise FileNotFoundError(2, "its bytes are gone", digest)
        return octets

    def has(self, db: Connection, digest: str) -> bool:
        """Whether its row is there."""
        return letters.has_raw(db, digest)

    def digests(self, db: Connection) -> set[str]:
        """The keys of all rows."""
        return letters.raw_digests(db)

    def let_go(self, db: Connection, digests: Sequence[str]) -> None:
        """Take rows away."""
        letters.drop_raw(db, digests)

    def place(self, digest: str) -> str:
        """The name of its row."""
        return f"row {digest} of the table raws"


Archive = Folder | Table
"""The bytes of the mails that were taken."""


def of(spool: Spool) -> Archive:
    """The archive of a spool."""
    return Table() if spool.is_shared else Folder(spool.archive)
