"""Laws that hold in every month, whatever is ordered."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.kernel.dice import SecretDice, list_throws
from judge.rules.d100.state import State
from tests.d100.cases import ENGINE
from tests.dip import reasons

BOARD = ENGINE.board
Orders = dict[str, list[str]]
DICE = SecretDice(b"properties", "g")


def a_position(chance: Random) -> dict[str, Any]:
    """Up to 40 pieces crowded into a corner of the map, some friends, points and owners."""
    corner = _corner(chance)
    units: dict[str, list[str]] = {}
    there: Counter[str] = Counter()
    for _ in range(chance.randint(2, 40)):
        space, arm = chance.choice(corner), chance.choice("LLNA")
        country = BOARD.spaces[space].country
        powers = [*BOARD.majors, country] if country in BOARD.minors else BOARD.majors
        if there[space] < 3 and BOARD.can_stand(arm, space):
            there[space] += 1
            piece = f"{arm}{chance.randint(1, 5)} {space}"
            units.setdefault(chance.choice(powers), []).append(piece)
    minors = [minor for minor in units if minor in BOARD.minors]
    land = [space for space in corner if not BOARD.spaces[space].sea]
    return {
        "phase": "1930-01M",
        "units": units,
        "state": {
            "friends": {minor: chance.sample(BOARD.majors, 2) for minor in minors},
            "points": {minor: {chance.choice(BOARD.majors): 150} for minor in minors},
            "owners": {space: chance.choice(BOARD.majors) for space in land[::3]},
        },
    }


def _corner(chance: Random) -> list[str]:
    """Some 12 spaces that hang together, so that pieces meet."""
    found = [chance.choice(sorted(BOARD.spaces))]
    for space in found:
        found += [to for to in sorted(BOARD.steps["A"][space]) if to not in found]
        if len(found) > 12:
            break
    return found


def some_orders(chance: Random, request: dict[str, Any]) -> Orders:
    """An order or two for each piece, by its power or by some friend, possible or not."""
    every = [(power, unit) for power, units in request["units"].items() for unit in units]
    orders: Orders = {major: [] for major in BOARD.majors}
    for power, unit in every:
        giver = power if power in orders else chance.choice(BOARD.majors)
        orders[giver] += _orders_of(chance, unit, [other for _, other in every])
    for texts in orders.values():
        space = chance.choice(sorted(BOARD.spaces))
        texts.append(f"ALLOW {chance.choice(['ALL', 'France', 'Italy'])} AT {space}")
        texts.append(f"ALLOCATE {chance.choice((25, 50, 75))} {chance.choice(BOARD.minors)}")
    return orders


def _orders_of(chance: Random, unit: str, others: list[str]) -> list[str]:
    arm, space = unit[0], unit[3:]
    path = _path(chance, arm, space)
    other = chance.choice(others)
    near = chance.choice(path)
    cities = [city for city in BOARD.spaces.values() if city.city]
    port = chance.choice(cities).id
    choices = [
        [f"{unit} - {' - '.join(path)}"],
        [f"{unit} - {' - '.join(path)}", f"{unit} R {near}"],
        [f"STACK {space} - {' - '.join(path)}"],
        [f"{unit} S {other}"],
        [f"{unit} S {other} - {near}"],
        [f"{unit} C {other} - {port}", f"{other} - {port} VIA"],
        [f"{unit} SURRENDER"],
        [f"SPLIT {space}"],
    ]
    return chance.choice(choices)


def _path(chance: Random, arm: str, here: str) -> list[str]:
    path = []
    for _ in range(chance.randint(1, 3)):
        here = chance.choice(sorted(BOARD.steps[arm][here]) or [here])
        path.append(here)
    return path


def strengths(state: State) -> Counter[str]:
    """Each power's strength, all its pieces together."""
    return Counter(
        {power: sum(int(unit[1]) for unit in units) for power, units in state.units.items()}
    )


months = given(st.integers(0, 2**32).map(Random))


