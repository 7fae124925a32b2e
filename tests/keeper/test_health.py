"""The daily look: a mail to the keeper or a game master, only when something needs him."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection

from judge.run import nightly as health
from judge.spool import spool
from judge.store import marks, people
from judge.store.record import Person
from tests.game.world import DAY, DEADLINE, HOUR, START, Sent, World, shunt_mail


def to(address: str, sent: list[Sent]) -> list[str]:
    """What somebody was told, without line breaks."""
    return [mail.flat for mail in sent if mail.to == address]


KEEPER, GM = "keeper@judge.example", "gm@players.example"


def test_nobody_is_told_that_all_is_well(world: World) -> None:
    world.begun("alpha", "moves=30d")
    world.order("France", "A Par - Bur")
    for days in range(1, 9):
        assert world.run(START + days * DAY) == []


def test_what_lies_in_the_shunt_is_told_after_a_day(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    shunt_mail(world, monkeypatch)
    assert to(KEEPER, world.run(START + 20 * HOUR)) == []
    (told,) = to(KEEPER, world.run(START + 2 * DAY))
    assert "The judge needs you. - In the shunt for more than a day: 1;" in told
    assert to(KEEPER, world.run(START + 3 * DAY)) == []


def test_what_changes_is_told_again(world: World) -> None:
    found: list[str] = []
    assert _nightly(world, found, 1) == []
    found.append("One thing.")
    assert len(_nightly(world, found, 2)) == 1
    assert _nightly(world, found, 3) == []
    found.append("Another thing.")
    assert len(_nightly(world, found, 4)) == 1
    found.clear()
    assert _nightly(world, found, 5) == []
    found.append("One thing.")
    assert len(_nightly(world, found, 6)) == 1


def _nightly(world: World, found: list[str], day: int) -> list[str]:
    """What the keeper is told on a day on which this is found."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(health, "findings", lambda *_: iter(found))
        return to(KEEPER, world.run(START + day * DAY))


def test_it_is_looked_once_a_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []

    def look(*given: object) -> Iterator[str]:
        looks.append(given)
        return iter(())

    monkeypatch.setattr(health, "findings", look)
    for hours in range(0, 72, 6):
        world.run(START + hours * HOUR)
    assert len(looks) == 3


def test_a_look_that_fails_is_told_and_stops_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    monkeypatch.setattr(health, "findings", None)
    world.passed()
    report, sent = world.passed(DEADLINE)
    assert report.lines == ["The daily look at all games failed: TypeError."]
    assert len(sent) == 8
    report, _ = world.passed(DEADLINE + HOUR)
    assert report.lines == []


def test_a_disk_that_is_nearly_full_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: object) -> SimpleNamespace:
        return SimpleNamespace(
            f_bavail=40, f_frsize=1_000_000, f_blocks=1000, f_files=1000, f_favail=9
        )

    monkeypatch.setattr("os.statvfs", full)
    assert list(health.disk(spool.open_spool(world.home))) == [
        "The disk is nearly full: 40 MB are free.",
        "The disk is nearly full: 9 more files can be made.",
    ]


@pytest.mark.parametrize(
    ("free", "of", "why"),
    [
        (40_000, 1_000_000, "forty gigabytes are room enough, however large the disk"),
        (50, 1000, "a small disk may be small: a twentieth of it is free"),
        (2000, 40_001, "two gigabytes are free"),
    ],
)
def test_a_disk_that_has_room_is_not_told_of(
    world: World, monkeypatch: pytest.MonkeyPatch, free: int, of: int, why: str
) -> None:
    def roomy(_path: object) -> SimpleNamespace:
        return SimpleNamespace(
            f_bavail=free, f_frsize=1_000_000, f_blocks=of, f_files=1000, f_favail=50
        )

    monkeypatch.setattr("os.statvfs", roomy)
    here = spool.open_spool(world.home)
    assert list(health.disk(here)) == [], why
    assert health.room(here) == f"{free / 1000:.1f} GB of {of / 1000:.1f} GB free"


