"""Outages: of the judge, of its mailbox, of its machine; nobody is late because of one."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from judge.kernel.errors import KeeperError
from judge.post import servers
from judge.run import batch, outage, start
from judge.run.outage import Outage
from judge.spool import runs, spool
from judge.spool.machine_clock import Machine
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, START, World

MAILS = (
    ("France", DEADLINE - 150 * MINUTE, "A Par - Bur\nA Mar H\nF Bre H"),
    ("Italy", DEADLINE - 60 * MINUTE, "A Ven - Tri"),
    ("Italy", DEADLINE - timedelta(seconds=1), "A Ven - Tyr"),
    ("Turkey", DEADLINE, "A Con - Bul"),
    ("Russia", DEADLINE + 90 * MINUTE, "A War - Gal"),
)


def played(world: World, *passes: int) -> list[tuple[Any, ...]]:
    """The first turn, played with passes at these minutes around the deadline.

    Each mail is in the mailbox from when our server took it.
    """
    world.begun()
    left = list(MAILS)
    for minutes in passes:
        world.now = DEADLINE + minutes * MINUTE
        while left and left[0][1] <= world.now:
            power, at, lines = left.pop(0)
            sender = f"{power.lower()}@players.example"
            world.mail(sender, lines, to=world.address(power), at=at)
        world.passed(world.now)
    assert not left
    return world.rows("SELECT phase, orders, events FROM turns")


GM = "gm@players.example"
WITHOUT = tuple(range(-180, 181, 10))


@pytest.mark.parametrize("passes", [(-180, 180), (-180, -5, 1, 180), (-180, 0, 100), (9000,)])
def test_an_outage_of_the_judge_changes_nothing(
    world: World, tmp_path_factory: pytest.TempPathFactory, passes: tuple[int, ...]
) -> None:
    other = World(tmp_path_factory.mktemp("other") / "spool")
    assert played(world, *passes) == played(other, *WITHOUT)


@pytest.mark.parametrize("until", [-10, 0, 10, 180])
def test_an_outage_of_the_mailbox_changes_nothing_either(
    world: World,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    until: int,
) -> None:
    """Passes go on while it can't be read; nothing is adjudicated before it has been."""
    other = World(tmp_path_factory.mktemp("other") / "spool")
    usual = played(other, *WITHOUT)
    real = servers.open_inbox

    def away(opened: spool.Spool) -> Any:
        if -180 <= (world.now - DEADLINE) / MINUTE < until:
            raise KeeperError("The IMAP server is away.")
        return real(opened)

    monkeypatch.setattr(servers, "open_inbox", away)
    assert played(world, *WITHOUT) == usual


def test_nothing_is_adjudicated_before_the_mailbox_was_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_opened: spool.Spool) -> Any:
        raise KeeperError("The IMAP server is away.")

    world.begun()
    monkeypatch.setattr(servers, "open_inbox", away)
    report, sent = world.passed(DEADLINE + 9 * HOUR)
    assert (report.failed, world.game().number) == (True, 1)
    assert [mail.to for mail in sent] == ["keeper@judge.example"]


# --- the machine was down, and the mail server with it


@pytest.mark.parametrize(
    ("hours", "catch_up"),
    [(0.1, 15 * MINUTE), (1, HOUR), (5, 5 * HOUR), (48, 6 * HOUR)],
)
def test_mails_get_as_long_as_the_outage_lasted_to_come_in(
    hours: float, catch_up: timedelta
) -> None:
    down = Outage(DEADLINE - hours * HOUR, DEADLINE)
    assert down.over == DEADLINE + catch_up + MINUTE


DOWN = Outage(DEADLINE - 2 * HOUR, DEADLINE + HOUR)


def recovered(world: World, down: Outage = DOWN) -> list[str]:
    """Move what is to be moved; return who is told what."""
    engine = world.engine()
    house = world.house()
    with engine.begin() as db:
        return [
            f"{notice.to}: {notice.events[0].data['deadline']} {notice.events[0].data['reason']}"
            for number in outage.games_hit(db, down)
            for notice in outage.recover_game(db, house, down, number)
        ]


def test_a_deadline_in_an_outage_is_moved_behind_it_and_everybody_told(world: World) -> None:
    world.begun()
    told = recovered(world)
    assert len(told) == 8
    assert told[0] == (
        "austria@players.example: 2026-11-05T22:01:00+00:00 the judge's machine was down from "
        "Thu 05 Nov 16:00 to Thu 05 Nov 19:00 UTC and took no mail"
    )
    assert world.game().deadline == DEADLINE + 4 * HOUR + MINUTE
    assert recovered(world) == []


def test_a_mail_that_waited_elsewhere_is_in_time_then(world: World) -> None:
    world.begun()
    recovered(world)
    world.order("France", "A Par - Bur", at=DEADLINE + 3 * HOUR)
    world.run(DEADLINE + 5 * HOUR)
    assert "A PAR - BUR" in world.rows("SELECT orders FROM turns")[0][0]


@pytest.mark.parametrize(
    ("down", "why"),
    [
        (Outage(DEADLINE + MINUTE, DEADLINE + HOUR), "it was before the outage"),
        (Outage(DEADLINE - 9 * DAY, DEADLINE - 7 * HOUR), "its mails have come in since"),
    ],
)
def test_another_deadline_stays(world: World, down: Outage, why: str) -> None:
    world.begun()
    assert recovered(world, down) == [], why


def test_a_game_whose_orders_are_all_in_does_not_wait(world: World) -> None:
    world.begun("alpha", "early=no")
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        world.order(power, "HOLD ALL")
    assert recovered(world) == []


