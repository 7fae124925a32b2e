"""Missed turns: short phases that end early, seats that wait for a first order, excuses."""

import re

import pytest

from tests.game.test_deadlines import all_order
from tests.game.test_late import all_but
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, Sent, World, mailbox

FIXED_DAYS = ("moves=1d", "days=Tue,Fri", "early=no", "retreats-early=yes", "retreats-skip=none")


def dislodge_italy(world: World) -> None:
    """Play 1901: Austria takes Venice from Italy."""
    for austria, italy in (("A Vie - Tyr\nHOLD ALL", "HOLD ALL"), ("", "HOLD ALL")):
        all_order(world, "Austria", "Italy")
        world.order("Austria", austria or "A Tyr - Ven\nF Tri S A Tyr - Ven\nA Bud H")
        world.order("Italy", italy)
        world.run(world.due())


def test_short_phases_end_early_beside_fixed_days(world: World) -> None:
    """Moves are due on Tuesdays and Fridays whoever is ready; a retreat ends with its orders."""
    world.begun("alpha", *FIXED_DAYS)
    dislodge_italy(world)
    assert world.game().phase_id == "F1901R"
    assert f"{world.now:%a}" == "Fri"
    assert "this phase lasts until" not in world.order("Italy", "WAIT").flat
    answer = world.order("Italy", "NOWAIT\nA Ven - Pie")
    assert "once all are ready" in answer.flat
    world.run()
    assert world.game().phase_id == "W1901A"
    assert "This phase lasts until its deadline anyway" in world.order("France", "WAIT").flat


def test_the_terms_say_which_phases_end_early(world: World) -> None:
    world.begun("alpha", *FIXED_DAYS)
    terms = world.order("France", "RULES").flat
    assert "A phase for retreats ends at its deadline, or once all are ready" in terms
    assert "Any other phase ends at its deadline, never before." in terms
    assert "retreats-early=yes" in world.order("France", "OPTIONS").flat
    world.say("gm@players.example", "SET NO retreats-early", to=world.address("GM"))
    told = world.order("France", "RULES\nWAIT ALWAYS").flat
    assert "A phase ends at its deadline, never before." in told
    assert "Every phase of this game lasts until its deadline anyway" in told


def sent_to(sent: list[Sent], name: str) -> str:
    """What somebody reads in one pass."""
    return " ".join(f"{mail.subject} {mail.flat}" for mail in sent if mail.to.startswith(name))


def stats(world: World, power: str) -> str:
    return world.say(f"{power.lower()}@players.example", "STATS").flat


def test_a_missed_turn_is_given_a_day_more_and_does_not_count(world: World) -> None:
    world.begun("alpha", "excuses=1")
    all_but(world, "Turkey")
    sent = world.run(DEADLINE)
    assert world.game().phase_id == "S1901M"
    assert world.due() == DEADLINE + DAY
    told = "Turkey sent no orders: a day more is given for them, and the turn does not count"
    assert told in sent_to(sent, "france")
    assert "(a day more for a missed turn)" in sent_to(sent, "france")
    own = sent_to(sent, "turkey")
    assert told in own
    assert "You are excused: without orders this turn does not count as missed; no other" in own
    sent = world.run(world.due())
    assert "Turkey sent no orders, and is excused: that does not count as missed." in sent_to(
        sent, "france"
    )
    assert "0 missed, 1 excused" in stats(world, "Turkey")
    all_but(world, "Turkey")
    sent = world.run(world.due())
    assert world.game().phase_id == "W1901A" or world.game().number == 3
    assert "Turkey sent no orders." in sent_to(sent, "france")
    assert "1 missed, 1 excused" in stats(world, "Turkey")
    assert world.seat("Turkey").missed == 1


def gm(world: World, lines: str) -> Sent:
    return world.say("gm@players.example", lines, to=world.address("GM"))


