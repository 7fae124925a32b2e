"""Pictures in layers: to the eye what the same scene is as SVG, drawn in one go."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import ImageChops, ImageStat
from PIL.Image import Image as Raster

from judge import prepared, resources
from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC
from judge.kernel.notice import View
from judge.kernel.same import Same
from judge.report import plates
from judge.report.picture import drawing, layers, palette, pixels
from judge.report.picture.layers import Part, Placed
from judge.report.picture.motif import Scene
from judge.report.picture.palette import Theme
from judge.report.picture.plan import Plan
from judge.report.picture.shapes import Drawn
from tests import folders
from tests.play import games

PHASES = 30
SEEN = 48
"""So much of 255 has a pixel to differ to be seen."""
AROUND = 9
"""Pixels about a sign in which it might be seen."""
_HEAD = re.compile(r'width="\d+" height="\d+" viewBox="[^"]*"')


@cache
def scenes(variant: str) -> dict[str, Scene]:
    """The first phase of each kind of a game that random players play, and the map with names."""
    engine = catalog.load(variant).engine
    random, dice = Random(variant), SecretDice(b"layers", "alpha")
    state = engine.start({}, dice).state
    found: dict[str, Scene] = {}
    for _ in range(PHASES):
        phase, before = engine.phase(state), engine.request(engine.known_state(state, ""))
        turn = engine.turn(state, games.orders(engine, state, random), dice)
        state = turn.state
        told = tuple(event for event in turn.events if event.audience == PUBLIC)
        after = View("after it", engine.request(engine.known_state(state, "")))
        view = View(phase.title, before, told, after=after)
        found.setdefault(phase.kind, plates.scene_of(view, variant, "alpha"))
    board = engine.request(engine.known_state(state, ""))
    found["names"] = plates.scene_of(View("the board", board, names=True), variant, "alpha")
    return found


def differences(scene: Scene, theme: Theme) -> tuple[float, float]:
    """Of a picture and its SVG how much a pixel differs, of 255, and how many of them are seen."""
    found = catalog.load(scene.variant)
    board = found.shapes_folder, found.map
    picture = layers.compose(scene, *board, theme)
    wide, high = picture.size
    sixths = drawing.load(found.shapes_folder, Same(found.map)).sixths
    box = f'width="{wide}" height="{high}" viewBox="0 0 {6 * wide / sixths} {6 * high / sixths}"'
    svg = _HEAD.sub(box, drawing.svg(scene, *board, theme), count=1)
    difference = ImageChops.difference(picture, pixels.rasterise(svg).convert("RGB"))
    inside = difference.crop((0, 0, wide - 2, high - 2)).convert("L")
    seen = inside.point([value > SEEN for value in range(256)])
    return sum(ImageStat.Stat(difference).mean) / 3, ImageStat.Stat(seen).mean[0]


@pytest.mark.parametrize("theme", palette.THEMES.values(), ids=palette.THEMES)
@pytest.mark.parametrize("variant", folders.ALL)
def test_it_is_to_the_eye_what_the_svg_shows(variant: str, theme: Theme) -> None:
    """All boards, both themes, every kind of phase, and whole names; edges have fewer steps."""
    for kind, scene in scenes(variant).items():
        mean, seen = differences(scene, theme)
        assert mean < 1.25, kind
        assert seen < 0.001, kind


@pytest.mark.parametrize("variant", folders.ALL)
def test_a_sign_stays_within_its_box(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stood beyond it would lie on the next sign of the sheet, and beside that in pictures."""
    put, signs = layers._put, dict[layers.Sign, int]()

    def keep(picture: Raster, placed: Sequence[Placed], plan: Plan, part: Part) -> None:
        signs.update({sign: part.sixths for sign, _ in placed if not sign.stamp})
        put(picture, placed, plan, part)

    monkeypatch.setattr(layers, "_put", keep)
    found = catalog.load(variant)
    for scene in scenes(variant).values():
        layers.compose(scene, found.shapes_folder, found.map, palette.LIGHT)
    for sign, sixths in signs.items():
        (wide, high), (left, top) = sign.size, sign.box[:2]
        place = f"translate({AROUND - left} {AROUND - top}) scale({sixths / 6})"
        svg = f'<g transform="{place}">{sign.svg}</g>'
        drawn = layers._rasterise(svg, (wide + 2 * AROUND, high + 2 * AROUND)).getchannel("A")
        drawn.paste(0, (AROUND, AROUND, AROUND + wide, AROUND + high))
        assert not any(drawn.histogram()[SEEN:]), sign.svg


def test_a_board_is_drawn_once_and_lies_ready_for_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is lost, or damaged, is drawn anew."""
    found = catalog.load("standard")
    part, *_ = layers.list_parts(found.shapes_folder, Same(found.map), palette.LIGHT)
    outline, drawn = drawing.outline, list[object]()

    def count(*one: Any) -> Drawn:
        drawn.append(one)
        return outline(*one)

    def load() -> int:
        layers.load_board.cache_clear()
        layers.load_board(part)
        return len(drawn)

    monkeypatch.setattr(drawing, "outline", count)
    monkeypatch.setattr(prepared, "HOME", tmp_path / "nothing" / "ready")
    monkeypatch.setattr(resources, "_shelves", (tmp_path / "variants",))
    assert [load(), load()] == [1, 1]
    for path in (tmp_path / "ready").iterdir():
        path.write_bytes(b"damaged")
    assert [load(), load()] == [2, 2]
    layers.load_board.cache_clear()
