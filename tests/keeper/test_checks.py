"""The doctor's checks one by one: what is well to its bounds, and what is wrong behind them."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from judge.keeper import checks
from judge.kernel.errors import KeeperError
from judge.report.picture import pixels
from judge.run import fence
from judge.spool import aside, machine_clock, spool
from judge.spool.machine_clock import Machine
from judge.store import marks
from tests.game.world import HOUR, START, World, mailbox


def looked_at(world: World, check: Callable[[checks.Patient], str], now: datetime) -> str:
    """What one check says at a time: how it is, or what is wrong."""
    with world.reading() as db:
        try:
            return check(checks.Patient(spool.open_spool(world.home), db, now))
        except KeeperError as error:
            return str(error)


def test_a_judge_may_be_silent_for_an_hour(world: World) -> None:
    opened = spool.open_spool(world.home)
    assert looked_at(world, checks.check_calls, START).startswith("never yet: let cron ")
    opened.pulse.touch()
    os.utime(opened.pulse, (START.timestamp(),) * 2)
    last = "the last one was at 2026-11-02 10:00 UTC"
    assert looked_at(world, checks.check_calls, START + HOUR) == f"{last}."
    late = START + HOUR + timedelta(seconds=1)
    assert looked_at(world, checks.check_calls, late) == f"{last}: does cron still work?"


def test_a_mail_may_wait_for_six_hours(world: World) -> None:
    """Its recipient's server may want it to: that is not yet a trouble."""
    assert looked_at(world, checks.check_queue, START).startswith("no mail waits for long, and ")
    with world.engine().begin() as db:
        db.exec_driver_sql(
            "INSERT INTO outbox (key, recipient, sender, kind, game, created, status, tries, due,"
            " reason) VALUES ('k', 'a@b.example', 's', 'press', '', '2026-11-02T10:00:00.000000Z',"
            " 'queued', 3, '2027-01-01T00:00:00.000000Z', '')"
        )
    at_last = START + 6 * HOUR
    assert looked_at(world, checks.check_queue, at_last).startswith("no mail waits for long, and ")
    late = at_last + timedelta(seconds=1)
    assert looked_at(world, checks.check_queue, late) == (
        "a mail waits since 2026-11-02 10:00 UTC: 'judge outbox list' says why."
    )
    with world.engine().begin() as db:
        db.exec_driver_sql("UPDATE outbox SET status = 'failed'")
    assert looked_at(world, checks.check_queue, late) == (
        "no mail waits for long; 1 mail given up, which 'judge outbox list' shows."
    )


def setting(world: World, was: str, becomes: str) -> None:
    """Say another thing in judge.toml."""
    path = world.home / "judge.toml"
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, becomes))


def test_whose_files_the_spools_are_is_said(world: World) -> None:
    owner = spool.name_user(world.home.stat().st_uid)
    assert looked_at(world, checks.check_files, START) == f"they belong to {owner} alone."


@pytest.mark.parametrize("box", ["inbox", "outbox"])
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
def test_the_password_of_either_box_is_the_owners_alone(world: World, box: str, mode: int) -> None:
    world.section(box, 'password_file = "password"')
    assert "belong to" in looked_at(world, checks.check_files, START)
    (world.home / "password").touch()
    (world.home / "password").chmod(mode)
    told = looked_at(world, checks.check_files, START)
    assert ("can be read by others" in told) == (mode != 0o600)


@pytest.mark.parametrize(
    ("place", "is_looked_at"),
    [
        ("in/new/1.eml", True),
        ("out/new/1.eml", True),
        ("in/cur/1.eml", False),
        ("archive/1.eml", False),
        ("templates/help/1", False),
        ("cur", True),
    ],
)
def test_of_mails_only_those_that_wait_are_looked_at_for_their_owner(
    world: World, monkeypatch: pytest.MonkeyPatch, place: str, *, is_looked_at: bool
) -> None:
    """An archive may hold very many, and nobody takes them again."""
    path = world.home / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    real = os.lstat

    def lstat(one: os.PathLike[str] | str, **more: int) -> os.stat_result:
        found = real(one, **more)
        if str(one) != str(path):
            return found
        return os.stat_result([*found[:4], found.st_uid + 54_321, *found[5:10]])

    monkeypatch.setattr(os, "lstat", lstat)
    monkeypatch.setattr("pathlib.Path.lstat", lstat)
    told = looked_at(world, checks.check_files, START)
    assert (f"{path} belongs to" in told) == is_looked_at


def test_a_judge_that_draws_no_maps_needs_nothing_for_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_picture: object) -> bytes:
        raise OSError("no fonts")

    monkeypatch.setattr(pixels, "png", broken)
    assert looked_at(world, checks.check_maps, START).startswith("mails go without, as ")
    setting(world, 'pictures = {mails = "no"}', 'pictures = {mails = "yes"}')
    told = looked_at(world, checks.check_maps, START)
    assert told.startswith("they can't be drawn, and mails go without (OSError: no fonts): ")
    monkeypatch.undo()
    assert looked_at(world, checks.check_maps, START) == "they can be drawn."


def test_all_that_bears_the_clock_out_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_clock, "look_at_machine", lambda: Machine("boot", 3600.0, START))
    with world.engine().begin() as db:
        machine_clock.remember(db, START - HOUR, Machine("boot", 0.0), pretended=False)
        marks.put(db, machine_clock.NEWEST, START - HOUR)
    assert looked_at(world, checks.check_clock, START) == (
        "2026-11-02 10:00 UTC, by NTP, our mail server's stamps and the machine's uptime."
    )
    monkeypatch.setattr(machine_clock, "look_at_machine", lambda: Machine("another boot", 60.0))
    assert looked_at(world, checks.check_clock, START) == (
        "2026-11-02 10:00 UTC, by our mail server's stamps."
    )


