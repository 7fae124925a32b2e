"""The picture and the rules say the same, for every pair of spaces of every map that is drawn."""

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageFont

from judge.catalog import variant as catalog
from judge.report import picture
from judge.report.picture import motif, schematic, shapes
from judge.report.picture.motif import Scene
from judge.report.picture.palette import LIGHT
from judge.report.picture.plan import Plan
from judge.report.picture.shapes import Shapes
from tests import folders
from tests.catalog.pages import block

MAPS = folders.outlined()
SEEN = 6.0
"""Units along which two spaces meet visibly."""


@cache
def drawn(variant: str) -> Shapes:
    found = shapes.read(catalog.folder(variant))
    assert found is not None
    return found


def data(variant: str) -> Mapping[str, Any]:
    return catalog.load(variant).map


@pytest.mark.parametrize("variant", MAPS)
def test_neighbours_touch_or_have_a_sign_and_others_do_not(variant: str) -> None:
    """Of every two spaces: if a unit can go from one to the other, the picture shows it."""
    rules = {*motif.ordinary_neighbours(data(variant)), *motif.special_neighbours(data(variant))}
    shared = drawn(variant).contacts()
    signs = {sign.between for sign in drawn(variant).signs}
    for both in combinations(sorted(motif.neighbour_kinds(data(variant))), 2):
        touches = shared.get(both, 0) > 0
        if both in rules:
            assert both in signs or shared.get(both, 0) >= SEEN, f"{both} do not meet"
        else:
            assert not touches, f"{both} touch along {shared[both]:.1f}"
            assert both not in signs


@pytest.mark.parametrize("variant", MAPS)
def test_every_sign_has_its_reason(variant: str) -> None:
    assert all(sign.reason and sign.kind for sign in drawn(variant).signs)


@pytest.mark.parametrize("variant", MAPS)
def test_every_space_has_its_place_inside_the_map(variant: str) -> None:
    found = drawn(variant)
    width, height = found.size
    assert {*found.spaces} == {*found.labels} == {*motif.neighbour_kinds(data(variant))}
    for label in found.labels.values():
        assert 0 < label.unit[0] < width
        assert 0 < label.unit[1] < height
    coasts = {
        f"{space['id']}/{coast.upper()}"
        for space in data(variant)["spaces"]
        for coast in space.get("coasts", ())
    }
    assert coasts <= {*found.coasts}, "a coast has no place for its fleet"


@pytest.mark.parametrize("variant", MAPS)
def test_the_outlines_are_closed_and_no_larger_than_a_mail_bears(variant: str) -> None:
    assert (catalog.folder(variant) / shapes.FILE).stat().st_size < 150_000
    lines = shapes.draw(drawn(variant), motif.neighbour_kinds(data(variant)))
    assert all(path.endswith("z") for path in lines.areas.values())


@pytest.mark.parametrize("variant", folders.ALL)
def test_whoever_says_where_places_lie_has_his_map_drawn(variant: str) -> None:
    assert (catalog.folder(variant) / "places.toml").exists() == (variant in MAPS)


def test_a_map_made_from_borders_has_north_on_top() -> None:
    """Coasts and names say where north is."""
    board = rivers()
    found = schematic.lay_out(board)
    assert found.coasts["DOR/NC"][1] < found.coasts["DOR/SC"][1]
    board["spaces"][2].update({"fleet_nc": ["REU"], "fleet_sc": ["LIM"]})
    found = schematic.lay_out(board)
    assert found.coasts["DOR/NC"][1] < found.coasts["DOR/SC"][1]
    flat = {**rivers(), "powers": {}}
    flat["spaces"][2].pop("coasts")
    for lower, upper in (("AAR", "REU"), ("REU", "AAR")):
        for space in flat["spaces"]:
            space["name"] = {lower: "South Shore", upper: "Northern Shore"}.get(space["id"], "x")
        spots = schematic.lay_out(flat).labels
        assert spots[upper].unit[1] < spots[lower].unit[1]


