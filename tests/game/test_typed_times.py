"""Times and zones as they are typed in mails: every command reads them alike, and asks in doubt."""

import re
from datetime import UTC, datetime

import pytest

from tests.game.test_master import gm
from tests.game.world import World

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
NEW = "frank@new.example"


@pytest.fixture(name="alpha")
def _alpha(world: World) -> World:
    """A game that has begun on a Friday; its deadline is on Monday."""
    world.now = NOW
    world.begun()
    return world


def offers(text: str, verb: str) -> list[str]:
    """The lines that an answer says would work."""
    return re.findall(rf"^\s*(?:This would work: |or: )?({verb} .*?)\s*$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("typed", "due"),
    [
        ("Thu 3 Dec 9pm EST", "2026-12-04 02:00"),
        ("2026-12-03T21:00:00+02:00", "2026-12-03 19:00"),
        ("3.12. 21:00 Uhr", "2026-12-03 21:00"),
        ("48h", "2026-11-29 12:01"),
        ("noon", "2026-11-28 12:00"),
        ("demain 18h", "2026-11-28 18:00"),
    ],
)
def test_a_deadline_is_set_as_people_write_it(alpha: World, typed: str, due: str) -> None:
    answer, *_ = gm(alpha, f"DEADLINE {typed}")
    assert f"{alpha.due():%Y-%m-%d %H:%M}" == due
    shown = f"{alpha.due():%a} {alpha.due().day} {alpha.due():%b %Y %H:%M} UTC"
    assert f"he deadline is {shown} now" in answer.flat


@pytest.mark.parametrize(
    ("typed", "says", "offered"),
    [
        ("Dec 3 2100", "may be", ["Thu 3 Dec 2026 21:00", "Fri 3 Dec 2100 18:00 YES"]),
        (
            "Mon 1 Dec 18:00",
            "1 Dec 2026 is a Tuesday, not a Monday",
            ["Tue 1 Dec 2026 18:00", "Mon 30 Nov 2026 18:00"],
        ),
        ("Thursday 9pm ET", "would be", ["Thu 3 Dec 2026 21:00 America/New_York"]),
        ("1 Mar", "94 days ahead", ["Mon 1 Mar 2027 18:00 YES"]),
        ("soon", "'soon' is not a date or time", ["Mon 30 Nov 2026 18:00", "+1d"]),
        ("26 Nov 18:00", "has passed", ["Mon 30 Nov 2026 18:00", "+1d"]),
        ("", "To when?", ["Mon 30 Nov 2026 18:00", "+1d"]),
    ],
)
def test_a_deadline_in_doubt_is_asked_and_each_offer_works(
    alpha: World, typed: str, says: str, offered: list[str]
) -> None:
    before = alpha.due()
    answer, *told = gm(alpha, f"DEADLINE {typed}")
    assert (alpha.due(), told) == (before, [])
    assert says in answer.flat
    for line in offered:
        assert f"DEADLINE {line}" in answer.flat
        confirmed, *_ = gm(alpha, f"DEADLINE {line}")
        assert "he deadline is" in confirmed.flat


def test_a_time_is_told_in_the_zone_of_its_reader_with_that_of_the_game(alpha: World) -> None:
    gm(alpha, "SET zone Europe/Berlin")
    alpha.order("France", "SET ZONE America/New_York")
    answer = alpha.order("France", "EMERGENCY")
    shown = "Tue 1 Dec 2026 13:00 America/New_York (19:00 Europe/Berlin, 18:00 UTC)"
    assert f"he deadline is 1 day later, {shown}" in answer.flat


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Eastern", "America/New_York"),
        ("EST", "America/New_York"),
        ("MEZ", "Europe/Berlin"),
        ("Berlin time", "Europe/Berlin"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_named_in_many_ways(alpha: World, typed: str, zone: str) -> None:
    answer = alpha.order("France", f"SET ZONE {typed}")
    assert f"our times are shown in {zone} now: it is Fri 27 Nov 2026" in answer.flat


@pytest.mark.parametrize(
    ("typed", "zone", "hour"),
    [
        ("GMT+2", "Europe/Kyiv", "14:01"),
        ("UTC+2", "Europe/Kyiv", "14:01"),
        ("+02:00", "Europe/Kyiv", "14:01"),
        ("GMT-5", "America/New_York", "07:01"),
        ("UTC+5:30", "Asia/Kolkata", "17:31"),
        ("CST", "America/Chicago", "06:01"),
        ("BST", "Europe/London", "12:01"),
    ],
)
def test_an_offset_is_asked_with_places_and_the_time_there(
    alpha: World, typed: str, zone: str, hour: str
) -> None:
    answer = alpha.order("France", f"SET ZONE {typed}")
    assert f"{zone} ({hour} now)" in answer.flat
    assert f"SET ZONE {zone}" in answer.flat
    assert f"shown in {zone} now" in alpha.order("France", f"SET ZONE {zone}").flat
    registered = alpha.say(NEW, f"REGISTER Frank Miller, {typed}")
    assert f"REGISTER Frank Miller in {zone}" in registered.flat
    assert "Welcome, Frank Miller." in alpha.say(NEW, f"REGISTER Frank Miller in {zone}").flat


@pytest.mark.parametrize(
    "line",
    ["REGISTER Frank Miller UTC+2", "REGISTER Frank Miller in UTC+2", "register Frank GMT +2"],
)
def test_an_offset_is_no_part_of_a_name(alpha: World, line: str) -> None:
    assert "REGISTER Frank" in alpha.say(NEW, line).flat
    assert alpha.rows("SELECT name FROM people WHERE name LIKE '%UTC%' OR name LIKE '%GMT%'") == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("24 Dec - 2 Jan", "from Thu 24 Dec to Sat 2 Jan"),
        ("vom 3. bis 7. Dezember", "from Thu 3 Dec to Mon 7 Dec"),
        ("du 3 au 7 décembre", "from Thu 3 Dec to Mon 7 Dec"),
        ("del 3 al 7 de diciembre", "from Thu 3 Dec to Mon 7 Dec"),
        ("dal 3 al 7 dicembre", "from Thu 3 Dec to Mon 7 Dec"),
        ("van 3 tot 7 december", "from Thu 3 Dec to Mon 7 Dec"),
        ("Dec 3-7", "from Thu 3 Dec to Mon 7 Dec"),
        ("3.12. - 7.12.", "from Thu 3 Dec to Mon 7 Dec"),
        ("tomorrow to Monday", "from Sat 28 Nov to Mon 30 Nov"),
        ("until Sunday", "from Fri 27 Nov to Sun 29 Nov"),
        ("Thursday", "on Thu 3 Dec"),
    ],
)
def test_days_away_are_written_in_many_ways(alpha: World, typed: str, told: str) -> None:
    assert f"ou are away {told}" in alpha.order("France", f"ABSENCE {typed}").flat


