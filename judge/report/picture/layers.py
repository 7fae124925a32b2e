"""A PNG in layers: what all pictures of a board share lies ready, and the rest is put upon it.

Ready lie a raster of whose space each pixel is and one of the board's lines, kept on disk; the
signs of units, names and orders are cut out of one drawing of all that this process has not drawn
before. render.py draws the same picture in one go, as SVG; tests/picture/test_layers.py compares.
"""

import hashlib
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import accumulate
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import resvg_py
from PIL import Image
from PIL.Image import Image as Raster

from judge import resources
from judge.catalog import shelves
from judge.catalog import variant as catalog
from judge.report.picture import artist, palette, pixels, render
from judge.report.picture.palette import PATTERNS, Paint, Theme
from judge.report.picture.plan import Plan
from judge.report.picture.scene import Scene, neighbour_kinds

KEPT = Path(__file__).parent / "rasters"
"""Where whoever installs leaves the rasters of the boards that come with the judge."""
_TILE = 3
"""After so many times six units all patterns begin anew."""
_SEA, _NOBODY, _FIRST = 0, 1, 2
"""What pixels mean in the raster of spaces; the spaces follow in their order."""
_MOST_SPACES = 256 - _FIRST
_LAYER, _SIGN, _PLACED = "\x1d", "\x1e", "\x1f"
"""What stands in the text of all signs before each layer, before each sign and behind its box."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STRENGTHS = [0] * 64 + [128] * 128 + [255] * 64
"""Lines are there, half there or not: more steps can't be seen, and cost a sixth of the bytes."""
_ATLAS = 1200
"""Pixels across of a drawing of signs."""
_MOST_STAMPS = 5000

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


class Board(NamedTuple):
    """What pictures of a board share in a theme: ``spaces`` by numbers, ``lines`` on them."""

    spaces: Raster
    lines: Raster


class Sign(NamedTuple):
    """A part of a picture as SVG, and the box about it."""

    svg: str
    box: Box


def can_draw(scene: Scene, folder: Path, map_data: Mapping[str, Any]) -> bool:
    """Whether a picture can be made so: of a whole board that no artist has drawn."""
    is_own = not (folder / artist.FILE).exists()
    return is_own and not scene.region and len(map_data["spaces"]) <= _MOST_SPACES


def compose(scene: Scene, folder: Path, map_data: Mapping[str, Any], theme: Theme) -> Raster:
    """The picture of a scene, layer by layer."""
    key = render.Key(map_data)
    shapes = render.load(folder, key)
    plan = Plan(scene, shapes, map_data, theme)
    legend, foot = render.lay_legend(plan, (0, 0, *shapes.size))
    sixths = shapes.sixths
    paints = {"paints": plan.paints.values(), "scale": shapes.scale}
    defs = render.fill("patterns", theme, **paints)
    repeated = {"names": plan.names, "units": plan.pieces(), "legend": legend}
    layers = render.fill(
        "signs", theme, plan=plan, view=(0, 0, *shapes.size), **dict.fromkeys(repeated, ()),
        cut=_Cut(sixths / 6), next_layer=_LAYER, **paints,
    ).split(_LAYER)[1:]  # fmt: skip
    blank = _draw_blank(folder, key, theme)
    picture = Image.new("RGB", (blank.width, blank.height + _scale(foot, sixths)), theme.paper)
    picture.paste(blank)
    _colour_ground(picture, plan, _find_boxes(folder, key), load_board(folder, key, theme))
    signs: list[Sign] = []
    corners: list[tuple[int, int]] = []
    for name, layer in zip(render.LAYERS, layers, strict=True):
        for sign in _list_signs(layer):
            signs.append(sign)
            corners.append(sign.box[:2])
        for row in repeated.get(name, ()):
            facts = tuple((key, value) for key, value in row.items() if key not in "xy")
            signs.append(sign := _make_sign(name, facts, theme, shapes.scale, sixths))
            x, y = round(row["x"] * sixths / 6), round(row["y"] * sixths / 6)
            corners.append((x + sign.box[0], y + sign.box[1]))
    for stamp, corner in zip(_draw_stamps(signs, defs, sixths), corners, strict=True):
        picture.paste(stamp, corner, stamp)
    return picture


