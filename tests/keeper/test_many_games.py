"""Lists of ten thousand games: one statement, one screen; statements are counted, not timed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, event

from judge.cli import main
from judge.game.books import overview
from judge.keeper import checks
from judge.kernel.errors import KeeperError
from judge.spool import spool
from judge.store.database import open_to_read, passing
from judge.store.games import BY_AGE, BY_FORMING, GOING, read_page
from tests.game.world import DAY, World

MANY = 10_000
SCREEN = 60
COPY = """
WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :many)
INSERT INTO games (name, {columns}, status, deadline)
SELECT 'copy' || n, {columns}, CASE n % 3 WHEN 0 THEN 'over' ELSE status END,
       '2026-12-' || printf('%02d', 1 + n % 28) || 'T18:00:00.000000Z'
FROM counted, games WHERE name = 'alpha'
"""


def copy_game(world: World, many: int) -> None:
    """Make so many games of the one there is, a third of them over; nobody sits in them."""
    with closing(sqlite3.connect(world.home / "judge.db")) as db, db:
        known = [row[1] for row in db.execute("PRAGMA table_info(games)")]
        told = ("id", "name", "status", "deadline")
        columns = ", ".join(f'"{name}"' for name in known if name not in told)
        db.execute(COPY.format(columns=columns), {"many": many})


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    seen: list[str] = []

    def note(*given: object) -> None:
        seen.append(str(given[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def judge(world: World, *arguments: str) -> str:
    """What a command prints."""
    return CliRunner().invoke(main, [*arguments, "--spool", str(world.home)]).output


@pytest.mark.parametrize("command", ["list", "status"])
def test_many_games_cost_as_many_statements_as_one(world: World, command: str) -> None:
    world.begun()
    with counted() as few:
        judge(world, command)
    copy_game(world, MANY)
    with counted() as many:
        told = judge(world, command)
    assert len(many) == len(few)
    assert len(told.splitlines()) <= SCREEN + (command == "status") * 10


def test_the_newest_are_listed_and_the_next_deadlines_stand_in_the_status(world: World) -> None:
    world.begun()
    copy_game(world, MANY)
    rows = judge(world, "list").splitlines()
    assert rows[0] == f"Games not shown: {MANY + 1 - overview.MANY}; --all names them."
    names = {row.split()[0] for row in rows[3:]}
    assert "copy10000" in names
    assert "copy9999" not in names  # it is over
    assert len(names) == overview.MANY
    status = judge(world, "status")
    assert "Games: 6668 running, 0 forming, 3333 over" in status
    games = [line for line in status.splitlines() if "Spring 1901" in line]
    assert games[0].startswith("alpha ")
    assert len(games) == overview.MANY


def test_the_status_begins_with_the_next_deadline_and_ends_with_games_that_form(
    world: World,
) -> None:
    world.begun("later", "moves=9d")
    world.begun("sooner", "moves=2d")
    world.say("gm@players.example", "CREATE formed standard")
    rows = [line.split() for line in judge(world, "status").splitlines() if "standard" in line]
    assert [row[0] for row in rows] == ["sooner", "later", "formed"]


def test_a_mailed_list_is_a_page_of_one_statement(world: World) -> None:
    world.begun()
    with counted() as few:
        world.say("a@players.example", "LIST")
    copy_game(world, MANY)
    with counted() as many:
        told = world.say("b@players.example", "LIST 21").text
    assert len(many) <= len(few)
    assert "copy1" in told
    with world.reading() as db, counted() as seen:
        found = read_page(db, BY_FORMING, GOING, first=20, most=20)
    assert len(seen) == 1
    assert (len(found), found[0].all) == (20, 6668)
    assert found == sorted(found, key=lambda one: one.game.name)


def test_a_mailed_status_costs_the_same_among_many(world: World) -> None:
    world.begun()
    with counted() as few:
        world.order("France", "STATUS")
    copy_game(world, MANY)
    with counted() as many:
        assert "STATUS OF ALPHA" in world.order("France", "STATUS").text
    assert len(many) <= len(few)


def test_a_listed_game_tells_who_has_decided(world: World) -> None:
    world.begun(players=5)
    world.begun("beta")
    world.order("France", "A PAR H\nA MAR H\nF BRE H")
    with world.reading() as db:
        found = {one.game.name: one for one in read_page(db, BY_AGE)}
    assert found["alpha"].complete == 1
    assert sum(seat.person is not None for seat in found["alpha"].seats) == 5
    assert (found["beta"].complete, found["beta"].master, found["beta"].all) == (0, "Ruth", 2)


def test_the_figures_of_many_games_are_asked_of_the_database(world: World) -> None:
    world.begun()
    copy_game(world, MANY)
    world.now += 30 * DAY
    with counted() as seen:
        figures = judge(world, "metrics")
        told = judge(world, "health", "--now", world.now.isoformat())
    assert f'judge_games{{state="running"}} {6668}' in figures
    assert "deadlines_missed" in figures
    assert told.startswith("needs you: ")
    assert not [statement for statement in seen if "games.state" in statement]


def test_the_doctor_looks_at_the_games_whose_deadlines_come_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    copy_game(world, MANY)
    monkeypatch.setattr(checks, "LOOKED_AT", 7)
    this_spool = spool.open_spool(world.home)
    with passing(open_to_read(this_spool.database)) as db:
        patient = checks.Patient(this_spool, db, world.now)
        told = checks.check_games(patient)
        assert told.startswith("7 games can be read, the next deadlines first; of the other 9994 ")
    with closing(sqlite3.connect(world.home / "judge.db")) as broken, broken:
        broken.execute("UPDATE games SET state = 'x', deadline = '2026-11-01' WHERE id = 9")
    with (
        passing(open_to_read(this_spool.database)) as db,
        pytest.raises(KeeperError, match="the data of copy8 can't be read"),
    ):
        checks.check_games(checks.Patient(this_spool, db, world.now))
