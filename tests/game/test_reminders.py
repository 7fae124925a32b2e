"""Reminders before a deadline: who gets them, when, and what they know."""

from datetime import timedelta

from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, START, Sent, World

HOLDS = "HOLD ALL"
RESULTS = "results"


def names(sent: list[Sent]) -> list[str]:
    """Who got mails, without the part behind the @."""
    return [mail.to.partition("@")[0] for mail in sent]


def test_who_has_no_orders_is_reminded_and_who_has_all_is_not(world: World) -> None:
    world.begun("alpha", "remind=24h")
    world.order("France", HOLDS)
    assert world.run(DEADLINE - 24 * HOUR - MINUTE) == []
    sent = world.run(DEADLINE - 24 * HOUR)
    assert names(sent) == [power.lower() for power in POWERS if power != "France"]
    assert sent[0].subject == "[alpha] Spring 1901 movement: your orders are still to come"
    assert "1 day left" in sent[0].flat
    assert world.run(DEADLINE - 24 * HOUR + MINUTE) == []


def test_who_has_some_orders_is_told_which_are_missing(world: World) -> None:
    world.begun("alpha", "remind=24h")
    world.order("France", "A Par - Bur")
    (mail,) = [one for one in world.run(DEADLINE - DAY) if one.to.startswith("france")]
    assert mail.subject == "[alpha] Spring 1901 movement: 2 orders still to come"
    assert "A PAR - BUR" in mail.text
    assert "A MAR, F BRE            no order: holds" in mail.text
    assert "A MAR -\nF BRE -" in mail.text


def test_a_reply_to_a_reminder_with_orders_works(world: World) -> None:
    world.begun("alpha", "remind=24h")
    (mail,) = [one for one in world.run(DEADLINE - DAY) if one.to.startswith("france")]
    answer = world.say("france@players.example", "A Par - Bur", to=mail.reply_to)
    assert world.orders("France") == ["A PAR - BUR"]
    assert "1 of 3 orders is in" in answer.text


def test_there_are_several_reminders_and_each_comes_once(world: World) -> None:
    world.begun("alpha", "remind=48h, 24h, 6h")
    times = [DEADLINE - hours * HOUR for hours in (48, 24, 6)]
    for time in times:
        assert len(world.run(time)) == 7
        assert world.run(time + MINUTE) == []


def test_of_reminders_that_a_silent_judge_missed_only_the_last_is_sent(world: World) -> None:
    world.begun("alpha", "remind=48h, 24h, 6h")
    assert len(world.run(DEADLINE - HOUR)) == 7
    assert world.run(DEADLINE - HOUR + MINUTE) == []


def test_nobody_is_reminded_while_the_results_are_news(world: World) -> None:
    """A phase that lasts little longer than the time of a reminder would be all reminders."""
    world.begun("alpha", "remind=72h")
    assert world.run(START + 7 * HOUR) == []
    assert world.run(START + DAY) == []


def test_the_usual_reminders_come_a_day_and_four_hours_before(world: World) -> None:
    world.begun("alpha", "remind=24h, 4h")
    assert len(world.run(DEADLINE - DAY)) == 7
    assert len(world.run(DEADLINE - 4 * HOUR)) == 7


def test_the_judge_wakes_for_a_reminder(world: World) -> None:
    world.begun("alpha", "remind=24h")
    world.run()
    assert (world.home / "wake").read_text() == (DEADLINE - DAY).isoformat()
    world.run(DEADLINE - DAY)
    assert (world.home / "wake").read_text() == DEADLINE.isoformat()


def test_a_player_chooses_his_own_times(world: World) -> None:
    """Then a reminder comes even when his orders are in: he asked for it."""
    world.begun("alpha", "remind=24h")
    answer = world.order("France", f"REMIND 2h, 36h\n{HOLDS}")
    assert "ou are reminded 36 hours and 2 hours before each deadline" in answer.flat
    (mail,) = world.run(DEADLINE - 36 * HOUR)
    assert mail.subject == "[alpha] Spring 1901 movement: your orders are in"
    assert "france" not in names(world.run(DEADLINE - DAY))
    assert names(world.run(DEADLINE - 2 * HOUR)) == ["france"]


def test_a_player_wants_no_reminders(world: World) -> None:
    world.begun("alpha", "remind=24h")
    answer = world.order("France", "REMIND OFF")
    assert "ou get no reminders" in answer.flat
    assert "france" not in names(world.run(DEADLINE - DAY))


def test_a_player_wants_the_usual_reminders_again(world: World) -> None:
    world.begun("alpha", "remind=24h")
    world.order("France", "REMIND OFF")
    answer = world.order("France", "REMIND USUAL")
    assert "you are reminded 1440" not in answer.flat
    assert "ou are reminded 24 hours before each deadline unless your orders are in" in answer.flat
    assert "france" in names(world.run(DEADLINE - DAY))


def test_times_that_make_no_sense_change_nothing(world: World) -> None:
    world.begun("alpha", "remind=24h")
    answer = world.order("France", "REMIND SOON")
    assert "is not a length of time" in answer.flat
    assert world.seat("France").remind == ""


def test_a_later_deadline_has_reminders_of_its_own(world: World) -> None:
    world.begun("alpha", "remind=24h")
    assert len(world.run(DEADLINE - DAY)) == 7
    answer = world.say("gm@players.example", "EXTEND 2d", to=world.address("GM"))
    assert "Sat 7 Nov" in answer.flat
    assert world.run(DEADLINE) == []
    assert len(world.run(DEADLINE + DAY)) == 7


def test_a_reminder_is_due_in_a_quarter_of_a_short_phase(world: World) -> None:
    world.begun("alpha", "moves=1h", "remind=30m, 50m")
    start = START + MINUTE
    assert world.run(start + timedelta(minutes=10)) == []
    assert len(world.run(START + timedelta(minutes=30))) == 7
