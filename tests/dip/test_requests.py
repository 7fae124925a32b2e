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
    """It would dislodge nobody, and says so by the strength that it has against others."""
    units = {"France": ["A BUR", "A PAR"], "Germany": ["A MUN"]}
    reasons = adjudicate(units, {"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR"]})
    assert reasons["A PAR - BUR"] == "bounced with A MUN - BUR, 1 against 1"


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


def _sentences(text: str) -> list[Sentence]:
    """A line as it is read."""
    items = reader.read([Line(1, text)], variant.load("standard").vocabulary, "dip")
    return [item for item in items if isinstance(item, Sentence)]
