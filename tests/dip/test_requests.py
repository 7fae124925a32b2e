"""Positions given to the engine by programs: what is refused, what is warned of, how it is told."""

from typing import Any

import pytest

from judge.catalog import variant
from judge.kernel.dice import NoDice
from judge.kernel.errors import InputError
from judge.kernel.text import Line, Sentence
from judge.language import reader

ENGINE = variant.load("standard").engine
"""The engine is asked on the board that everybody knows."""


def adjudicate(units: dict[str, list[str]], orders: dict[str, list[str]]) -> dict[str, str]:
    """The reason of each order of a spring."""
    told = ENGINE.adjudicate({"phase": "S1901M", "units": units, "orders": orders})
    return {row["order"]: row["reason"] for row in told["results"]}


@pytest.mark.parametrize("dice", ["50", 50, [0], [101], [True], [50, "1"], {"1": 50}])
def test_throws_are_whole_numbers_from_1_to_100(dice: Any) -> None:
    with pytest.raises(InputError, match="dice: a list of whole numbers from 1 to 100 is needed"):
        ENGINE.adjudicate({"phase": "S1901M", "units": {}, "orders": {}, "dice": dice})


def test_throws_of_another_game_are_not_used() -> None:
    request = {"phase": "S1901M", "units": {"France": ["A PAR"]}, "orders": {}}
    with_dice = ENGINE.adjudicate({**request, "dice": [1, 100]})
    assert with_dice == ENGINE.adjudicate(request) == ENGINE.adjudicate({**request, "dice": None})


def test_an_attack_on_an_own_unit_keeps_others_out_with_all_its_strength() -> None:
    """It fails for the unit that it would dislodge; against others it has its full strength."""
    units = {"France": ["A BUR", "A PAR"], "Germany": ["A MUN"]}
    reasons = adjudicate(units, {"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR"]})
    assert reasons["A PAR - BUR"] == "A BUR of its own power stayed there"
    assert reasons["A MUN - BUR"] == "bounced with A PAR - BUR, 1 against 1"


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (("A BUR - MAR", "A MAR - BUR"), ["A BUR - MAR and A MAR - BUR: without a convoy units"]),
        (("A MAR - BUR", "A BUR - PAR"), []),
        (("A BUR - MAR",), ["A BUR - MAR: your own A MAR stays there."]),
    ],
)
def test_a_swap_is_warned_of_once(orders: tuple[str, ...], told: list[str]) -> None:
    position = {"phase": "S1901M", "units": {"France": ["A BUR", "A MAR"]}, "orders": {}}
    found = ENGINE.standing(ENGINE.position(position), "France", orders).warnings
    warnings = [warning for warning in found if "has no order" not in warning]
    assert len(warnings) == len(told)
    assert all(one.startswith(start) for one, start in zip(warnings, told, strict=True))


def test_of_two_faults_of_a_support_its_own_is_told() -> None:
    state = ENGINE.start({}, NoDice()).state
    sentences = _sentences("A PAR S A BER - MOS")
    (problem,) = ENGINE.read(sentences, state, "France").problems
    assert problem.message.startswith("A PAR can't support into MOS")


WINTER = {
    "phase": "W1901A",
    "units": {"France": ["A BUR"], "Italy": ["A VEN", "A ROM"], "England": ["F LON"]},
    "centers": {"France": ["PAR", "MAR"], "Italy": ["VEN"], "England": ["LON"]},
}
RETREATS: dict[str, Any] = {
    "phase": "F1901R",
    "units": {"Austria": ["A BOH"]},
    "dislodged": {"Italy: A VEN": ["APU", "PIE"], "Italy: A TYR": ["PIE", "VIE"]},
}


@pytest.mark.parametrize(
    ("position", "power", "lines", "orders", "note"),
    [
        (WINTER, "France", ["Build A Par or A Mar"], ["A PAR B"], ""),
        (WINTER, "France", ["Build A Bre or A Mar"], ["A MAR B"], "BRE is not a free home centre"),
        (
            WINTER,
            "France",
            ["Build A Par", "Build A Par or A Mar"],
            ["A PAR B", "A MAR B"],
            "PAR is for another unit of yours. Your next wish is taken",
        ),
        (RETREATS, "Italy", ["A Ven R Pie, Apu"], ["A VEN R PIE"], ""),
        (
            RETREATS,
            "Italy",
            ["A Tyr R Pie", "A Ven R Pie, Apu"],
            ["A TYR R PIE", "A VEN R APU"],
            "PIE is for another unit of yours. Your next wish is taken",
        ),
    ],
)
def test_a_wish_is_the_first_that_can_be_had(
    position: dict[str, Any], power: str, lines: list[str], orders: list[str], note: str
) -> None:
    sentences = [one for line in lines for one in _sentences(line)]
    found = ENGINE.read(sentences, ENGINE.position({**position, "orders": {}}), power).orders
    assert [order.text for order in found] == orders
    assert found[-1].note.startswith(note) if note else not found[-1].note


