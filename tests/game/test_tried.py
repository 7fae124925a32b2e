"""Whatever an answer offers has been tried: sent back as it stands, it is taken."""

import re

import pytest

from tests.game.world import World

GM = "gm@players.example"
_WORKS = re.compile(r"This would work: (.+?)(?= Send HELP| YOUR ORDERS| NOT TAKEN| WHAT THEY)")
_EXAMPLES = re.compile(r"Write for example (.+?)\.(?: |$)")


@pytest.mark.parametrize(
    "line",
    [
        "SET pres grey",
        "SET rating sos",
        "SET xyz 3",
        "DEADLINE 1 Jan 2020",
        "DEADLINE yesterday",
        "EDIT France fooo",
        "PROMOTE nobody@nowhere.example",
        "EJECT Narnia",
    ],
)
def test_a_master_is_offered_what_works(world: World, line: str) -> None:
    world.begun()
    told = world.say(GM, line, to=world.address("GM"))
    assert "NOT TAKEN" in told.text
    for offer in (one for found in _WORKS.findall(told.flat) for one in found.split(" or ")):
        assert "NOT TAKEN" not in world.say(GM, offer, to=world.address("GM")).text, offer


@pytest.mark.parametrize("line", ["SET LANGUAGE de", "SET xyz 3"])
def test_whether_there_is_an_option_comes_before_who_may_set_it(world: World, line: str) -> None:
    world.begun()
    assert "There is no option" in world.order("France", line).flat


@pytest.mark.parametrize("line", ["A Par - Xyz", "A Xyz H", "A Mar S", "F Bre C", "A Par foo"])
def test_examples_are_the_writers_own_legal_orders(world: World, line: str) -> None:
    world.begun()
    (examples,) = _EXAMPLES.findall(world.order("France", line).flat)
    for order in re.findall(r"'([^']+)'", examples):
        assert "NOT TAKEN" not in world.order("France", order).text, order


def test_of_a_unit_that_stands_somewhere_its_own_moves_are_listed(world: World) -> None:
    world.begun()
    told = world.order("France", "A Par - Xyz").flat
    assert "'A PAR - BRE', 'A PAR - BUR', 'A PAR - GAS' or 'A PAR - PIC'" in told