@settings(max_examples=150)
@months
def test_no_month_makes_anybody_stronger_or_crowds_a_space(chance: Random) -> None:
    request = a_position(chance)
    before = ENGINE.position(request)
    after = ENGINE.turn(before, some_orders(chance, request), DICE).state
    allied = set(after.allies) - set(before.allies)
    gained = strengths(after) - strengths(before)
    assert set(gained) <= {after.allies[minor] for minor in allied}
    assert strengths(after).total() <= strengths(before).total()
    there = Counter(unit[3:] for units in after.units.values() for unit in units)
    assert max(there.values(), default=0) <= 3
    for units in after.units.values():
        assert all(BOARD.can_stand(unit[0], unit[3:]) for unit in units)


@settings(max_examples=80)
@months
def test_a_month_is_the_same_in_whatever_order_powers_and_tables_come(chance: Random) -> None:
    request = a_position(chance)
    orders = some_orders(chance, request)
    turned = {
        **request,
        "units": dict(reversed(request["units"].items())),
        "state": {
            key: dict(reversed(table.items())) for key, table in reversed(request["state"].items())
        },
    }
    one = ENGINE.turn(ENGINE.position(request), orders, DICE)
    other = ENGINE.turn(ENGINE.position(turned), dict(reversed(orders.items())), DICE)
    assert ENGINE.dump(one.state) == ENGINE.dump(other.state)
    assert one.events == other.events


@settings(max_examples=80)
@months
def test_a_month_twice_gives_the_same_and_leaves_its_arguments_alone(chance: Random) -> None:
    request = a_position(chance)
    orders = some_orders(chance, request)
    state = ENGINE.position(request)
    kept = ENGINE.dump(state), repr(orders)
    one, two = (ENGINE.turn(state, orders, DICE) for _ in range(2))
    assert one == two
    assert (ENGINE.dump(state), repr(orders)) == kept


@settings(max_examples=80)
@months
def test_no_key_is_thrown_twice_and_every_throw_is_told(chance: Random) -> None:
    request = a_position(chance)
    thrown: list[str] = []

    class Counting:
        def throw(self, key: str) -> int:
            thrown.append(key)
            return DICE.throw(key)

    turn = ENGINE.turn(ENGINE.position(request), some_orders(chance, request), Counting())
    assert len(thrown) == len(set(thrown))
    assert [key for key, _ in list_throws(turn.events)] == thrown


@settings(max_examples=80)
@months
def test_without_the_illegal_orders_a_month_ends_the_same(chance: Random) -> None:
    request = a_position(chance)
    # An illegal order still uses up one of several identical pieces, and is one of a stack's.
    owner = {unit: power for power, units in request["units"].items() for unit in units}
    request["units"] = {
        power: sorted({unit for unit in units if owner[unit] == power})
        for power, units in request["units"].items()
    }
    orders = {
        power: [text for text in texts if not text.startswith(("STACK", "SPLIT"))]
        for power, texts in some_orders(chance, request).items()
    }
    dice = [chance.randint(1, 100) for _ in range(300)]
    one = ENGINE.adjudicate({**request, "orders": orders, "dice": dice})
    rows = [(row["power"], row["text"], row["verdict"]) for row in one["results"]]
    sound = {(power, text) for power, text, verdict in rows if not verdict.startswith("illegal")}
    bad = {(power, text) for power, text, _ in rows} - sound
    good = {
        power: [text for text in texts if (power, text) not in bad]
        for power, texts in orders.items()
    }
    other = ENGINE.adjudicate({**request, "orders": good, "dice": dice})
    assert (one["after"], one["rolls"]) == (other["after"], other["rolls"])


@settings(max_examples=60)
@months
def test_a_game_goes_on_for_half_a_year_of_anything(chance: Random) -> None:
    request = a_position(chance)
    state = ENGINE.position(request)
    for _ in range(7):
        orders = some_orders(chance, {"units": state.units})
        for major in BOARD.majors:
            ENGINE.standing(state, major, orders[major])
        turn = ENGINE.turn(state, orders, DICE)
        assert ENGINE.load(ENGINE.dump(turn.state)) == turn.state
        state = turn.state
        if turn.winners:
            return
    assert state.phase == "1930-07M"


@settings(max_examples=80)
@months
def test_a_reason_tells_the_odds_and_the_throw_that_decided(chance: Random) -> None:
    request = a_position(chance)
    dice = [chance.randint(1, 100) for _ in range(300)]
    answer = ENGINE.adjudicate({**request, "orders": some_orders(chance, request), "dice": dice})
    for row in answer["results"]:
        reasons.check_odds(row, answer["rolls"])
