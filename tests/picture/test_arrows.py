"""Orders on boards late in a game: each arrow begins at its piece and ends at its goal."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from judge.report.picture import geometry
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
    Piece,
    Scene,
)
from judge.report.picture.plan import Plan
from tests import folders
from tests.picture.test_geometry import along, corners, off, spots
from tests.picture.test_plan import late, middle_of, plan

UNIT = 13.0
"""How far from its middle a unit's sign reaches."""
NEAR = 36.0
"""What lies so near to the middle of a space is seen as in it: three pieces stand there abreast."""
Spot = tuple[float, float]
Signs = tuple[Plan, dict[str, dict[str, Any]]]


@cache
def board(variant: str) -> Plan:
    """The orders of a phase late in a game."""
    return plan(late(variant)[0])


def deeds(variant: str, kind: str) -> Iterator[tuple[Deed, list[dict[str, Any]]]]:
    """Each deed of a kind with its signs; the others are there, but not drawn."""
    whole = board(variant)
    for deed in whole.scene.deeds:
        if deed.kind == kind:
            yield deed, [*getattr(whole, f"_draw_{kind}")(deed)]


def is_over_the_edge(drawn: Plan, deed: Deed) -> bool:
    """Whether a deed's line leaves the map."""
    places = [drawn.spot(place) for place in (deed.place, *deed.path)]
    wide = max(x for x, _ in places) - min(x for x, _ in places)
    return bool(drawn.round) and wide > drawn.round / 2


def stand(drawn: Plan, deed: Deed) -> list[Spot]:
    """Where the units of a deed's power stand in its space, as they are drawn."""
    return [
        spot
        for piece, spot in drawn.standing
        if (piece.power, piece.place, piece.strength) == (deed.power, deed.place, deed.strength)
        and not piece.dislodged
    ]


def aside(spot: Spot, path: str) -> float:
    """How far a place lies from a path."""

    def far(a: Spot, b: Spot) -> float:
        part = min(math.dist(a, b), max(0.0, along(spot, a, b))) / math.dist(a, b)
        return math.dist(spot, geometry.between(a, b, part))

    return min(far(a, b) for a, b in pairwise(spots(path)) if a != b)


@pytest.mark.parametrize("variant", folders.outlined())
def test_a_move_begins_at_its_piece_and_its_head_comes_to_its_goal(variant: str) -> None:
    drawn = board(variant)
    for deed, signs in deeds(variant, MOVE):
        if deed.void or is_over_the_edge(drawn, deed) or drawn._leaves(deed):
            continue
        start, goal = spots(signs[0]["d"])[0], drawn.spot(deed.path[-1])
        (stands,) = stand(drawn, deed)
        assert math.dist(start, stands) <= UNIT, deed
        tip, *_ = corners(signs[-1]["head"])
        assert tip == pytest.approx(spots(signs[-1]["d"])[-1])
        assert math.dist(tip, goal) < NEAR, deed
        for other, (x, y) in drawn.standing:
            if other.place == deed.path[-1] and not other.dislodged and len(deed.path) == 1:
                wide, high = drawn.room_of(other)
                wide, high = (wide, high) if math.dist(stands, goal) > 40 else (wide / 2, high / 2)
                assert abs(tip[0] - x) >= wide or abs(tip[1] - y) >= high, "its head can be seen"


@pytest.mark.parametrize("variant", folders.outlined())
def test_what_failed_has_one_cross_upon_its_line_and_nothing_else_has_one(variant: str) -> None:
    for kind in (MOVE, SUPPORT):
        for deed, signs in deeds(variant, kind):
            crossed = [sign for sign in signs if sign["cross"]]
            assert len(crossed) == (not deed.ok), deed
            assert any(not sign["ok"] for sign in signs) == (not deed.ok)
            for sign in crossed:
                assert aside(sign["cross"], sign["d"]) < 4


