"""A part of one picture of each kind as it was looked at and found good, in files beside this one.

They are compared as the eye does; JUDGE_REWRITE writes those anew that look different.
"""

import io
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat
from PIL.Image import Image as Raster

from judge.catalog import variant as catalog
from judge.kernel.same import Same
from judge.report.picture import job, layers, palette
from judge.report.picture.motif import (
    BOMB,
    BUILD,
    CONVOY,
    DROP,
    HOLD,
    MOVE,
    REMOVE,
    RETREAT,
    SUPPORT,
    Deed,
    Fight,
    Piece,
    Scene,
)
from tests import recordings

EXPECTED = Path(__file__).parent / "expected"
SEEN = 48
"""So much of 255 has a pixel to differ in one colour to be seen."""
MEAN, SHARE = 0.5, 0.002
"""How much a pixel may differ, of 255, and how many of them so that it is seen."""
MARGIN = 45
"""Pixels about the spaces that are kept."""


class Kind(NamedTuple):
    """A scene and the spaces that are looked at, none for the legend; in the inset, if so."""

    scene: Scene
    spaces: Sequence[str] = ()
    theme: str = "light"
    inset: bool = False


def army(power: str, place: str, *, lost: bool = False, pale: bool = False) -> Piece:
    return Piece(power, "army", place, dislodged=lost, pale=pale)


OWNERS = {
    "PAR": "France", "MAR": "France", "MUN": "Germany", "KIE": "Germany", "BEL": "England",
    "LON": "England",
}  # fmt: skip
BEATEN = (army("France", "BUR"), army("Germany", "BUR", lost=True))
TRIED = Scene(
    "standard", "alpha: Fall 1902",
    (
        *BEATEN, army("France", "PAR", pale=True), army("France", "MAR"), army("Germany", "MUN"),
        army("England", "LON"), army("England", "BEL"), Piece("England", "fleet", "ENG"),
    ),
    OWNERS,
    spheres={"GAS": "France"},
    deeds=(
        Deed(MOVE, "France", "army", "PAR", ("BUR",), done=1),
        Deed(SUPPORT, "France", "army", "MAR", ("PAR", "BUR"), helped="A"),
        Deed(HOLD, "Germany", "army", "BUR", ok=False, beaten=True),
        Deed(SUPPORT, "Germany", "army", "MUN", ("BUR",), ok=False, helped="A"),
        Deed(MOVE, "England", "army", "LON", ("PIC",), ok=False),
        Deed(MOVE, "England", "army", "BEL", ("PIC",), ok=False),
        Deed(CONVOY, "England", "fleet", "ENG", ("LON", "PIC"), helped="A"),
    ),
)  # fmt: skip
WEST = ("BUR", "ENG", "MUN", "PIC", "MAR")
RETREAT_MADE = Deed(RETREAT, "Germany", "army", "BUR", ("RUH",), done=1)
PLANE = Piece("Germany", "plane", "BER")
AIR = Scene(
    "1930s-world", "alpha: planes", (PLANE, army("Germany", "BER"), army("Russia", "WAR")),
    {"BER": "Germany", "WAR": "Poland"}, {"Poland": "Russia"},
    deeds=(
        Deed(BOMB, "Germany", "plane", "BER", ("WAR",)),
        Deed(DROP, "Germany", "army", "BER", ("LIT",), ok=False),
    ),
)  # fmt: skip
STACK = Scene(
    "1930", "alpha: a march",
    tuple(Piece("France", "army", "PAR", strength=one) for one in (2, 4)),
    {"PAR": "France", "PIC": "France", "BRU": "Belgium"},
    deeds=(
        Deed(MOVE, "France", "army", "PAR", ("PIC", "BRU"), ok=False, done=1, strength=4),
    ),
    fights=(Fight("BRU", "60% · 72", won=False),),
)  # fmt: skip
KINDS: Mapping[str, Kind] = {
    "tried": Kind(TRIED, WEST),
    "dark": Kind(TRIED, WEST, "dark"),
    "legend": Kind(TRIED),
    "retreats": Kind(
        Scene("standard", "alpha: retreats", BEATEN, OWNERS, deeds=(RETREAT_MADE,)), ("BUR", "RUH")
    ),
    "builds": Kind(
        Scene(
            "standard", "alpha: builds", (army("Germany", "MUN", pale=True),), OWNERS,
            deeds=(Deed(BUILD, "France", "army", "PAR"), Deed(REMOVE, "Germany", "army", "MUN")),
        ),
        ("PAR", "MUN"),
    ),
    "influence": Kind(
        Scene(
            "1936", "alpha: influence", (army("Belgium", "BEL"), army("Britain", "LON")),
            {"BEL": "Belgium", "LON": "Britain"}, {"Belgium": "Britain"},
        ),
        ("BEL", "LON", "NET"),
    ),
    "bend": Kind(
        Scene("1900", "alpha: round England",
              deeds=(Deed(MOVE, "Britain", "fleet", "ENG", ("NTH",), done=1),)),
        ("ENG", "NTH", "BEL"),
    ),
    "planes": Kind(AIR, ("BER", "WAR"), inset=True),
    "frame": Kind(AIR, ("BER", "WAR")),
    "stack": Kind(STACK, ("PAR", "PIC", "BRU")),
}  # fmt: skip


def draw(kind: Kind) -> Raster:
    """What is looked at of a kind's picture, as who reads a mail sees it."""
    png = job.draw(job.write_job(job.Job(kind.scene, theme=kind.theme)))
    found = catalog.load(kind.scene.variant)
    key = Same(found.map)
    parts = layers.list_parts(found.shapes_folder, key, palette.LIGHT)
    whole, part = parts[0], parts[-1 if kind.inset else 0]
    top = whole.size[1] if part is not whole else 0
    picture = Image.open(io.BytesIO(png))
    if not kind.spaces:
        return picture.crop((0, whole.size[1], *picture.size))
    labels = part.shapes.labels
    xs, ys = zip(*(part.place(*labels[space].unit) for space in kind.spaces), strict=True)
    left, right = int(min(xs)) - MARGIN, int(max(xs)) + MARGIN
    return picture.crop((left, int(min(ys)) + top - MARGIN, right, int(max(ys)) + top + MARGIN))


def is_like(one: Raster, other: Raster) -> bool:
    """Whether two pictures look alike."""
    if one.size != other.size:
        return False
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    most = reduce(ImageChops.lighter, difference.split())
    seen = most.point([value > SEEN for value in range(256)])
    mean = sum(ImageStat.Stat(difference).mean) / 3
    return mean < MEAN and ImageStat.Stat(seen).mean[0] < SHARE


@pytest.mark.parametrize("name", KINDS)
def test_a_picture_looks_as_it_did_when_it_was_found_good(name: str) -> None:
    now, path = draw(KINDS[name]), EXPECTED / f"{name}.png"
    if not (path.exists() and is_like(now, Image.open(path))):
        file = io.BytesIO()
        now.save(file, "PNG", optimize=True)
        recordings.keep_picture(path, file.getvalue())
    assert is_like(now, Image.open(path)), f"{path.name} looks different"


def test_what_changes_a_sign_is_seen() -> None:
    kind = KINDS["retreats"]
    there = draw(kind)
    assert not is_like(there, draw(kind._replace(theme="dark")))
    held = Scene("standard", "alpha: retreats", BEATEN, OWNERS)
    assert not is_like(there, draw(kind._replace(scene=held)))
