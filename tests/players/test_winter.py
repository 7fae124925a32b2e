"""Retreats, builds and removals: as many as the rules ask for, the best places first."""

from typing import Any

import pytest

from judge.kernel.dice import NoDice
from judge.rules.computers import reflex
from judge.rules.computers.view import View
from tests.players.positions import look

HOMES = ["PAR", "MAR", "BRE"]


def spring(view: View, power: str, lines: list[str]) -> tuple[str, ...]:
    """The units of a power after the winter; each line was a legal one."""
    told = view.engine.standing(view.state, power, lines)
    assert told.complete, told.tasks
    assert not told.void, told.void
    state = view.engine.advance(view.state, {power: lines}, NoDice())
    units: tuple[str, ...] = state.units.get(power, ())
    return units


def winter_of(units: list[str], centers: list[str], **others: list[str]) -> View:
    """A winter in which France has units and centres, and the others centres and nothing else."""
    return look(
        "standard", "W1901A", units={"France": units}, centers={"France": centers, **others}
    )


@pytest.mark.parametrize(
    ("units", "centers", "builds"),
    [
        (["A BUR"], ["PAR", "MAR"], 1),
        (["A BUR"], HOMES, 2),
        ([], HOMES, 3),
        ([], [*HOMES, "SPA", "POR"], 3),
        (["A PAR"], [*HOMES, "SPA", "POR"], 2),
        (["A BUR"], ["PAR", "SPA", "POR"], 1),
        (["A BUR", "A GAS"], ["PAR", "MAR"], 0),
        (["A BUR"], ["SPA", "POR"], 0),
    ],
)
def test_as_many_are_built_as_there_are_centres_and_free_homes(
    units: list[str], centers: list[str], builds: int
) -> None:
    view = winter_of(units, centers)
    lines = reflex.choose_adjustments(view, "France")
    assert len(lines) == builds
    assert all(line.endswith(" B") for line in lines)
    assert len(spring(view, "France", lines)) == len(units) + builds


@pytest.mark.parametrize(("centers", "removals"), [(HOMES, 0), (HOMES[:2], 1), (["PAR"], 2)])
def test_just_as_many_are_removed_as_lost_their_centres(centers: list[str], removals: int) -> None:
    view = winter_of(["A BUR", "A GAS", "F MAO"], centers)
    lines = reflex.choose_adjustments(view, "France")
    assert len(lines) == removals
    assert all(line.endswith(" D") for line in lines)
    assert len(spring(view, "France", lines)) == 3 - removals


def test_who_stays_is_who_stands_where_something_is_to_be_won() -> None:
    foes = {"Germany": ["MUN", "KIE", "BER", "HOL", "BEL"]}
    view = winter_of(["A RUH", "A GAS", "A PIC"], ["PAR", "MAR"], **foes)
    assert reflex.choose_adjustments(view, "France") == ["A GAS D"]
    view = winter_of(["A RUH", "A GAS", "A PIC"], ["PAR"], **foes)
    assert reflex.choose_adjustments(view, "France") == ["A GAS D", "A PIC D"]


def test_who_can_build_one_builds_where_something_is_to_be_won() -> None:
    """In Sevastopol against Turkey, in St Petersburg against England in Norway."""
    position = {"units": {"Russia": ["A MOS", "A WAR", "A UKR"]}}
    own = ["MOS", "SEV", "STP", "WAR"]
    south = {"Russia": own, "Turkey": ["RUM", "BUL", "CON", "ANK", "SMY"]}
    view = look("standard", "W1901A", **position, centers=south)
    assert reflex.choose_adjustments(view, "Russia")[0].split()[1] == "SEV"
    north = {"Russia": own, "England": ["NWY", "SWE", "DEN", "EDI", "LON"]}
    view = look("standard", "W1901A", **position, centers=north)
    assert reflex.choose_adjustments(view, "Russia")[0].split()[1].startswith("STP")


def test_no_two_are_built_in_one_space_be_it_on_two_coasts() -> None:
    view = look(
        "standard",
        "W1901A",
        units={"Russia": ["A MOS"]},
        centers={"Russia": ["MOS", "STP", "NWY", "SWE"]},
    )
    assert len(reflex.choose_adjustments(view, "Russia")) == 1


def test_each_builds_and_removes_for_itself() -> None:
    view = look(
        "standard",
        "W1901A",
        units={"France": ["A BUR"], "Germany": ["A RUH", "A MUN"]},
        centers={"France": ["PAR", "MAR"], "Germany": ["BER"]},
    )
    assert [line[-1] for line in reflex.choose_adjustments(view, "France")] == ["B"]
    assert [line[-1] for line in reflex.choose_adjustments(view, "Germany")] == ["D"]


# --- planes


def air_winter(units: list[str], centers: list[str]) -> list[str]:
    """The arms that France builds in a game with planes, as they are built."""
    view = look(
        "1930s-world",
        "W1931A",
        options={"air": True},
        units={"France": units},
        centers={"France": centers},
    )
    lines = reflex.choose_adjustments(view, "France")
    spring(view, "France", lines)
    return [line[0] for line in lines]


def grounded(arms: list[str]) -> str:
    """Arms with G for what stands on the ground, be it an army or a fleet."""
    return "".join("P" if arm == "P" else "G" for arm in arms)