def _scale(units: int, sixths: int) -> int:
    return units * sixths // 6


def _rasterise(svg: str, size: tuple[int, int], units: float = 1) -> Raster:
    """What stands in an SVG of so many pixels, each of so many ``units``."""
    wide, high = size
    return pixels.rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 '
        f'{units * wide} {units * high}" font-family="DejaVu Sans, Verdana, sans-serif">{svg}</svg>'
    )


# --- the board


@lru_cache(maxsize=12)
def load_board(folder: Path, key: render.Key, theme: Theme) -> Board:
    """The rasters of a board as they are kept, else drawn and kept; they may be lost."""
    names, homes = _name_files(folder, key, theme), _list_homes()
    for home in homes:
        with suppress(OSError, SyntaxError):
            return Board(*(_read(home / name) for name in names))
    board = _draw_board(folder, key, theme)
    with suppress(OSError):
        for name, raster in zip(names, board, strict=True):
            _write(homes[-1] / name, raster)
    return board


def _name_files(folder: Path, key: render.Key, theme: Theme) -> list[str]:
    """The files of a board, called by the digest of all that they are made of."""
    source = (render.load(folder, key), key.map_data["spaces"], theme, resvg_py.__version__)
    code = [Path(__file__), resources.root("templates") / "picture/borders.svg.j2"]
    words = [path.read_bytes() for path in code]
    digest = hashlib.sha256(msgspec.msgpack.encode((source, words), order="sorted")).hexdigest()
    return [f"{digest[:24]}-{layer}.png" for layer in Board._fields]


def _list_homes() -> Sequence[Path]:
    """Where rasters are kept: beside the code, and beside the keeper's own variants, if any."""
    return (KEPT, *(shelf.with_name(KEPT.name) for shelf in resources.shelves()[:1]))


def _read(path: Path) -> Raster:
    with Image.open(path) as raster:
        raster.load()
        return raster


def _write(path: Path, raster: Raster) -> None:
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    raster.save(fresh, "PNG")
    fresh.replace(path)


def _draw_board(folder: Path, key: render.Key, theme: Theme) -> Board:
    shapes, outlines = render.load(folder, key), render.outline(folder, key)
    sixths = shapes.sixths
    size = _scale(shapes.size[0], sixths), _scale(shapes.size[1], sixths)
    areas = [outlines.nobody, *(outlines.areas[space] for space in shapes.spaces)]
    spaces = "".join(
        f'<path d="{area}" fill="#{number:02x}0000"/>' for number, area in enumerate(areas, _NOBODY)
    )
    spaces = (
        f'<g transform="scale({1 / shapes.scale})" fill-rule="evenodd" '
        f'shape-rendering="crispEdges">{spaces}</g>'
    )
    plan = Plan(Scene("", ""), shapes, key.map_data, theme)
    lines = render.fill("borders", theme, plan=plan, drawn=outlines)
    drawn = _rasterise(lines, size, 6 / sixths)
    drawn.putalpha(drawn.getchannel("A").point(_STRENGTHS))
    return Board(_rasterise(spaces, size, 6 / sixths).getchannel("R"), drawn)


@lru_cache(maxsize=12)
def _draw_blank(folder: Path, key: render.Key, theme: Theme) -> Raster:
    """A board of which nobody owns anything."""
    board, kinds = load_board(folder, key, theme), neighbour_kinds(key.map_data)
    spaces = (kinds[space] for space in render.load(folder, key).spaces)
    colours = [theme.sea, theme.nobody, *(getattr(theme, kind) for kind in spaces)]
    blank = board.spaces.copy()
    blank.putpalette(bytes.fromhex("".join(colours).replace("#", "")))
    blank = blank.convert("RGB")
    blank.paste(board.lines, mask=board.lines)
    return blank


