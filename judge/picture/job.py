"""A picture to be drawn, as bytes that any process can draw: the same bytes, the same picture."""

import msgspec

from judge.catalog import variant as catalog
from judge.picture import artist, palette, png, render
from judge.picture.scene import Scene

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
    return png.png(svg, WIDEST, palette.shades(theme) if ours else ())