def test_a_disk_that_counts_no_files_can_not_run_out_of_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def uncounted(_path: object) -> SimpleNamespace:
        return SimpleNamespace(f_bavail=9, f_frsize=10**9, f_blocks=9, f_files=0, f_favail=0)

    monkeypatch.setattr("os.statvfs", uncounted)
    assert list(health.disk(spool.open_spool(world.home))) == []


@pytest.mark.parametrize("count", [2, 3])
def test_that_mails_to_many_addresses_come_back_for_a_day_is_told(world: World, count: int) -> None:
    """They may come back because of us: somebody takes our server for one that sends spam."""
    with world.engine().begin() as db:
        for number in range(count):
            people.count_failure(db, f"p{number}@x.example", START, "550 blocked")
    world.run(START + HOUR)
    with world.reading() as db:
        opened = spool.open_spool(world.home)
        assert list(health.findings(db, opened, START + DAY)) == []
    told = to(KEEPER, world.run(START + 2 * DAY))
    assert len(told) == (count == 3)
    assert all("Mails to 3 addresses come back: does anybody block this" in one for one in told)


def test_a_backup_that_is_too_old_is_told_but_none_at_all_is_not(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        marks.put(db, health.BACKUP, START)
    world.run(START + HOUR)
    assert to(KEEPER, world.run(START + 7 * DAY)) == []
    (told,) = to(KEEPER, world.run(START + 9 * DAY))
    assert "The last backup was made on 2026-11-02." in told


def test_mails_that_can_not_be_sent_for_a_day_are_told(world: World) -> None:
    world.begun()
    engine = world.engine()
    world.run()
    with engine.begin() as db:
        db.exec_driver_sql(
            "INSERT INTO outbox (key, recipient, sender, kind, game, created, status, tries, due,"
            " reason) VALUES ('k', 'a@b.example', 's', 'press', '', '2026-11-02T10:00:00.000000Z',"
            " 'queued', 3, '2027-01-01T00:00:00.000000Z', '')"
        )
    (told,) = to(KEEPER, world.run(START + 2 * DAY))
    assert "Mails have been waiting for more than a day to be sent" in told


def test_a_game_that_does_not_go_on_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.begun()
    with monkeypatch.context() as broken:
        broken.setattr("judge.game.turn.due.see_to_game", None)
        world.passed(DEADLINE)
        _, sent = world.passed(DEADLINE + 25 * HOUR)
    (told,) = to(KEEPER, sent)
    assert "The game alpha has been overdue since 2026-11-05 18:00 UTC." in told


def test_the_game_master_is_told_of_results_that_wait_and_of_players_who_can_not_be_reached(
    world: World,
) -> None:
    world.begun()
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE games SET held = 1, deadline = '2026-11-02T10:00:00.000000Z'")
        db.exec_driver_sql(
            "INSERT INTO failing VALUES ('france@players.example', 3,"
            " '2026-11-02T10:00:00.000000Z', '5.1.1', 1)"
        )
    world.run()
    (told,) = to(GM, world.run(START + 2 * DAY))
    assert "The results of Spring 1901 movement wait for you: RELEASE." in told
    (told,) = to(GM, world.run(START + 4 * DAY))
    assert "Mails to France still come back: 5.1.1" in told
    assert to(GM, world.run(START + 5 * DAY)) == []


def test_the_look_at_many_games_takes_one_walk_through_the_addresses_that_fail(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no more games a commit than a pass closes: cron's next pass must not wait."""
    for number in range(4):
        world.begun(f"game{number}", "moves=30d")
    engine = world.engine()
    with engine.begin() as db:
        for power in ("France", "Italy"):
            people.count_failure(db, f"{power.lower()}@players.example", START, "550 no box")
            people.mark_told(db, f"{power.lower()}@players.example")
    walks: list[int] = []
    real = people.find_by_address

    def find(db: Connection, address: str) -> Person | None:
        walks.append(1)
        return real(db, address)

    world.run()
    monkeypatch.setattr(people, "find_by_address", find)
    monkeypatch.setattr("judge.run.groups.GROUP", 2)
    sent = world.run(START + 5 * DAY)
    assert len(walks) == 2
    told = to(GM, sent)
    assert len(told) == 4
    assert all("Mails to France still come back: 550 no box" in text for text in told)
