"""Laws that hold in every movement phase, tried on random positions with random orders."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.catalog import variant
from judge.rules.dip.build import DipEngine

ENGINE = variant.load("standard").engine
assert isinstance(ENGINE, DipEngine)
BOARD = ENGINE.game.board
POWERS = ENGINE.powers
SEEDS = st.integers(min_value=0, max_value=2**32)


def phase(seed: int) -> dict[str, Any]:
    """A request of some 25 units with an order each: moves, supports, convoys, holds."""
    dice = random.Random(seed)
    places: dict[str, str] = {}
    for space in dice.sample(range(len(BOARD.spaces)), 25):
        arm = "F" if BOARD.kinds[space] == "sea" else dice.choice("AF")
        locs = [loc for loc in range(len(BOARD.locs)) if BOARD.space_of[loc] == space]
        able = [loc for loc in locs if BOARD.steps[arm][loc]]
        if able:
            places[f"{arm} {BOARD.locs[dice.choice(able)]}"] = dice.choice(POWERS)
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    marches = {unit: aim(dice, unit) for unit in places}
    for unit, power in places.items():
        units.setdefault(power, []).append(unit)
        orders.setdefault(power, []).append(order(dice, unit, marches))
    return {"phase": "S1901M", "units": units, "orders": orders}


def aim(dice: random.Random, unit: str) -> str:
    """A place that a unit can step to."""
    arm, place = unit.split()
    start = BOARD.locs.index(place)
    return BOARD.locs[dice.choice(sorted(BOARD.steps[arm][start]))]


def order(dice: random.Random, unit: str, marches: dict[str, str]) -> str:
    """An order for a unit; supports and convoys speak of what others may be doing."""
    other = dice.choice(sorted(marches))
    kind = dice.choice(("move", "move", "move", "support", "support", "convoy", "hold"))
    if kind == "move":
        return f"{unit} - {marches[unit]}"
    if kind == "support" and other != unit:
        return f"{unit} S {other} - {marches[other]}"
    if kind == "convoy" and unit[0] == "F" and other[0] == "A":
        return f"{unit} C {other} - {marches[other]}"
    return f"{unit} H"


def shuffled(request: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same request with powers, units and orders in another sequence."""
    dice = random.Random(seed)

    def mixed(table: dict[str, list[str]]) -> dict[str, list[str]]:
        names = sorted(table, key=lambda _: dice.random())
        return {name: sorted(table[name], key=lambda _: dice.random()) for name in names}

    return {**request, "units": mixed(request["units"]), "orders": mixed(request["orders"])}


def fates(answer: dict[str, Any]) -> list[tuple[str, ...]]:
    """Each order with its verdict."""
    return sorted((row["unit"], row["order"], row["verdict"]) for row in answer["results"])


def space(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


@given(SEEDS)
@settings(max_examples=60)
def test_units_are_conserved_and_no_space_holds_two(seed: int) -> None:
    request = phase(seed)
    answer = ENGINE.adjudicate(request)
    before = sum(map(len, request["units"].values()))
    standing = [unit for units in answer["after"].values() for unit in units]
    assert len(standing) + len(answer["dislodged"]) == before
    assert len({space(unit) for unit in standing}) == len(standing)


@given(SEEDS, SEEDS)
@settings(max_examples=60)
def test_the_sequence_of_powers_units_and_orders_changes_nothing(seed: int, other: int) -> None:
    request = phase(seed)
    one, two = ENGINE.adjudicate(request), ENGINE.adjudicate(shuffled(request, other))
    assert fates(one) == fates(two)
    assert (one["after"], one["dislodged"]) == (two["after"], two["dislodged"])


@given(SEEDS)
@settings(max_examples=60)
def test_without_its_illegal_orders_a_phase_ends_the_same(seed: int) -> None:
    request = phase(seed)
    answer = ENGINE.adjudicate(request)
    illegal = {row["text"] for row in answer["results"] if row["verdict"].startswith("illegal")}
    legal = {
        power: [line for line in lines if line not in illegal]
        for power, lines in request["orders"].items()
    }
    again = ENGINE.adjudicate({**request, "orders": legal})
    assert again["after"] == answer["after"]
    assert again["dislodged"] == answer["dislodged"]


@given(SEEDS)
@settings(max_examples=30)
def test_the_same_phase_gives_the_same_bytes(seed: int) -> None:
    request = phase(seed)
    assert json.dumps(ENGINE.adjudicate(request)) == json.dumps(ENGINE.adjudicate(phase(seed)))


@given(SEEDS)
@settings(max_examples=60)
def test_a_retreat_leads_to_an_empty_neighbour_that_nobody_came_from(seed: int) -> None:
    answer = ENGINE.adjudicate(phase(seed))
    full = {space(unit) for units in answer["after"].values() for unit in units}
    for unit, ways in answer["dislodged"].items():
        arm, place = unit.split()
        steps = {BOARD.locs[loc] for loc in BOARD.steps[arm][BOARD.locs.index(place)]}
        assert set(ways) <= steps
        assert not {way.partition("/")[0] for way in ways} & full
