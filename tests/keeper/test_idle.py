"""A run that does not know when the next deadline is asks the database by plain sqlite3."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from judge.post import idle
from judge.run import broken_commands, start
from judge.run import nightly as health
from judge.spool import spool
from judge.store import glance, marks
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, START, World

BEFORE = DEADLINE - MINUTE


@pytest.fixture
def forgetful(world: World) -> World:
    """A judge with a game, all of whose mails are out, whose last pass left no word."""
    world.begun()
    world.mail("a@players.example", "HELP")
    world.run(START)
    world.run(START + HOUR)
    (world.home / "wake").unlink()
    return world


def change(world: World, statement: str) -> None:
    """Change the database behind the judge's back."""
    with closing(sqlite3.connect(world.home / "judge.db")) as db, db:
        db.execute(statement)


def test_nothing_due_is_known_without_a_pass(forgetful: World) -> None:
    assert idle.is_idle(forgetful.home, BEFORE)
    assert not idle.is_idle(forgetful.home, DEADLINE)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE outbox SET status = 'queued'",
        "UPDATE games SET touched = 1",
        "UPDATE games SET alarm = '2026-11-02T10:00:00.000000Z'",
        "UPDATE seats SET computer = 'sharp', person = NULL WHERE power = 'France'",
        "INSERT INTO marks VALUES ('trouble-out', '{}')",
        "INSERT INTO marks VALUES ('clock-doubted', '2026-11-02T10:00:00+00:00')",
        "INSERT INTO marks VALUES ('fenced', '2026-11-02T10:00:00+00:00')",
        "INSERT INTO marks VALUES ('aside.1', '')",
        "UPDATE alembic_version SET version_num = '0001'",
        "DELETE FROM alembic_version",
        "DROP TABLE marks",
        (
            "INSERT INTO letters "
            "(place, message_id, digest, whole, received, taken, status, reason) "
            "VALUES ('', '', '', 1, '', '', 'new', '')"
        ),
    ],
)
def test_what_a_pass_would_find_causes_one(forgetful: World, statement: str) -> None:
    change(forgetful, statement)
    assert not idle.is_idle(forgetful.home, BEFORE)


def test_a_mail_due_later_is_left_alone(forgetful: World) -> None:
    change(forgetful, "UPDATE outbox SET status = 'queued', due = '2026-11-04T10:00:00.000000Z'")
    assert idle.is_idle(forgetful.home, START + HOUR)
    assert not idle.is_idle(forgetful.home, START + 2 * DAY)


def test_a_pass_that_broke_off_or_died_is_made_good(forgetful: World) -> None:
    assert {
        broken_commands.trace_file(forgetful.home, name).name for name in broken_commands.PASSES
    } == set(idle.BROKEN)
    (forgetful.home / "hand").write_text("game 1".ljust(30))
    assert not idle.is_idle(forgetful.home, BEFORE)
    (forgetful.home / "hand").write_text(" " * 30)
    assert idle.is_idle(forgetful.home, BEFORE)
    (forgetful.home / "shunt" / "judge-run.txt").touch()
    assert not idle.is_idle(forgetful.home, BEFORE)


def test_where_no_pass_has_held_anything_none_died(forgetful: World) -> None:
    (forgetful.home / "hand").unlink(missing_ok=True)
    assert idle.is_idle(forgetful.home, BEFORE)


def test_the_first_call_of_a_day_has_chores(world: World) -> None:
    """By the machine's clock; a pretended time changes no day."""
    world.run(datetime.now(UTC))
    assert idle.is_idle(world.home, datetime.now(UTC) + MINUTE)
    (world.home / "pulse").unlink(missing_ok=True)
    assert not idle.is_idle(world.home, None)
    assert idle.is_idle(world.home, None)


@pytest.mark.parametrize("name", ["judge.toml", "secret", "place", "judge.db"])
def test_what_was_touched_or_lost_needs_a_pass(forgetful: World, name: str) -> None:
    path = forgetful.home / name
    path.write_bytes(path.read_bytes()) if name in ("judge.toml", "secret") else path.unlink()
    assert not idle.is_idle(forgetful.home, BEFORE)


def test_a_copy_does_not_ask(forgetful: World) -> None:
    (forgetful.home / "place").write_text("1")
    assert not idle.is_idle(forgetful.home, BEFORE)


def test_the_next_pass_does_what_the_glance_let_wait(forgetful: World) -> None:
    """What a keeper's command leaves behind is seen though no pass has written when it is due."""
    with start.doing(forgetful.home, START + 2 * HOUR) as (db, house, _):
        marks.put(db, "note", house.now)
    assert idle.is_idle(forgetful.home, BEFORE)
    forgetful.run(DEADLINE)
    assert forgetful.game().opened == DEADLINE


def test_the_settling_time_is_waited_for(forgetful: World) -> None:
    """A mail in time may still be on its way, so that a game closes a little later."""
    opened = spool.open_spool(forgetful.home)
    for seconds, asleep in ((-1, True), (0, True), (59, True), (60, False)):
        moment = DEADLINE + timedelta(seconds=seconds)
        assert idle.is_asleep(opened, moment, MINUTE) == asleep


def test_the_daily_look_is_nothing_urgent() -> None:
    assert health.CHECKED not in glance.URGENT


def test_it_imports_nothing_heavy(forgetful: World) -> None:
    (forgetful.home / "pulse").touch()
    code = (
        "import sys; from judge.post import idle; from pathlib import Path; "
        "from datetime import datetime; "
        f"print(idle.is_idle(Path({str(forgetful.home)!r}), "
        f"datetime.fromisoformat({BEFORE.isoformat()!r}))); "
        "print({'sqlalchemy', 'alembic', 'lark', 'jinja2'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\nset()\n"