@pytest.mark.parametrize(
    ("power", "line", "told"),
    [
        ("Italy", "Build A Ven", "Italy has to remove units this winter."),
        ("England", "Build F Lon", "England neither builds nor removes this winter."),
        ("England", "Remove F Lon", "England has no unit to remove this winter."),
        ("France", "Remove A Bur", "France has no unit to remove this winter."),
    ],
)
def test_who_builds_and_who_removes_is_told(power: str, line: str, told: str) -> None:
    state = ENGINE.position({**WINTER, "orders": {}})
    (problem,) = ENGINE.read(_sentences(line), state, power).problems
    assert problem.message == told


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (["A LON - NWY VIA", "F NTH C A LON - NWY"], []),
        (
            ["A LON - NWY VIA", "F NWG C A LON - NWY"],
            ["A LON - NWY VIA: your fleets alone make no whole way there; others have to help."],
        ),
        (
            ["A LON - NWY VIA", "F NTH H", "F NWG H"],
            ["A LON - NWY VIA needs a convoy, and none of your fleets was ordered to carry it."],
        ),
        (["A LON - YOR"], []),
    ],
)
def test_an_army_without_a_whole_way_is_warned_of(orders: list[str], told: list[str]) -> None:
    units = {"England": ["A LON", "F NTH", "F NWG"]}
    state = ENGINE.position({"phase": "S1901M", "units": units, "orders": {}})
    found = ENGINE.standing(state, "England", orders).warnings
    assert [one for one in found if one.startswith("A LON")] == told


@pytest.mark.parametrize(
    "order", ["A MUN S A RUH X BUR", "A MUN S A RUH - BUR LATER", "A MUN S A RUH -"]
)
def test_an_order_with_a_word_that_has_no_place_in_it_is_refused(order: str) -> None:
    with pytest.raises(InputError, match=f"'{order}' is not an order"):
        adjudicate({"Germany": ["A MUN", "A RUH"]}, {"Germany": [order]})


MOVES = {"phase": "S1901M", "units": {"France": ["F BRE", "A PAR"], "England": ["F NTH"]}}


@pytest.mark.parametrize(
    ("position", "power", "line", "told", "offers"),
    [
        (MOVES, "France", "F Bre - Nth", "F BRE can't reach NTH.", ("F BRE - ENG",)),
        (MOVES, "France", "A Par - Eng", "An army can't go to sea.", ("A PAR - BRE",)),
        (MOVES, "France", "F Bre - Par", "A fleet can't go inland.", ("F BRE - GAS",)),
        (
            RETREATS,
            "Italy",
            "A Ven R Rom",
            "A VEN may retreat to APU, PIE.",
            ("A VEN R APU", "A VEN R PIE"),
        ),
        (
            {**RETREATS, "dislodged": {**RETREATS["dislodged"], "France: A MAR": ["SPA"]}},
            "Italy",
            "A Rom R Nap",
            "You have no dislodged army in Rome (ROM); dislodged are A VEN and A TYR.",
            (),
        ),
    ],
)
def test_what_is_refused_says_what_would_work(
    position: dict[str, Any], power: str, line: str, told: str, offers: tuple[str, ...]
) -> None:
    state = ENGINE.position({**position, "orders": {}})
    (problem,) = ENGINE.read(_sentences(line), state, power).problems
    assert problem.message == told
    assert problem.suggestions[: len(offers)] == offers
    assert bool(problem.suggestions) == bool(offers)


@pytest.mark.parametrize(
    ("power", "line", "order"),
    [("France", "A Par", "A PAR B"), ("Italy", "A Ven", "A VEN D"), ("England", "F Lon", "")],
)
def test_a_bare_unit_in_winter_is_what_the_power_has_to_do(
    power: str, line: str, order: str
) -> None:
    state = ENGINE.position({**WINTER, "orders": {}})
    found = ENGINE.read(_sentences(line), state, power)
    assert [one.text for one in found.orders] == ([order] if order else [])
    if not order:
        assert found.problems[0].message == "England neither builds nor removes this winter."


@pytest.mark.parametrize(
    ("power", "able"),
    [
        ("France", ["A MAR B", "F MAR B", "A PAR B", "WAIVE"]),
        ("Italy", ["A ROM D", "A VEN D"]),
        ("England", []),
    ],
)
def test_the_orders_of_a_winter_are_those_that_a_power_can_pay_for(
    power: str, able: list[str]
) -> None:
    choices = ENGINE.legal_orders(ENGINE.position({**WINTER, "orders": {}}), power)
    assert [choice.order for choice in choices] == able


def test_a_removal_too_many_does_not_count() -> None:
    state = ENGINE.position({**WINTER, "orders": {}})
    found = ENGINE.standing(state, "Italy", ["A ROM D", "A VEN D"])
    assert [(task.subject, task.order) for task in found.tasks] == [("removal", "A ROM D")]
    assert found.warnings == ("A VEN D is one too many and will not count.",)


def _sentences(text: str) -> list[Sentence]:
    """A line as it is read."""
    items = reader.read([Line(1, text)], variant.load("standard").vocabulary, "dip")
    return [item for item in items if isinstance(item, Sentence)]


@pytest.mark.parametrize(
    ("phase", "power", "line", "told"),
    [
        ("W1936A", "Soviet Union", "Build A Mos", "The Soviet Union neither builds nor removes"),
        ("W1936A", "Soviet Union", "Remove A Mos", "The Soviet Union has no unit to remove"),
        ("S1936M", "Germany", "A Mos H", "A MOS is the Soviet Union's; you order the units of"),
        ("S1936M", "Soviet Union", "A Ber H", "you order the units of the Soviet Union."),
        ("S1936M", "Soviet Union", "German A Ber H", "You order the units of the Soviet Union, n"),
        ("S1936M", "Germany", "Soviet A Mos H", "of Germany, not the Soviet Union's."),
    ],
)
def test_a_power_is_named_with_its_article(phase: str, power: str, line: str, told: str) -> None:
    world = variant.load("1936")
    units = {"Soviet Union": ["A MOS"], "Germany": ["A BER"]}
    centers = {"Soviet Union": ["MOS"], "Germany": ["BER"]}
    position = {"phase": phase, "units": units, "centers": centers}
    items = reader.read([Line(1, line)], world.vocabulary, "dip")
    sentences = [one for one in items if isinstance(one, Sentence)]
    (problem,) = world.engine.read(sentences, world.engine.position(position), power).problems
    assert told in problem.message
