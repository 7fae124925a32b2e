"""Maps of boards as they are late in a game: all can be read, and they fit into a mail."""

import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from PIL import Image

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC
from judge.kernel.mail import Plate
from judge.kernel.notice import Facts, Notice, View
from judge.mail import compose as put
from judge.mail.compose import compose
from judge.mail.ours import Ours
from judge.report import plates
from judge.report import render as report
from judge.report.picture import drawing, job, palette, pixels, shapes
from judge.report.picture.motif import BOMB, CONVOY, MOVE, SUPPORT, Deed, Piece, Scene
from judge.report.picture.plan import Plan
from tests import folders
from tests.play import games, laws
from tests.report.samples import NOW

PHASES = 8
LETTER = 4.0
"""Half the height of an id of three letters."""
SLIGHT = 30.0
"""Of an id's 160 square units so many may lie on a unit."""

CROWDED = {"1930": {"ANG", "GOL"}}
"""Small sea spaces with whole stacks in them: there is no room for their names."""


def late(variant: str) -> tuple[Scene, Scene]:
    """A phase of a game that random players played for years: its orders, the board after it."""
    first, second = (plates.scene_of(view, variant, "alpha") for view in crowded(variant).views)
    return first, second


@cache
def crowded(variant: str) -> Notice:
    """What a player reads of that phase."""
    engine = catalog.load(variant).engine
    random, dice = Random(variant), SecretDice(b"late", "alpha")
    state = engine.start({}, dice).state
    for number in range(2 * PHASES):
        phase, board = engine.phase(state), engine.request(engine.known_state(state, ""))
        turn = engine.turn(state, games.orders(engine, state, random), dice)
        state = turn.state
        if number >= PHASES and phase.kind == "movement":
            break
    told = tuple(event for event in turn.events if event.audience == PUBLIC)
    after = engine.request(engine.known_state(state, ""))
    views = (View(phase.title, board, told), View("the board", after))
    reader = engine.powers[0]
    events = laws.visible(engine, state, (*turn.events, *engine.describe(state)), reader)
    return Notice(
        "alpha.late",
        "reader@players.example",
        "results",
        Facts("alpha", variant, status="running", power=reader, phase=engine.phase(state)),
        events=tuple(events),
        standing=engine.standing(state, reader, ()),
        views=views,
        maps="png",
    )


def plan(shown: Scene) -> Plan:
    found = catalog.load(shown.variant)
    read = shapes.read(found.shapes_folder)
    assert read is not None
    return Plan(shown, read, found.map, palette.LIGHT)


def boxes(drawn: Plan) -> Iterator[tuple[str, float, float, float]]:
    """The ids with their middles and half their widths."""
    for name in drawn.names:
        yield name["text"], name["x"], name["y"] - 3.4, 10.0


@pytest.mark.parametrize("names", [False, True], ids=["ids", "names"])
@pytest.mark.parametrize("variant", folders.outlined())
def test_names_lie_neither_on_each_other_nor_on_units(variant: str, names: bool) -> None:
    for shown in late(variant):
        drawn = plan(structs.replace(shown, names=names))
        width, height = drawn.shapes.size
        for (one, x, y, wide), (other, u, v, broad) in combinations(boxes(drawn), 2):
            apart = abs(x - u) >= wide + broad - 1 or abs(y - v) >= 2 * LETTER - 1
            assert apart, f"{one} lies on {other}"
        for name, x, y, wide in boxes(drawn):
            assert x - wide >= 0
            assert x + wide <= width
            assert 0 <= y - LETTER <= height - 2 * LETTER
            for piece, (u, v) in drawn.standing:
                broad, high = drawn.room_of(piece)
                both = max(0.0, wide + broad - abs(x - u)) * max(0.0, LETTER + high - abs(y - v))
                assert both < SLIGHT, f"{name} lies on the unit in {piece.place}"


@pytest.mark.parametrize("variant", folders.outlined())
def test_no_name_hides_the_head_of_an_arrow_where_it_can_stand_elsewhere(variant: str) -> None:
    drawn = plan(late(variant)[0])
    hidden = set()
    for sign in drawn.orders["above"]:
        if not sign.get("head"):
            continue
        corners = [tuple(map(float, corner.split(","))) for corner in sign["head"].split()]
        at = [sum(side) / len(corners) for side in zip(*corners, strict=True)]
        for name, x, y, wide in boxes(drawn):
            both = max(0.0, wide + 4 - abs(x - at[0])) * max(0.0, LETTER + 4 - abs(y - at[1]))
            hidden |= {name} if both > SLIGHT else set()
    assert hidden == CROWDED.get(variant, set())


