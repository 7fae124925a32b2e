"""Laws of retreats and adjustments, tried on random positions with random orders."""

import json
import random
from typing import Any

from hypothesis import given, settings

from tests.dip.test_laws import BOARD, ENGINE, POWERS, SEEDS, fates, phase, shuffled, space

Request = dict[str, Any]


def retreats(seed: int) -> Request:
    """The retreats after a random movement phase, or after several at once: rivals meet."""
    dice = random.Random(seed)
    moves = phase(seed)
    answer = ENGINE.adjudicate(moves)
    owner = {unit: power for power, units in moves["units"].items() for unit in units}
    dislodged = {f"{owner[unit]}: {unit}": ways for unit, ways in answer["dislodged"].items()}
    orders: dict[str, list[str]] = {}
    for unit, ways in answer["dislodged"].items():
        orders.setdefault(owner[unit], []).append(leaving(dice, unit, ways))
    return {
        "phase": "S1901R",
        "units": answer["after"],
        "dislodged": dislodged,
        "orders": {power: [line for line in lines if line] for power, lines in orders.items()},
    }


def leaving(dice: random.Random, unit: str, ways: list[str]) -> str:
    """An order for a dislodged unit: where it may go, mostly; else anywhere, off, or none."""
    kind = dice.choice(("open", "open", "open", "anywhere", "off", "none"))
    if kind == "open" and ways:
        return f"{unit} R {ways[0]}"
    if kind == "anywhere":
        return f"{unit} R {dice.choice(BOARD.locs)}"
    return "" if kind == "none" else f"{unit} D"


def winter(seed: int) -> Request:
    """Powers with too many units or too few, no line written twice and none too many."""
    dice = random.Random(seed)
    units = phase(seed)["units"]
    centers: dict[str, list[str]] = {}
    for center in sorted(BOARD.centers):
        centers.setdefault(dice.choice(POWERS), []).append(BOARD.spaces[center])
    orders = {}
    for power in POWERS:
        mine = units.get(power, [])
        spare = len(centers.get(power, ())) - len(mine)
        if spare >= 0:
            homes = dice.sample(BOARD.powers[power].home, len(BOARD.powers[power].home))
            orders[power] = [raising(dice, home) for home in homes[:spare]]
        else:
            orders[power] = [f"{unit} D" for unit in dice.sample(mine, dice.randint(0, -spare))]
    return {"phase": "W1901A", "units": units, "centers": centers, "orders": orders}


def raising(dice: random.Random, home: str) -> str:
    """A build, or a build waived."""
    arm = dice.choice("AF")
    place = dice.choice(BOARD.places(arm, BOARD.loc_of[home]) or [BOARD.loc_of[home]])
    return "WAIVE" if dice.random() < 0.1 else f"{arm} {BOARD.locs[place]} B"


def standing(answer: Request) -> list[str]:
    """All units on the board."""
    return [unit for units in answer["after"].values() for unit in units]


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_who_retreats_arrives_alone_in_an_open_space_or_is_gone(seed: int) -> None:
    request = retreats(seed)
    answer = ENGINE.adjudicate(request)
    after = standing(answer)
    assert len({space(unit) for unit in after}) == len(after)
    assert set(standing({"after": request["units"]})) <= set(after)
    arrived = [row for row in answer["results"] if row["reason"].startswith("retreated")]
    assert len(after) == len(standing({"after": request["units"]})) + len(arrived)
    assert len(arrived) + len(answer["disbanded"]) == len(request["dislodged"])
    for row in arrived:
        ways = request["dislodged"][f"{row['power']}: {row['unit']}"]
        assert row["order"].split()[-1] in ways


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_after_the_winter_nobody_has_more_units_than_centres(seed: int) -> None:
    request = winter(seed)
    answer = ENGINE.adjudicate(request)
    after = standing(answer)
    assert len({space(unit) for unit in after}) == len(after)
    for power in POWERS:
        before, now = request["units"].get(power, []), answer["after"].get(power, [])
        fed = len(request["centers"].get(power, ()))
        if len(before) > fed:
            assert len(now) == fed
            assert set(now) <= set(before)
        else:
            assert set(before) <= set(now)
            homes = {*BOARD.powers[power].home} & {*request["centers"].get(power, ())}
            assert {space(unit) for unit in set(now) - set(before)} <= homes
            assert len(now) <= fed


@given(SEEDS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_retreats_and_winters_do_not_depend_on_sequence(seed: int, other: int) -> None:
    dice = random.Random(other)
    for request in (retreats(seed), winter(seed)):
        mixed = shuffled(request, other)
        for key in {"dislodged", "centers"} & set(request):
            names = sorted(request[key], key=lambda _: dice.random())
            mixed[key] = {name: request[key][name] for name in names}
        one, two = ENGINE.adjudicate(request), ENGINE.adjudicate(mixed)
        assert fates(one) == fates(two)
        assert one["after"] == two["after"]
        assert sorted(one["disbanded"]) == sorted(two["disbanded"])


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_without_their_illegal_lines_retreats_and_winters_end_the_same(seed: int) -> None:
    for request in (retreats(seed), winter(seed)):
        answer = ENGINE.adjudicate(request)
        rows = answer["results"]
        illegal = {(row["power"], row["text"]) for row in rows if row["verdict"] == "illegal"}
        legal = {
            power: [line for line in lines if (power, line) not in illegal]
            for power, lines in request["orders"].items()
        }
        again = ENGINE.adjudicate({**request, "orders": legal})
        assert (again["after"], again["disbanded"]) == (answer["after"], answer["disbanded"])


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_the_same_retreat_and_winter_give_the_same_bytes(seed: int) -> None:
    for made in (retreats, winter):
        one, two = (json.dumps(ENGINE.adjudicate(made(seed))) for _ in range(2))
        assert one == two
