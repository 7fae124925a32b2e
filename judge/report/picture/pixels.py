"""SVG as pixels, and pixels as PNG in a palette. Most passes draw nothing and never import it."""

import io
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import deflate
import resvg_py
from PIL import Image
from PIL.Image import Dither, Quantize
from PIL.Image import Image as Raster
from PIL.PngImagePlugin import PngImageFile

_FONTS = [
    str(Path(__file__).parent / "fonts" / name)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")
]
_COLOURS = 128
"""So many are picked where it is not known which there are: with fewer pale ones are confused."""
_SMALLER = 0.96
_EFFORT = 9
"""How hard a picture is packed, of 12: what comes above costs more time than it gains bytes."""


def rasterise(svg: str, width: int | None = None) -> Raster:
    """What an SVG shows, of its own size or as many pixels wide."""
    raw = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=_FONTS
    )
    return read_png(raw)


def read_png(raw: bytes) -> Raster:
    """A PNG as pixels; to look for what else it may be costs a new process 20 ms."""
    picture = PngImageFile(io.BytesIO(raw))
    picture.load()
    return picture


def pack(picture: Raster, shades: Sequence[int] = ()) -> bytes:
    """A picture as PNG in the ``shades``, or in what suits it where there are none.

    It is packed a twelfth smaller than zlib does in the same time.
    """
    if shades:
        palette = Image.new("P", (1, 1))
        palette.putpalette(shades)
        few = picture.quantize(palette=palette, dither=Dither.NONE)
    else:
        few = picture.quantize(_COLOURS, Quantize.FASTOCTREE, dither=Dither.NONE)
    wide, high = few.size
    pixels = few.tobytes()
    rows = b"".join(b"\0" + pixels[start : start + wide] for start in range(0, len(pixels), wide))
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0),
        b"PLTE": bytes(few.getpalette() or ()),
        b"IDAT": bytes(deflate.zlib_compress(rows, _EFFORT)),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    )


def png(svg: str, width: int, shades: Sequence[int] = (), most: int = 120_000) -> bytes:
    """An SVG as PNG: at most so many pixels wide, less where it would have more bytes."""
    width = min(width, int(svg.split('width="', 1)[1].split('"', 1)[0]))
    while len(raw := pack(rasterise(svg, width).convert("RGB"), shades)) > most:
        width = int(width * min(_SMALLER, most / len(raw)))
    return raw