def test_the_zones_of_all_games_and_the_judges_own_are_in_use(world: World) -> None:
    told = looked_at(world, checks.check_zones, START)
    assert told.endswith(" are known, UTC in use.")
    assert int(told.split()[0]) > 300
    world.begun("alpha", "zone=Asia/Tokyo")
    told = looked_at(world, checks.check_zones, START)
    assert told.endswith(" are known, Asia/Tokyo and UTC in use.")


def test_the_variant_of_new_games_must_be_one_that_there_is(world: World) -> None:
    told = looked_at(world, checks.check_variants, START)
    assert told.endswith(" powers in all.")
    assert "standard" in told
    assert int(told.split()[-4]) > 50
    path = world.home / "judge.toml"
    path.write_text('variant = "checkers"\n' + path.read_text())
    told = looked_at(world, checks.check_variants, START)
    assert told.startswith("judge.toml: variant = 'checkers' is none of them: ")


def test_every_game_is_read_with_the_orders_of_its_phase(world: World) -> None:
    assert looked_at(world, checks.check_games, START) == "0 games can be read."
    world.begun("alpha")
    world.begun("beta")
    world.order("France", "A Par - Bur", "beta")
    assert looked_at(world, checks.check_games, START) == "2 games can be read."
    with world.engine().begin() as db:
        db.exec_driver_sql("UPDATE sheets SET entries = 'nonsense' WHERE game = 2")
    told = looked_at(world, checks.check_games, START)
    assert told.startswith("the data of beta can't be read (")


def test_what_broke_off_the_last_pass_is_said(world: World) -> None:
    assert looked_at(world, checks.check_last_pass, START) == "the last one came to its end."
    world.begun()
    with world.engine().begin() as db:
        aside.put(db, world.game())
    told = looked_at(world, checks.check_last_pass, START)
    assert told.startswith("The game alpha is left alone, for a pass died on it: ")
    spool.open_spool(world.home).hand.write_text("game 1\n")
    told = looked_at(world, checks.check_last_pass, START)
    assert told == "The last pass died on the game alpha: the next one tries it apart."


def test_nothing_holds_back_a_judge_without_a_fence(world: World) -> None:
    assert looked_at(world, checks.check_fence, START).startswith("this is the judge that it was")
    with world.engine().begin() as db:
        fence.raise_around(db, START, START)
    assert "restored from a backup" in looked_at(world, checks.check_fence, START)


def test_an_address_that_reaches_nobody_is_said_to(world: World) -> None:
    told = looked_at(world, checks.check_addresses, START)
    assert told == "judge@judge.example, and keeper@judge.example is told of trouble."
    setting(world, "judge@judge.example", "judge@localhost")
    told = looked_at(world, checks.check_addresses, START)
    assert told == "judge@localhost reaches nobody outside: set address in judge.toml."
    with world.reading() as db, pytest.raises(checks.WarningError):
        checks.check_addresses(checks.Patient(spool.open_spool(world.home), db, START))


def test_an_own_address_that_no_mail_ever_came_to_is_doubted(world: World) -> None:
    world.say("new@players.example", "LIST")
    assert "is told of trouble" in looked_at(world, checks.check_addresses, START)
    setting(world, "judge@judge.example", "jugde@judge.example")
    told = looked_at(world, checks.check_addresses, START)
    assert told.startswith("no mail ever came to jugde@judge.example, of the last 1 that came in: ")


@pytest.mark.parametrize("name", ["JUDGE@judge.example", "Old@judge.example"])
def test_neither_the_keeper_nor_a_player_has_an_address_of_the_judge(
    world: World, name: str
) -> None:
    path = world.home / "judge.toml"
    path.write_text('aliases = ["OLD@judge.example"]\n' + path.read_text())
    assert "is told of trouble" in looked_at(world, checks.check_addresses, START)
    world.begun()
    with world.engine().begin() as db:
        db.exec_driver_sql(
            f"UPDATE people SET address = '{name.lower()}' WHERE address = '{mailbox('France')}'"
        )
    told = looked_at(world, checks.check_addresses, START)
    assert "is the judge's address and a player's, P2." in told
    setting(world, "keeper@judge.example", name)
    told = looked_at(world, checks.check_addresses, START)
    assert told == f"keeper = {name!r} is the judge's own address: give a person's."


def test_what_the_servers_write_is_told_of_where_judge_toml_does_not_say_it(world: World) -> None:
    setting(world, 'hosts = ["mx.judge.example"]', "hosts = []")
    assert looked_at(world, checks.check_stamps, START) == (
        "no mail has come in yet; 'judge doctor --send' mails one."
    )
    world.say("new@players.example", "LIST")
    told = looked_at(world, checks.check_stamps, START)
    assert told.startswith("hosts is not set: when a mail came into the mailbox decides; ")
    assert told.endswith('your server calls itself mx.judge.example: hosts = ["mx.judge.example"].')
    setting(world, "hosts = []", 'hosts = ["MX.judge.example"]')
    assert looked_at(world, checks.check_stamps, START) == (
        "hosts and authserv of judge.toml are what 1 mail bear."
    )
    setting(world, "MX.judge", "mx.other")
    told = looked_at(world, checks.check_stamps, START)
    assert told.startswith('hosts = ["mx.other.example"] in judge.toml is on no Received line')
    assert "they came in by mx.judge.example." in told