def test_orders_of_the_day_more_count_and_the_turn_stays_excused(world: World) -> None:
    world.begun("alpha", "excuses=1", "nmr=disorder 1")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    world.order("Turkey", "HOLD ALL")
    assert world.game().number == 2
    assert "0 late, 0 missed, 1 excused" in stats(world, "Turkey")


def test_an_excused_turn_costs_no_seat(world: World) -> None:
    world.begun("alpha", "excuses=1", "nmr=disorder 1")
    for free in (False, False, True):
        all_but(world, "Turkey")
        world.run(world.due())
        assert (world.seat("Turkey").person is None) == free


def test_who_is_excused_is_told_to_whom_lateness_is(world: World) -> None:
    for late in ("unnamed", "self"):
        world.begun(late, "excuses=1", f"late={late}")
        for power in POWERS[:-1]:
            world.mail(mailbox(power), "HOLD ALL", to=world.address(power, late))
        world.run()
    sent = world.run(DEADLINE)
    others = sent_to(sent, "france")
    assert "Turkey" not in others
    assert others.count("1 power sent no orders: a day more is given") == 1
    assert sent_to(sent, "gm").count("Turkey sent no orders: a day more") == 2
    assert sent_to(sent, "turkey").count("Turkey sent no orders: a day more") == 2


def test_the_master_excuses_a_turn_that_is_over(world: World) -> None:
    world.begun("alpha", "nmr=disorder 2")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    assert "1 missed" in stats(world, "Turkey")
    answer = gm(world, "EXCUSE Turkey F1901M\nEXCUSE France")
    assert "Turkey is excused for Fall 1901 movement" in answer.flat
    answer = gm(world, "EXCUSE Turkey S1902M")
    assert "Turkey has missed no turn S1902M that counts" in answer.flat
    assert "EXCUSE Turkey S1901M" in answer.flat
    world.mail("gm@players.example", "EXCUSE Turkey", to=world.address("GM"))
    sent = world.run()
    own = sent_to(sent, "turkey")
    assert "The game master excuses you for Spring 1901 movement" in own
    assert "0 missed, 2 excused" in stats(world, "Turkey")
    assert world.seat("Turkey").missed == 0


def test_a_turn_that_somebody_else_missed_is_not_excused_to_who_came_after(world: World) -> None:
    world.begun()
    all_but(world, "Turkey")
    world.run(DEADLINE)
    world.order("Turkey", "RESIGN")
    world.say("olaf@players.example", "REGISTER Olaf\nTAKEOVER Turkey@alpha")
    assert "Turkey has missed no turn S1901M" in gm(world, "EXCUSE Turkey S1901M").flat
    assert "1 missed" in stats(world, "Turkey")


def test_the_master_excuses_a_turn_that_is_being_missed(world: World) -> None:
    world.begun("alpha", "grace=1d")
    all_but(world, "Turkey")
    world.run(DEADLINE + HOUR)
    answer = gm(world, "EXCUSE Turkey")
    assert "Turkey is excused for Spring 1901 movement; the deadline is Fri 6 Nov" in answer.flat
    assert world.due() == DEADLINE + DAY
    sent = world.run(DEADLINE + 2 * DAY)
    assert "Turkey sent no orders, and is excused" in sent_to(sent, "france")
    assert "excused Turkey for Spring 1901 movement" in sent_to(sent, "france")
    assert "0 missed, 1 excused" in stats(world, "Turkey")


def test_who_is_excused_before_the_deadline_is_told_alone(world: World) -> None:
    world.begun("alpha", "excuses=1", "show=none")
    world.mail("gm@players.example", "EXCUSE Turkey", to=world.address("GM"))
    sent = world.run()
    assert world.due() == DEADLINE + DAY
    assert "Turkey" not in sent_to(sent, "france")
    assert "1 more turn that you miss would be, too" in sent_to(sent, "turkey")
    assert "has missed no turn that counts" in gm(world, "EXCUSE Turkey").flat
    world.run(world.due())
    assert "0 missed, 1 excused" in stats(world, "Turkey")