@pytest.mark.parametrize("variant", folders.outlined())
def test_a_late_results_mail_fits_with_two_crowded_maps_large_enough_to_read(variant: str) -> None:
    made = []
    for place, shown in enumerate(late(variant)):
        picture = job.draw(job.write_job(job.Job(shown)))
        assert len(picture) <= 120_000
        assert Image.open(io.BytesIO(picture)).width >= 850
        made.append((place, Plate(b"", shown.about, "png", "board"), picture))
    mail = report.render(crowded(variant))
    assert len(mail.plates) == 2
    raw = compose(mail, Ours("judge@judge.example", b"s" * 32), NOW)
    assert len(raw) > 8_000, "it tells its phase"
    assert len(put.put_pictures_in(raw, made)) <= 400_000


def test_what_goes_over_the_edge_of_the_world_comes_in_on_its_other_side() -> None:
    """Moscow and Siberia lie 1,300 units apart on the map, and next to each other on the globe."""
    march = Deed(MOVE, "Russia", "army", "MOS", ("SIB",), ok=True, done=1)
    drawn = plan(Scene("1930s-world", "alpha", (Piece("Russia", "army", "MOS"),), deeds=(march,)))
    out, back = drawn.orders["above"]
    width = drawn.shapes.size[0]
    assert out["end"][0] > width
    assert (out["over"], back["over"]) == (0, -width)
    assert 0 < back["end"][0] + back["over"] < drawn.spot("SIB")[0] + 1


@pytest.mark.parametrize("names", [False, True], ids=["ids", "names"])
@pytest.mark.parametrize("variant", ["1900", "1930s-world"])
def test_what_leads_off_the_map_is_written_where_nothing_else_is(variant: str, names: bool) -> None:
    for shown in late(variant):
        drawn = plan(structs.replace(shown, names=names))
        assert drawn.hints
        taken = [(x - wide, y - LETTER, x + wide, y + LETTER) for _, x, y, wide in boxes(drawn)]
        for piece, (x, y) in drawn.standing:
            wide, high = drawn.room_of(piece)
            taken.append((x - wide, y - high, x + wide, y + high))
        for hint in drawn.hints:
            long = 6.0 * len(hint["text"])
            left = hint["x"] - {"start": 0, "middle": long / 2, "end": long}[hint["anchor"]]
            right, top, bottom = left + long, hint["y"] - 7, hint["y"]
            assert 0 <= left < right <= drawn.shapes.size[0]
            assert 0 <= top < bottom <= drawn.shapes.size[1]
            for one in taken:
                wide = min(right, one[2]) - max(left, one[0])
                assert max(0.0, wide) * max(0.0, min(bottom, one[3]) - max(top, one[1])) < SLIGHT


def test_a_move_by_a_passage_leaves_the_map_and_comes_in_where_it_ends() -> None:
    """From Egypt into the Mid-Atlantic round Africa, not over Italy and France."""
    move = Deed(MOVE, "Turkey", "fleet", "EGY", ("MAO",), half=True)
    support = Deed(SUPPORT, "France", "fleet", "GAS", ("EGY", "MAO"), helped="F")
    pieces = (Piece("Turkey", "fleet", "EGY"), Piece("France", "fleet", "GAS"))
    drawn = plan(Scene("1900", "alpha", pieces, deeds=(move, support)))
    out, back = drawn.orders["above"]
    assert out["end"][1] == drawn.shapes.size[1]
    assert out["head"]
    assert back["d"].startswith("M0.0 ")
    assert back["head"]
    assert back["half"]
    (line,) = drawn.orders["below"]
    assert line["end"][0] < drawn.spot("MAO")[0]


def test_an_army_bends_through_its_fleets_in_the_order_in_which_they_carry_it() -> None:
    """From Venice round Italy; the Tyrrhenian Sea is nearer to Venice than the Ionian Sea."""
    carrying = [
        Deed(CONVOY, "Italy", "fleet", sea, ("VEN", "TUS"), helped="A")
        for sea in ("TYS", "ADR", "ION")
    ]
    army = Deed(MOVE, "Italy", "army", "VEN", ("TUS",))
    stray = Deed(CONVOY, "Italy", "fleet", "LYO", ("VEN", "TUS"), helped="A", ok=False)
    drawn = plan(Scene("standard", "alpha", deeds=(army, *carrying, stray)))
    (voyage,) = drawn.orders["above"]
    bends = [drawn.spot(sea) for sea in ("ADR", "ION", "TYS")]
    assert re.findall(r"Q(\S+) (\S+)", voyage["d"]) == [
        (f"{x:.1f}", f"{y + 9:.1f}") for x, y in bends
    ]


