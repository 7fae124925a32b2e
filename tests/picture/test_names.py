"""Names and the legend: each name beside its place, the legend in lines that nothing crosses."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest
from lxml import etree
from msgspec import structs
from PIL import ImageFont

from judge.catalog import variant as catalog
from judge.report import picture
from judge.report.picture import drawing
from judge.report.picture.motif import CONVOY, Deed, Piece, Scene, make_board_scene
from judge.report.picture.plan import _BESIDE, Plan
from tests import folders
from tests.picture.test_plan import LETTER, boxes, late, plan
from tests.picture.test_secrets import start

FONTS = Path(str(picture.__file__)).parent / "fonts"
FAR = 42.0
"""A name stands no further than this from where its unit stands."""
PIXEL = 1.0
"""Signs stand at whole pixels: no further than this from where they are meant."""
Box = tuple[float, float, float, float]


@cache
def empty(variant: str) -> Plan:
    """A board on which nobody stands."""
    return plan(Scene(variant, "alpha"))


def moved(drawn: Plan) -> Iterator[tuple[str, float, float]]:
    """How far each name stands from its own place: on the unit's, or below a unit that is there."""
    for name in drawn.names:
        label = drawn.shapes.labels[name["text"]]
        x, y = label.name if drawn.held[name["text"]] else label.unit
        yield name["text"], round(name["x"] - x, 1), round(name["y"] - 3.4 - y, 1)


@pytest.mark.parametrize("variant", sorted(folders.outlined()))
def test_on_an_empty_board_a_name_stands_just_where_a_unit_would(variant: str) -> None:
    """Unless another name is too near."""
    drawn = empty(variant)
    places = {name: label.unit for name, label in drawn.shapes.labels.items()}
    signs = [sign.at for sign in drawn.shapes.signs if sign.at]
    for name, dx, dy in moved(drawn):
        x, y = places[name]
        near = [spot for other, spot in places.items() if other != name] + signs
        if all(abs(x - u) > 60 or abs(y - v) > 45 for u, v in near):
            assert max(abs(dx), abs(dy)) < PIXEL, name


@pytest.mark.parametrize("variant", folders.outlined())
def test_a_name_stands_beside_its_place(variant: str) -> None:
    for drawn in (empty(variant), *map(plan, late(variant))):
        for name in drawn.names:
            x, y = drawn.shapes.labels[name["text"]].unit
            assert abs(name["x"] - x) < FAR, name
            assert abs(name["y"] - 3.4 - y) < FAR, name


def crowded(variant: str, *, lost: bool, sky: bool, marks: bool) -> Plan:
    """A board with a unit in every space, and there may be another one and a ring beside it."""
    kinds = empty(variant).kinds
    power = empty(variant).majors[0]
    pieces = [Piece(power, "fleet" if kind == "sea" else "army", at) for at, kind in kinds.items()]
    pieces += [Piece(power, "army", at, dislodged=True) for at in kinds if lost]
    pieces += [Piece(power, "plane", at) for at in kinds if sky]
    rings = dict.fromkeys(kinds, "") if marks else {}
    return plan(Scene(variant, "alpha", tuple(pieces), marks=rings))


def test_a_name_gives_way_to_the_left_as_far_as_to_the_right() -> None:
    """And at the same height, on boards so full that every way is needed."""
    ways = {
        (dx, dy)
        for variant in ("1900", "1936")
        for lost, sky, marks in product((False, True), repeat=3)
        for _, *way in moved(crowded(variant, lost=lost, sky=sky, marks=marks))
        for dx, dy in (min(_BESIDE, key=lambda one: dist(one, way)),)
    }
    right, left = ({(abs(x), y) for x, y in ways if x * side > 0} for side in (1, -1))
    assert right == left
    assert len(right) > 4


@pytest.mark.parametrize("variant", folders.outlined())
def test_whole_names_lie_below_the_short_ones_and_on_no_other(variant: str) -> None:
    drawn = plan(Scene(variant, "alpha", names=True))
    width, height = drawn.shapes.size
    regular = ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), 7)
    rooms: list[tuple[str, Box]] = []
    for name in drawn.names:
        x, y = name["x"], name["y"]
        assert " ".join(name["full"]) in ("", drawn.spaces[name["text"]]["name"])
        if name["full"]:
            wide = max(regular.getlength(line) for line in name["full"]) / 2
            rooms.append((name["text"], (x - wide, y + 2, x + wide, y + 2 + 7 * len(name["full"]))))
    assert len(rooms) > len(drawn.names) / 2
    for text, (left, top, right, bottom) in rooms:
        assert 0 <= top < bottom <= height, text
        assert -1 <= left < right <= width + 1, text
        for other, x, y, broad in boxes(drawn):
            across = min(right, x + broad) - max(left, x - broad)
            down = min(bottom, y + LETTER) - max(top, y - LETTER)
            assert min(across, down) < 4, f"{text} in full lies on {other}"
    for (text, one), (other, two) in combinations(rooms, 2):
        across = min(one[2], two[2]) - max(one[0], two[0])
        assert min(across, min(one[3], two[3]) - max(one[1], two[1])) < 6, f"{text} on {other}"


