"""The seams: a mechanic that answers one question differently changes just that."""

from typing import Any

import pytest

from judge.catalog import variant
from judge.dip import build
from judge.dip.board import Border
from judge.dip.field import Field
from judge.dip.rules import Mechanic, Ruling, Scene

STANDARD = variant.load("standard")


def engine(*mechanics: Mechanic) -> build.DipEngine:
    return build.build(STANDARD.rules, STANDARD.map, mechanics)


def judged(mechanic: Mechanic, units: dict[str, list[str]], *orders: str) -> dict[str, Any]:
    by_power = {
        power: [order for order in orders if " ".join(order.split()[:2]) in own]
        for power, own in units.items()
    }
    request = {"phase": "S1901M", "units": units, "orders": by_power}
    return engine(mechanic).adjudicate(request)


def verdicts(told: dict[str, Any]) -> dict[str, str]:
    return {row["unit"]: row["verdict"] for row in told["results"]}


class Passage(Mechanic):
    """A long way for fleets between London and Naples, at half strength and without support."""

    def borders(self, map_data: Any) -> tuple[Border, ...]:
        """The long way."""
        return (Border("F", "LON", "NAP", frozenset({"half-strength"}), support=False),)

    def force(self, field: Field, unit: int, answer: int) -> int:
        """Half over it."""
        traits: frozenset[str] = getattr(field.orders[unit], "traits", frozenset())
        return 1 if "half-strength" in traits else answer


def test_a_half_is_less_than_a_whole() -> None:
    units = {"England": ["F LON"], "Italy": ["F ROM"]}
    told = judged(Passage(), units, "F LON - NAP", "F ROM - NAP")
    assert verdicts(told) == {"F LON": "fails", "F ROM": "succeeds"}
    assert told["results"][0]["reason"] == "bounced with F ROM - NAP, 1/2 against 1"


def test_a_border_may_bar_support() -> None:
    units = {"England": ["F LON"], "Italy": ["A ROM"]}
    told = judged(Passage(), units, "F LON S A ROM - NAP", "A ROM - NAP")
    assert verdicts(told) == {"F LON": "illegal", "A ROM": "succeeds"}


class Sorties(Mechanic):
    """Austria's moves are sorties."""

    def sorties(self, field: Field, unit: int, answer: bool) -> bool:
        """Of Austria, all."""
        return field.powers[unit] == "Austria"


@pytest.mark.parametrize(
    ("units", "orders", "expected"),
    [
        ({"Austria": ["A VIE"]}, ["A VIE - BOH"], {"A VIE": "sorties"}),
        (
            {"Austria": ["A VIE"], "Germany": ["A MUN"]},
            ["A VIE - BOH", "A MUN - BOH"],
            {"A VIE": "fails", "A MUN": "fails"},
        ),
        (
            {"Austria": ["A VIE", "A GAL"], "Germany": ["A BOH", "A MUN"]},
            ["A VIE - BOH", "A GAL S A VIE - BOH", "A BOH S A MUN - TYR", "A MUN - TYR"],
            {"A VIE": "sorties", "A GAL": "given", "A BOH": "cut", "A MUN": "succeeds"},
        ),
    ],
)
def test_a_sortie_cuts_and_bounces_and_stays(
    units: dict[str, list[str]], orders: list[str], expected: dict[str, str]
) -> None:
    told = judged(Sorties(), units, *orders)
    assert verdicts(told) == expected
    assert told["after"]["Austria"] == units["Austria"][::-1] or len(units["Austria"]) == 1
    assert told["dislodged"] == {}


class Closed(Mechanic):
    """Nobody enters Bohemia."""

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """Bohemia stays closed."""
        target = getattr(field.orders[unit], "to", -1)
        closed = target == field.board.loc_of["BOH"] and target != field.space[unit]
        return Ruling("fails", "Bohemia is closed") if closed else answer


def test_a_move_that_is_stopped_attacks_nothing() -> None:
    units = {"Austria": ["A VIE"], "Germany": ["A MUN", "A BOH"]}
    told = judged(Closed(), units, "A VIE - BOH", "A BOH S A MUN - TYR", "A MUN - TYR")
    assert verdicts(told) == {"A VIE": "fails", "A BOH": "given", "A MUN": "succeeds"}
    assert told["results"][0]["reason"] == "Bohemia is closed"


class Puppets(Mechanic):
    """Germany orders Austria's units."""

    def speaks_for(
        self, state: Any, board: Any, seat: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Germany speaks for Austria."""
        return (*answer, "Austria") if seat == "Germany" else answer


def test_orders_reach_the_units_of_the_powers_that_a_seat_runs() -> None:
    request = {
        "phase": "S1901M",
        "units": {"Austria": ["A VIE"], "Germany": ["A MUN"]},
        "orders": {"Germany": ["A VIE - BOH", "A MUN H"]},
    }
    told = engine(Puppets()).adjudicate(request)
    assert told["after"]["Austria"] == ["A BOH"]


class Deaf(Mechanic):
    """A mechanic that throws all orders away, and tells of it."""

    def muster(self, scene: Scene, board: Any, answer: Any) -> Any:
        """Nobody is heard."""
        return scene.with_(deaf=len(answer)), dict.fromkeys(answer, ())

    def answer(self, scene: Scene, board: Any, answer: Any) -> Any:
        """How many were not heard."""
        return {**answer, "deaf": scene.facts["deaf"]}


def test_mustering_decides_which_orders_are_followed() -> None:
    told = judged(Deaf(), {"Austria": ["A VIE"]}, "A VIE - BOH")
    assert told["after"] == {"Austria": ["A VIE"]}
    assert told["deaf"] == 1


class Planes(Mechanic):
    """A unit costs half, and may be built where one owns."""

    def cost(self, arm: str, answer: int) -> int:
        """Not the standard price."""
        return 1

    def sites(self, state: Any, board: Any, power: str, answer: tuple[str, ...]) -> tuple[str, ...]:
        """Wherever one owns."""
        return tuple(state.centers[power])


def test_half_a_centre_feeds_a_unit_that_costs_half() -> None:
    request = {
        "phase": "W1901A",
        "centers": {"Austria": ["SER"]},
        "orders": {"Austria": ["A SER B", "A SER B"]},
    }
    told = engine(Planes()).adjudicate(request)
    assert [row["verdict"] for row in told["results"]] == ["succeeds", "illegal"]


def test_two_mechanics_answer_one_after_the_other() -> None:
    class More(Mechanic):
        def cost(self, arm: str, answer: int) -> int:
            """Not the standard price."""
            return answer + 4

    assert engine(Planes(), More()).game.rules.ask("cost", "A", 2) == 5


def test_a_seam_that_nobody_overrides_is_not_asked() -> None:
    rules = engine(Mechanic()).game.rules
    assert rules.force is rules.cuts is rules.gives is rules.lands is rules.sorties is None
