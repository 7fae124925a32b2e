"""Old mails are packed away by months, let go of where that is asked, and the audit stays green."""

import gzip
import os
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.keeper import backup, trace
from judge.keeper.audit import audit
from judge.store import log
from tests.game.world import DAY, DEADLINE, HOUR, START, World

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


def came(world: World, at: datetime) -> str:
    """A mail that came at a time: its file in the archive, which is of that time."""
    before, world.now = archived(world), at
    world.say("new@players.example", "LIST")
    (name,) = archived(world) - before
    os.utime(world.home / "archive" / name, (at.timestamp(),) * 2)
    return name


def test_mails_of_one_month_that_are_packed_away_in_two_nights_lie_in_one_folder(
    world: World,
) -> None:
    first, second = came(world, START), came(world, START + 5 * DAY)
    world.run(START + 32 * DAY)
    assert archived(world) == {f"2026-11/{first}.gz", second}
    world.run(START + 37 * DAY)
    assert archived(world) == {f"2026-11/{first}.gz", f"2026-11/{second}.gz"}
    assert audit(world.home).faults == []


def test_each_mail_lies_in_the_folder_of_its_own_month(world: World) -> None:
    first, second = came(world, START), came(world, START + 30 * DAY)
    world.run(START + 90 * DAY)
    assert archived(world) == {f"2026-11/{first}.gz", f"2026-12/{second}.gz"}
    assert (world.home / "archive" / "2026-12").stat().st_mode & 0o777 == 0o700
    assert audit(world.home).faults == []


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
        short.setattr("judge.run.keep.LONG", -1.0)
        world.run(world.now + OLD)
    assert len(archived(world)) == 4
    world.run(world.now + DAY + HOUR)
    assert len(archived(world)) == 1


def test_the_journal_and_the_log_are_let_go_of_but_for_what_games_and_copies_need(
    world: World,
) -> None:
    over(world)
    name = "<once@players.example>"
    world.say("new@players.example", "HELP", message_id=name)
    age(world)
    told = world.rows("SELECT count(*) FROM log WHERE game != ''")
    world.section("keep", "mails_days = 90", "journal_days = 90", "log_days = 90")
    world.run(world.now + OLD)
    assert world.rows("SELECT id FROM letters") == [(2,), (5,)]  # Italy's, and the last one
    assert world.rows("SELECT letter FROM readings") == [(2,)]
    ((kept, last),) = world.rows("SELECT count(*), max(id) FROM log")
    gone = sum(last - first + 1 for first, last in world.rows("SELECT first, last FROM gaps"))
    assert kept + gone == last
    assert world.rows("SELECT count(*) FROM log WHERE game != ''") == told
    assert gone >= 5
    found = audit(world.home)
    assert (found.faults, found.let_go) == ([], gone)
    world.say("new@players.example", "LIST")
    world.mail("new@players.example", "HELP", message_id=name, at=world.now - OLD)
    assert world.run() == []
    world.run(world.now + OLD)
    world.mail("new@players.example", "HELP", message_id=name, at=world.now - 2 * OLD)
    assert world.run() == []
    assert world.rows("SELECT status FROM letters ORDER BY id DESC LIMIT 1") == [("repeated",)]
    assert audit(world.home).faults == []
    assert audit(world.home, whole=False).faults == []
    engine = world.engine()
    with engine.begin() as db:
        links = list(log.links(db))
        assert log.broken_rows(links) != []
        assert log.broken_rows(links, log.find_gaps(db)) == []
    engine.dispose()


def test_the_last_row_of_a_book_stays_for_the_next_one_to_be_chained_to_it(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        for book, rows in ((log.INBOX, 2), (log.OFFICE, 7)):
            what = f"{log.MAIL}taken" if book == log.INBOX else "told"
            for _ in range(rows):
                log.append(db, world.now, log.JUDGE, what)
        ends = [log.head(db, book) for book in (log.INBOX, log.OFFICE)]
        log.let_go(db, world.now + DAY, 0, 100)
        assert [log.head(db, book) for book in (log.INBOX, log.OFFICE)] == ends
        assert [link.book for link in log.links(db)] == [log.INBOX, log.OFFICE]
    engine.dispose()


def test_how_far_a_book_was_is_believed_though_those_rows_were_let_go_of(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        for _ in range(3):
            log.append(db, world.now, log.JUDGE, f"{log.MAIL}taken")
        log.tell_heads(db, world.now)
        log.append(db, world.now, log.JUDGE, f"{log.MAIL}taken")
        assert log.broken_rows(list(log.links(db))) == []
        log.let_go(db, world.now + DAY, 0, 100)
        links = list(log.links(db))
        assert [(link.book, link.what) for link in links] == [
            (log.OFFICE, log.HEADS),
            (log.INBOX, f"{log.MAIL}taken"),
        ]
        assert log.broken_rows(links, log.find_gaps(db)) == []
        assert log.broken_rows(links) != []
    engine.dispose()


def test_what_was_let_go_of_of_a_mail_is_said(world: World) -> None:
    world.say("new@players.example", "HELP")
    world.say("new@players.example", "LIST")
    receipt = world.receipt(1)
    age(world)
    world.section("keep", "journal_days = 90", "log_days = 90")
    world.run(world.now + OLD)
    (step,) = trace.trace(world.home, receipt)
    assert step.what == "received; what became of it was let go of"
    assert audit(world.home).faults == []


def test_a_mail_is_kept_as_long_as_a_copy_is_known_by_it(world: World) -> None:
    for _ in range(2):
        world.mail("new@players.example", "HELP", message_id="<x@players.example>")
        world.run()
    world.say("new@players.example", "LIST")
    age(world)
    world.section("keep", "journal_days = 90")
    world.run(world.now + OLD)
    assert world.rows("SELECT id FROM letters") == [(1,), (3,)]
    assert audit(world.home).faults == []
    world.run(world.now + 2 * DAY)
    assert world.rows("SELECT id FROM letters") == [(3,)]
    assert audit(world.home).faults == []


def test_a_gap_that_was_cut_wider_is_found(world: World) -> None:
    world.say("new@players.example", "HELP")
    world.say("new@players.example", "LIST")
    age(world)
    world.section("keep", "journal_days = 90", "log_days = 90")
    world.run(world.now + OLD)
    assert world.rows("SELECT count(*) FROM gaps") != [(0,)]
    with closing(sqlite3.connect(world.home / "judge.db")) as db:
        db.execute("UPDATE gaps SET last = last + 1")
        db.execute("DELETE FROM log WHERE id IN (SELECT last FROM gaps)")
        db.commit()
    assert "row inbox/1 of gaps is not as" in str(audit(world.home).faults)