@lru_cache(maxsize=12)
def _find_boxes(folder: Path, key: render.Key) -> Mapping[str, Box]:
    """The box about each space that has an outline."""
    shapes = render.load(folder, key)
    zoom = shapes.sixths / 6 / shapes.scale
    places: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for left, right, x, y, *steps in shapes.arcs:
        for code in (left, right):
            places[code][0].extend(accumulate(steps[::2], initial=x))
            places[code][1].extend(accumulate(steps[1::2], initial=y))
    return {
        space: (
            floor(min(xs) * zoom), floor(min(ys) * zoom),
            ceil(max(xs) * zoom) + 1, ceil(max(ys) * zoom) + 1,
        )
        for code, space in enumerate(shapes.spaces) for xs, ys in (places[code],) if xs
    }  # fmt: skip


def _colour_ground(picture: Raster, plan: Plan, boxes: Mapping[str, Box], board: Board) -> None:
    """Give each space that wears a colour its tint and the pattern in ink, below the lines."""
    theme, sixths = plan.theme, plan.shapes.sixths
    for number, space in enumerate(plan.shapes.spaces, _FIRST):
        if space not in plan.grounds or space not in boxes:
            continue
        kind, paint = plan.grounds[space]
        tint, ink, pattern = paint.tint, paint.ink, paint.pattern
        if kind == "patron":
            tint, ink, pattern = theme.land, paint.tint, len(PATTERNS)
        elif kind == "sphere":
            tint = ink = palette.mix(paint.tint, theme.land, 0.38)
        box = boxes[space]
        within = board.spaces.crop(box).point([255 * (one == number) for one in range(256)])
        ground = _spread(tint, ink, pattern, sixths, picture.size).crop(box)
        lines = board.lines.crop(box)
        ground.paste(lines, mask=lines)
        picture.paste(ground, box, within)


@lru_cache(maxsize=64)
def _spread(tint: str, ink: str, pattern: int, sixths: int, size: tuple[int, int]) -> Raster:
    """A sheet of a tint with a pattern in ink; the one behind the last are a patron's stripes."""
    strengths, side = _draw_tiles(sixths)[pattern], _TILE * sixths
    tile, sheet = Image.new("RGB", (side, side), tint), Image.new("RGB", size)
    tile.paste(ink, mask=strengths)
    sheet.paste(tile)
    wide = high = side
    while wide < size[0] or high < size[1]:
        sheet.paste(sheet.crop((0, 0, wide, high)), (wide, 0))
        sheet.paste(sheet.crop((0, 0, 2 * wide, high)), (0, high))
        wide, high = 2 * wide, 2 * high
    return sheet


@cache
def _draw_tiles(sixths: int) -> Sequence[Raster]:
    units, side = 6 * _TILE, _TILE * sixths
    paints = [Paint("#ffffff", "#ffffff", pattern) for pattern in range(len(PATTERNS))]
    names = [*(f"mp{pattern}ffffff" for pattern in range(len(PATTERNS))), "mqffffff"]
    squares = "".join(
        f'<rect x="{at * units}" width="{units}" height="{units}" fill="url(#{name})"/>'
        for at, name in enumerate(names)
    )
    svg = render.fill("patterns", palette.LIGHT, paints=paints, scale=1) + squares
    strip = _rasterise(svg, (side * len(names), side), 6 / sixths)
    return [
        strip.getchannel("A").crop((side * at, 0, side * at + side, side))
        for at in range(len(names))
    ]


# --- signs


class _Cut:
    """Marks in the text of a layer where a sign begins, and its box in pixels."""

    def __init__(self, zoom: float):
        self._zoom = zoom

    def __call__(self, where: str | Sequence[float], reach: float, over: float = 0) -> str:
        """``where`` are the places of a path or of a point, ``reach`` how far it goes beyond."""
        numbers = [*map(float, _NUMBER.findall(where))] if isinstance(where, str) else where
        xs, ys, zoom = numbers[::2], numbers[1::2], self._zoom
        box = (
            floor((min(xs) + over - reach) * zoom), floor((min(ys) - reach) * zoom),
            ceil((max(xs) + over + reach) * zoom), ceil((max(ys) + reach) * zoom),
        )  # fmt: skip
        return f"{_SIGN}{' '.join(map(str, box))}{_PLACED}"


