"""The seams: a mechanic that answers one question differently changes just that."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

from judge.catalog import variant
from judge.rules import mechanics
from judge.rules.dip import build
from judge.rules.dip.contest.field import Field
from judge.rules.dip.ground.board import Border
from judge.rules.dip.seams.mechanic import Mechanic, Ruling, seams
from judge.rules.dip.seams.scene import Scene

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
    assert told["results"][0]["reason"] == "lost against F ROM - NAP, 1/2 against 1"


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

    assert engine(Planes(), More()).game.rules.cost("A") == 5


def test_a_seam_that_nobody_overrides_is_not_asked() -> None:
    rules = engine(Mechanic()).game.rules
    seams = (rules.force, rules.cuts, rules.gives_support, rules.completes_move, rules.sorties)
    assert all(seam is None for seam in seams)


def test_a_misspelt_seam_is_refused_when_the_mechanic_is_defined() -> None:
    message = (
        r"Builder.site is not a seam \(did you mean 'sites'\?\); helpers begin with an underscore"
    )
    with pytest.raises(TypeError, match=message):

        class Builder(Mechanic):
            def site(self, state: Any, board: Any, power: str, answer: Any) -> Any:
                """Never asked."""


def test_a_seam_that_a_helper_class_misspells_is_refused_too() -> None:
    class Helper:
        def speaks(self) -> tuple[str, ...]:
            """Never asked."""
            return ()

    with pytest.raises(
        TypeError, match=r"Helper.speaks is not a seam \(did you mean 'speaks_for'\?\)"
    ):

        class Loud(Helper, Mechanic):
            """A mechanic with a helper."""


def test_a_seam_that_is_no_method_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Builder.sites has to be a method of \(self, state, "):

        class Builder(Mechanic):
            @property
            def sites(self) -> Any:
                """Never asked."""


def test_a_seam_with_other_arguments_is_refused() -> None:
    message = r"Cheap.cost has to be a method of \(self, arm, answer\)"
    with pytest.raises(TypeError, match=message):

        class Cheap(Mechanic):
            def cost(self, arm: str) -> int:  # type: ignore[override]
                """Not the standard price."""
                return 1


def test_helpers_and_facts_of_a_mechanic_are_its_own() -> None:
    class Fair(Mechanic):
        PRICE = 3

        def cost(self, arm: str, answer: int) -> int:
            """The own price."""
            return self._price()

        def _price(self) -> int:
            return self.PRICE

    assert engine(Fair()).game.rules.cost("F") == 3


def test_every_seam_says_who_answers_it_otherwise() -> None:
    for module in pkgutil.walk_packages(mechanics.__path__, f"{mechanics.__name__}."):
        importlib.import_module(module.name)
    overriders: dict[str, set[str]] = {name: set() for name, _ in seams()}
    for owner in heirs(Mechanic):
        if owner.__module__.startswith(f"{mechanics.__name__}."):
            for name, names in overriders.items():
                if getattr(owner, name) is not getattr(Mechanic, name):
                    names.add(mechanic_name(owner))
    said = {name: set(otherwise(method.__doc__ or "")) for name, method in seams()}
    assert said == overriders
    assert all(overriders.values())


def heirs(kind: type[Mechanic]) -> Iterator[type[Mechanic]]:
    """Every class below another."""
    for heir in kind.__subclasses__():
        yield heir
        yield from heirs(heir)


def mechanic_name(owner: type) -> str:
    """What variant.toml calls the mechanic: "points", "air.supply"."""
    return owner.__module__.removeprefix(f"{mechanics.__name__}.")


def otherwise(doc: str) -> list[str]:
    """The mechanics that a seam's last line names."""
    return doc.rstrip().rpartition("Otherwise: ")[2].removesuffix(".").split(", ")