def test_what_was_taken_back_uses_no_excuse(world: World) -> None:
    world.begun("alpha", "excuses=1")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    world.run(world.due())
    assert "1 excused" in stats(world, "Turkey")
    gm(world, "ROLLBACK")
    sent = world.run(world.due())
    assert "a day more" in sent_to(sent, "turkey")


def wait_for_a_seat(world: World, *names: str, game: str = "alpha") -> None:
    for name in names:
        world.say(f"{name}@players.example", f"REGISTER {name}\nJOIN {game} WAITING")


def code(mail: Sent) -> str:
    """The line that takes the seat of an offer."""
    found = re.search(r"TAKEOVER \S+ [A-Z0-9]{5}-[A-Z0-9]{5}", mail.text)
    assert found
    return found[0]


def offered(world: World, *options: str) -> list[Sent]:
    """Turkey never orders, and Nora waits for a seat: what is sent when Turkey's is offered."""
    world.begun("alpha", "first=wait", *options)
    wait_for_a_seat(world, "nora")
    all_but(world, "Turkey")
    return world.run(DEADLINE)


def test_a_game_waits_for_first_orders_and_offers_the_seat(world: World) -> None:
    sent = offered(world)
    assert world.game().phase_id == "S1901M"
    own = sent_to(sent, "turkey")
    assert "the deadline has passed without your orders" in own
    assert "You have sent no order in this game yet: it waits for you, and offers your seat" in own
    assert "Orders of Turkey for Spring 1901 movement are still to come. The game waits, and" in (
        sent_to(sent, "france")
    )
    assert "PROCESS goes on without them." in sent_to(sent, "gm")
    assert "PROCESS" not in sent_to(sent, "france")
    offer = sent_to(sent, "nora")
    assert "Turkey has sent no order yet in alpha" in offer
    assert "unless orders of its player come before" in offer
    assert world.run(DEADLINE + MINUTE) == []
    assert world.game().phase_id == "S1901M"


def test_first_orders_keep_the_seat_and_the_game_goes_on(world: World) -> None:
    sent = offered(world)
    world.order("Turkey", "A Con - Bul")
    assert world.game().phase_id == "F1901M"
    line = code(next(mail for mail in sent if mail.to.startswith("nora")))
    answer = world.say("nora@players.example", line)
    assert "No seat of alpha is free" in answer.flat
    assert "0 on time, 1 late, 0 missed" in stats(world, "Turkey")


def test_orders_come_before_a_takeover_of_the_same_pass(world: World) -> None:
    sent = offered(world)
    world.mail(mailbox("Turkey"), "A Con - Bul", to=world.address("Turkey"))
    world.mail(
        "nora@players.example", code(next(mail for mail in sent if mail.to.startswith("nora")))
    )
    answers = world.run()
    assert "No seat of alpha is free" in sent_to(answers, "nora")


def test_whoever_takes_the_seat_has_a_whole_phase(world: World) -> None:
    sent = offered(world)
    old = world.address("Turkey")
    line = code(next(mail for mail in sent if mail.to.startswith("nora")))
    world.mail("nora@players.example", line)
    sent = world.run(DEADLINE + HOUR)
    assert "You play Turkey in alpha now" in sent_to(sent, "nora")
    assert "Deadline: Sun 8 Nov, 18:00" in sent_to(sent, "nora")
    assert "A new player has the time of a whole phase".lower() in sent_to(sent, "france").lower()
    assert "Turkey is played by nora from now on." in sent_to(sent, "france")
    farewell = sent_to(sent, "turkey")
    assert "your seat is taken" in farewell
    assert "you never sent an order, so your seat was offered to others" in farewell
    assert world.due() == DEADLINE + 3 * DAY
    answer = world.say("turkey@players.example", "A Con - Bul", to=old)
    assert "nothing in this mail proves" in answer.flat.lower()
    world.mail("nora@players.example", "HOLD ALL", to=world.address("Turkey"))
    world.run()
    assert world.game().phase_id == "F1901M"
    assert "Lost: 1." in stats(world, "Turkey")