def _list_signs(layer: str) -> Iterator[Sign]:
    """The signs of a layer, each within its group."""
    head, *texts = layer.split(_SIGN)
    for number, text in enumerate(texts, 1):
        box, _, svg = text.partition(_PLACED)
        left, top, right, bottom = map(int, box.split())
        whole = f"{head}{svg}{'' if number == len(texts) else '</g>'}"
        yield Sign(whole, (left, top, right, bottom))


@lru_cache(maxsize=_MOST_STAMPS)
def _make_sign(
    layer: str, facts: tuple[tuple[str, Any], ...], theme: Theme, scale: int, sixths: int
) -> Sign:
    """The sign of a name, a unit or a word of the legend, wherever it stands."""
    row = {**dict(facts), "x": 0, "y": 0}
    left, top, right, bottom = {
        "names": (-20, -11, 15, 5), "units": (-17, -12, 17, 9), "legend": (-3, -15, 0, 6),
    }[layer]  # fmt: skip
    if full := row.get("full"):
        right = 3 * max(map(len, full))
        left, bottom = min(left, -right), 27
    svg = render.fill(layer, theme, scale=scale, **{layer: [row]})
    where = left, top, max(right, 15) + row.get("wide", 0), bottom
    (sign,) = _list_signs(_Cut(sixths / 6)(where, 0) + svg)
    return sign


_stamps: dict[tuple[Sign, int], Raster] = {}
"""Signs that were drawn lately: the same units, names and orders come again and again."""


def forget_stamps() -> None:
    """Draw every sign anew."""
    _stamps.clear()


def _draw_stamps(signs: Sequence[Sign], defs: str, sixths: int) -> Iterator[Raster]:
    """The signs drawn; those that were not yet, all on one sheet."""
    if len(_stamps) > _MOST_STAMPS:
        forget_stamps()
    fresh = sorted(
        {sign for sign in signs if (sign, sixths) not in _stamps},
        key=lambda sign: (sign.box[1] - sign.box[3], sign),
    )
    places: dict[Sign, tuple[int, int]] = {}
    x = y = high = 0
    for sign in fresh:
        left, top, right, bottom = sign.box
        if x + right - left > _ATLAS:
            x, y, high = 0, y + high, 0
        places[sign] = x, y
        x, high = x + right - left, max(high, bottom - top)
    if fresh:
        sheet = _rasterise(
            defs + "".join(_shift(*one, sixths) for one in places.items()), (_ATLAS, y + high)
        )
        for sign, (x, y) in places.items():
            left, top, right, bottom = sign.box
            _stamps[sign, sixths] = sheet.crop((x, y, x + right - left, y + bottom - top))
    return (_stamps[sign, sixths] for sign in signs)


def _shift(sign: Sign, place: tuple[int, int], sixths: int) -> str:
    x, y = place[0] - sign.box[0], place[1] - sign.box[1]
    return f'<g transform="translate({x} {y}) scale({sixths / 6})">{sign.svg}</g>'


def keep(target: Path = KEPT) -> None:
    """Draw the boards that come with the judge into a folder; what else lies with them goes."""
    names: set[str] = set()
    for name in shelves.list_installed():
        variant = catalog.load(name)
        key = render.Key(variant.map)
        for theme in palette.THEMES.values():
            load_board(variant.shapes_folder, key, theme)
            names |= {*_name_files(variant.shapes_folder, key, theme)}
    for path in KEPT.iterdir():
        if path.name not in names:
            path.unlink()
    if target != KEPT:
        shutil.copytree(KEPT, target, dirs_exist_ok=True)


if __name__ == "__main__":
    keep()
