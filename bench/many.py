"""Lists of ten thousand games: what `judge list`, `status`, `metrics`, LIST and a page of it ask.

Told is processor time of the question alone, without starting a process.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, text

from bench import deadline
from judge.game.books import overview
from judge.keeper import status
from judge.spool import spool
from judge.store import games
from judge.store.database import open_database

GAMES, RUNS = 10_000, 7
SEATED = 20
"""So many games are begun by the judge; the others are copies of their rows, seats and all."""


def main() -> None:
    """Print the median and the spread of each."""
    with prepared(GAMES) as home:
        engine = open_database(spool.open_spool(home).database)
        _tell("judge list", lambda: _ask(engine, lambda db: overview.of_games(db, whole=False)))
        _tell("judge status", lambda: status.status(home, deadline.START))
        _tell("judge metrics", lambda: status.metrics(home))
        _tell("LIST, its second page", lambda: _ask(engine, _second_page))
        engine.dispose()


@contextmanager
def prepared(count: int) -> Iterator[Path]:
    """A spool of so many games, which is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "spool"
        deadline.prepare(home, SEATED, seed=0, mails=False)
        engine = open_database(spool.open_spool(home).database)
        _multiply(engine, count)
        engine.dispose()
        yield home


def _second_page(db: Connection) -> list[games.ListedGame]:
    """What LIST 21 is answered with."""
    return games.read_page(db, games.BY_FORMING, games.GOING, first=20, most=20)


def _multiply(engine: Engine, count: int) -> None:
    """Copy the games with their seats and sheets until there are enough."""
    with engine.begin() as db:
        for start in range(SEATED, count, SEATED):
            for name, key in (("games", "id"), ("seats", "game"), ("sheets", "game")):
                _copy(db, name, key, start)


def _copy(db: Connection, name: str, key: str, start: int) -> None:
    """Copy the rows of the games that the judge began, their numbers higher by ``start``."""
    told = {}
    for column in tuple(db.execute(text(f"SELECT * FROM {name} LIMIT 0")).keys()):
        told[f'"{column}"'] = f'"{column}"'
    told[f'"{key}"'] = f"{key} + {start}"
    if name == "games":
        told['"name"'] = f"'game' || (id - 1 + {start})"
    if name == "seats":
        del told['"id"']
    columns, values = ", ".join(told), ", ".join(told.values())
    chosen = f"SELECT {values} FROM {name} WHERE {key} <= {SEATED}"
    db.execute(text(f"INSERT INTO {name} ({columns}) {chosen}"))


def _ask(engine: Engine, question: Callable[[Connection], object]) -> None:
    with engine.connect() as db:
        question(db)


def _tell(what: str, work: Callable[[], object]) -> None:
    work()
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    middle, least, most = statistics.median(times), min(times), max(times)
    print(f"{what:24} {middle:6.1f} ms  ({least:.1f} to {most:.1f})")
