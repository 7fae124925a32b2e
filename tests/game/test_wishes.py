"""Wishes: retreats and builds that name several, in that order."""

import pytest

from tests.game.world import World


def dislodged(world: World, *ahead: str) -> None:
    """Play to the retreats of Fall 1901: Italy's army has lost Venice, its other one holds Rome."""
    world.begun("alpha", "moves=1d", "retreats=1d", "builds=1d")
    world.order("Austria", "A Vie - Tyr")
    world.run(world.due())
    for line in ahead:
        world.order("Italy", line)
    world.order("Austria", "A Tyr - Ven\nF Tri S A Tyr - Ven")
    world.run(world.due())
    assert world.rows("SELECT phase FROM games") == [("F1901R",)]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A Ven R Apu, Tus, D", "A VEN R APU"),
        ("A Ven R Rom, Apu, D", "A VEN R APU"),
        ("A Ven R Rom, Nap, D", "A VEN D"),
        ("A Ven R Rom or Tus", "A VEN R TUS"),
        ("A Ven R Rom, Tus or D", "A VEN R TUS"),
        ("A Ven retreats to Rome, Tuscany or disbands", "A VEN R TUS"),
        ("Ven - Rom, Tus", "A VEN R TUS"),
        ("A Ven - Rom, Apu, D", "A VEN R APU"),
        ("A Ven - Nap; D", "A VEN D"),
    ],
)
def test_a_retreat_goes_to_the_first_place_that_is_open(
    world: World, line: str, order: str
) -> None:
    dislodged(world)
    world.order("Italy", line)
    assert order in world.rows("SELECT orders FROM turns WHERE phase = 'F1901R'")[0][0]


def test_the_answer_says_why_a_dearer_wish_was_passed_over(world: World) -> None:
    dislodged(world)
    answer = world.order("Italy", "A Ven R Rom, Apu")
    assert "A VEN R APU" in answer.text
    assert "ut note: " in answer.text
    assert "A VEN may retreat to APU, PIE, TUS. Your next wish is taken." in answer.flat


def test_of_wishes_that_are_all_closed_none_is_taken(world: World) -> None:
    dislodged(world)
    answer = world.order("Italy", "A Ven R Rom, Nap")
    assert "1 line was not taken" in answer.flat
    assert world.orders("Italy") == []


@pytest.mark.parametrize("line", ["A Ven - Rom - Tus", "A Ven - Tus, - Apu"])
def test_a_retreat_that_reads_like_a_route_is_asked_back(world: World, line: str) -> None:
    dislodged(world)
    assert "A retreat goes one step; write several wishes as" in world.order("Italy", line).flat
    assert world.orders("Italy") == []


@pytest.mark.parametrize("line", ["A Par - Bur, Mun", "A Par - Bur, D"])
def test_a_move_has_no_second_wish(world: World, line: str) -> None:
    world.begun()
    assert "A move has one destination (only retreats" in world.order("France", line).flat
    assert world.orders("France") == []


def test_wishes_without_their_verb_can_be_sent_ahead_too(world: World) -> None:
    dislodged(world, "PHASE F1901R\nVen - Rom, Tus, D")
    assert world.orders("Italy") == ["A VEN R TUS"]


def test_wishes_for_a_retreat_can_be_sent_before_the_battle(world: World) -> None:
    """The order counts at once, and the phase needs no day."""
    dislodged(world, "PHASE F1901R\nA Ven R Rom, Tus, D\nA Rom R Nap")
    assert world.orders("Italy") == ["A VEN R TUS"]
    world.run()
    assert "A VEN R TUS" in world.rows("SELECT orders FROM turns WHERE phase = 'F1901R'")[0][0]


@pytest.mark.parametrize(
    ("condition", "order"),
    [
        ("A VEN DISLODGED", "A VEN R TUS"),
        ("Ven is dislodged", "A VEN R TUS"),
        ("dislodged Italian A Ven", "A VEN R TUS"),
        ("NOT A ROM DISLODGED", "A VEN R TUS"),
        ("Austrian A VEN AND Italian A VEN DISLODGED", "A VEN R TUS"),
        ("Italian A VEN", "A VEN R APU"),
        ("Austrian A VEN DISLODGED", "A VEN R APU"),
        ("A ROM DISLODGED OR F VEN DISLODGED", "A VEN R APU"),
        ("NOT VEN DISLODGED", "A VEN R APU"),
    ],
)
def test_a_condition_may_ask_whether_a_unit_is_dislodged(
    world: World, condition: str, order: str
) -> None:
    lines = f"IF {condition} THEN\nA Ven R Tus\nELSE\nA Ven R Apu\nENDIF"
    dislodged(world, f"PHASE F1901R\n{lines}")
    assert world.orders("Italy") == [order]
    world.order("Italy", lines)
    assert order in world.rows("SELECT orders FROM turns WHERE phase = 'F1901R'")[0][0]


def test_nobody_is_dislodged_where_nobody_has_to_retreat(world: World) -> None:
    world.begun()
    world.order("France", "IF A PAR DISLODGED THEN\nA Par - Bur\nELSE\nA Par - Pic\nENDIF")
    assert world.orders("France") == ["A PAR - PIC"]


def wintered(world: World, lines: str = "") -> None:
    """Play to the winter of 1901: France has taken two centres and may build in Marseilles."""
    world.begun("alpha", "moves=1d", "builds=1d")
    world.order("France", "A Mar - Spa\nA Par - Bur" + lines)
    world.run(world.due())
    world.order("France", "A Bur - Bel\nF Bre H")
    world.run(world.due())
    assert world.rows("SELECT phase FROM games") == [("W1901A",)]


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        ("Build F Mar or A Par", ["F MAR B"]),
        ("Build F Bre or A Par", ["A PAR B"]),
        ("Build F Bre or A Bel or A Mar", ["A MAR B"]),
        ("Build A Par\nBuild F Bre or A Par or F Mar", ["A PAR B", "F MAR B"]),
        ("Build A Par or F Mar\nBuild A Par or A Mar", ["A PAR B", "A MAR B"]),
    ],
)
def test_a_build_is_the_first_that_can_be_made(world: World, lines: str, orders: list[str]) -> None:
    wintered(world)
    world.order("France", f"WAIT\n{lines}")
    assert world.orders("France") == orders


def test_the_answer_says_why_a_build_was_passed_over(world: World) -> None:
    wintered(world)
    answer = world.order("France", "WAIT\nBuild A Par\nBuild A Par or F Mar")
    assert "PAR is for another unit of yours. Your next wish is taken." in answer.flat


def test_wishes_for_builds_can_be_sent_ahead(world: World) -> None:
    wintered(world, "\nPHASE Winter 1901\nWAIT\nBuild F Bre or A Par\nF Mar")
    assert world.orders("France") == ["A PAR B", "F MAR B"]
