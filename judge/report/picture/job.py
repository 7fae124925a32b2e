"""A picture to be drawn, as bytes that any process can draw: the same bytes, the same picture."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

import msgspec

from judge.catalog import variant as catalog
from judge.report.picture import artist, palette, render
from judge.report.picture.scene import Scene

_FONTS = tuple(
    str(Path(__file__).parent / "fonts" / name)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")
)
_COLOURS = (128, 64)
"""So many are picked where it is not known which there are; with fewer pale ones are confused, with
more a picture is too large for a mail."""
_EFFORTS = (6, 9)
"""How hard zlib tries; the second takes six times as long, and a twentieth off a PNG."""
_SMALLER = 0.96


def png(svg: str, width: int, shades: Sequence[int] = (), most: int = 120_000) -> bytes:
    """The picture as PNG in a palette: the ``shades``, or what suits it where there are none.

    It is at most ``width`` pixels wide, less where it would have more than ``most`` bytes. The
    libraries are imported here: most passes draw nothing.
    """
    import resvg_py  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    width = min(width, int(svg.split('width="', 1)[1].split('"', 1)[0]))
    while True:
        raw = bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, width=width, skip_system_fonts=True, font_files=list(_FONTS)
            )
        )
        picture = Image.open(io.BytesIO(raw)).convert("RGB")
        for few in _palettes(picture, shades):
            for effort in _EFFORTS:
                target = io.BytesIO()
                few.save(target, "PNG", compress_level=effort)
                if target.tell() <= most:
                    return target.getvalue()
        width = int(width * min(_SMALLER, most / target.tell()))


def _palettes(picture: "Image", shades: Sequence[int]) -> "Iterator[Image]":
    """The picture in few colours, and in fewer."""
    from PIL import Image  # noqa: PLC0415

    if shades:
        palette_image = Image.new("P", (1, 1))
        palette_image.putpalette(shades)
        yield picture.quantize(palette=palette_image, dither=Image.Dither.NONE)
        return
    for colours in _COLOURS:
        yield picture.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


WIDEST = 1240
"""Pixels across, at most: more is lost on a screen and costs bytes."""


class Job(msgspec.Struct, frozen=True):
    """A scene with the form ("png" or "svg") and the theme in which it is wanted."""

    scene: Scene
    form: str = "png"
    theme: str = "light"
    """"light", "dark", or "both" for an SVG that is as its reader likes it."""


def write_job(job: Job) -> bytes:
    """The job as JSON."""
    return msgspec.json.encode(job, order="deterministic")


def draw(raw: bytes) -> bytes:
    """The picture of a job: a PNG, or an SVG in UTF-8. Raises ValueError for what is no job."""
    job = msgspec.json.decode(raw, type=Job)
    variant = catalog.load(job.scene.variant)
    adapts = job.theme == palette.BOTH
    theme = palette.LIGHT if adapts else palette.THEMES[job.theme]
    svg = render.svg(job.scene, variant.shapes_folder, variant.map, theme, adapts=adapts)
    if job.form == "svg":
        return svg.encode()
    ours = not (variant.shapes_folder / artist.FILE).exists()
    return png(svg, WIDEST, palette.shades(theme) if ours else ())
