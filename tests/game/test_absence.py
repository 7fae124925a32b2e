"""ABSENCE: deadlines move out of the days on which a player is away."""

import pytest

from tests.game.world import DAY, DEADLINE, HOUR, START, Sent, World

HOLDS = "HOLD ALL"


def away(world: World, line: str, power: str = "France") -> Sent:
    """The answer to a player's line."""
    return world.order(power, line)


def test_a_later_deadline_moves_behind_an_absence(world: World) -> None:
    """Without it the next deadline would be on Sunday, 8 November."""
    world.begun()
    answer = away(world, "ABSENCE 7 Nov to 10 Nov")
    assert "ou are away from Sat 7 Nov to Tue 10 Nov; 11 of 15 days of 2026 left" in answer.flat
    sent = world.run(DEADLINE)
    assert world.due() == DEADLINE + 6 * DAY
    (told,) = [mail for mail in sent if mail.to.startswith("italy")]
    assert "Wed 11 Nov, 18:00 UTC (a player is away until Tue 10 Nov)" in told.flat


def test_nobody_but_the_game_master_learns_who_is_away(world: World) -> None:
    world.begun()
    name = world.mail(
        "france@players.example", "ABSENCE 7 Nov to 10 Nov", to=world.address("France")
    )
    told = [mail for mail in world.run() if mail.message["In-Reply-To"] != name]
    assert [mail.to for mail in told] == ["gm@players.example"]
    assert "France is away from Sat 7 Nov to Tue 10 Nov." in told[0].flat


def test_the_present_deadline_stays(world: World) -> None:
    world.begun()
    answer = away(world, "ABSENCE 4 Nov to 6 Nov")
    assert "he present deadline stays, EXTEND asks the others for a later one" in answer.flat
    assert world.due() == DEADLINE


def test_the_present_deadline_moves_where_the_game_has_it_so(world: World) -> None:
    world.begun("alpha", "absence-now=yes")
    name = world.mail(
        "france@players.example", "ABSENCE 4 Nov to 6 Nov", to=world.address("France")
    )
    sent = world.run()
    (answer,) = [mail for mail in sent if mail.message["In-Reply-To"] == name]
    assert "he present deadline moves behind it" in answer.flat
    assert world.due() == DEADLINE + 2 * DAY
    (told,) = [mail for mail in sent if mail.to.startswith("italy")]
    assert "Sat 7 Nov, 18:00 UTC (a player is away until Fri 6 Nov)" in told.flat


def test_it_does_not_move_for_somebody_whose_orders_are_in(world: World) -> None:
    world.begun("alpha", "absence-now=yes")
    away(world, f"{HOLDS}")
    away(world, "ABSENCE 4 Nov to 6 Nov")
    assert world.due() == DEADLINE


@pytest.mark.parametrize(("power", "days"), [("Turkey", 1), ("Russia", 11)])
def test_only_those_who_have_something_to_decide_are_waited_for(
    world: World, power: str, days: int
) -> None:
    """In this winter Russia alone builds."""
    world.begun("alpha", "moves=1d", "builds=1d")
    world.order("Russia", "F Stp - Bot")
    world.run(world.due())
    world.order("Russia", "F Bot - Swe")
    away(world, "ABSENCE 5 Nov to 14 Nov", power)
    world.run(world.due())
    assert world.rows("SELECT phase FROM games") == [("W1901A",)]
    assert world.due().date() - world.now.date() == days * DAY