def test_a_plane_goes_to_two_units_on_the_ground() -> None:
    """A plane costs half of what the others do."""
    homes = ["PAR", "MAR", "BRE", "ALG", "SAI"]
    assert grounded(air_winter([], [*homes])) == "GPGGPG"
    assert grounded(air_winter(["A BUR"], homes[:3])) == "PGP"
    assert grounded(air_winter(["A BUR", "A RUH", "P PAR-A"], homes[:4])) == "GP"


def test_who_has_a_plane_to_two_units_builds_on_the_ground_first() -> None:
    built = air_winter(["A BUR", "A RUH", "P PAR-A", "A HOL"], ["PAR", "MAR", "BRE", "ALG", "SAI"])
    assert grounded(built) == "PG"
    built = air_winter(["A BUR", "P PAR-A", "A HOL"], ["PAR", "MAR", "BRE", "ALG"])
    assert grounded(built) == "GP"


def test_half_a_centre_is_spent_on_a_plane_and_never_more_than_there_is() -> None:
    assert air_winter(["A BUR", "P PAR-A"], ["PAR", "MAR"]) == ["P"]
    assert air_winter(["A BUR", "P PAR-A", "P MAR-A"], ["PAR", "MAR"]) == []
    assert air_winter(["A BUR", "A HOL", "A BEL", "P HOL-A"], ["PAR", "BEL", "HOL", "MAD"]) == ["P"]


def test_planes_are_removed_before_units_on_the_ground() -> None:
    view = look(
        "1930s-world",
        "W1931A",
        options={"air": True},
        units={"France": ["A BUR", "P MAR-A", "P PAR-A"]},
        centers={"France": ["PAR"]},
    )
    lines = reflex.choose_adjustments(view, "France")
    assert lines == ["P MAR-A D", "P PAR-A D"]
    assert spring(view, "France", lines) == ("A BUR",)


def test_a_seat_adjusts_for_its_minors_too() -> None:
    view = look(
        "1930s-world",
        "W1931A",
        units={"France": ["A BUR"]},
        centers={"France": ["PAR"], "Spain": ["MAD"]},
        state={"control": {"Spain": ["France"]}},
    )
    assert "Spain" in view.seats["France"]
    (line,) = reflex.choose_adjustments(view, "France")
    assert line.split()[1:] == ["MAD", "B"]


# --- retreats


def retreat_of(dislodged: dict[str, list[str]], **position: Any) -> View:
    """A retreat on the standard board in which nobody stands unless it is said."""
    return look(
        "standard", "F1901R", **{"units": {}, "centers": {}, **position}, dislodged=dislodged
    )


def test_who_retreats_goes_where_something_is_to_be_won() -> None:
    view = retreat_of(
        {"Germany: A BUR": ["GAS", "MAR", "RUH"]},
        centers={"Germany": ["BEL", "HOL", "KIE", "MUN"], "France": ["MAR", "SPA", "POR"]},
    )
    assert reflex.choose_retreats(view, "Germany") == ["A BUR R GAS"]
    view = retreat_of(
        {"France: A BUR": ["GAS", "MAR", "RUH"]},
        centers={"Germany": ["BEL", "HOL", "KIE", "MUN"], "France": ["MAR", "SPA", "POR"]},
    )
    assert reflex.choose_retreats(view, "France") == ["A BUR R RUH"]


def test_only_ones_own_retreat() -> None:
    view = retreat_of({"France: A BUR": ["PAR"], "Germany: A RUH": ["KIE"]})
    assert reflex.choose_retreats(view, "France") == ["A BUR R PAR"]
    assert reflex.choose_retreats(view, "Germany") == ["A RUH R KIE"]
    assert reflex.choose_retreats(view, "England") == []


def test_no_two_go_to_one_space_and_who_finds_no_other_is_disbanded() -> None:
    view = retreat_of({"France: A BUR": ["PAR"], "France: A PIC": ["PAR"]})
    assert sorted(reflex.choose_retreats(view, "France"), key=lambda line: line[-1]) == [
        "A PIC D",
        "A BUR R PAR",
    ]
    view = retreat_of({"France: A BUR": ["GAS", "PAR"], "France: A PIC": ["GAS", "PAR"]})
    goals = {line.split()[-1] for line in reflex.choose_retreats(view, "France")}
    assert goals == {"GAS", "PAR"}


def test_two_coasts_are_one_space() -> None:
    view = retreat_of({"Russia: F BAR": ["STP/NC"], "Russia: F BOT": ["STP/SC"]})
    assert reflex.choose_retreats(view, "Russia") == ["F BAR R STP/NC", "F BOT D"]


def test_who_has_nowhere_to_go_is_disbanded() -> None:
    assert reflex.choose_retreats(retreat_of({"France: A BUR": []}), "France") == ["A BUR D"]


def test_a_plane_without_a_base_goes_to_any_that_it_can_reach() -> None:
    view = look(
        "1930s-world",
        "F1931R",
        options={"air": True},
        units={},
        centers={"France": ["PAR"]},
        dislodged={"France: P PAR-A": ["BRE-A", "MAR-A"]},
    )
    (line,) = reflex.choose_retreats(view, "France")
    assert line in ("P PAR-A R BRE-A", "P PAR-A R MAR-A")
