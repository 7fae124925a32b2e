"""The site of a judge with a thousand finished games: all its pages, and a pass without news.

Told is processor time. JUDGE_BENCH_SITE is another number of games; without JUDGE_BENCH_MAPS the
pages have no maps.
"""

import os
import tempfile
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection, Engine, text

from bench import deadline
from judge.game.turn import game_end
from judge.keeper import keeping
from judge.run import batch
from judge.spool import archives, spool
from judge.spool.house import House, make_identity
from judge.store import games
from judge.store.database import open_database

GAMES = 1000
PLAYED, PHASES = 10, 16
"""So many games are played by the judge, for so many phases; the others are copies of them."""
CROWDS = 10
"""So many times as many people as the games that were played had sit in the copies."""
TERMS = ("moves=1d", "retreats=1d", "builds=1d", "early=no", "nmr=computer")
KEYS = {
    "games": "id", "seats": "game", "turns": "game", "conduct": "game", "punctuality": "game",
    "press": "game",
}  # fmt: skip
"""The tables that are copied, each with its column for the game."""


def main() -> None:
    """Print what a site from nothing costs, and what it costs again when nothing has changed."""
    count = int(os.environ.get("JUDGE_BENCH_SITE", GAMES))
    drawn = bool(os.environ.get("JUDGE_BENCH_MAPS"))
    with tempfile.TemporaryDirectory() as folder:
        home, pages = Path(folder) / "spool", Path(folder) / "site"
        _prepare(home, count)
        for what in ("from nothing", "again"):
            begun = time.process_time()
            keeping.write_site(home, pages, "", drawn=drawn)
            taken = time.process_time() - begun
            print(f"a site of {count} finished games, {what:12} {taken:6.1f} s")
        index = (pages / "index.html").stat().st_size
        print(f"{sum(1 for _ in pages.rglob('*.html'))} pages; index.html has {index} bytes")


def _prepare(home: Path, count: int) -> None:
    """Play some games to their end, and copy them until there are ``count``."""
    deadline.prepare(home, PLAYED, seed=0, mails=False, terms=TERMS)
    toml = home / "judge.toml"
    toml.write_text(toml.read_text().replace('mails = "yes"', 'mails = "no"'))
    now = deadline.START
    for _ in range(PHASES):
        now += timedelta(days=2)
        batch.run(home, now)
    opened = spool.open_spool(home)
    engine = open_database(opened.database)
    ours = make_identity(opened.config, opened.secret)
    house = House(opened.config, ours, now, now, archives.of(opened))
    with engine.begin() as db:
        for game in games.find_all(db):
            game_end.finish(db, house, game, game_end.DRAW, ("England", "Russia", "Turkey"))
    _multiply(engine, count)
    engine.dispose()


def _multiply(engine: Engine, count: int) -> None:
    """Copy the games with all that their pages tell, and the people for the first of them."""
    with engine.begin() as db:
        people = db.execute(text("SELECT count(*) FROM people")).scalar_one()
        for crowd in range(1, CROWDS):
            named = {"id": f"id + {people * crowd}", "address": f"'{crowd}.' || address"}
            _copy(db, "people", named, f"id <= {people}")
        for start in range(PLAYED, count, PLAYED):
            crowd = start // PLAYED % CROWDS
            for name, key in KEYS.items():
                changed = {key: f'"{key}" + {start}'}
                if name == "games":
                    changed["name"] = f"'game' || (id - 1 + {start})"
                elif name != "turns":
                    changed["person"] = f"person + {people * crowd}"
                _copy(db, name, changed, f'"{key}" <= {PLAYED}')


def _copy(db: Connection, name: str, changed: Mapping[str, str], chosen: str) -> None:
    """Copy the chosen rows of a table with some columns changed, and new numbers of their own."""
    told = {}
    for column in tuple(db.execute(text(f"SELECT * FROM {name} LIMIT 0")).keys()):
        told[f'"{column}"'] = changed.get(column, f'"{column}"')
    if name in ("seats", "press"):
        del told['"id"']
    columns, values = ", ".join(told), ", ".join(told.values())
    db.execute(text(f"INSERT INTO {name} ({columns}) SELECT {values} FROM {name} WHERE {chosen}"))