@pytest.mark.parametrize("variant", folders.outlined())
def test_a_support_begins_at_its_piece_and_ends_at_what_it_helps(variant: str) -> None:
    """At the unit, within its ring; of a move in the middle of its arrow."""
    drawn = board(variant)
    moves = {(deed.place, deed.path[-1][:3]): signs for deed, signs in deeds(variant, MOVE)}
    for deed, signs in deeds(variant, SUPPORT):
        if deed.void or is_over_the_edge(drawn, deed):
            continue
        start, end = spots(signs[-1]["d"])
        (stands,) = stand(drawn, deed)
        assert math.dist(start, stands) <= UNIT
        if len(deed.path) == 1:
            (ring,) = (sign for sign in signs if sign["kind"] == "guard")
            assert math.dist(end, ring["at"]) <= UNIT + 0.1
            assert ring["at"] in [spot for one, spot in drawn.standing if one.place == deed.path[0]]
        else:
            assert [sign["kind"] for sign in signs] == ["support"]
            (arrow,) = moves[deed.path[0], deed.path[1][:3]]
            assert aside(end, arrow["d"]) < 1
            tail, *_, tip = spots(arrow["d"])
            assert min(math.dist(end, tail), math.dist(end, tip)) > 3


# --- signs by themselves, on boards on which nothing else is


def drawn_of(name: str, deed: Deed, *pieces: Piece, others: tuple[Deed, ...] = ()) -> Signs:
    """The board's plan, and the signs of a deed by their kinds."""
    found = plan(Scene(name, "alpha", pieces, deeds=(deed, *others)))
    return found, {str(sign["kind"]): sign for sign in getattr(found, f"_draw_{deed.kind}")(deed)}


@pytest.mark.parametrize("ok", [True, False])
def test_bombs_fall_and_armies_drop_from_the_plane_beside_its_unit(ok: bool) -> None:
    plane = Piece("Germany", "plane", "BER")
    for kind, mark in ((BOMB, "blast"), (DROP, "chute")):
        deed = Deed(kind, "Germany", "plane" if kind == BOMB else "army", "BER", ("WAR",), ok=ok)
        board, signs = drawn_of("1930s-world", deed, plane, Piece("Germany", "army", "BER"))
        stands = {piece.arm: spot for piece, spot in board.standing}
        assert abs(stands["plane"][0] - stands["army"][0]) > 10, "both can be seen"
        assert abs(stands["plane"][1] - stands["army"][1]) > 10
        start, end = spots(signs["air"]["d"])
        assert math.dist(start, stands[deed.arm]) <= UNIT
        assert math.dist(end, board.spot("WAR")) <= UNIT
        assert bool(signs["air"]["cross"]) == (not ok)
        assert bool(signs["air"].get("head")) == (kind == DROP), "bombs fall, armies arrive"
        if kind == DROP:
            assert corners(signs["air"]["head"])[0] == pytest.approx(end)
        if signs["air"]["cross"]:
            assert aside(signs["air"]["cross"], signs["air"]["d"]) < 1
        assert (mark in signs) == (ok or kind == DROP)
    x, y = board.spot("WAR")
    assert signs["chute"]["at"][0] == x
    assert y - 20 < signs["chute"]["at"][1] < y - UNIT + 1, "above the unit that it carries"


@pytest.mark.parametrize("ok", [True, False])
def test_who_retreats_or_is_removed_stands_beside_the_one_that_beat_it(ok: bool) -> None:
    beaten = Piece("France", "army", "BUR", dislodged=True)
    winner = Piece("Germany", "army", "BUR")
    deed = Deed(RETREAT, "France", "army", "BUR", ("PAR",), ok=ok)
    board, signs = drawn_of("standard", deed, beaten, winner)
    (x, y), stands = board.stands[beaten], board.stands[winner]
    assert stands == board.spot("BUR")
    assert abs(x - stands[0]) >= 10
    assert abs(y - stands[1]) >= 8
    assert board.standing[0][0] == beaten, "the winner covers it, not it the winner"
    start, end = spots(signs["retreat"]["d"])
    assert math.dist(start, (x, y)) <= UNIT
    assert math.dist(end, board.spot("PAR")) < UNIT
    assert corners(signs["retreat"]["head"])[0] == pytest.approx(end)
    assert bool(signs["retreat"]["cross"]) == (not ok)
    (star,) = board.find_loss_stars()
    assert middle_of(star) == pytest.approx((x, y), abs=0.2)
    assert min(math.dist(corner, (x, y)) for corner in corners(star)) > 11, "round the unit"
    _, signs = drawn_of("standard", Deed(REMOVE, "France", "army", "BUR"), beaten, winner)
    assert signs["remove"]["at"] == (x, y)
    _, signs = drawn_of("standard", Deed(REMOVE, "Germany", "army", "BUR"), winner)
    assert signs["remove"]["at"] == stands


