"""Steady's search: what one change betters, what is mended after it, what points are spent on."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from judge.catalog import variant
from judge.kernel.dice import SecretDice
from judge.rules import computers
from judge.rules.computers import tactics
from judge.rules.computers.tactics import Search
from judge.rules.computers.view import View
from judge.rules.dip.orders.move import Move
from tests.play import legal
from tests.players.positions import at_start, look

FRANCE = ["PAR", "MAR", "BRE"]


def search(units: dict[str, Any], phase: str = "F1902M", side: str = "France") -> Search:
    """A side's search in a movement phase of the standard game."""
    centers = {"France": FRANCE, "England": ["LON", "EDI", "LVP"]}
    view = look("standard", phase, units=units, centers=centers)
    return Search(view, side, Random(1))


def found(units: dict[str, Any], phase: str = "F1902M", side: str = "France") -> list[str]:
    """The side's orders there."""
    one = search(units, phase, side)
    return one.write(one.find())


def test_a_neutral_centre_is_taken_by_whoever_reaches_it() -> None:
    assert found({"France": ["A GAS"]}) == ["A GAS - SPA"]
    assert found({"France": ["A GAS"]}, "S1902M") == ["A GAS - SPA"]


OWNED = {
    "Austria": ["VIE", "BUD", "TRI", "SER"],
    "England": ["LON", "EDI", "LVP"],
    "France": [*FRANCE, "SPA", "POR"],
    "Germany": ["BER", "KIE", "MUN", "DEN", "HOL", "BEL"],
    "Italy": ["ROM", "VEN", "NAP"],
    "Russia": ["SEV", "RUM", "MOS", "WAR", "STP", "SWE", "NWY"],
    "Turkey": ["CON", "SMY", "ANK", "BUL", "GRE"],
}
"""Nobody's is Tunis alone."""


@pytest.mark.parametrize("season", ["S", "F"])
def test_the_last_neutral_centre_goes_before_what_a_rival_leaves_open(season: str) -> None:
    for unit, order in (("F ION", "F ION - TUN"), ("F AEG", "F AEG - ION")):
        view = look("standard", f"{season}1903M", units={"Italy": [unit]}, centers=OWNED)
        assert tactics.orders(view, "Italy", Random(1)) == [order]


def test_an_army_sails_where_only_a_fleet_brings_it_further() -> None:
    army, fleet = found({"England": ["A YOR", "F NTH"]}, side="England")
    assert army.removesuffix(" VIA")[-3:] in ("NWY", "DEN", "HOL", "BEL", "KIE")
    assert fleet == f"F NTH C {army.removesuffix(' VIA')}"


def test_helpers_keep_up_with_whom_they_help() -> None:
    """A support turns to the new goal where it reaches that, else its unit holds."""
    one = search({"France": ["A BUR", "A MUN", "F LYO", "A MAR"]})
    read = one.view.game.notation.order
    of = {one.view.units[number].text: number for number in one.mine}

    def mended(*texts: str) -> list[str]:
        plan = {of[text[:5]]: read(text) for text in texts}
        return [order.text for order in one.ideas.mend(plan).values()]

    assert mended("A BUR - RUH", "A MUN S A BUR - BEL") == ["A BUR - RUH", "A MUN S A BUR - RUH"]
    assert mended("A BUR - BEL", "A MUN S A BUR") == ["A BUR - BEL", "A MUN H"]
    assert mended("A MAR - TUN", "F LYO C A MAR - SPA") == ["A MAR - TUN", "F LYO H"]
    assert mended("A MAR - SPA VIA", "F LYO H") == ["A MAR H", "F LYO H"]
    both = ("A MAR - TUS VIA", "F LYO C A MAR - TUS")
    assert mended(*both) == [*both]


def test_no_two_units_plan_for_one_space() -> None:
    one = search({"France": ["A PAR", "A MAR"]})
    read = one.view.game.notation.order
    first, second = one.mine
    assert one._is_sound({first: read("A MAR - BUR"), second: read("A PAR - PIC")})
    assert not one._is_sound({first: read("A MAR - BUR"), second: read("A PAR - BUR")})


@pytest.mark.parametrize("name", ["1926", "1936"])
def test_all_points_pay_for_minors_that_help_or_hold(name: str) -> None:
    """No unit is paid for that the side goes against, and none twice."""
    view = at_start(name)
    for side in view.engine.powers:
        one = Search(view, side, Random(2))
        plan = one.find()
        lines = one.write(plan)
        paid = [line.removeprefix("DP ").split(": ") for line in lines if line.startswith("DP ")]
        assert sum(int(points) for points, _ in paid) == one.purse.points
        assert not view.engine.standing(view.state, side, lines).void
        spaces = [view.board.unit(" ".join(deed.split()[:2])).space for _, deed in paid]
        assert len(spaces) == len(set(spaces))
        goals = {plan[number].to for number in one.mine if isinstance(plan[number], Move)}
        assert not goals.intersection(spaces)


def test_no_more_is_looked_at_than_is_allowed() -> None:
    view = at_start("standard")
    one = Search(view, "Russia", Random(1), looks=24)
    one.find()
    assert -len(one.samples) < one.looks <= 0


def count_left(seed: str, holder: str = "", guesser: str = "") -> int:
    """Nobody's centres after three years among computers and two novices."""
    engine: Any = variant.load("standard").engine
    dice, wild = SecretDice(b"", ""), Random(seed)
    state = engine.start({}, dice).state
    while not state.phase.startswith("S1904"):
        lines: dict[str, Sequence[str]] = {
            power: computers.orders(engine, state, power, seed)
            for power in engine.powers
            if power not in (holder, guesser)
        }
        if guesser:
            lines[guesser] = legal.orders_of(engine, state, guesser, wild)
        state = engine.advance(state, lines, dice)
    return len(View(engine, state).unowned)


def test_computers_alone_leave_hardly_a_neutral_centre_after_three_years() -> None:
    """One in eight games at most: where three stand around it they may keep each other out."""
    assert sum(map(count_left, "abcdefgh")) <= 1


NOVICES = [
    ("Austria", "France"),
    ("England", "France"),
    ("France", "Germany"),
    ("Germany", "Turkey"),
    ("Italy", "Austria"),
    ("Russia", "England"),
    ("Turkey", "Italy"),
]
"""Who holds, and who gives any legal order."""


@pytest.mark.parametrize(("holder", "guesser"), NOVICES)
def test_beside_novices_no_centre_stays_nobodys_either(holder: str, guesser: str) -> None:
    assert count_left("a", holder, guesser) == 0
