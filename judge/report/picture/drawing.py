"""A scene as SVG: templates/picture, one file a layer."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from judge import resources
from judge.kernel.same import Same
from judge.report.compiled import set_up
from judge.report.picture import artist, geometry, schematic, shapes
from judge.report.picture.geometry import Spot
from judge.report.picture.motif import Scene, neighbour_kinds
from judge.report.picture.palette import LIGHT, PATTERNS, SPHERE, STAR, Theme, darkening
from judge.report.picture.plan import Plan, Sign
from judge.report.picture.shapes import Drawn, Shapes, Window

LAYERS = ("hints", "supports", "moves", "names", "units", "marks")
"""What stands on the ground, from below to above: a template each."""
ENLARGED = 2
"""How much larger an inset is than the map that it belongs to."""
_LINE = 19
"""Units between two lines of the legend."""
_MARGIN = 70
"""Units about the spaces of a region."""
_LEAST = (460, 340)
"""A region is at least so wide and high, so that its legend has room."""
_LARGE, _MOST_ZOOM = 1120, 2.4
"""The pixels across to which a region is enlarged, and how often at most."""

_WORDS: Mapping[str, str] = resources.read_words("templates", "sentences")["legend"]
"""The signs of the legend in their order; templates/picture/samples.svg.j2 draws them."""


def svg(
    scene: Scene,
    folder: Path,
    map_data: Mapping[str, Any],
    theme: Theme = LIGHT,
    mark: str = "m",
    *,
    adapts: bool = False,
) -> str:
    """The picture of a scene on the map of a variant's folder, or on one made from its borders.

    ``mark`` begins all ids in it, so that several can stand in one page. ``adapts``: a picture in
    LIGHT turns dark where its reader likes that.
    """
    map_shapes = load(folder, Same(map_data))
    view: Window = 0, 0, *map_shapes.size
    if scene.region:
        xs, ys = zip(*(map_shapes.labels[space].unit for space in scene.region), strict=True)
        left, wide = _stretch(xs, _LEAST[0], map_shapes.size[0])
        top, high = _stretch(ys, _LEAST[1], map_shapes.size[1])
        view = left, top, wide, high
    plan = Plan(scene, map_shapes, map_data, theme)
    inset = None if scene.region else shapes.find_inset(map_shapes)
    outer, inner = split_names(plan, inset)
    legend, foot = lay_legend(plan, view, inset)
    return fill(
        "picture",
        theme,
        id=mark,
        plan=plan,
        names=outer,
        inset_names=inner,
        units=plan.pieces(),
        drawn=outline(folder, Same(map_data)),
        paints=plan.paints.values(),
        scale=map_shapes.scale,
        view=view,
        inset=inset,
        legend=legend,
        foot=foot,
        zoom=max(1, min(_LARGE / view[2], _MOST_ZOOM)) if scene.region else 1,
        style=Markup(darkening(mark)) if adapts else "",
    )


def fill(name: str, theme: Theme, **values: object) -> str:
    """A template of templates/picture in the colours of a theme.

    ``cut`` and ``next_layer`` leave nothing in it unless ``values`` say what they leave.
    """
    common = {
        "t": theme, "id": "m", "patterns": PATTERNS, "layers": LAYERS, "enlarged": ENLARGED,
        "cut": lambda *_: "", "next_layer": "",
    }  # fmt: skip
    return _environment().get_template(f"picture/{name}.svg.j2").render({**common, **values})


@cache
def load(folder: Path, key: Same) -> Shapes:
    """An artist's map, or the shapes of a folder; a schematic map where there are neither.

    The places that its author has written down make that one stand as the world does.
    """
    artists_map = artist.read(folder, key.thing)
    if artists_map is not None:
        return artists_map[0]
    drawn = shapes.read(folder)
    if drawn:
        return drawn
    path = folder / "places.toml"
    spaces = tomllib.loads(path.read_text("utf-8"))["spaces"] if path.exists() else {}
    places = {space: tuple(place["lonlat"]) for space, place in spaces.items()}
    return schematic.lay_out(key.thing, places)


@cache
def outline(folder: Path, key: Same) -> Drawn:
    """The outlines of a map."""
    artists_map = artist.read(folder, key.thing)
    if artists_map is not None:
        return artists_map[1]
    return shapes.draw(load(folder, key), neighbour_kinds(key.thing))


def _stretch(places: Sequence[float], least: int, size: int) -> tuple[int, int]:
    """Where a part of a side begins and how long it is that holds the places."""
    first, last = min(places) - _MARGIN, max(places) + _MARGIN
    more = max(0.0, least - (last - first)) / 2
    begin = max(0, min(int(first - more), size - least))
    return begin, min(size, max(int(last + more), begin + least)) - begin


def split_names(plan: Plan, inset: Window | None) -> tuple[list[Sign], list[Sign]]:
    """The names that stand on the map, and those that have room in its inset alone."""
    outer, inner = list[Sign](), list[Sign]()
    left, top, wide, high = inset or (0, 0, 0, 0)
    for name in plan.names:
        is_inside = left < name["x"] < left + wide and top < name["y"] < top + high
        (inner if is_inside else outer).append(name)
    return outer, inner


def lay_legend(plan: Plan, view: Window, inset: Window | None) -> tuple[list[dict[str, Any]], int]:
    """The powers and the signs of a picture in lines that fit, and how high all below it is."""
    bottom = view[1] + view[3]
    start = bottom + ENLARGED * inset[3] if inset else bottom
    items: list[dict[str, Any]] = [
        {**row, "wide": 36 + 7.2 * len(row["text"])} for row in plan.powers()
    ]
    kinds = plan.signs()
    for kind, text in _WORDS.items():
        if kind in kinds:
            indent = 45 if kind == "fight" else 30
            sign = {"text": text, "kind": kind, "paint": None, "indent": indent}
            items.append({**sign, "wide": indent + 16 + 6.1 * len(text)})
    x, y = 10.0, float(_LINE) - 3
    for item in items:
        if x + item["wide"] > view[2]:
            x, y = 10.0, y + _LINE
        item["x"], item["y"] = plan.shapes.snap((view[0] + x, start + y))
        x += item["wide"]
    return items, round(max((item["y"] for item in items), default=start - 8)) + 8 - bottom


def _cross(spot: Spot, size: float, theme: Theme) -> Markup:
    """A red cross with a halo."""
    x, y = spot
    d = f"M{x - size:.1f} {y - size:.1f}l{2 * size} {2 * size}m0 {-2 * size}l{-2 * size} {2 * size}"
    return Markup(
        '<path d="{}" stroke="{}" stroke-width="5" fill="none"/>'
        '<path d="{}" stroke="{}" stroke-width="2.6" fill="none"/>'
    ).format(d, theme.halo, d, theme.bad)


def prepare() -> None:
    """Let the templates of pictures lie ready."""
    for name in _environment().list_templates(filter_func=lambda name: name.startswith("picture/")):
        _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = set_up([str(resources.root("templates"))], lambda _: True, Path(__file__))
    environment.globals |= {
        "cross": _cross, "star": geometry.star, "star_colours": STAR, "pale": SPHERE,
    }  # fmt: skip
    return environment