def test_a_new_player_who_sends_nothing_is_waited_for_as_well(world: World) -> None:
    sent = offered(world)
    world.mail(
        "nora@players.example", code(next(mail for mail in sent if mail.to.startswith("nora")))
    )
    world.run(DEADLINE + HOUR)
    wait_for_a_seat(world, "olaf")
    sent = world.run(world.due())
    assert world.game().phase_id == "S1901M"
    assert "Turkey has sent no order yet in alpha" in sent_to(sent, "olaf")


def test_behind_the_first_movements_a_game_goes_on(world: World) -> None:
    offered(world)
    gm(world, "PROCESS")
    assert world.game().phase_id == "F1901M"
    assert not world.seat("Turkey").offered
    all_but(world, "Turkey")
    world.run(world.due())
    assert world.game().number == 3


def test_a_game_may_wait_in_several_movements(world: World) -> None:
    world.begun("alpha", "first=wait 2", "grace=12h")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    assert not world.seat("Turkey").offered
    sent = world.run(DEADLINE + 12 * HOUR)
    assert "offers your seat to others" in sent_to(sent, "turkey")
    assert "offers the seats" in sent_to(sent, "france")
    gm(world, "PROCESS")
    all_but(world, "Turkey", "France")
    world.run(world.due() + 12 * HOUR)
    assert world.game().number == 2
    world.order("Turkey", "HOLD ALL")
    assert world.game().number == 3, "France sent orders once: it is not waited for"


def test_orders_of_a_turn_that_was_excused_are_first_orders(world: World) -> None:
    world.begun("alpha", "first=wait 2")
    all_but(world, "France")
    gm(world, "EXCUSE France")
    world.order("France", "HOLD ALL")
    assert world.game().phase_id == "F1901M"
    all_but(world, "France")
    world.run(world.due())
    assert world.game().number == 3, "France sent orders in spring: it is not waited for"


def test_a_seat_that_was_left_is_filled_before_the_game_goes_on(world: World) -> None:
    world.begun("alpha", "first=wait", "late=self")
    world.order("Turkey", "RESIGN")
    all_but(world, "Turkey")
    assert world.game().phase_id == "S1901M", "all others are ready"
    sent = world.run(DEADLINE)
    assert "Nobody plays Turkey: the game waits until somebody does." in sent_to(sent, "france")
    assert "PROCESS goes on without them." in sent_to(sent, "gm")
    world.mail("olaf@players.example", "REGISTER Olaf\nTAKEOVER Turkey@alpha")
    world.run(DEADLINE + DAY)
    assert world.due() == DEADLINE + 4 * DAY
    world.mail("olaf@players.example", "HOLD ALL", to=world.address("Turkey"))
    world.run()
    assert world.game().phase_id == "F1901M"


def test_a_seat_that_nobody_ever_had_is_not_waited_for(world: World) -> None:
    world.begun("alpha", "first=wait", players=6)
    all_but(world, "Turkey")
    assert world.game().phase_id == "F1901M"


def test_a_master_seats_somebody_where_the_game_waits(world: World) -> None:
    offered(world)
    world.run(DEADLINE + HOUR)
    gm(world, "EJECT Turkey\nSEAT Turkey nora@players.example")
    assert world.due() == DEADLINE + 3 * DAY


def test_a_game_that_waits_for_all_orders_offers_seats_too(world: World) -> None:
    offered(world, "nmr=wait")
    assert world.seat("Turkey").offered


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("first=wait", "Without one it waits for you after the deadline"),
        ("excuses=2", "you have a day more, once: that is so for 2 turns that you miss"),
        ("nmr=disorder 1", "If you send nothing you lose your seat."),
        ("nmr=hold", "your orders are still to come"),
    ],
)
def test_a_reminder_tells_what_it_costs_to_send_nothing(
    world: World, option: str, told: str
) -> None:
    world.begun("alpha", option, "remind=24h")
    assert told in sent_to(world.run(DEADLINE - DAY), "turkey")
