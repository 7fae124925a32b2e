"""The ground: whose colour a space has, and that its outline goes round the units in it."""

import re
from functools import cache
from itertools import pairwise

import pytest

from judge.report.picture import shapes
from judge.report.picture.motif import Scene, neighbour_kinds
from judge.report.picture.plan import Plan
from tests.picture.test_plan import plan
from tests.picture.test_shapes import MAPS, data, drawn

Spot = tuple[float, float]


@cache
def empty(variant: str) -> Plan:
    """A board of which nobody owns anything."""
    return plan(Scene(variant, "alpha"))


def rings(outline: str) -> list[list[Spot]]:
    """The corners of each ring of an outline."""
    found = []
    for ring in outline.split("z")[:-1]:
        begin, _, steps = ring.removeprefix("M").partition("l")
        x, y = map(float, re.findall(r"-?\d+", begin))
        numbers = [int(number) for number in re.findall(r"-?\d+", steps)]
        corners = [(x, y)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            corners.append((x, y))
        found.append(corners)
    return found


def holds(outline: str, spot: Spot) -> bool:
    """Whether a place lies within an outline, and in none of its holes."""
    x, y = spot
    crossings = 0
    for corners in rings(outline):
        for (ax, ay), (bx, by) in pairwise(corners):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("variant", MAPS)
def test_the_outline_of_a_space_comes_back_to_where_it_begins_and_holds_its_unit(
    variant: str,
) -> None:
    found = drawn(variant)
    areas = shapes.draw(found, neighbour_kinds(data(variant))).areas
    for space, label in found.labels.items():
        assert all(corners[0] == corners[-1] for corners in rings(areas[space])), space
        x, y = label.unit
        assert holds(areas[space], (x * found.scale + 0.37, y * found.scale + 0.37)), space


def fills(scene: Scene) -> set[tuple[str, str, str]]:
    """Each space that is coloured with the kind of that and whose colour it is."""
    whole = plan(scene)
    power_of = {paint: power for power, paint in whole.paints.items()}
    return {(space, kind, power_of[paint]) for space, (kind, paint) in whole.grounds.items()}


def test_a_space_has_its_owners_colour_and_nobodys_has_none() -> None:
    owners = {"VIE": "Austria", "BUD": "Austria", "PAR": "France"}
    assert fills(Scene("standard", "alpha", owners=owners)) == {
        (space, "owner", power) for space, power in owners.items()
    }
    assert fills(Scene("standard", "alpha")) == set()


def test_what_lies_amid_one_powers_centres_is_paler_and_a_minor_has_no_colour() -> None:
    shown = Scene(
        "1936",
        "alpha",
        owners={"BER": "Germany", "BEL": "Belgium"},
        spheres={"SIL": "Germany", "PIC": "Belgium"},
    )
    assert fills(shown) == {("BER", "owner", "Germany"), ("SIL", "sphere", "Germany")}


def test_a_minor_has_its_patrons_stripes() -> None:
    shown = Scene("1936", "alpha", owners={"BEL": "Belgium"}, patrons={"Belgium": "Italy"})
    assert fills(shown) == {("BEL", "patron", "Italy")}


def test_land_that_no_colour_covers_is_drawn_as_land() -> None:
    shown = Scene("1936", "alpha", owners={"BER": "Germany", "BEL": "Belgium"})
    areas = shapes.draw(drawn("1936"), neighbour_kinds(data("1936"))).areas
    bare = plan(shown).land(areas)
    for space, outline in areas.items():
        is_land = empty("1936").kinds[space] == "land"
        assert (outline in bare) == (is_land and space != "BER"), space
