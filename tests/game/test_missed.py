"""Missed turns: short phases that end early, seats that wait for a first order, excuses."""

from tests.game.test_deadlines import all_order
from tests.game.world import World

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
