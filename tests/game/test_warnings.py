"""What an answer warns of in time: legal orders that will hardly do what they should."""

import re

import pytest

from tests.game.test_wishes import dislodged, wintered
from tests.game.world import World

SPRING = [
    (
        "a support for a move that was not ordered",
        "France",
        "A Mar S A Par - Bur\nA Par - Gas\nF Bre H",
        ["A MAR S A PAR - BUR: you did not order A PAR to BUR."],
    ),
    (
        "a support for a unit that goes away",
        "Austria",
        "A Bud S F Tri\nF Tri - Alb\nA Vie H",
        ["A BUD S F TRI: you ordered F TRI - ALB, so it can't be supported to hold."],
    ),
    (
        "a move over water without a convoy",
        "England",
        "A Lvp - Nwy\nF Edi H\nF Lon H",
        ["A LVP - NWY needs a convoy, and none of your fleets was ordered to carry it."],
    ),
    (
        "two units that go to one space",
        "England",
        "F Lon - Nth\nF Edi - Nth\nA Lvp H",
        ["F LON - NTH and F EDI - NTH go to the same space and may bounce."],
    ),
    (
        "a move to a place where an own unit stays",
        "Germany",
        "A Mun - Ber\nA Ber H\nF Kie H",
        ["A MUN - BER: your own A BER stays there."],
    ),
    (
        "two units that change places",
        "Italy",
        "A Rom - Ven\nA Ven - Rom\nF Nap H",
        ["A ROM - VEN and A VEN - ROM: without a convoy units can't change places."],
    ),
    (
        "a support of somebody else against an own unit that stays",
        "Italy",
        "A Rom S F Tri - Ven\nA Ven H\nF Nap H",
        ["A ROM S F TRI - VEN: your own A VEN stays there."],
    ),
    ("orders that fit together", "France", "A Mar S A Par - Bur\nA Par - Bur\nF Bre - Mao", []),
    (
        "support for somebody else's unit, which nobody can judge",
        "France",
        "A Par S A Mun - Bur\nA Mar H\nF Bre H",
        [],
    ),
]
"""What is ordered in Spring 1901, by whom, the lines, and the warnings."""


def warnings(text: str) -> list[str]:
    """The warnings of an answer, one line each; of the first that the first lines tell."""
    head, _, below = text.partition("\nYOUR ORDERS")
    below = below.partition("LOOK AT THIS AGAIN\n")[2].partition("\n\n")[0]
    flat = " ".join(head.split()).replace(" This phase lasts until its deadline.", "")
    told = re.search(r"\. ([A-Z].*?[.]) Deadline: ", flat)
    first = [told[1]] if told else []
    return [*first, *(" ".join(part.split()) for part in below.split("  ! ")[1:])]


@pytest.mark.parametrize(
    ("power", "lines", "told"), [case[1:] for case in SPRING], ids=[c[0] for c in SPRING]
)
def test_an_answer_warns_of(world: World, power: str, lines: str, told: list[str]) -> None:
    world.begun()
    answer = world.order(power, f"WAIT\n{lines}")
    assert warnings(answer.text) == told
    assert ("look again" in answer.subject) == bool(told)


def test_an_answer_warns_of_units_without_an_order(world: World) -> None:
    """In the list of orders, where the line to be written is at hand."""
    world.begun()
    answer = world.order("France", "A Par - Bur")
    assert "1 of 3 orders is in." in answer.text
    assert "  A MAR, F BRE            no order: holds" in answer.text


def test_an_answer_warns_of_a_convoy_that_carries_nobody(world: World) -> None:
    world.begun("alpha", "moves=1d")
    world.order("England", "F Lon - Nth\nA Lvp - Yor")
    world.run(world.due())
    answer = world.order("England", "F Nth C A Yor - Nwy\nA Yor H\nF Edi H")
    assert warnings(answer.text) == ["F NTH C A YOR - NWY: you did not order A YOR to NWY."]
    answer = world.order("England", "A Yor - Nwy")
    assert warnings(answer.text) == []


def test_an_answer_warns_of_a_convoy_that_leads_only_half_the_way(world: World) -> None:
    world.begun("alpha", "moves=1d")
    world.order("England", "F Lon - Eng\nF Edi - Nth\nA Lvp - Wal")
    world.run(world.due())
    answer = world.order("England", "A Wal - Spa\nF Eng C A Wal - Spa\nF Nth - Bel")
    assert warnings(answer.text) == [
        "A WAL - SPA: your fleets alone make no whole way there; others have to help."
    ]


def test_an_answer_warns_of_too_many_builds(world: World) -> None:
    wintered(world)
    answer = world.order("France", "WAIT\nBuild A Par\nBuild F Mar\nBuild A Bre")
    assert "1 line was not taken" in answer.flat
    answer = world.order("France", "Waive")
    assert warnings(answer.text) == ["WAIVE is one too many and will not count."]


def test_a_build_goes_before_a_waive_and_waives_of_a_later_mail_are_all(world: World) -> None:
    wintered(world)
    world.order("France", "WAIT\nWaive 2")
    answer = world.order("France", "Build A Par")
    assert warnings(answer.text) == ["WAIVE is one too many and will not count."]
    assert "A PAR B                     (your" in answer.text
    assert warnings(world.order("France", "Waive").text) == []
    assert world.orders("France") == ["A PAR B", "WAIVE"]


def test_an_answer_tells_of_builds_that_are_not_made(world: World) -> None:
    wintered(world)
    answer = world.order("France", "WAIT\nBuild A Par")
    assert "build 2 of 2            no order: is waived" in answer.text


def test_an_answer_to_a_retreat_tells_what_is_left(world: World) -> None:
    dislodged(world)
    answer = world.order("Italy", "STATUS")
    assert "  A VEN                   no order: disbands" in answer.text