def test_a_deadline_moves_behind_two_absences_that_meet(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 7 Nov - 10 Nov")
    away(world, "ABSENCE 11 Nov - 12 Nov", "Italy")
    world.run(DEADLINE)
    assert world.due() == DEADLINE + 8 * DAY


def test_an_absence_and_days_to_skip_add_up(world: World) -> None:
    """Away until Friday, no deadlines on weekends: Monday."""
    world.begun("alpha", "skip=Sat, Sun")
    away(world, "ABSENCE 8 Nov - 13 Nov")
    world.run(DEADLINE)
    assert f"{world.due():%a %d}" == "Mon 16"


def test_a_year_has_so_many_days_of_absence_and_no_more(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 7 Nov - 16 Nov")
    answer = away(world, "ABSENCE 1 Dec - 6 Dec")
    assert "These are 6 days of 2026, and of the 15" in answer.flat
    assert "ou have 5 left" in answer.flat
    assert "0 of 15 days of 2026 left" in away(world, "ABSENCE 1 Dec - 5 Dec").flat


def test_days_that_were_told_already_are_not_counted_twice(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 7 Nov - 16 Nov")
    assert "3 of 15 days of 2026 left" in away(world, "ABSENCE 10 Nov - 18 Nov").flat


@pytest.mark.parametrize("again", ["10 Nov to 12 Nov", "11 Nov", "9 Nov to 13 Nov"])
def test_days_that_were_told_already_are_listed_once(world: World, again: str) -> None:
    world.begun()
    world.order("France", f"ABSENCE 10 Nov to 12 Nov\nABSENCE {again}")
    assert " and from " not in world.order("France", "ABSENCE").flat


def test_each_year_has_its_own_days(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 20 Dec - 31 Dec")
    answer = away(world, "ABSENCE 1 Jan - 10 Jan")
    assert "5 of 15 days of 2027 left" in answer.flat


def test_a_game_may_allow_no_absences(world: World) -> None:
    world.begun("alpha", "absence=none")
    assert "ou have 0 left" in away(world, "ABSENCE 7 Nov").flat


def test_an_absence_that_has_begun_counts_from_today(world: World) -> None:
    world.begun()
    answer = away(world, "ABSENCE 1 Nov 2026 - 7 Nov 2026")
    assert "rom Mon 2 Nov to Sat 7 Nov; 9 of 15" in answer.flat


def test_a_date_without_a_year_is_the_next_one(world: World) -> None:
    world.begun()
    assert "rom Fri 1 Jan to Sat 2 Jan" in away(world, "ABSENCE 1 Jan - 2 Jan").flat
    assert "rom Thu 31 Dec to Sun 3 Jan" in away(world, "ABSENCE 31 Dec - 3 Jan").flat


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ABSENCE soon", "is not a date"),
        ("ABSENCE 1 Oct 2026", "These days are over"),
        ("ABSENCE 1 Dec 2028", "more than a year ahead"),
        ("ABSENCE 29 Feb", "not a day of that year"),
        ("ABSENCE 13/24", "is not a day"),
    ],
)
def test_what_makes_no_sense_is_refused(world: World, line: str, message: str) -> None:
    world.begun()
    assert message in away(world, line).flat
    assert world.rows("SELECT * FROM absences") == []


def test_an_absence_can_be_called_off(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 7 Nov - 10 Nov")
    assert "ou are away from Sat 7 Nov to Tue 10 Nov; 11 of 15" in away(world, "ABSENCE").flat
    assert "ou are not away" in away(world, "NO ABSENCE").flat
    world.run(DEADLINE)
    assert world.due() == DEADLINE + 3 * DAY
    assert "ou are not away; 15 of 15" in away(world, "ABSENCE").flat


def test_days_that_are_over_stay_counted(world: World) -> None:
    world.begun("alpha", "moves=9d")
    away(world, "ABSENCE 2 Nov - 10 Nov")
    world.run(START + 3 * DAY)
    away(world, "ABSENCE OFF")
    assert "ou are not away; 12 of 15" in away(world, "ABSENCE").flat


def test_the_game_master_sets_how_many_days_there_are(world: World) -> None:
    world.begun()
    answer = world.say("gm@players.example", "SET ABSENCE 20", to=world.address("GM"))
    assert "absence=20 from now on (it was 15)" in answer.flat


def test_a_game_that_goes_on_after_a_pause_heeds_absences(world: World) -> None:
    world.begun()
    away(world, "ABSENCE 5 Nov - 8 Nov")
    world.mail("gm@players.example", "PAUSE", to=world.address("GM"))
    world.run(START + HOUR)
    world.mail("gm@players.example", "RESUME", to=world.address("GM"))
    world.run(START + 2 * HOUR)
    assert world.due() == DEADLINE + 4 * DAY
