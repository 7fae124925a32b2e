"""A PNG in layers: what all pictures of a board share lies ready, and the rest is put upon it.

Ready lie a raster of whose space each pixel is and one of the board's lines, kept on disk; the
signs of units, names and orders are cut out of one drawing of all that this process has not drawn
before. drawing.py draws the same picture in one go, as SVG; tests/picture/test_layers.py compares.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import accumulate
from math import ceil, floor, isqrt, prod
from pathlib import Path
from typing import Any, NamedTuple

import resvg_py
from PIL import Image
from PIL.Image import Image as Raster

from judge import prepared, resources
from judge.catalog import variant as catalog
from judge.kernel.same import Same
from judge.report.picture import artist, drawing, palette, pixels
from judge.report.picture.motif import Scene, neighbour_kinds
from judge.report.picture.palette import PATTERNS, Paint, Theme
from judge.report.picture.plan import Plan
from judge.report.picture.shapes import Shapes, Window, find_inset

_TILE = 3
"""After so many times six units all patterns begin anew."""
_SEA, _NOBODY, _FIRST = 0, 1, 2
"""What pixels mean in the raster of spaces; the spaces follow in their order."""
_MOST_SPACES = 256 - _FIRST
_LAYER, _SIGN, _PLACED = "\x1d", "\x1e", "\x1f"
"""What stands in the text of all signs before each layer, before each sign and behind its box."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LINE = [0] * 64 + [128] * 128 + [255] * 64
_LETTER = [0] * 32 + [64] * 64 + [128] * 64 + [192] * 64 + [255] * 32
"""Lines are there, half there or not; letters and other signs have two strengths more to look as
they were drawn. Further steps can't be seen, and cost bytes."""
_NAME = -20, -11, 15, 5
"""The box about a short name, in units."""
_MOST_STAMPS = 5000