def test_a_unit_that_is_beaten_in_this_phase_has_its_star_behind_it() -> None:
    piece = Piece("France", "army", "BUR")
    for beaten in (True, False):
        deed = Deed(HOLD, "France", "army", "BUR", beaten=beaten)
        board, _ = drawn_of("standard", deed, piece)
        assert [middle_of(star) for star in board.find_loss_stars()] == [
            pytest.approx(board.spot("BUR"), abs=0.2)
        ] * beaten
        assert ("lost" in board.signs()) == beaten


def test_what_is_built_and_who_holds_or_carries_is_marked_where_it_stands() -> None:
    build = Deed(BUILD, "Russia", "fleet", "STP/SC")
    board, signs = drawn_of("standard", build)
    assert signs["build"]["at"] == board.spot("STP/SC") != board.spot("STP")
    assert signs["build"]["arm"] == "fleet"
    board, signs = drawn_of("standard", Deed(HOLD, "France", "army", "PAR"))
    assert signs["hold"]["at"] == board.spot("PAR")
    for ok in (True, False):
        carries = Deed(CONVOY, "England", "fleet", "NTH", ("LON", "BEL"), ok=ok, helped="A")
        board, signs = drawn_of("standard", carries)
        assert signs["wave"]["at"] == board.spot("NTH")
        assert bool(signs["wave"]["cross"]) == (not ok)


def test_neither_minors_nor_pieces_of_a_stack_are_marked_as_holding() -> None:
    """They do little else."""
    _, signs = drawn_of("1936", Deed(HOLD, "Belgium", "army", "BEL"))
    assert not signs
    _, signs = drawn_of("1930", Deed(HOLD, "France", "army", "PAR", strength=4))
    assert not signs


@pytest.mark.parametrize(
    "deed",
    [
        Deed(MOVE, "France", "army", "PAR", ("MOS",), ok=False, void=True),
        Deed(SUPPORT, "France", "army", "PAR", ("MOS", "SEV"), ok=False, void=True),
        Deed(MOVE, "France", "army", "PAR", ("BUR",), ok=False, void=True),
    ],
)
def test_of_an_order_that_matched_nothing_only_the_beginning_is_drawn(deed: Deed) -> None:
    board, signs = drawn_of("standard", deed, Piece("France", "army", "PAR"))
    (sign,) = signs.values()
    start, end = spots(sign["d"])
    here, goal = board.spot("PAR"), board.spot(deed.path[-1])
    assert math.dist(start, here) <= UNIT
    assert 15 < math.dist(start, end) <= 32.1
    assert math.dist(end, goal) < math.dist(start, goal)
    assert aside(end, f"M{here[0]:.1f} {here[1]:.1f}L{goal[0]:.1f} {goal[1]:.1f}") < 0.2
    assert aside(sign["cross"], sign["d"]) < 0.2
    assert min(math.dist(sign["cross"], start), math.dist(sign["cross"], end)) > 5


def test_of_two_that_go_against_each_other_both_arrows_can_be_seen() -> None:
    there = Deed(MOVE, "France", "army", "PAR", ("BUR",), ok=False)
    back = Deed(MOVE, "Germany", "army", "BUR", ("PAR",), ok=False)
    pieces = (Piece("France", "army", "PAR"), Piece("Germany", "army", "BUR"))
    a, b = spots(drawn_of("standard", there, *pieces, others=(back,))[1]["move"]["d"])
    c, d = spots(drawn_of("standard", back, *pieces, others=(there,))[1]["move"]["d"])
    assert math.dist(geometry.between(a, b, 0.5), geometry.between(c, d, 0.5)) > 8
    alone = spots(drawn_of("standard", there, *pieces)[1]["move"]["d"])
    assert abs(off(b, *alone)) == pytest.approx(abs(off(c, *alone)), abs=0.2)
    assert off(a, *alone) * off(d, *alone) < 0, "one on each side"


def on_land(drawn: Plan, path: str) -> float:
    """How much of an arrow that bends lies on land, of one that goes through waters."""
    start, first, middle, last, end = spots(path)
    parts = [number / 20 for number in range(21)]
    walked = [
        spot
        for part in parts
        for spot in (
            geometry.between(start, first, part),
            geometry.between(
                geometry.between(first, middle, part), geometry.between(middle, last, part), part
            ),
            geometry.between(last, end, part),
        )
    ]
    areas = [drawn.shapes.find_area(spot) for spot in walked]
    kinds = ["land" if area < 0 else drawn.kinds[drawn.shapes.spaces[area]] for area in areas]
    return kinds.count("land") / len(kinds)