@pytest.mark.parametrize(
    ("variant", "known"),
    [("ancient-mediterranean", ("ROM", "CAR", "ALE")), ("hundred", ("LON", "PAR", "DIJ"))],
)
def test_three_places_make_a_map_stand_as_the_world_does(
    variant: str, known: tuple[str, ...]
) -> None:
    """Of spaces far enough apart, who lies east or north on the earth does so on the map."""
    text = (catalog.folder(variant) / "places.toml").read_text()
    earth = {name: one["lonlat"] for name, one in tomllib.loads(text)["spaces"].items()}
    labels = schematic.lay_out(data(variant), {name: earth[name] for name in known}).labels
    right = []
    for axis in (0, 1):
        across = [place[axis] for place in earth.values()]
        far = (max(across) - min(across)) / 5
        for one, other in combinations(earth, 2):
            gap = earth[one][axis] - earth[other][axis]
            step = labels[one].unit[axis] - labels[other].unit[axis]
            if abs(gap) > far:
                right.append(gap * step > 0 if axis == 0 else gap * step < 0)
    assert sum(right) / len(right) > 0.95


def test_a_map_made_from_borders_shows_who_crosses_them() -> None:
    signs = {sign.between: sign.kind for sign in schematic.lay_out(rivers()).signs}
    assert (signs["AAR", "BRU"], signs["AAR", "LIM"]) == ("road", "lane")
    signs = {sign.between: sign.kind for sign in schematic.lay_out(data("hundred")).signs}
    assert {*signs.values()} == {"road", "line", "lane"}


def rivers() -> dict[str, Any]:
    """The map of variants/README.md."""
    return tomllib.loads(block("map.toml", "toml"))


def test_a_map_made_from_borders_shows_each_of_them() -> None:
    found = schematic.lay_out(data("hundred"))
    assert {sign.between for sign in found.signs} == motif.ordinary_neighbours(data("hundred"))
    spots = [label.unit for label in found.labels.values()]
    assert len({*spots}) == len(spots)
    assert found == schematic.lay_out(data("hundred"))


@pytest.mark.parametrize("variant", ["hundred", "ancient-mediterranean"])
def test_on_a_map_made_from_borders_no_disc_lies_on_another_or_on_a_line(variant: str) -> None:
    """Else nobody can tell whose neighbour a space is."""
    found, kinds = schematic.lay_out(data(variant)), motif.neighbour_kinds(data(variant))
    discs = {space: one.unit for space, one in found.labels.items() if kinds[space] == "land"}
    for one, other in combinations(discs.values(), 2):
        assert math.dist(one, other) > 50
    for sign in found.signs:
        (ax, ay), (bx, by) = (found.labels[space].unit for space in sign.between)
        for space, (x, y) in discs.items():
            along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
            part = along / math.dist((ax, ay), (bx, by)) ** 2
            if space in sign.between or not 0 < part < 1:
                continue
            line = (ax + part * (bx - ax), ay + part * (by - ay))
            assert math.dist((x, y), line) > 25, f"{'-'.join(sign.between)} runs through {space}"


@pytest.mark.parametrize("variant", ["hundred", "ancient-mediterranean"])
def test_a_map_made_from_borders_lies_in_the_middle_of_its_sheet(variant: str) -> None:
    found = schematic.lay_out(data(variant))
    spots = [one.unit for one in found.labels.values()]
    for places, size in zip(zip(*spots, strict=True), found.size, strict=True):
        before, behind = min(places), size - max(places)
        assert before > 40
        assert abs(before - behind) < 8


@pytest.mark.parametrize(
    "title",
    [
        "alpha, Spring 1901 movement",
        "THE WARS OF MMM KINGS, Fall 1425 movement",
        "Fleet Rome: illili, Winter 300 BC adjustments",
    ],
)
def test_the_title_stands_in_its_box(title: str) -> None:
    board = rivers()
    plan = Plan(Scene("rivers", title), schematic.lay_out(board), board, LIGHT)
    bold = Path(str(picture.__file__)).parent / "fonts" / "DejaVuSans-Bold.ttf"
    wide = ImageFont.truetype(str(bold), 13).getlength(title)
    assert wide <= plan.title_width <= 1.25 * wide
