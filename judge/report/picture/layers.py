"""A PNG in layers: what all pictures of a board share lies ready, and the rest is put upon it.

Ready lie a raster of whose space each pixel is and one of the board's lines, kept on disk; the
signs of units, names and orders are cut out of one drawing of all that this process has not drawn
before. render.py draws the same picture in one go, as SVG; tests/picture/test_layers.py compares.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

import resvg_py
from PIL import Image
from PIL.Image import Image as Raster

from judge import prepared, resources
from judge.catalog import variant as catalog
from judge.report.picture import artist, palette, pixels, render
from judge.report.picture.palette import PATTERNS, Paint, Theme
from judge.report.picture.plan import Plan
from judge.report.picture.scene import Scene
from judge.report.picture.shapes import Shapes

_WIDEST = 1040
"""Pixels across, at most."""
_SIXTHS = (5, 4, 3, 2, 1)
"""How many pixels six units of a map may be: patterns repeat after whole pixels."""
_TILE = 3
"""After so many times six units all patterns begin anew."""
_SEA, _NOBODY, _FIRST = 0, 1, 2
"""What pixels mean in the raster of spaces; the spaces follow in their order."""
_MOST_SPACES = 256 - _FIRST
_LAYER, _SIGN, _PLACED = "\x1d", "\x1e", "\x1f"
"""What stands in the text of all signs before each layer, before each sign and behind its box."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_UNPAINTED = Paint("", "", 0)
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
    shapes = render.load(folder, render.Key(map_data))
    board = load_board(folder, render.Key(map_data), theme)
    plan = Plan(scene, shapes, map_data, theme)
    legend, foot = render.lay_legend(plan, shapes.size[0])
    sixths = _choose_sixths(shapes)
    paints = {"paints": plan.paints.values(), "scale": shapes.scale}
    defs = render.fill("patterns", theme, **paints)
    layers = render.fill(
        "signs", theme, plan=plan, view=(0, 0, *shapes.size), legend=legend,
        cut=_Cut(sixths / 6), next_layer=_LAYER, **paints,
    ).split(_LAYER)  # fmt: skip
    ground = _colour_ground(plan, shapes, board.spaces, sixths)
    ground.paste(board.lines, mask=board.lines)
    picture = Image.new("RGB", (ground.width, ground.height + _scale(foot, sixths)), theme.paper)
    picture.paste(ground)
    signs = [sign for layer in layers for sign in _list_signs(layer)]
    for sign, stamp in zip(signs, _draw_stamps(signs, defs, sixths), strict=True):
        picture.paste(stamp, sign.box[:2], stamp)
    return picture


def _scale(units: int, sixths: int) -> int:
    return units * sixths // 6


def _choose_sixths(shapes: Shapes) -> int:
    """How large a map is drawn."""
    return next((six for six in _SIXTHS if _scale(shapes.size[0], six) <= _WIDEST), 1)


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
    made_of = (
        Path(__file__), resources.root("templates") / "picture/borders.svg.j2",
        render.load(folder, key), key.map_data["spaces"], theme, resvg_py.__version__,
    )  # fmt: skip
    names = [prepared.name("png", layer, *made_of) for layer in Board._fields]
    found = [content for content in map(prepared.find, names) if content]
    if len(found) == len(names):
        return Board(*map(_decode, found))
    board = _draw_board(folder, key, theme)
    for name, raster in zip(names, board, strict=True):
        file = BytesIO()
        raster.save(file, "PNG")
        prepared.keep(name, file.getvalue())
    return board


def _decode(png: bytes) -> Raster:
    raster = Image.open(BytesIO(png))
    raster.load()
    return raster


def _draw_board(folder: Path, key: render.Key, theme: Theme) -> Board:
    shapes, outlines = render.load(folder, key), render.outline(folder, key)
    sixths = _choose_sixths(shapes)
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
    return Board(
        _rasterise(spaces, size, 6 / sixths).getchannel("R"), _rasterise(lines, size, 6 / sixths)
    )


def _colour_ground(plan: Plan, shapes: Shapes, spaces: Raster, sixths: int) -> Raster:
    """Each space in its colour: its tint, and the pattern in ink on it."""
    theme = plan.theme
    tints, inks = [theme.sea, theme.nobody], [theme.sea, theme.nobody]
    patterned: dict[int, list[int]] = {}
    for number, space in enumerate(shapes.spaces, _FIRST):
        kind, paint = plan.grounds.get(space, ("", _UNPAINTED))
        tint = theme.sea if plan.kinds[space] == "sea" else theme.land
        ink = tint
        if kind == "owner":
            tint, ink = paint.tint, paint.ink
            patterned.setdefault(paint.pattern, []).append(number)
        elif kind == "patron":
            ink = paint.tint
            patterned.setdefault(len(PATTERNS), []).append(number)
        elif kind == "sphere":
            tint = palette.mix(paint.tint, tint, 0.38)
        tints.append(tint)
        inks.append(ink)
    strengths = Image.new("L", spaces.size)
    for pattern, numbers in patterned.items():
        within = spaces.point([255 * (number in numbers) for number in range(256)])
        strengths.paste(_spread(pattern, sixths, spaces.size), mask=within)
    return Image.composite(_dye(spaces, inks), _dye(spaces, tints), strengths)


def _dye(spaces: Raster, colours: Sequence[str]) -> Raster:
    """The spaces in these colours, by their numbers."""
    dyed = spaces.copy()
    dyed.putpalette(bytes.fromhex("".join(colours).replace("#", "")))
    return dyed.convert("RGB")


@cache
def _spread(pattern: int, sixths: int, size: tuple[int, int]) -> Raster:
    """How strong a pattern is at each pixel; the one behind the last are a patron's stripes."""
    side, sheet = _TILE * sixths, Image.new("L", size)
    tile = _draw_tiles(sixths)[pattern]
    for y in range(0, size[1], side):
        for x in range(0, size[0], side):
            sheet.paste(tile, (x, y))
    return sheet


@cache
def _draw_tiles(sixths: int) -> Sequence[Raster]:
    units, side = 6 * _TILE, _TILE * sixths
    paints = [Paint("#ffffff", "#ffffff", pattern) for pattern in range(len(PATTERNS))]
    names = [*(f"mp{pattern}" for pattern in range(len(PATTERNS))), "mq0"]
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


def prepare(variant: str) -> None:
    """Let the board of a variant lie ready in all themes."""
    found = catalog.load(variant)
    for theme in palette.THEMES.values():
        load_board(found.shapes_folder, render.Key(found.map), theme)
