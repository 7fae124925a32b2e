"""A picture to be drawn, as bytes that any process can draw: the same bytes, the same picture."""

import msgspec

from judge.catalog import variant as catalog
from judge.picture import palette, png, render
from judge.picture.scene import Scene

WIDEST = 1240
"""Pixels across, at most: more is lost on a screen and costs bytes."""


class Job(msgspec.Struct, frozen=True):
    """A scene with the form ("png" or "svg") and the theme in which it is wanted."""

    scene: Scene
    form: str = "png"
    theme: str = "light"


def write(job: Job) -> bytes:
    """The job as JSON."""
    return msgspec.json.encode(job, order="deterministic")


def draw(raw: bytes) -> bytes:
    """The picture of a job: a PNG, or an SVG in UTF-8. Raises ValueError for what is no job."""
    job = msgspec.json.decode(raw, type=Job)
    variant = catalog.load(job.scene.variant)
    svg = render.svg(job.scene, variant.shapes_folder, variant.map, palette.THEMES[job.theme])
    return svg.encode() if job.form == "svg" else png.png(svg, WIDEST)