@pytest.mark.parametrize("variant", [*folders.outlined()])
def test_no_name_hides_a_convoy_or_its_cross(variant: str) -> None:
    drawn = empty(variant)
    seas = [name for name, kind in drawn.kinds.items() if kind == "sea"]
    power = drawn.majors[0]
    fleets = tuple(Piece(power, "fleet", sea) for sea in seas)
    for ok in (True, False):
        deeds = tuple(Deed(CONVOY, power, "fleet", sea, ("AAA", "BBB"), ok=ok) for sea in seas)
        full = plan(Scene(variant, "alpha", fleets, deeds=deeds))
        signs = {
            sea: (x - 12, y + 8, x + 12 + (0 if ok else 4), y + 14)
            for sea, (x, y) in ((sea, full.spot(sea)) for sea in seas)
        }
        for text, x, y, wide in boxes(full):
            for sea, (left, top, right, bottom) in signs.items():
                across = min(right, x + wide) - max(left, x - wide)
                down = min(bottom, y + LETTER) - max(top, y - LETTER)
                assert min(across, down) < 2.5, f"{text} lies on the convoy in {sea}"


# --- the legend


def legend(scene: Scene) -> tuple[float, float, list[tuple[str, Box]]]:
    """Width and height of a picture, and the room of each item of its legend."""
    found = catalog.load(scene.variant)
    svg = etree.fromstring(drawing.svg(scene, found.shapes_folder, found.map).encode())
    space = "{http://www.w3.org/2000/svg}"
    left, top, wide, high = map(float, svg.get("viewBox", "").split())
    items = []
    (layer,) = (group for group in svg.iter(f"{space}g") if group.get("id") == "mlegend")
    for group in layer.findall(f"{space}g"):
        x, y = map(float, group.get("transform", "")[len("translate(") : -1].split())
        text = group.findall(f"{space}text")[-1]
        font = ImageFont.truetype(str(FONTS / "DejaVuSans.ttf"), 20)
        long = font.getlength(text.text or "") / 20 * float(text.get("font-size", ""))
        items.append((text.text or "", (x, y - 13, x + float(text.get("x", "")) + long, y + 4)))
    assert (left, top) == (0, 0)
    return wide, high, items


@pytest.mark.parametrize("variant", [*folders.outlined(), "chaos"])
def test_the_legend_stands_below_the_map_and_no_item_runs_into_another(variant: str) -> None:
    board = catalog.load(variant).map
    begun = make_board_scene(variant, board, start(variant), "alpha, the beginning")
    for scene in (begun, *(late(variant) if variant in folders.outlined() else ())):
        wide, high, items = legend(structs.replace(scene, names=False))
        below = plan(scene).shapes.size[1] if variant in folders.outlined() else 0
        assert items
        for text, (left, top, right, bottom) in items:
            assert 0 < left < right <= wide, text
            assert below < top < bottom <= high, text
        for (text, one), (other, two) in combinations(items, 2):
            apart = one[2] + 4 < two[0] or two[2] + 4 < one[0] or one[3] < two[1] or two[3] < one[1]
            assert apart, f"{text} runs into {other}"
        assert len(items) == len({text for text, _ in items})


@pytest.mark.parametrize("variant", folders.outlined())
def test_each_power_and_each_kind_of_sign_stands_in_the_legend_once(variant: str) -> None:
    for scene in late(variant):
        drawn = plan(scene)
        _, _, items = legend(scene)
        texts = [text for text, _ in items]
        powers = [row["text"] for row in drawn.powers()]
        assert texts[: len(powers)] == powers
        assert len(texts) - len(powers) == len(drawn.signs() - {"", "owner"}), "owners are powers"


def test_a_clients_centre_wears_its_patrons_colours() -> None:
    """1936: "minor power SC dots are partially coloured in their patron's colours"."""
    drawn = plan(Scene("1936", "alpha"))
    inks = {name["text"]: name["patrons"] for name in drawn.names if name["patrons"]}
    assert inks["EGY"] == tuple(drawn.paints[power].ink for power in ("Britain", "Turkey"))
    assert "BER" not in inks
    assert "client" in drawn.signs()