def test_days_away_in_doubt_are_asked(alpha: World) -> None:
    answer = alpha.order("France", "ABSENCE 12/3")
    assert "'12/3' may be 12 Mar or 3 Dec" in answer.flat
    assert "ABSENCE 12 Mar" in answer.flat
    wrong = alpha.order("France", "ABSENCE Mon 1 Dec")
    assert "1 Dec 2026 is a Tuesday, not a Monday" in wrong.flat
    assert "ou are away on Tue 1 Dec" in alpha.order("France", "ABSENCE Tue 1 Dec 2026").flat
    assert "ABSENCE 28 Nov to 30 Nov 2026" in alpha.order("France", "ABSENCE whenever").flat


@pytest.mark.parametrize(
    ("typed", "due"),
    [
        ("48h", "Wed 2 Dec 2026 18:00"),
        ("by 2 days", "Wed 2 Dec 2026 18:00"),
        ("um 2 Tage", "Wed 2 Dec 2026 18:00"),
        ("de 2 jours", "Wed 2 Dec 2026 18:00"),
        ("2 días", "Wed 2 Dec 2026 18:00"),
        ("di due giorni", "Wed 2 Dec 2026 18:00"),
        ("met 2 dagen", "Wed 2 Dec 2026 18:00"),
        ("a week", "Mon 7 Dec 2026 18:00"),
        ("the deadline by 1d12h", "Wed 2 Dec 2026 06:00"),
        ("", "Tue 1 Dec 2026 18:00"),
    ],
)
def test_a_deadline_is_extended_as_people_write_it(alpha: World, typed: str, due: str) -> None:
    answer, *_ = gm(alpha, f"EXTEND {typed}")
    assert f"later, {due} UTC" in answer.flat


def test_an_extension_to_a_moment_is_asked_with_its_length(alpha: World) -> None:
    answer, *_ = gm(alpha, "EXTEND until Thursday 21:00")
    assert "EXTEND 75h" in answer.flat
    assert "later, Thu 3 Dec 2026 21:00 UTC" in gm(alpha, "EXTEND 75h")[0].flat


def test_a_game_is_made_with_times_as_people_write_them(world: World) -> None:
    world.now = NOW
    made = world.say(
        NEW, "CREATE beta standard start=Thu 3 Dec 9pm moves=2 Tage at=9pm zone=Vienna"
    )
    assert "It begins on Thu 3 Dec 2026, 21:00 Europe/Vienna" in made.flat
    options = world.game("beta").options
    assert [options[name] for name in ("moves", "at", "zone")] == ["2d", "21:00", "Europe/Vienna"]


def test_a_start_in_doubt_is_asked_and_each_offer_works(world: World) -> None:
    world.now = NOW
    asked = world.say(NEW, "CREATE beta standard moves=2d start=12/3")
    for number, start in enumerate(("Thu 3 Dec 2026 18:00", "Fri 12 Mar 2027 18:00 YES")):
        line = f"CREATE beta standard moves=2d start={start}"
        assert line in asked.flat
        made = world.say(NEW, line.replace("beta", f"beta{number}"))
        assert f"You are the game master of beta{number}" in made.flat.replace("you are", "You are")
    refused = world.say(NEW, "CREATE gamma standard zone=UTC+2")
    assert "CREATE gamma standard zone=Europe/Kyiv" in refused.flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SET QUIET 10pm to 7am", "o mails from 22:00 to 07:00"),
        ("SET QUIET von 22 bis 7 Uhr", "o mails from 22:00 to 07:00"),
        ("SET DIGEST 7pm", "at 19:00"),
        ("SET DIGEST daily at 19h", "at 19:00"),
        ("REMIND 2 Tage, 6 Stunden", "2 days and 6 hours before"),
        ("REMIND a day", "1 day before"),
    ],
)
def test_hours_and_lengths_are_read_alike_everywhere(alpha: World, line: str, told: str) -> None:
    assert told in alpha.order("France", line).flat
