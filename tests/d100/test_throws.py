"""Throws: keyed, fair, checkable, and shifted by nothing."""

from collections import Counter
from math import sqrt

import pytest

from judge.kernel.dice import SecretDice, disagreements, list_throws
from judge.kernel.engine import PUBLIC, Event
from tests.d100.cases import ENGINE

THROWN = 100_000


@pytest.mark.parametrize(
    ("key", "throw"),
    [
        ("1930-01M|C|1|ANG|Great Britain|France", 85),
        ("1930-01M|R|1|ANG|France|L3 ANG", 2),
        ("1930-01M|P|Spain|France", 30),
        ("1930-01M|T|Spain|Germany", 90),
        ("1930-00D|D|Spain", 19),
    ],
)
def test_a_throw_is_made_from_secret_game_and_key(key: str, throw: int) -> None:
    assert SecretDice(b"secret", "g").throw(key) == throw


@pytest.fixture(scope="module")
def numbers() -> Counter[int]:
    """100,000 throws with keys as combats have them."""
    dice = SecretDice(b"statistics", "g")
    spaces = sorted(ENGINE.board.spaces)
    keys = (
        f"{1930 + at // 12}-{at % 12 + 1:02}M|C|{at % 3 + 1}|{spaces[at % 130]}|Italy|France"
        for at in range(THROWN)
    )
    return Counter(dice.throw(key) for key in keys)


def test_keyed_throws_are_uniform(numbers: Counter[int]) -> None:
    assert set(numbers) == set(range(1, 101))
    expected = THROWN / 100
    chi_square = sum((count - expected) ** 2 / expected for count in numbers.values())
    # 99 degrees of freedom: one in ten thousand lies outside these bounds.
    assert 54 < chi_square < 162


def test_every_rate_of_the_tables_is_met(numbers: Counter[int]) -> None:
    needs = {need for row in ENGINE.rules.tables.combat for need in row}
    needs |= {need for row in ENGINE.rules.tables.retreat for need in row}
    for need in sorted(needs | {*ENGINE.rules.tables.chance.values()}):
        chance = need / 100
        rate = sum(numbers[number] for number in range(1, need + 1)) / THROWN
        assert abs(rate - chance) < 4 * sqrt(chance * (1 - chance) / THROWN), need


@pytest.mark.parametrize(("attacker", "defender", "need"), [(1, 5, 37), (3, 3, 50), (5, 1, 64)])
def test_attacks_succeed_as_often_as_table_1_says(attacker: int, defender: int, need: int) -> None:
    state = ENGINE.position(
        {
            "phase": "1930-01M",
            "units": {"Italy": [f"L{attacker} TUS"], "France": [f"L{defender} ROM"]},
        }
    )
    orders = {"Italy": [f"L{attacker} TUS - ROM"]}
    games, won = 1500, 0
    for game in range(games):
        events = ENGINE.turn(state, orders, SecretDice(b"secret", str(game))).events
        combat = next(event for event in events if event.kind == "d100-combat")
        assert combat.data["roll"]["need"] == need
        won += combat.data["roll"]["success"]
    chance = need / 100
    assert abs(won / games - chance) < 4 * sqrt(chance * (1 - chance) / games)


def test_correcting_one_order_keeps_all_other_throws() -> None:
    state = ENGINE.position(
        {
            "phase": "1930-01M",
            "units": {
                "Great Britain": ["L5 LON", "N5 ENG"],
                "France": ["L3 ANG", "L4 ALS", "N2 MAO"],
                "Germany": ["L5 RHE"],
            },
        }
    )
    orders = {
        "Great Britain": ["L5 LON - ANG", "N5 ENG - MAO"],
        "Germany": ["L5 RHE - ALS"],
    }
    corrected = {**orders, "Great Britain": ["L5 LON - WCO", "N5 ENG - MAO"]}
    dice = SecretDice(b"secret", "g")
    before = dict(list_throws(ENGINE.turn(state, orders, dice).events))
    after = dict(list_throws(ENGINE.turn(state, corrected, dice).events))
    assert len(before) > len(after) > 1
    assert after == {key: before[key] for key in after}


def test_honest_throws_agree_with_the_published_secret() -> None:
    dice = SecretDice(b"secret", "g")
    told = list_throws(ENGINE.turn(ENGINE.start({}, dice).state, {}, dice).events)
    assert len(told) == 21
    assert disagreements(b"secret", dice.commitment, "g", told) == ()


def test_a_false_throw_and_a_false_secret_are_found() -> None:
    dice = SecretDice(b"secret", "g")
    event = Event(
        "d100-tie", {"rows": [{"roll": {"key": "1930-01M|P|Spain|France", "throw": 31}}]}, PUBLIC
    )
    faults = disagreements(
        b"secret", SecretDice(b"other", "g").commitment, "g", list_throws([event])
    )
    assert faults == (
        "The secret is not the one that was committed to when the game began.",
        "1930-01M|P|Spain|France: 31 was told, the secret throws 30.",
    )
    assert dice.throw("1930-01M|P|Spain|France") == 30
