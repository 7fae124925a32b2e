"""The clock: held against all witnesses; while it is doubted, mail is taken and nobody is late."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.mail.inbox import MaildirInbox
from judge.post import servers
from judge.run import batch, fence, start
from judge.run.work import Report
from judge.spool import spool
from judge.spool.machine_clock import (
    ANCHOR,
    Anchor,
    Machine,
    doubt_by_stamp,
    explain_doubt,
    explain_leap,
    hear_stamps,
    is_vouched_for,
    look_at_machine,
    remember_stamps,
)
from judge.spool.spool import Spool
from judge.store import marks
from judge.store.record import FORMING
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, START, Sent, World

BEFORE = Anchor(START, "boot", 1000.0)


def at(uptime: float, boot: str = "boot") -> Machine:
    """A machine that no NTP sets."""
    return Machine(boot, uptime)


@pytest.mark.parametrize(
    ("clock", "seen", "doubt"),
    [
        (START + HOUR, at(4600), ""),
        (START + HOUR, at(4600 - 120), ""),
        (START + HOUR, at(4600 - 121), "it jumped: by the machine's uptime it is 2026-11-02 10:57"),
        (START + HOUR, at(4721), "it jumped: by the machine's uptime it is 2026-11-02 11:02:01"),
        (START + timedelta(seconds=5e6), at(1060), "it jumped"),
        (START - 3 * DAY, at(1060), "it ran backwards: the last run was at 2026-11-02 10:00:00"),
        (START - MINUTE, at(940), ""),
        (START - 3 * DAY, at(60, "another boot"), "it ran backwards"),
        (START + 3 * DAY, at(60, "another boot"), ""),
        (START + 3 * DAY, Machine(), ""),
        (START - 3 * DAY, Machine("boot", 1060, START - 3 * DAY), ""),
        (START + 3 * DAY, Machine("boot", 1060, START), "NTP says that it is 2026-11-02 10:00:00"),
    ],
)
def test_the_machine_is_a_witness(clock: object, seen: Machine, doubt: str) -> None:
    found = explain_doubt(BEFORE, clock, seen)  # type: ignore[arg-type]
    assert found.startswith(doubt)
    assert bool(found) == bool(doubt)


def test_the_first_pass_has_no_witness_and_is_believed() -> None:
    assert explain_doubt(None, START, at(60)) == ""


def test_a_judge_that_nobody_called_for_days_is_believed_where_the_machine_never_stopped() -> None:
    """Its uptime has counted them."""
    assert explain_leap(BEFORE, None, START + 3 * DAY, at(1000 + 3 * DAY.total_seconds())) == ""
    assert explain_leap(BEFORE, None, START + 3 * DAY, at(60, "another boot"))


def test_a_fresh_mail_speaks_for_the_pass_that_it_came_in_alone(world: World) -> None:
    with world.engine().begin() as db:
        assert not is_vouched_for(db, START, None)
        hear_stamps(db, START, [START - HOUR])
        assert is_vouched_for(db, START, None)
        assert not is_vouched_for(db, START + MINUTE, None)


def test_of_all_stamps_the_newest_is_held_against_the_clock(world: World) -> None:
    with world.engine().begin() as db:
        for hours in (0, 3, 1):
            remember_stamps(db, START + hours * HOUR, pretended=False)
        said = doubt_by_stamp(db, START, pretended=False)
        assert said.startswith("a mail was stamped at 2026-11-02 13:00:00 UTC")
        assert doubt_by_stamp(db, START, pretended=True) == ""


def test_a_clock_that_runs_a_hundred_times_too_fast_is_found_out_within_seconds() -> None:
    """What counts is the distance, not the speed."""
    real = 2
    clock = START + timedelta(seconds=100 * real)
    assert explain_doubt(BEFORE, clock, at(1000 + real)).startswith("it jumped")


def test_the_machine_tells_what_it_knows() -> None:
    first, second = look_at_machine(), look_at_machine()
    assert first.boot == second.boot
    assert first.uptime <= second.uptime


# --- a judge with a wrong clock, in simulated time


def keeper_mails(sent: list[Sent]) -> list[Sent]:
    """The mails to the keeper."""
    return [mail for mail in sent if mail.to == "keeper@judge.example"]


def ahead(world: World, sent_at: object = None) -> list[Sent]:
    """A mail that our server stamped two hours after what our clock says."""
    world.mail("new@players.example", "LIST", at=world.now + 2 * HOUR)
    return world.run()


def test_a_clock_behind_the_mail_servers_adjudicates_nothing_and_tells_the_keeper_once(
    world: World,
) -> None:
    world.begun()
    world.now = DEADLINE - MINUTE
    sent = ahead(world)
    assert [mail.to for mail in sent] == ["new@players.example", "keeper@judge.example"]
    told = keeper_mails(sent)[0].flat
    assert "clock says Thu 5 Nov, 18:00 UTC, but a mail was stamped at 2026-11-05 19:59" in told
    assert world.game().number == 1
    assert world.run() == []
    assert world.game().number == 1


def test_it_goes_on_by_itself_when_the_clock_is_right_again(world: World) -> None:
    world.begun()
    world.now = DEADLINE - MINUTE
    ahead(world)
    sent = world.run(DEADLINE + 2 * HOUR)
    assert len(sent) == 8
    assert world.game().number == 2
    rows = world.rows("SELECT what FROM log WHERE what LIKE 'clock.%'")
    assert rows == [("clock.doubted",), ("clock.believed",)]


def test_a_second_time_the_keeper_is_told_again(world: World) -> None:
    world.begun()
    for moment in (DEADLINE - MINUTE, DEADLINE + 9 * HOUR):
        world.now = moment
        assert len(keeper_mails(ahead(world))) == 1
        world.run(moment + 3 * HOUR)


def test_two_minutes_are_no_difference(world: World) -> None:
    world.begun()
    world.mail("new@players.example", "LIST", at=DEADLINE + 2 * MINUTE)
    assert keeper_mails(world.run(DEADLINE)) == []
    assert world.game().number == 2


def test_a_stamp_of_another_server_is_no_witness(world: World) -> None:
    world.begun()
    stamp = f"Received: from there by mx.else.example; {DEADLINE + DAY:%a, %d %b %Y %H:%M:%S} +0000"
    world.raw(f"{stamp}\nFrom: new@players.example\n\nLIST\n".encode())
    assert keeper_mails(world.run(DEADLINE)) == []
    assert world.game().number == 2


def test_a_clock_that_ran_backwards_adjudicates_nothing(world: World) -> None:
    """Not even early, though all orders are in."""
    world.begun()
    world.run(START + 2 * DAY)
    for power in POWERS:
        to = world.address(power)
        world.mail(f"{power.lower()}@players.example", "HOLD ALL", to=to, at=START)
    sent = world.run(START + DAY)
    assert "it ran backwards: the last run was at 2026-11-04 10:00:00" in keeper_mails(sent)[0].flat
    assert len(sent) == 8
    assert world.game().number == 1
    world.run(START + 2 * DAY + MINUTE)
    assert world.game().number == 2


def test_the_keeper_may_say_that_the_clock_is_right(world: World) -> None:
    world.begun()
    world.run(DEADLINE + DAY)
    world.begun("beta")
    world.run(DEADLINE - DAY)
    engine = world.engine()
    with engine.begin() as db:
        fence.lift(db, spool.open_spool(world.home), world.now)
    engine.dispose()
    world.order("France", "A Par - Bur", name="beta")
    assert world.rows("SELECT what FROM log WHERE what LIKE 'clock.%'") == [("clock.doubted",)]
    assert world.rows("SELECT value FROM marks WHERE name = 'clock-doubted'") == []


# --- the real clock, with a machine that says what we want


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Machine]:
    """What the machine will say."""
    said = [at(1000)]
    monkeypatch.setattr(start, "look_at_machine", lambda: said[0])
    return said


def now_pass(world: World) -> Report:
    """A pass by the real clock."""
    return batch.run(world.home)


def doubted(world: World) -> bool:
    """Whether the judge doubts its clock."""
    return bool(world.rows("SELECT value FROM marks WHERE name = 'clock-doubted'"))


def test_a_jump_of_the_clock_stops_adjudication_until_it_is_undone(
    world: World, seen: list[Machine]
) -> None:
    world.begun("alpha", "moves=1m")
    world.engine()
    now_pass(world)
    seen[0] = at(1000 + 5e6)
    assert now_pass(world).lines == []
    assert doubted(world)
    seen[0] = at(1000)
    now_pass(world)
    assert not doubted(world)


@pytest.mark.parametrize("stamp", ["", "X-Judge-Arrived: Fri, 01 Jan 2038 00:00:00 +0000\n"])
def test_with_a_wrong_clock_a_mail_came_right_after_the_last_good_pass(
    world: World, seen: list[Machine], stamp: str
) -> None:
    """The folder and the pipe tell the time by the same wrong clock: they would make it late."""
    now_pass(world)
    ((drained,),) = world.rows("SELECT value FROM marks WHERE name = 'drained'")
    seen[0] = at(1000 - 9000)
    world.raw(f"{stamp}From: new@players.example\n\nLIST\n".encode())
    now_pass(world)
    assert doubted(world)
    assert world.rows("SELECT value FROM marks WHERE name = 'drained'") == [(drained,)]
    assert world.rows("SELECT value FROM marks WHERE name = 'newest-stamp'") == []
    ((received,),) = world.rows("SELECT received FROM letters")
    assert datetime.fromisoformat(received) == datetime.fromisoformat(drained)


def test_pretended_times_are_not_held_against_real_ones(world: World, seen: list[Machine]) -> None:
    world.mail("new@players.example", "LIST", at=START + 9998 * DAY)
    world.run(START + 9999 * DAY)
    now_pass(world)
    assert not doubted(world)
    world.run(START)
    assert doubted(world)


def test_the_servers_clock_is_asked_before_anything_is_adjudicated(
    world: World, seen: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    times = [DEADLINE - DAY]

    def clock(opened: Spool) -> object:
        asked.append(opened.home)
        return times[0]

    monkeypatch.setattr(servers, "ask_clock", clock)
    now_pass(world)
    assert asked == []
    world.now = datetime.now(UTC) - 9 * DAY
    world.begun("alpha", "moves=1d")
    now_pass(world)
    assert asked
    assert doubted(world)
    assert world.game().number == 1
    times[0] = datetime.now(UTC)
    now_pass(world)
    assert world.game().number == 2


# --- a machine that starts anew, and that no time server has told the time


OFF = timedelta(days=400)


def off_since(world: World, span: timedelta = OFF, *, called: timedelta | None = None) -> None:
    """The last pass was so long ago by the clock that there is now, on another boot."""
    last = datetime.now(UTC) - span
    anchor = msgspec.json.encode(Anchor(last, "an older boot", 5000.0)).decode()
    opened = spool.open_spool(world.home)
    with world.engine().begin() as db:
        marks.write(db, ANCHOR, anchor)
        marks.put(db, marks.DRAINED, last)
    opened.pulse.write_text((datetime.now(UTC) - called if called else last).isoformat())


@pytest.fixture
def leapt(world: World, seen: list[Machine]) -> World:
    """A game was due on the day after the last pass: 400 days ago by the clock of now."""
    world.now = datetime.now(UTC) - OFF
    world.begun("alpha", "moves=1d")
    off_since(world)
    seen[0] = at(60, "this boot")
    return world


def fresh(world: World, *headers: str, ago: timedelta = timedelta()) -> None:
    """A mail that our own server has stamped by its own clock."""
    stamp = datetime.now(UTC) - ago
    world.mail("new@players.example", "LIST", at=stamp, headers=headers)


def told(world: World, address: str) -> list[str]:
    """The mails to somebody, each on one line."""
    found = [message_from_bytes(path.read_bytes(), policy=default) for path in world.outbox()]
    bodies = [mail.get_body(("plain",)) for mail in found if address in str(mail["To"])]
    return [" ".join(body.get_content().split()) for body in bodies if body]


def told_keeper(world: World) -> list[str]:
    """The mails to the keeper, each on one line."""
    return told(world, "keeper@judge.example")


def test_a_leap_moves_no_deadline_and_says_for_which_witness_it_waits(leapt: World) -> None:
    before = leapt.due()
    for _ in range(3):
        assert now_pass(leapt).lines == []
    assert (leapt.game().number, leapt.due()) == (1, before)
    (mail,) = told_keeper(leapt)
    assert "the machine has started anew since " in mail
    assert "a time server (NTP) or the next mail that mx.judge.example stamps." in mail
    doctor = CliRunner().invoke(main, ["doctor", "--spool", str(leapt.home)])
    assert "awaited is a time server (NTP) or the next mail that mx.judge" in doctor.output
    health = CliRunner().invoke(main, ["health", "--spool", str(leapt.home)])
    assert (health.exit_code, health.output.count("\n")) == (1, 1)
    assert health.output.startswith("needs you: The clock has been in doubt since ")


def test_a_machine_that_was_really_off_comes_back_with_the_first_fresh_mail(leapt: World) -> None:
    """The pass after that adjudicates: it begins with what the outage made unfair."""
    now_pass(leapt)
    fresh(leapt)
    now_pass(leapt)
    assert not doubted(leapt)
    assert leapt.game().number == 1
    now_pass(leapt)
    assert leapt.game().number == 1, "the outage has moved the deadline"
    assert leapt.due() > datetime.now(UTC) - HOUR


def test_a_time_server_ends_the_matter(leapt: World, seen: list[Machine]) -> None:
    now_pass(leapt)
    seen[0] = Machine("this boot", 120, datetime.now(UTC))
    now_pass(leapt)
    assert not doubted(leapt)


def test_the_keepers_word_ends_the_matter(leapt: World) -> None:
    now_pass(leapt)
    assert CliRunner().invoke(main, ["resume", "--spool", str(leapt.home)]).exit_code == 0
    now_pass(leapt)
    assert not doubted(leapt)


@pytest.mark.parametrize(
    ("headers", "ago", "why"),
    [
        ((), 2 * DAY, "it is an old mail"),
        (("Date: Sun, 02 Nov 2025 10:00:00 +0000",), timedelta(), "its writer says another time"),
        (("Return-Path: <>",), timedelta(), "a mail server made it, maybe the one on our machine"),
    ],
)
def test_what_is_no_witness(
    leapt: World, headers: tuple[str, ...], ago: timedelta, why: str
) -> None:
    now_pass(leapt)
    fresh(leapt, *headers, ago=ago)
    now_pass(leapt)
    assert doubted(leapt), why


def test_an_imap_server_elsewhere_is_a_witness_and_one_on_this_machine_is_none(
    leapt: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "ask_clock", lambda _: datetime.now(UTC))
    now_pass(leapt)
    assert doubted(leapt)
    leapt.section("inbox", 'kind = "imap"', 'host = "imap.example"')
    monkeypatch.setattr(servers, "open_inbox", lambda opened: MaildirInbox(opened.inbox))
    now_pass(leapt)
    assert not doubted(leapt)


@pytest.mark.parametrize(
    ("kind", "host", "asked"),
    [
        ("maildir", "imap.example", False),
        ("imap", "localhost", False),
        ("imap", "imap.example", True),
    ],
)
def test_the_keeper_reads_whose_clock_is_waited_for(
    leapt: World, monkeypatch: pytest.MonkeyPatch, kind: str, host: str, *, asked: bool
) -> None:
    """The clock of a mailbox on this machine is the one that is in doubt."""
    leapt.section("inbox", f'kind = "{kind}"', f'host = "{host}"')
    monkeypatch.setattr(servers, "ask_clock", lambda _: None)
    monkeypatch.setattr(servers, "open_inbox", lambda opened: MaildirInbox(opened.inbox))
    now_pass(leapt)
    (mail,) = told_keeper(leapt)
    assert "a time server (NTP) or the next mail that mx.judge.example stamps" in mail
    assert ("or the IMAP server's clock." in mail) == asked


def test_a_mail_that_comes_before_any_mailbox_was_read_keeps_its_time(leapt: World) -> None:
    """There is no last good pass to go back to."""
    with leapt.engine().begin() as db:
        marks.forget(db, marks.DRAINED)
    fresh(leapt, ago=2 * DAY)
    now_pass(leapt)
    assert doubted(leapt)
    ((received,),) = leapt.rows("SELECT received FROM letters")
    assert abs(datetime.now(UTC) - 2 * DAY - datetime.fromisoformat(received)) < HOUR


@pytest.mark.parametrize(
    ("span", "called"), [(timedelta(hours=23), None), (30 * HOUR, timedelta(minutes=10))]
)
def test_a_reboot_is_no_leap(
    world: World, seen: list[Machine], span: timedelta, called: timedelta | None
) -> None:
    """Passes that had nothing to do have left the pulse, but no anchor."""
    off_since(world, span, called=called)
    seen[0] = at(60, "this boot")
    now_pass(world)
    assert not doubted(world)


def test_a_pulse_of_a_doubted_clock_is_no_proof(leapt: World) -> None:
    """The machine starts a second time, still with a wrong clock."""
    now_pass(leapt)
    opened = spool.open_spool(leapt.home)
    opened.pulse.write_text((datetime.now(UTC) - 10 * MINUTE).isoformat())
    now_pass(leapt)
    assert doubted(leapt)


def test_no_game_begins_while_the_clock_is_doubted(leapt: World) -> None:
    """Its first deadline would be a year away."""
    leapt.raw(b"From: a@players.example\n\nREGISTER Ann\nCREATE beta\nJOIN beta as Austria\n")
    now_pass(leapt)
    for power in POWERS[1:]:
        leapt.raw(f"From: {power}@players.example\n\nJOIN beta as {power}\n".encode())
    now_pass(leapt)
    assert leapt.game("beta").status == FORMING
    (answer,) = told(leapt, "turkey@players.example")
    assert "clock is in doubt, so nothing begins now: JOIN again in an hour." in answer