_DRAWN_BY = ("palette.toml", "picture/borders.svg.j2", "picture/names.svg.j2")
"""The templates of what lies ready."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


class Board(NamedTuple):
    """What pictures of a board share in a theme: ``spaces`` by numbers, ``lines`` on them.

    ``names`` has those of all spaces, one below the other.
    """

    spaces: Raster
    lines: Raster
    names: Raster


class Part(NamedTuple):
    """A part of a board as it is drawn: so many pixels are six of the map's units."""

    folder: Path
    key: Same
    theme: Theme
    window: Window
    sixths: int

    @property
    def shapes(self) -> Shapes:
        """The map that it is a part of."""
        return drawing.load(self.folder, self.key)

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return self.window[2] * self.sixths // 6, self.window[3] * self.sixths // 6

    def frame(self, window: Window) -> Box:
        """A part of the map as a box on this one."""
        left, top, wide, high = (side * self.sixths // 6 for side in window)
        return left, top, left + wide, top + high

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the map lies on it, in pixels."""
        zoom = self.sixths / 6
        return (x - self.window[0]) * zoom, (y - self.window[1]) * zoom


class Sign(NamedTuple):
    """A part of a picture as SVG, or as it lies ready, and the box about it."""

    svg: str
    box: Box
    stamp: Raster | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


Placed = tuple[Sign, tuple[int, int]]
"""A sign and the left top corner of its box on a picture."""


def can_draw(scene: Scene, folder: Path, map_data: Mapping[str, Any]) -> bool:
    """Whether a picture can be made so: of a whole board that no artist has drawn."""
    is_own = not (folder / artist.FILE).exists()
    return is_own and not scene.region and len(map_data["spaces"]) <= _MOST_SPACES


def compose(scene: Scene, folder: Path, map_data: Mapping[str, Any], theme: Theme) -> Raster:
    """The picture of a scene: the map layer by layer, its inset in the same way, and the legend."""
    whole, *insets = parts = list_parts(folder, Same(map_data), theme)
    plan = Plan(scene, whole.shapes, map_data, theme)
    inset = insets[0].window if insets else None
    legend, foot = drawing.lay_legend(plan, whole.window, inset)
    wide, high = whole.size
    picture = Image.new("RGB", (wide, high + foot * whole.sixths // 6), theme.paper)
    top = 0
    names = drawing.split_names(plan, inset)
    for part, own_names in zip(parts, names, strict=False):
        frame = whole.frame(inset) if inset and part is whole else None
        picture.paste(_paint(part, plan, own_names, frame), (0, top))
        top += part.size[1]
    title = drawing.fill(
        "title", theme, plan=plan, view=whole.window, cut=_Cut(whole),
        inset=inset,
    )  # fmt: skip
    _put(picture, [*_list_rows("legend", legend, whole), *_list_placed(title, whole)], plan, whole)
    return picture


def list_parts(folder: Path, key: Same, theme: Theme) -> list[Part]:
    """The whole of a board, and its inset if it has one."""
    shapes = drawing.load(folder, key)
    parts = [Part(folder, key, theme, (0, 0, *shapes.size), shapes.sixths)]
    if inset := find_inset(shapes):
        parts.append(Part(folder, key, theme, inset, drawing.ENLARGED * shapes.sixths))
    return parts


def _paint(part: Part, plan: Plan, names: Sequence[Mapping[str, Any]], frame: Box | None) -> Raster:
    """A part of the map with all that stands on it; in a frame only whose what is."""
    blank, boxes = _draw_blank(part)
    picture = blank.copy()
    for number, space in enumerate(plan.shapes.spaces, _FIRST):
        if space in plan.grounds and space in boxes:
            ground, within = _draw_ground(part, number, boxes[space], *plan.grounds[space])
            picture.paste(ground, boxes[space], within)
    layers = drawing.fill(
        "signs", part.theme, plan=plan, names=(), units=(), cut=_Cut(part), next_layer=_LAYER
    ).split(_LAYER)[1:]
    rows_of = {"names": names, "units": plan.pieces()}
    placed = [
        one
        for name, layer in zip(drawing.LAYERS, layers, strict=True)
        for one in (*_list_placed(layer, part), *_list_rows(name, rows_of.get(name, ()), part))
    ]
    if frame:
        left, top, right, bottom = frame
        placed = [
            (sign, (x, y))
            for sign, (x, y) in placed
            if not (left <= x <= right - sign.size[0] and top <= y <= bottom - sign.size[1])
        ]
    _put(picture, placed, plan, part)
    if frame:
        picture.paste(_tint(load_board(part).spaces.crop(frame), part, plan.grounds), frame)
    return picture


def _list_placed(layer: str, part: Part) -> Iterator[Placed]:
    """The signs of a layer that stand where they were drawn, each within its group."""
    left, top = (side * part.sixths // 6 for side in part.window[:2])
    head, *texts = layer.split(_SIGN)
    for number, text in enumerate(texts, 1):
        box, _, svg = text.partition(_PLACED)
        x, y, right, bottom = map(int, box.split())
        whole = f"{head}{svg}{'' if number == len(texts) else '</g>'}"
        yield Sign(whole, (x, y, right, bottom)), (x - left, y - top)


def _list_rows(layer: str, rows: Sequence[Mapping[str, Any]], part: Part) -> Iterator[Placed]:
    """Signs that are the same wherever they stand; short names as they lie ready."""
    box = _zoom(_NAME, part.sixths)
    wide, high = box[2] - box[0], box[3] - box[1]
    places = {space: number * high for number, space in enumerate(part.shapes.labels)}
    for row in rows:
        if layer == "names" and not row["full"]:
            top = places[row["text"]]
            sign = Sign("", box, load_board(part).names.crop((0, top, wide, top + high)))
        else:
            facts = tuple((key, value) for key, value in row.items() if key not in "xy")
            sign = _make_sign(layer, facts, part.theme, part.shapes.scale, part.sixths)
        x, y = part.place(row["x"], row["y"])
        yield sign, (round(x) + sign.box[0], round(y) + sign.box[1])


def _put(picture: Raster, placed: Sequence[Placed], plan: Plan, part: Part) -> None:
    """Put signs on a picture, those that can be seen there."""
    wide, high = picture.size
    seen = [
        (sign, (x, y))
        for sign, (x, y) in placed
        if -sign.size[0] < x < wide and -sign.size[1] < y < high
    ]
    paints = {"paints": plan.paints.values(), "scale": part.shapes.scale}
    defs = drawing.fill("patterns", part.theme, **paints)
    if len(_stamps) > _MOST_STAMPS:
        forget_stamps()
    # Those that were not drawn yet are so all on one sheet, which costs by its pixels.
    fresh = sorted(
        {sign for sign, _ in seen if not sign.stamp and (sign, part.sixths) not in _stamps},
        key=lambda sign: (-sign.size[1], sign.svg),
    )
    places: dict[Sign, tuple[int, int]] = {}
    across = isqrt(sum(prod(sign.size) for sign in fresh))
    x = y = end = bottom = 0
    for sign in fresh:
        wide, high = sign.size
        if x and x + wide > across:
            x, y = 0, bottom
        places[sign] = x, y
        x, end, bottom = x + wide, max(end, x + wide), max(bottom, y + high)
    if fresh:
        shifted = "".join(
            f'<g transform="translate({x - sign.box[0]} {y - sign.box[1]}) '
            f'scale({part.sixths / 6})">{sign.svg}</g>'
            for sign, (x, y) in places.items()
        )
        sheet = _rasterise(defs + shifted, (end, bottom))
        sheet.putalpha(sheet.getchannel("A").point(_LETTER))
        for sign, (x, y) in places.items():
            wide, high = sign.size
            _stamps[sign, part.sixths] = sheet.crop((x, y, x + wide, y + high))
    for sign, corner in seen:
        stamp = sign.stamp or _stamps[sign, part.sixths]
        picture.paste(stamp, corner, stamp)


def _rasterise(
    svg: str, size: tuple[int, int], units: float = 1, corner: tuple[int, int] = (0, 0)
) -> Raster:
    """What stands in an SVG of so many pixels, each of so many ``units``, from a corner on."""
    wide, high = size
    return pixels.rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="{corner[0]} {corner[1]} {units * wide} {units * high}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif">{svg}</svg>'
    )


# --- the board


@lru_cache(maxsize=12)
def load_board(part: Part) -> Board:
    """The rasters of a board as they are kept, else drawn and kept; they may be lost."""
    source = (
        *(part.shapes, part.key.thing["spaces"], part.theme, part.window, part.sixths),
        *(part.key.thing.get(key) for key in ("powers", "factions", "minors")),
        *(Path(module) for module in (__file__, palette.__file__)),
        *(resources.root("templates") / name for name in _DRAWN_BY),
        resvg_py.__version__,
    )
    names = [prepared.name("png", layer, *source) for layer in Board._fields]
    found = [content for content in map(prepared.find, names) if content]
    if len(found) == len(names):
        return Board(*map(pixels.read_png, found))
    shapes, outlines = part.shapes, drawing.outline(part.folder, part.key)
    frame = part.size, 6 / part.sixths, part.window[:2]
    areas = [outlines.nobody, *(outlines.areas[space] for space in shapes.spaces)]
    paths = "".join(
        f'<path d="{area}" fill="#{number:02x}0000"/>' for number, area in enumerate(areas, _NOBODY)
    )
    spaces = (
        f'<g transform="scale({1 / shapes.scale})" fill-rule="evenodd" '
        f'shape-rendering="crispEdges">{paths}</g>'
    )
    plan = Plan(Scene("", ""), shapes, part.key.thing, part.theme)
    lines = _rasterise(drawing.fill("borders", part.theme, plan=plan, drawn=outlines), *frame)
    lines.putalpha(lines.getchannel("A").point(_LINE))
    # All short names, one below the other.
    left, top, right, bottom = _zoom(_NAME, part.sixths)
    units, high = 6 / part.sixths, bottom - top
    rows = [
        {**name, "x": -left * units, "y": (number * high - top) * units}
        for number, name in enumerate(plan.names)
    ]
    svg = drawing.fill("names", part.theme, names=rows)
    written = _rasterise(svg, (right - left, high * len(rows)), units)
    written.putalpha(written.getchannel("A").point(_LETTER))
    board = Board(_rasterise(spaces, *frame).getchannel("R"), lines, written)
    for name, raster in zip(names, board, strict=True):
        file = BytesIO()
        raster.save(file, "PNG")
        prepared.keep(name, file.getvalue())
    return board


def _tint(numbers: Raster, part: Part, grounds: Mapping[str, tuple[str, Paint]]) -> Raster:
    """A raster of spaces in the tints that they wear, without patterns."""
    kinds = neighbour_kinds(part.key.thing)
    colours = [part.theme.sea, part.theme.nobody]
    for space in part.shapes.spaces:
        kind, paint = grounds.get(space, ("", None))
        bare = getattr(part.theme, kinds[space])
        colours.append(_find_tint(kind, paint, part.theme) if paint else bare)
    tinted = numbers.copy()
    tinted.putpalette(bytes.fromhex("".join(colours).replace("#", "")))
    return tinted.convert("RGB")


def _find_tint(kind: str, paint: Paint, theme: Theme) -> str:
    """What a ground looks like between the lines of its pattern."""
    if kind == "patron":
        return theme.land
    return palette.mix(paint.tint, theme.land, palette.SPHERE) if kind == "sphere" else paint.tint


@lru_cache(maxsize=12)
def _draw_blank(part: Part) -> tuple[Raster, Mapping[str, Box]]:
    """A board of which nobody owns anything, and the box about each outline that is seen on it."""
    board = load_board(part)
    blank = _tint(board.spaces, part, {})
    blank.paste(board.lines, mask=board.lines)
    shapes, (wide, high) = part.shapes, part.size
    places: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for one_side, other_side, x, y, *steps in shapes.arcs:
        for code in (one_side, other_side):
            places[code][0].extend(accumulate(steps[::2], initial=x))
            places[code][1].extend(accumulate(steps[1::2], initial=y))
    boxes = {}
    for code, space in enumerate(shapes.spaces):
        xs, ys = places[code]
        if xs:
            first = part.place(min(xs) / shapes.scale, min(ys) / shapes.scale)
            last = part.place(max(xs) / shapes.scale, max(ys) / shapes.scale)
            box = (
                max(0, floor(first[0])), max(0, floor(first[1])),
                min(wide, ceil(last[0]) + 1), min(high, ceil(last[1]) + 1),
            )  # fmt: skip
            if box[0] < box[2] and box[1] < box[3]:
                boxes[space] = box
    return blank, boxes


@lru_cache(maxsize=400)
def _draw_ground(
    part: Part, number: int, box: Box, kind: str, paint: Paint
) -> tuple[Raster, Raster]:
    """The box about a space as it looks where somebody has it, and which pixels are the space.

    A line that is half there is mixed with the tint alone: it would cost bytes to let the pattern
    shine through.
    """
    board, tint = load_board(part), _find_tint(kind, paint, part.theme)
    ink, pattern = paint.ink, paint.pattern
    if kind == "patron":
        ink, pattern = paint.tint, len(PATTERNS)
    elif kind == "sphere":
        ink = tint
    within = board.spaces.crop(box).point([255 * (one == number) for one in range(256)])
    lines, edge = board.lines.crop(box), Image.new("RGB", within.size, tint)
    ground = edge.copy()
    ground.paste(ink, mask=_spread(part.sixths, part.size)[pattern].crop(box))
    edge.paste(lines, mask=lines)
    ground.paste(edge, mask=lines.getchannel("A").point([255 * (one > 0) for one in range(256)]))
    return ground, within


@cache
def _spread(sixths: int, size: tuple[int, int]) -> Sequence[Raster]:
    """A sheet of each pattern, and behind the last one of a patron's stripes."""
    units, side = 6 * _TILE, _TILE * sixths
    paints = [Paint("#ffffff", "#ffffff", pattern) for pattern in range(len(PATTERNS))]
    names = [*(f"mp{pattern}ffffff" for pattern in range(len(PATTERNS))), "mqffffff"]
    squares = "".join(
        f'<rect x="{at * units}" width="{units}" height="{units}" fill="url(#{name})"/>'
        for at, name in enumerate(names)
    )
    svg = drawing.fill("patterns", palette.LIGHT, paints=paints, scale=1) + squares
    strip = _rasterise(svg, (side * len(names), side), 6 / sixths).getchannel("A")
    sheets = []
    for left in range(0, strip.width, side):
        sheet, wide = Image.new("L", size), side
        sheet.paste(strip.crop((left, 0, left + side, side)))
        while wide < max(size):
            sheet.paste(sheet.crop((0, 0, wide, wide)), (wide, 0))
            sheet.paste(sheet.crop((0, 0, 2 * wide, wide)), (0, wide))
            wide *= 2
        sheets.append(sheet)
    return sheets


# --- signs


class _Cut:
    """Marks in the text of a layer where a sign begins, and its box in pixels."""

    def __init__(self, part: Part):
        self._zoom = part.sixths / 6

    def __call__(self, where: str | Sequence[float], reach: float, over: float = 0) -> str:
        """``where`` are the places of a path or of a point, ``reach`` how far it goes beyond."""
        numbers = [*map(float, _NUMBER.findall(where))] if isinstance(where, str) else where
        xs, ys, zoom = numbers[::2], numbers[1::2], self._zoom
        box = (
            floor((min(xs) + over - reach) * zoom), floor((min(ys) - reach) * zoom),
            ceil((max(xs) + over + reach) * zoom), ceil((max(ys) + reach) * zoom),
        )  # fmt: skip
        return f"{_SIGN}{' '.join(map(str, box))}{_PLACED}"


@lru_cache(maxsize=_MOST_STAMPS)
def _make_sign(
    layer: str, facts: tuple[tuple[str, Any], ...], theme: Theme, scale: int, sixths: int
) -> Sign:
    """The sign of a name, a unit or a word of the legend, wherever it stands."""
    row = {**dict(facts), "x": 0, "y": 0}
    left, top, right, bottom = {
        "names": _NAME,
        "units": (-17, -12, 17, 9),
        "legend": (-3, -15, 0, 6),
    }[layer]
    if full := row.get("full"):
        right = 3 * max(map(len, full))
        left, bottom = min(left, -right), 27
    svg = drawing.fill(layer, theme, scale=scale, **{layer: [row]})
    right = max(right, 15) + row.get("wide", 0)
    return Sign(svg, _zoom((left, top, right, bottom), sixths))


def _zoom(box: tuple[float, float, float, float], sixths: int) -> Box:
    left, top, right, bottom = (side * sixths / 6 for side in box)
    return floor(left), floor(top), ceil(right), ceil(bottom)


_stamps: dict[tuple[Sign, int], Raster] = {}
"""Signs that were drawn lately: the same units, names and orders come again and again."""


def forget_stamps() -> None:
    """Draw every sign anew."""
    _stamps.clear()


def prepare(variant: str) -> None:
    """Let the board of a variant lie ready in all themes."""
    found = catalog.load(variant)
    for theme in palette.THEMES.values():
        for part in list_parts(found.shapes_folder, Same(found.map), theme):
            load_board(part)
