"""Where a spool lies: what tells it from a copy of itself.

A spool that is moved keeps its files; one that is copied has new ones. So the files' numbers
(inodes) name it, and the machine, since a disk may be copied as a whole. The device's number is
left out, because it changes from boot to boot, and so is the path, because a spool may be renamed
and containers see it where they like. Where PostgreSQL has the database, its own numbers name the
judge, and the spools of all hosts are the same to it.
"""

import hashlib
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from judge.store import server

CONTAINERS = (Path("/.dockerenv"), Path("/run/.containerenv"), Path("/run/systemd/container"))
"""One of these is there in a container, whose machine's name may change whenever it starts."""
NAMED = Path("/etc/machine-id")


class Place(msgspec.Struct, frozen=True):
    """The numbers of a spool's folder and database, and a digest of the machine's name, or ""."""

    folder: int
    database: int
    machine: str
    path: str = ""
    """Only to be told."""

    def is_same(self, other: "Place") -> bool:
        """Whether it is one spool."""
        files = (self.folder, self.database) == (other.folder, other.database)
        return files and (self.machine == other.machine or not (self.machine and other.machine))


def of(home: Path) -> Place:
    """Where the spool at ``home`` lies."""
    path = home.absolute()
    return Place(path.stat().st_ino, (path / "judge.db").stat().st_ino, _machine(), str(path))


def of_server(db: Connection) -> Place:
    """Where the judge lies whose database is a server's."""
    folder, database = server.identity(db)
    return Place(folder, database, "", f"the database {db.engine.url.database}")


def _machine() -> str:
    """A digest of this machine's name; "" where it has none that lasts."""
    if any(path.exists() for path in CONTAINERS):
        return ""
    try:
        name = NAMED.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return hashlib.sha256(f"judge {name}".encode()).hexdigest()[:16] if name else ""
