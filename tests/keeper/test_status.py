"""The status: everything at a glance, nothing that is secret."""

import re
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from judge.cli import main
from judge.game.books.overview import as_text
from judge.keeper.status import status
from judge.run import fence, start
from judge.spool import runs, spool
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, START, World


def shown(world: World, now: datetime | None = None) -> str:
    """The status as it is printed into a pipe."""
    return as_text(status(world.home, now or world.now))


def row(text: str, game: str) -> list[str]:
    """The cells of a game's row."""
    line = next(line for line in text.splitlines() if line.startswith(game))
    return re.split(r"  +", line)


def test_games_stand_in_the_order_of_their_deadlines(world: World) -> None:
    world.begun("alpha", "moves=5d")
    world.begun("beta")
    world.say("new@players.example", "CREATE gamma standard\nJOIN gamma")
    world.order("France", "HOLD ALL", name="beta")
    text = shown(world)
    names = [line.split()[0] for line in text.splitlines() if line.startswith(("a", "b", "g"))]
    assert names[1:] == ["beta", "alpha", "gamma"]
    assert row(text, "beta") == [
        *("beta", "standard", "running", "Spring 1901 movement"),
        *("Thu 05 Nov 2026 18:00 UTC", "3 days 8 hours left", "1 of 7"),
    ]
    assert row(text, "gamma") == ["gamma", "standard", "forming", "1 player"]
    assert "Games: 2 running, 1 forming, 0 over" in text


def test_mails_are_counted_by_what_became_of_them(played: World) -> None:
    text = shown(played)
    assert "Mails in: 1 done, 1 silent, 0 shunted, 0 repeated, 0 new" in text
    assert "Mails out: 9 sent, 0 failed, 0 returned, 0 dropped, 0 unwritten, 0 queued" in text


def test_the_oldest_mail_that_waits_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.run.batch.post_mails", lambda _work: None)
    world.mail("new@players.example", "LIST")
    world.run()
    text = shown(world, world.now + 3 * HOUR)
    assert "1 queued, the oldest since 2026-11-02 10:01 UTC, 3 hours ago" in text


def test_the_last_run_is_told_even_if_it_had_nothing_to_do(world: World) -> None:
    assert "Last run: never" in shown(world)
    runs.beat(spool.open_spool(world.home))
    assert re.search(r"Last run: \d{4}-.* just now", shown(world, datetime.now(UTC)))
    assert "Last backup: never" in shown(world)
    assert re.search(r"Disk: [\d.]+ GB of [\d.]+ GB free", shown(world))


def test_what_holds_the_judge_back_comes_first(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        fence.raise_around(db, START, START)
    told = "! This judge was restored from a backup of 2026-11-02 10:00 UTC: it takes no mail, "
    assert shown(world).splitlines()[0].startswith(told)


def test_a_doubted_clock_is_shown(world: World) -> None:
    world.mail("new@players.example", "LIST", at=START + DAY)
    world.run()
    assert shown(world).startswith("! The clock has been in doubt since 2026-11-02 10:01 UTC")


def test_what_needs_the_keeper_is_marked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.begun()
    monkeypatch.setattr("judge.game.turn.due.see_to_game", None)
    world.passed(DEADLINE)
    assert "! The game alpha has been overdue" in shown(world, DEADLINE + 25 * HOUR)
    assert row(shown(world, DEADLINE + HOUR), "alpha")[5] == "passed"


def test_addresses_whose_mails_come_back_are_listed(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("INSERT INTO failing VALUES ('x@y.example', 2, '2026', '5.1.1', 0)")
        db.exec_driver_sql("UPDATE failing SET since = '2026-11-02T10:00:00.000000Z'")
    assert "Mails come back from: x@y.example (2)" in shown(world)


def test_the_command_prints_it(played: World) -> None:
    runs.beat(spool.open_spool(played.home))
    now = (played.now + MINUTE).isoformat()
    done = CliRunner().invoke(main, ["status", "--spool", str(played.home), "--now", now])
    assert done.exit_code == 0
    assert row(done.output, "alpha")[3] == "Fall 1901 movement"
    assert "A PAR" not in done.output


def test_of_many_games_some_are_named_and_all_if_asked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.game.books.overview.MANY", 2)
    for name in ("alpha", "beta", "gamma"):
        world.begun(name)
    for command in ("list", "status"):
        told = CliRunner().invoke(main, [command, "--spool", str(world.home)]).output
        assert "Games not shown: 1; --all names them." in told
        assert len(re.findall(r"^(?:alpha|beta|gamma) ", told, re.MULTILINE)) == 2
        whole = CliRunner().invoke(main, [command, "--all", "--spool", str(world.home)]).output
        assert len(re.findall(r"^(?:alpha|beta|gamma) ", whole, re.MULTILINE)) == 3
        assert "not shown" not in whole


def test_a_pass_does_not_wait_for_who_only_looks(played: World) -> None:
    with start.reading(played.home) as (db, _):
        before = db.execute(text("SELECT count(*) FROM letters")).scalar_one()
        played.say("new@players.example", "HELP")
        assert (before, db.execute(text("SELECT count(*) FROM letters")).scalar_one()) == (2, 2)
    assert played.rows("SELECT count(*) FROM letters") == [(3,)]
