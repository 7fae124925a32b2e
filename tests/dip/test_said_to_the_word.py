"""What a mechanic's word changes in verdicts, and what is said of a way by sea that is none."""

import pytest

from judge.catalog import variant
from judge.rules.dip.build import build
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.seams.mechanic import Mechanic
from tests.mechanics.boards import read, start


class Silence(Mechanic):
    """Nobody's support counts."""

    def gives_support(self, contest: Contest, unit: int, answer: bool) -> bool:
        """It is void, whatever the answer was."""
        return False


def test_a_support_that_a_mechanic_makes_void_is_cut_though_nobody_attacks_it() -> None:
    standard = variant.load("standard")
    engine = build(standard.rules, standard.map, (Silence(),))
    asked = {
        "phase": "S1901M",
        "units": {"France": ["A PAR", "A MAR"], "Germany": ["A BUR"]},
        "orders": {"France": ["A PAR - BUR", "A MAR S A PAR - BUR"]},
    }
    verdicts = {row["unit"]: row["verdict"] for row in engine.adjudicate(asked)["results"]}
    assert verdicts == {"A PAR": "fails", "A MAR": "cut", "A BUR": "stands"}


@pytest.mark.parametrize(
    ("power", "line", "told"),
    [
        ("Germany", "A Ber - Kie via", []),
        ("Turkey", "A Smy - Arm", []),
        ("Turkey", "A Smy - Arm via", ["No sea joins"]),
        ("Germany", "A Mun - Kie via", ["can't be convoyed"]),
    ],
)
def test_an_army_that_is_told_to_go_by_sea_needs_one(
    power: str, line: str, told: list[str]
) -> None:
    orders, problems = read("standard", start("standard"), power, line)
    assert len(orders) == 1 - len(told)
    assert [words for words, said in zip(told, problems, strict=True) if words in said] == told


def test_a_retreat_that_gives_way_is_told_so_though_others_gave_way_too() -> None:
    asked = {
        "phase": "S1901R",
        "units": {"Turkey": ["A EGY"], "Italy": ["A GAS"], "Germany": ["A HEJ"]},
        "dislodged": {"F EGY": ["MAO"], "F GAS": ["MAO"], "F HEJ": ["MAO"]},
        "orders": {
            "Britain": ["F EGY R MAO"],
            "France": ["F GAS R MAO"],
            "Turkey": ["F HEJ R MAO"],
        },
    }
    told = variant.load("1900").engine.adjudicate(asked)["results"]
    reasons = {row["unit"]: row["reason"] for row in told}
    assert reasons["F GAS"] == "retreated to MAO"
    assert reasons["F EGY"] == reasons["F HEJ"] == "gave way to F GAS R MAO, so it disbands"
