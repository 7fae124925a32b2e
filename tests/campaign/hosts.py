"""Judges of up to 100,000 games on PostgreSQL: how fast workers answer mails and close phases.

Forty games are begun by the judge and copied in the database. For those that are due each player
mails orders, as people type them and mail programs write them; the workers answer all of it, and
then the deadlines come as closely as 10,000 in a minute. Beside each, other judges find their
database as it was some time ago.
"""

import random
import resource
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, text

from bench import deadline
from judge.game.readers import addresses
from judge.keeper.audit import audit
from judge.letters.desk import speakers
from judge.run import worker
from judge.run.watch import Stop
from judge.store import dialect, games, people, schema, seats
from tests.campaign import lagging
from tests.campaign.figures import Figures
from tests.game.world import HOUR
from tests.hosts import cluster
from tests.hosts.chaos import Herd
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.servers.stack import wait

BEGUN = 40
"""So many games are begun by the judge; the others are copies of their rows."""
POWERS = 7
WORKERS = (1, 2, 4)
"""How many processes play; one takes mail, one sends, and two sweep and ring."""
SMALL = ((400, 8), (1_000, 40), (10_000, 40), (100_000, 40))
LARGE = ((100_000, 1_000), (100_000, 10_000))
"""How many games there are, and how many are due."""
STAGES = [
    *((*stage, workers) for workers in WORKERS for stage in SMALL),
    *((*stage, workers) for stage in LARGE for workers in WORKERS),
]
FALLS = 2
"""So many judges whose database falls back (``lagging``) come after each that is measured."""
IN_A_MINUTE = 10_000
"""So closely deadlines follow each other."""
BEFORE = timedelta(seconds=2)
"""So long before the first deadline the workers begin."""
PATIENCE = 3600.0
DISK = Path("/var/tmp")
"""Where a disk is, and no memory."""

_UNSENT = "SELECT count(*) FROM outbox WHERE status = 'queued'"
_CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE application_name = 'judge' AND datname = current_database()"
)

Job = tuple[str, int]
"""What a process does, and which of those that do it."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What work took: when it began (since 1970), seconds, and seconds of processor time."""

    begun: float
    seconds: float
    ours: float
    database: float


def run(seed: int, count: int) -> Figures:
    """Measure ``count`` judges from number ``seed * count`` on: the quickest first."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        measure(done, *STAGES[number % len(STAGES)], random.Random(number))
        for turn in range(FALLS):
            lagging.play(done, random.Random(number * FALLS + turn))
    return done


def measure(done: Figures, size: int, due: int, workers: int, dice: random.Random) -> None:
    """One judge of ``size`` games, of which ``due`` are played by so many ``workers``."""
    worker.refuse_bare()
    settings = ("track_commit_timestamp=on",)
    with (
        tempfile.TemporaryDirectory(prefix="judge-hosts-") as folder,
        cluster.running(*settings, folder=DISK) as served,
    ):
        world = HostedWorld(Path(folder) / "spool", served.database())
        _begin(world, size)
        stage = Stage(done, world, served, size, due, workers, dice)
        stage.load()
        served.execute("VACUUM ANALYZE", database=world.url().rpartition("/")[2])
        stage.answer_mails()
        stage.close_phases()
        stage.check()
        world.engine().dispose()


def _begin(world: HostedWorld, size: int) -> None:
    """A judge with so many games."""
    world.now = deadline.START
    engine = world.engine()
    deadline.begin_games(engine, world.house(), BEGUN, deadline.TERMS)
    world.run(deadline.START)  # from now on deadlines wait for its inbox
    with engine.begin() as db:
        for table in ("people", "games", "seats", "sheets"):
            _copy(db, table, size // BEGUN - 1)


def _copy(db: Connection, name: str, times: int) -> None:
    """Copy the rows of the games that the judge began, each copy with other numbers and names."""
    table = schema.metadata.tables[name]
    further = {
        "id": f"id + s * {BEGUN if name == 'games' else BEGUN * POWERS}",
        "game": f"game + s * {BEGUN}",
        "person": f"person + s * {BEGUN * POWERS}",
        "address": _renamed("address"),
        "name": _renamed("name"),
    }
    told = {f'"{column.name}"': further.get(column.name, f'"{column.name}"') for column in table.c}
    columns, values = ", ".join(told), ", ".join(told.values())
    times_of = f"{name}, generate_series(1, {times}) AS s"
    db.execute(text(f"INSERT INTO {name} ({columns}) SELECT {values} FROM {times_of}"))
    dialect.count_on(db, table)


def _renamed(column: str) -> str:
    """A name whose number counts on from copy to copy, in SQL."""
    number = f"CAST(substring({column} FROM '[0-9]+') AS integer) + s * {BEGUN}"
    return f"regexp_replace({column}, '[0-9]+', CAST({number} AS text))"


def _set_deadline(db: Connection, which: str, moment: datetime) -> None:
    values = {"moment": f"{moment:%Y-%m-%dT%H:%M:%S.%fZ}"}
    settings = "deadline = :moment, alarm = :moment, touched = false"
    db.execute(text(f"UPDATE games SET {settings} WHERE {which}"), values)


def _children() -> float:
    """Seconds of processor time of all processes of ours that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


