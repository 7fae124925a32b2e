"""Old mails are packed away by months, let go of where that is asked, and the audit stays green."""

import gzip
import os
from datetime import timedelta
from pathlib import Path

import pytest

from judge.keeper import backup
from judge.keeper.audit import audit
from tests.game.world import DAY, DEADLINE, HOUR, World

OLD = timedelta(days=100)


def archived(world: World) -> set[str]:
    """The files of the archive."""
    home = world.home / "archive"
    return {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}


def age(world: World) -> None:
    """Give the archive's files the time of their mails, as they have where the clock is real."""
    for path in (world.home / "archive").glob("*.eml"):
        os.utime(path, (world.now.timestamp(),) * 2)


def over(world: World) -> None:
    """A game that was played and is over, and one that goes on."""
    world.begun("alpha")
    world.begun("beta", "moves=300d")
    world.order("France", "A Par - Bur", "alpha")
    world.order("Italy", "A Ven - Tyr", "beta")
    world.say("new@players.example", "LIST")
    world.run(DEADLINE)
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM", "alpha"))
    world.run()
    age(world)


def test_mails_of_more_than_a_month_ago_lie_compressed_in_the_folder_of_their_month(
    world: World, tmp_path: Path
) -> None:
    over(world)
    before = archived(world)
    world.run(world.now + 20 * DAY)
    assert archived(world) == before
    world.run(world.now + 20 * DAY)
    assert archived(world) == {f"2026-11/{name}.gz" for name in before}
    path = next((world.home / "archive" / "2026-11").iterdir())
    assert gzip.decompress(path.read_bytes()).startswith(b"Received: ")
    assert audit(world.home).faults == []
    backup.backup(world.home, tmp_path / "b")
    backup.restore(tmp_path / "b", tmp_path / "again")
    assert audit(tmp_path / "again").faults == []
    path.write_bytes(path.read_bytes()[:50])
    (fault,) = audit(world.home).faults
    assert fault.where == f"archive/{path.name}"


def test_nothing_is_let_go_of_unless_that_is_asked(world: World) -> None:
    over(world)
    world.run(world.now + 2 * OLD)
    assert len(archived(world)) == 4
    assert ("[]",) not in world.rows("SELECT answers FROM readings")


def test_mails_are_let_go_of_but_not_those_of_a_game_that_goes_on(world: World) -> None:
    over(world)
    world.section("keep", "mails_days = 90", "readings_days = 90")
    world.run(world.now + OLD)
    assert len(archived(world)) == 1
    assert world.rows("SELECT count(*) FROM letters") == [(4,)]
    assert audit(world.home).faults == []
    kept = world.rows("SELECT role, answers != '[]' FROM readings ORDER BY letter")
    assert dict(kept)["Italy"] == 1  # its phase is open
    assert dict(kept)["France"] == 0
    assert len(world.rows("SELECT id FROM log WHERE what = 'archive.let-go'")) == 3
    world.run(world.now + 2 * DAY)
    assert len(world.rows("SELECT id FROM log WHERE what = 'archive.let-go'")) == 3


def test_a_copy_of_a_mail_that_was_let_go_of_is_known(world: World) -> None:
    over(world)
    name = "<once@players.example>"
    world.say("new@players.example", "HELP", message_id=name)
    age(world)
    world.section("keep", "mails_days = 90")
    world.run(world.now + OLD)
    world.mail("new@players.example", "HELP", message_id=name, at=world.now - OLD)
    assert world.run() == []
    assert world.rows("SELECT status FROM letters ORDER BY id DESC LIMIT 1") == [("repeated",)]
    assert audit(world.home).faults == []


def test_a_night_takes_no_longer_than_it_may(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    over(world)
    world.section("keep", "mails_days = 1")
    with monkeypatch.context() as short:
        short.setattr("judge.health.keep.LONG", -1.0)
        world.run(world.now + OLD)
    assert len(archived(world)) == 4
    world.run(world.now + DAY + HOUR)
    assert len(archived(world)) == 1
