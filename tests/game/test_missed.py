"""Missed turns: short phases that end early, seats that wait for a first order, excuses."""

from tests.game.test_deadlines import all_order
from tests.game.test_late import all_but
from tests.game.world import DAY, DEADLINE, HOUR, POWERS, Sent, World, mailbox

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
    assert "No other turn that you miss is excused." in own
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


def test_what_was_taken_back_uses_no_excuse(world: World) -> None:
    world.begun("alpha", "excuses=1")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    world.run(world.due())
    assert "1 excused" in stats(world, "Turkey")
    gm(world, "ROLLBACK")
    sent = world.run(world.due())
    assert "a day more" in sent_to(sent, "turkey")