class Stage:
    """A judge that is measured."""

    def __init__(
        self,
        done: Figures,
        world: HostedWorld,
        served: Cluster,
        size: int,
        due: int,
        workers: int,
        dice: random.Random,
    ) -> None:
        """As for ``measure``, whose figures are added to ``done``."""
        self.done, self.world, self.served, self.dice = done, world, served, dice
        self.name = f"{size:,} games, {due:,} due, {workers} playing"
        self.size, self.workers = size, workers
        self.due = [1 + number * (size // due) for number in range(due)]
        self.mails = due * POWERS

    def load(self) -> None:
        """Let the deadlines of some games come, those of others later; write mails for those.

        Who plays has mailed before, so that what is done with an address once is done.
        """
        with self.world.engine().begin() as db:
            later = deadline.DEADLINE + timedelta(days=30)
            _set_deadline(db, "TRUE", later)
            db.execute(text("INSERT INTO known SELECT address, registered FROM people"))
            for place, number in enumerate(self.due):
                _set_deadline(db, f"id = {number}", self._deadline(place))
                self._note_origins(db, number)
        with self.world.reading() as db:
            for number in self.due:
                self._write_mails(db, number)

    def _note_origins(self, db: Connection, number: int) -> None:
        ours = self.world.house().ours
        for seat in seats.of_game(db, number):
            person = people.get(db, seat.person or 0)
            digest = ours.token("origin", speakers.ADDRESS, person.address, bits=80)
            seats.note_origins(db, person.id, [f"{speakers.ADDRESS} {digest}"])

    def _deadline(self, place: int) -> datetime:
        return deadline.DEADLINE + timedelta(seconds=60 * place / IN_A_MINUTE)

    def _write_mails(self, db: Connection, number: int) -> None:
        game, ours = games.get(db, number), self.world.house().ours
        for seat in seats.of_game(db, number):
            address = addresses.reply_to(ours, game, seat.power, seat)
            orders = list(deadline.type_orders(game, seat, self.dice))
            raw = deadline.write_mail(address, game, orders, self.dice)
            (self.world.home / "in" / "new" / f"{game.name}.{seat.power}").write_bytes(raw)

    def answer_mails(self) -> None:
        """Let the workers take and answer all mails."""
        before = self._bytes()
        self._measure("MB of database", before / 1e6)
        self._measure("kB of database a game", before / 1e3 / self.size)
        with self.world.reading() as db:
            begun = time.perf_counter()
            games.find_due(db, deadline.START)
            self._measure("ms to ask what is due", 1e3 * (time.perf_counter() - begun))
        asked = "SELECT count(*) FROM letters WHERE status = 'done'"
        spent = self._work(deadline.DEADLINE - HOUR, lambda: self._count(asked) >= self.mails)
        self._measure("mails a second", self.mails / spent.seconds)
        self._measure("ms of processor a mail, workers", 1e3 * spent.ours / self.mails)
        self._measure("ms of processor a mail, database", 1e3 * spent.database / self.mails)
        self._measure("kB of database a mail", (self._bytes() - before) / 1e3 / self.mails)

    def close_phases(self) -> None:
        """Let the deadlines come."""
        before = self._bytes()
        asked = "SELECT count(*) FROM turns"
        turns = len(self.due)
        spent = self._work(deadline.DEADLINE - BEFORE, lambda: self._count(asked) >= turns)
        self._measure("ms of processor a turn, workers", 1e3 * spent.ours / turns)
        self._measure("ms of processor a turn, database", 1e3 * spent.database / turns)
        self._measure("kB of database a turn", (self._bytes() - before) / 1e3 / turns)
        first = spent.begun + BEFORE.total_seconds()
        committed = {
            number: moment - first
            for number, moment in self.world.rows(
                "SELECT game, CAST(extract(epoch FROM pg_xact_commit_timestamp(xmin)) "
                "AS double precision) FROM turns"
            )
        }
        self._measure("closes a second", turns / max(committed.values()))
        lags = [committed[number] - 60 * at / IN_A_MINUTE for at, number in enumerate(self.due)]
        self._measure("lag of a deadline in s", sum(lags) / turns)
        self.done.peak(f"{self.name}: lag of a deadline in s", max(lags))

    def check(self) -> None:
        """See that all was done, once."""
        found = {
            "mails done": ("SELECT count(*) FROM letters WHERE status = 'done'", self.mails),
            "mails answered": ("SELECT count(*) FROM outbox WHERE kind = 'answer'", self.mails),
            "turns": ("SELECT count(DISTINCT game) FROM turns", len(self.due)),
            "turns twice": ("SELECT count(*) - count(DISTINCT game) FROM turns", 0),
            "orders missed": ("SELECT count(*) FROM turns WHERE orders = '{}'", 0),
            "mails unsent": ("SELECT count(*) FROM outbox WHERE status <> 'sent'", 0),
        }
        for what, (asked, wanted) in found.items():
            if (count := self._count(asked)) != wanted:
                self.done.fail(f"{self.name}: {what}: {count:,} instead of {wanted:,}")
        for fault in audit(self.world.home).faults:
            self.done.fail(f"{self.name}: {fault}")
        self.done.count(judges=1, mails=self.mails, turns=len(self.due))

    def _work(self, start: datetime, is_done: Callable[[], bool]) -> Spent:
        """Let workers work from a time on until it is done and all is sent; what that took."""
        connected = self._count(_CONNECTED)
        begun, ours, database = time.time(), _children(), self.served.spent()

        def work(job: Job) -> None:
            part, place = job
            slot, home = f".{part}{place}", self.world.home
            one = worker.Worker(home, Stop(), lambda _: None, role=part, slot=slot, clock=clock)
            worker.serve(one)

        def clock() -> datetime:
            return start + timedelta(seconds=time.time() - begun)

        herd = Herd[Job](work, self.served, self.dice)
        try:
            parts = [part for role in worker.ROLES for part in worker.PARTS[role]]
            herd.begin([(part, 0) for part in parts])
            herd.begin([("play", place) for place in range(1, self.workers)])
            wait(is_done, PATIENCE)
            seconds = time.time() - begun
            wait(lambda: not self._count(_UNSENT), PATIENCE)
        finally:
            herd.end()
        wait(lambda: self._count(_CONNECTED) <= connected)
        return Spent(begun, seconds, _children() - ours, self.served.spent() - database)

    def _count(self, asked: str) -> int:
        time.sleep(0.1)
        return int(self.world.rows(asked)[0][0])

    def _bytes(self) -> int:
        return self._count("SELECT pg_database_size(current_database())")

    def _measure(self, what: str, value: float) -> None:
        self.done.measure(f"{self.name}: {what}", value)