@pytest.mark.parametrize(
    ("variant", "start", "goal"),
    [("1900", "ENG", "NTH"), ("1900", "LYO", "TYS"), ("1936", "ENG", "BOB")],
)
def test_a_fleet_sails_round_the_land_of_others(variant: str, start: str, goal: str) -> None:
    """From the Channel by the Strait of Dover, not over London."""
    for place, there in ((start, goal), (goal, start)):
        drawn, signs = drawn_of(variant, Deed(MOVE, "Russia", "fleet", place, (there,)))
        assert on_land(drawn, signs["move"]["d"]) < 0.1
        assert math.dist(spots(signs["move"]["d"])[0], drawn.spot(place)) <= UNIT


def test_what_goes_over_its_own_land_alone_goes_straight_but_round_who_stands_there() -> None:
    move = Deed(MOVE, "France", "army", "PAR", ("BUR",))
    _, signs = drawn_of("standard", move)
    assert len(spots(signs["move"]["d"])) == 2
    around = Deed(MOVE, "Russia", "army", "STP", ("MOS",))
    board, signs = drawn_of("standard", around)
    x, y = geometry.between(board.spot("STP"), board.spot("MOS"), 0.5)
    assert len(spots(signs["move"]["d"])) == 2
    board = plan(board.scene)
    board.standing.append((Piece("Turkey", "army", "UKR"), (x, y)))
    assert aside((x, y), next(board._draw_move(around))["d"]) > 10


@pytest.mark.parametrize(
    ("variant", "start", "goal"),
    [("1926", "ATO", "ARA"), ("1936", "PGU", "ATL"), ("hundred", "ATL", "MED")],
)
def test_waters_that_meet_beyond_the_map_are_left_and_entered_over_its_edge(
    variant: str, start: str, goal: str
) -> None:
    deed = Deed(MOVE, "England", "fleet", start, (goal,))
    drawn, _ = drawn_of(variant, deed)
    out, back = drawn.orders["above"]
    for x, y in (out["end"], spots(back["d"])[0]):
        assert x in (0, drawn.shapes.size[0]) or y in (0, drawn.shapes.size[1])
    assert math.dist(corners(back["head"])[0], drawn.spot(goal)) < NEAR


def test_a_piece_of_a_stack_goes_and_helps_from_where_it_stands_itself() -> None:
    pieces = [Piece("France", "army", "PAR", strength=one) for one in (1, 2, 3)]
    for piece in pieces:
        march = Deed(MOVE, "France", "army", "PAR", ("PIC",), strength=piece.strength)
        board, signs = drawn_of("1930", march, *pieces)
        assert len({*board.stands.values()}) == 3
        assert math.dist(spots(signs["move"]["d"])[0], board.stands[piece]) == pytest.approx(
            10, abs=0.2
        )
        helped = Deed(
            SUPPORT, "France", "army", "BRY", ("PAR",), helped=f"L{piece.strength}", strength=5
        )
        board, signs = drawn_of("1930", helped, *pieces)
        assert signs["guard"]["at"] == board.stands[piece]


def test_a_march_that_ends_early_is_solid_so_far_and_dashed_from_there() -> None:
    for done in (0, 1, 2):
        deed = Deed(
            MOVE, "France", "army", "PAR", ("PIC", "BRU", "ALS"), ok=False, done=done, strength=3
        )
        found = plan(Scene("1930", "alpha", (Piece("France", "army", "PAR", 3),), deeds=(deed,)))
        lines = found.orders["above"]
        assert [sign["ok"] for sign in lines] == [True, False][done == 0 :]
        stops = [found.spot(place) for place in ("PAR", *deed.path)]
        assert math.dist(spots(lines[-1]["d"])[0], stops[done]) <= UNIT
        assert math.dist(corners(lines[-1]["head"])[0], stops[-1]) < NEAR
        if done:
            assert corners(lines[0]["head"])[0] == pytest.approx(stops[done], abs=0.1)
        assert not lines[0]["cross"] or not done
        first = aside(lines[-1]["cross"], path(stops[done : done + 2]))
        assert first < 4, "crossed on the step that was not made"


def path(stops: list[Spot]) -> str:
    """A line through places."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in stops)