def waiting(world: World, down: Outage, cutoff: datetime) -> list[int]:
    """The games that wait for an inbox that nobody reads yet."""
    with world.reading() as db:
        return outage.games_waiting(db, down, cutoff)


def test_a_game_waits_for_an_inbox_whose_deadline_came_after_it_was_last_read(
    world: World,
) -> None:
    """And not before it has come: until then the inbox may be read again."""
    world.begun()
    second = timedelta(seconds=1)
    for since, cutoff, waits in (
        (DEADLINE - HOUR, DEADLINE - second, False),
        (DEADLINE - HOUR, DEADLINE, True),
        (DEADLINE - second, DEADLINE + HOUR, True),
        (DEADLINE, DEADLINE + HOUR, False),
        (DEADLINE + second, DEADLINE + HOUR, False),
    ):
        down = outage.of_inbox(since, DEADLINE + HOUR)
        assert bool(waiting(world, down, cutoff)) == waits


def test_a_game_whose_orders_are_all_in_waits_for_an_inbox_as_well(world: World) -> None:
    """A mail that changes them may lie there."""
    world.begun("alpha", "early=no")
    for power in POWERS:
        world.order(power, "HOLD ALL")
    assert len(waiting(world, DOWN, DEADLINE)) == 1


def test_a_game_that_waits_for_no_orders_waits_for_no_inbox(world: World) -> None:
    for name in ("alpha", "beta"):
        world.begun(name)
    world.say(GM, "CREATE gamma")
    with world.engine().begin() as db:
        db.exec_driver_sql("UPDATE games SET alarm = deadline, touched = 1")
        db.exec_driver_sql("UPDATE games SET held = 1 WHERE name = 'alpha'")
        db.exec_driver_sql("UPDATE games SET deadline = NULL WHERE name = 'beta'")
    assert waiting(world, DOWN, DEADLINE) == []
    assert recovered(world) == []


# --- how it is noticed


@pytest.fixture
def now() -> datetime:
    """The real time."""
    return datetime.now(UTC)


def silent(world: World, since: datetime) -> spool.Spool:
    """The judge was not called since then until just now."""
    opened = spool.open_spool(world.home)
    opened.pulse.write_text(since.isoformat())
    return opened


def test_a_reboot_within_a_silence_is_an_outage(world: World, now: datetime) -> None:
    opened = silent(world, now - 3 * HOUR)
    assert outage.find(opened, Machine("b", 3600), now) == Outage(now - 3 * HOUR, now - HOUR)


@pytest.mark.parametrize(
    ("machine", "why"),
    [
        (Machine("b", 4 * 3600), "the machine was up: its mail server was, too"),
        (Machine("b", 3600 * 1.4), "the mails have had their time"),
        (Machine(uptime=3600), "nothing is known of the machine"),
    ],
)
def test_what_is_no_outage(world: World, now: datetime, machine: Machine, why: str) -> None:
    opened = silent(world, now - 2 * HOUR)
    assert outage.find(opened, machine, now) is None, why


@pytest.mark.parametrize(("seconds", "is_outage"), [(599, True), (600, False)])
def test_a_machine_that_came_up_before_the_judge_was_last_called_was_not_down(
    world: World, seconds: int, *, is_outage: bool
) -> None:
    opened = silent(world, START - 10 * MINUTE)
    assert bool(outage.find(opened, Machine("b", seconds), START)) == is_outage


def test_an_outage_lasts_until_the_last_mails_should_be_here(world: World) -> None:
    now = START
    opened, up = silent(world, now - 3 * HOUR), Machine("b", 3600)
    found = outage.find(opened, up, now)
    assert found is not None
    for past, is_over in ((timedelta(seconds=1), False), (timedelta(), True)):
        uptime = (found.over - past - found.until).total_seconds()
        later = outage.find(opened, Machine("b", uptime), found.over - past)
        assert later == (None if is_over else found)


def test_a_judge_that_was_never_silent_had_no_outage(world: World, now: datetime) -> None:
    assert outage.find(spool.open_spool(world.home), Machine("b", 60), now) is None


def test_a_mailbox_elsewhere_took_mails_all_the_time(world: World, now: datetime) -> None:
    world.section("inbox", 'kind = "imap"')
    assert outage.find(silent(world, now - 2 * HOUR), Machine("b", 60), now) is None


def test_a_silence_is_remembered_when_it_ends(world: World, now: datetime) -> None:
    opened = spool.open_spool(world.home)
    runs.beat(opened)
    assert runs.find_last_silence(opened) is None
    for minutes, since in ((4, None), (60, now - HOUR)):
        os.utime(opened.pulse, ((now - minutes * MINUTE).timestamp(),) * 2)
        runs.beat(opened)
        known = runs.find_last_silence(opened)
        assert (known and round(known.timestamp())) == (since and round(since.timestamp()))
    runs.beat(opened)
    assert runs.find_last_silence(opened) is not None


def test_a_pass_after_an_outage_moves_the_deadline_before_it_reads_the_mail(
    world: World, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.now = now - DAY
    world.begun("alpha", "moves=23h")
    deadline = world.game().deadline
    assert deadline is not None
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"), at=now - MINUTE)
    silent(world, now - 3 * HOUR)
    monkeypatch.setattr(start, "look_at_machine", lambda: Machine("b", 120))
    batch.run(world.home)
    assert world.game().number == 1
    assert world.game().deadline > deadline  # type: ignore[operator]
    assert world.orders("France") == ["A PAR - BUR"]
    assert len(world.outbox()) == 9
