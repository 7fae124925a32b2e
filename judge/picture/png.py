"""SVG to PNG: by resvg with the font that lies here, in few colours, so that mails stay small."""

import io
from pathlib import Path

_FONTS = tuple(
    str(Path(__file__).parent / "fonts" / name)
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSans-Oblique.ttf")
)
_COLOURS = 64


_SMALLER = 0.88


def png(svg: str, width: int, most: int = 120_000) -> bytes:
    """The picture as PNG in a palette of 64 colours.

    It is at most ``width`` pixels wide, less where it would have more than ``most`` bytes. The
    libraries
    are imported here: most passes draw nothing.
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
        few = picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        target = io.BytesIO()
        few.save(target, "PNG", compress_level=6)
        if target.tell() <= most:
            return target.getvalue()
        width = int(width * _SMALLER)
