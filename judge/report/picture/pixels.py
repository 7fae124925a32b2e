"""SVG as pixels, and pixels as PNG in a palette. Most passes draw nothing and never import it."""

import io
from collections.abc import Sequence
from pathlib import Path

import resvg_py
from PIL import Image
from PIL.Image import Dither, Quantize
from PIL.Image import Image as Raster

_FONTS = [
    str(Path(__file__).parent / "fonts" / name)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")
]
_COLOURS = 128
"""So many are picked where it is not known which there are: with fewer pale ones are confused."""
_SMALLER = 0.96


def rasterise(svg: str, width: int | None = None) -> Raster:
    """What an SVG shows, of its own size or as many pixels wide."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=_FONTS
    )
    return Image.open(io.BytesIO(raw))


def pack(picture: Raster, shades: Sequence[int] = ()) -> bytes:
    """A picture as PNG in the ``shades``, or in what suits it where there are none."""
    if shades:
        palette = Image.new("P", (1, 1))
        palette.putpalette(shades)
        few = picture.quantize(palette=palette, dither=Dither.NONE)
    else:
        few = picture.quantize(_COLOURS, Quantize.FASTOCTREE, dither=Dither.NONE)
    target = io.BytesIO()
    few.save(target, "PNG")
    return target.getvalue()


def png(svg: str, width: int, shades: Sequence[int] = (), most: int = 120_000) -> bytes:
    """An SVG as PNG: at most so many pixels wide, less where it would have more bytes."""
    width = min(width, int(svg.split('width="', 1)[1].split('"', 1)[0]))
    while len(raw := pack(rasterise(svg, width).convert("RGB"), shades)) > most:
        width = int(width * min(_SMALLER, most / len(raw)))
    return raw