def middle_of(star: str) -> tuple[float, float]:
    """The middle of a star's corners."""
    corners = [tuple(map(float, corner.split(","))) for corner in star.split()]
    return (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )


def test_a_standoff_and_a_bomb_are_marked_right_above_their_places() -> None:
    """A standoff only where several failed and nobody stands."""
    moves = [Deed(MOVE, "France", "army", place, ("BUR",), ok=False) for place in ("PAR", "MAR")]
    alone = Deed(MOVE, "France", "fleet", "BRE", ("PIC",), ok=False)
    drawn = plan(Scene("standard", "alpha", deeds=(*moves, alone)))
    stars = [sign for sign in chain(*drawn.orders.values()) if sign["kind"] == "bounce"]
    assert [sign["over"] for sign in stars] == [0]
    x, y = drawn.spot("BUR")
    assert middle_of(stars[0]["star"]) == pytest.approx((x, y - 13), abs=0.1)
    bomb = Deed(BOMB, "Germany", "plane", "BER", ("WAR",))
    drawn = plan(Scene("1930s-world", "alpha", deeds=(bomb,)))
    blasts = [sign for sign in chain(*drawn.orders.values()) if sign["kind"] == "blast"]
    x, y = drawn.spot("WAR")
    assert [middle_of(sign["star"]) for sign in blasts] == [pytest.approx((x, y - 12), abs=0.1)]


def test_a_stack_stands_in_rows_of_three_in_the_middle_of_its_space() -> None:
    pieces = tuple(Piece("France", "land", "PAR", strength=one) for one in (1, 2, 3, 4))
    drawn = plan(Scene("1930", "alpha", pieces))
    rows: dict[float, list[float]] = {}
    for sign in drawn.pieces():
        rows.setdefault(sign["y"], []).append(sign["x"])
    x, y = drawn.spot("PAR")
    assert sorted(map(len, rows.values())) == [1, 3]
    assert [sum(row) / len(row) for row in rows.values()] == pytest.approx([x, x], abs=1)
    assert sum(rows) / 2 == pytest.approx(y, abs=1)


def test_a_ring_round_what_is_in_reach_hides_no_name_and_stands_in_the_legend() -> None:
    fleet = Piece("France", "fleet", "BRE")
    drawn = plan(Scene("standard", "A PAR", (fleet,), marks={"BRE": "", "PIC": ""}))
    x, y = drawn.spot("BRE")
    (name,) = (one for one in drawn.names if one["text"] == "BRE")
    assert abs(name["x"] - x) > 15 + 10 or abs(name["y"] - 3.4 - y) > 15 + LETTER
    assert "mark" in drawn.signs()


def test_a_blank_map_counts_nothing() -> None:
    blank = plan(Scene("standard", "all names", names=True))
    assert [row["text"] for row in blank.powers()][:2] == ["Austria", "England"]
    owned = plan(Scene("standard", "alpha", owners={"VIE": "Austria", "TYR": "Austria"}))
    assert [row["text"] for row in owned.powers()][:2] == ["Austria 1", "England 0"]


def test_a_region_is_drawn_large_with_all_its_names() -> None:
    shown = Scene("standard", "alpha", names=True, region=("BEL", "BUR", "HOL", "PIC", "RUH"))
    svg = job.draw(job.write_job(job.Job(shown, "svg"))).decode()
    assert int(svg.split('width="', 1)[1].split('"', 1)[0]) > 1000
    for name in ("Belgium", "Burgundy", "Holland", "Picardy", "Ruhr"):
        assert f">{name}</text>" in svg


def test_a_picture_that_is_too_large_for_a_mail_is_made_smaller() -> None:
    svg = drawing.svg(late("1936")[0], *_map("1936"))
    powers = catalog.load("1936").map["powers"]
    shades = palette.shades(palette.LIGHT, palette.paints(powers, palette.LIGHT).values())
    whole = pixels.png(svg, job.WIDEST, shades, most=10**9)
    smaller = pixels.png(svg, job.WIDEST, shades, most=len(whole) // 2)
    assert Image.open(io.BytesIO(smaller)).width < Image.open(io.BytesIO(whole)).width
    assert len(smaller) <= len(whole) // 2


def _map(variant: str) -> tuple[Path, Mapping[str, Any]]:
    found = catalog.load(variant)
    return found.shapes_folder, found.map
