"""Deadlines as calendar entries: one a game, always the same, moved by the mails that come."""

import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from icalendar import Calendar

from tests.game.test_deadlines import all_order
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, Sent, World


def entries(mail: Sent) -> Iterator[Any]:
    """The calendar entries of a mail, each read by a calendar program's library."""
    for part in mail.message.iter_attachments():
        assert isinstance(part, EmailMessage)
        if part.get_content_type() == "text/calendar":
            assert str(part.get_filename()).endswith(".ics")
            assert part["Content-Type"].params["method"] == "PUBLISH"
            calendar = Calendar.from_ical(part.get_content())
            assert calendar["METHOD"] == "PUBLISH"
            yield from calendar.walk("VEVENT")


def entry(sent: list[Sent]) -> Any:
    """The one entry that all mails of a pass bring to all their readers alike."""
    found = [one.to_ical() for mail in sent for one in entries(mail)]
    assert len(found) == len(sent)
    assert len(set(found)) == 1
    return next(entries(sent[0]))


def test_results_bring_the_next_deadline(world: World) -> None:
    world.begun()
    found = entry(world.run(DEADLINE))
    assert found["DTSTART"].dt == DEADLINE + 3 * DAY
    assert found["SUMMARY"] == "alpha: Fall 1901 movement is due"
    assert found["ORGANIZER"] == "mailto:judge@judge.example"
    assert found["STATUS"] == "CONFIRMED"


def test_the_first_mail_of_a_game_brings_its_first_deadline(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha moves=2d")
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", f"JOIN alpha as {power}")
    started = [mail for mail in world.run() if "the game begins" in mail.subject]
    assert len(started) == 8
    assert entry(started)["DTSTART"].dt == world.due()


def test_an_entry_moves_with_the_game(world: World) -> None:
    """By the same UID and a higher SEQUENCE calendars know it again (RFC 5545, 3.8.7.4)."""
    world.begun()
    found = [entry(world.run(DEADLINE + number * 3 * DAY)) for number in range(3)]
    assert len({one["UID"] for one in found}) == 1
    sequence = [one["SEQUENCE"] for one in found]
    assert sequence == sorted(set(sequence))
    assert [one["DTSTART"].dt for one in found] == [
        DEADLINE + number * 3 * DAY for number in (1, 2, 3)
    ]


def test_an_early_end_of_a_phase_moves_the_entry_too(world: World) -> None:
    world.begun()
    all_order(world)
    world.run()
    results = [mail for mail in world.run() if "results" in mail.subject]
    found = [one for mail in results for one in entries(mail)]
    assert all(one["DTSTART"].dt == world.due() for one in found)


def test_a_changed_deadline_comes_with_its_entry(world: World) -> None:
    world.begun()
    world.mail("gm@players.example", "EXTEND 2d", to=world.address("GM"))
    _, *told = world.run()
    assert entry(told)["DTSTART"].dt == DEADLINE + 2 * DAY


def test_a_pause_cancels_the_entry_and_the_end_of_it_brings_it_back(world: World) -> None:
    world.begun()
    to = world.address("GM")
    world.mail("gm@players.example", "PAUSE", to=to)
    _, *told = world.run()
    paused = entry(told)
    world.mail("gm@players.example", "RESUME", to=to)
    _, *told = world.run()
    going = entry(told)
    assert (paused["STATUS"], going["STATUS"]) == ("CANCELLED", "CONFIRMED")
    assert paused["UID"] == going["UID"]
    assert paused["SEQUENCE"] < going["SEQUENCE"]


def test_the_end_of_a_game_cancels_its_entry(world: World) -> None:
    world.begun()
    before = world.game().sequence
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "DRAW", to=world.address(power))
    over = [mail for mail in world.run() if "the game is over" in mail.subject]
    found = entry(over)
    assert found["STATUS"] == "CANCELLED"
    assert found["SEQUENCE"] > before


@pytest.mark.parametrize("line", ["STATUS", "A Par - Bur", "HELP"])
def test_answers_bring_no_entry(world: World, line: str) -> None:
    world.begun()
    assert list(entries(world.order("France", line))) == []


def test_news_that_move_no_deadline_bring_no_entry(world: World) -> None:
    world.begun()
    world.mail("gm@players.example", "SET grace 12h", to=world.address("GM"))
    assert [one for mail in world.run() for one in entries(mail)] == []


def test_a_game_may_do_without_entries(world: World) -> None:
    world.begun("alpha", "calendar=no")
    assert [one for mail in world.run(DEADLINE) for one in entries(mail)] == []


def test_two_games_have_two_entries(world: World) -> None:
    world.begun()
    world.begun("beta")
    uids = {str(one["UID"]) for mail in world.run(DEADLINE) for one in entries(mail)}
    assert sorted(uid.partition(".")[0] for uid in uids) == ["alpha", "beta"]


def test_a_reminder_needs_no_entry(world: World) -> None:
    world.begun("alpha", "remind=24h")
    assert [one for mail in world.run(DEADLINE - DAY + HOUR) for one in entries(mail)] == []


def test_the_library_is_imported_for_deadlines_alone(world: World) -> None:
    """It takes a tenth of a second, which most passes do not need."""
    world.begun()
    to = world.address("France")
    world.mail("france@players.example", "A Par - Bur", to=to)
    script = f"""
import sys
from datetime import datetime
from pathlib import Path
from judge.run import batch
report = batch.run(Path({str(world.home)!r}), datetime.fromisoformat({str(world.now + MINUTE)!r}))
assert not report.lines
sys.exit("icalendar" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
