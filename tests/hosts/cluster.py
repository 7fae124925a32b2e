"""A PostgreSQL of one's own in a folder, on a free port of loopback, run by nobody."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine

from judge.store import server
from judge.store.database import connect, create
from tests.ports import free_port

IS_ROOT = os.geteuid() == 0
_ROLE = "judge"
_USUAL = Path("/usr/lib/postgresql")
"""Where Debian's packages put each version."""
UNSAFE = ("fsync=off", "full_page_writes=off")
"""No test cuts the power of the server."""


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL that is installed; None where there is none."""
    found = sorted(_USUAL.glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    other = shutil.which("postgres")
    return found[-1].parent if found else Path(other).resolve().parent if other else None


def missing() -> str:
    """Why no server can be started here, or ""."""
    try:
        import psycopg  # noqa: F401, PLC0415 - only an extra brings it
    except ImportError:
        return "not installed: psycopg (pip install diplomacy-judge[hosts])"
    return "" if binaries() else "not installed: postgresql (tests/servers/install.sh)"


@dataclass
class Cluster:
    """A server that runs: where its programs are, its data, its port."""

    programs: Path
    data: Path
    port: int
    settings: Sequence[str] = UNSAFE
    names: Iterator[int] = field(default_factory=count)

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql+psycopg://{_ROLE}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Let it run, and wait until it answers."""
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", *self.settings)
        options = " ".join(f"-c {one}" for one in (f"port={self.port}", *settings))
        log = self.data.parent / "log"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; ``immediate`` is as if it were killed."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def stand_by(self) -> "Cluster":
        """A standby that follows this server, in a folder beside its own."""
        standby = Cluster(self.programs, self.data.parent / "standby", free_port(), self.settings)
        where = ("-h", "127.0.0.1", "-p", self.port, "-U", _ROLE)
        self._run("pg_basebackup", "-D", standby.data, *where, "-R", "-X", "stream", "-c", "fast")
        standby.start()
        return standby

    def promote(self) -> None:
        """Let a standby take over."""
        self._run("pg_ctl", "-D", self.data, "-w", "promote")

    def found(self) -> None:
        """Make its data, and a database with the judge's tables to be copied."""
        locale = ("--encoding=UTF8", "--locale=C.UTF-8")
        self._run("initdb", "-D", self.data, *locale, "-U", _ROLE, "-A", "trust", "-k")
        self.start()
        self.execute("CREATE DATABASE template_judge")
        engine = connect(self.url("template_judge"))
        create(engine)
        engine.dispose()

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Say something to the server itself, or to a database."""
        engine = create_engine(self.url(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            for statement in statements:
                db.exec_driver_sql(statement)
        engine.dispose()

    def database(self) -> str:
        """The URL of a new database with the judge's tables."""
        name = f"judge{next(self.names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE template_judge")
        return self.url(name)

    def spent(self) -> float:
        """Seconds of processor time of all connections that have ended."""
        postmaster = (self.data / "postmaster.pid").read_text().split()[0]
        told = Path(f"/proc/{postmaster}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, told[13:15])) / os.sysconf("SC_CLK_TCK")

    def _run(self, program: str, *arguments: object) -> None:
        user = {"user": "nobody", "group": "nogroup", "extra_groups": []} if IS_ROOT else {}
        done = subprocess.run(
            [self.programs / program, *map(str, arguments)],
            cwd=self.data.parent,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
            **user,  # type: ignore[call-overload]
        )
        if done.returncode:
            log = self.data.parent / "log"
            told = log.read_text() if log.exists() else (done.stdout or b"").decode()
            raise OSError(f"{program}: {told[-2000:]}")


@contextmanager
def running(*settings: str, folder: Path | None = None) -> Iterator[Cluster]:
    """A server that runs meanwhile, with its data below a folder; nothing is left of it."""
    programs = binaries()
    if programs is None:
        raise OSError(missing())
    base = Path(tempfile.mkdtemp(prefix="judge-postgres-", dir=folder))
    if IS_ROOT:
        shutil.chown(base, "nobody", "nogroup")
    cluster = Cluster(programs, base / "data", free_port(), settings or UNSAFE)
    try:
        cluster.found()
        yield cluster
    finally:
        server.connect.cache_clear()
        with suppress(OSError):
            cluster.stop("immediate")
        shutil.rmtree(base)
