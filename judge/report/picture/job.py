"""A picture to be drawn, as bytes that any process can draw: the same bytes, the same picture."""

import msgspec

from judge.catalog import variant as catalog
from judge.report.picture import artist, drawing, palette
from judge.report.picture.motif import Scene

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
    board = variant.shapes_folder, variant.map
    adapts = job.theme == palette.BOTH
    theme = palette.LIGHT if adapts else palette.THEMES[job.theme]
    if job.form == "svg":
        return drawing.svg(job.scene, *board, theme, adapts=adapts).encode()
    from judge.report.picture import layers, pixels  # noqa: PLC0415 - most passes draw nothing

    painted = palette.paints((*variant.map["powers"], *variant.map.get("factions", ())), theme)
    is_own = not (variant.shapes_folder / artist.FILE).exists()
    shades = palette.shades(theme, painted.values()) if is_own else ()
    if layers.can_draw(job.scene, *board):
        return pixels.pack(layers.compose(job.scene, *board, theme), shades)
    return pixels.png(drawing.svg(job.scene, *board, theme), WIDEST, shades)
