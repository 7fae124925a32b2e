"""Ways of scoring: published examples to the point, and what has to hold of any finish."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.game.terms import scoring
from judge.game.terms.scoring import WAYS, Finish
from judge.kernel.errors import InputError

ADDS_UP = {
    "draw-size": 100, "squares": 100, "carnage": 28034, "c-diplo": 100, "tribute": 100,
}  # fmt: skip
"""What all scores make together, drawn or won, once every centre is owned."""


def finish(counts: Sequence[int], *, won: bool = False, lived: Sequence[int] = ()) -> Finish:
    """Powers A to G with these centres of 34; the first has won, or all with a centre draw."""
    count_of = dict(zip("ABCDEFG", counts, strict=True))
    alive = tuple(power for power, count in count_of.items() if count)
    years = dict(zip("ABCDEFG", lived, strict=False))
    winners = ("A",) if won else ()
    return Finish(count_of, 34, alive, winners, () if won else alive, years)


@pytest.mark.parametrize(
    ("way", "of", "points"),
    [
        # NADF: each survivor the same.
        ("draw-size", finish([12, 12, 10, 0, 0, 0, 0]), "33.33 33.33 33.33 0 0 0 0"),
        ("draw-size", finish([18, 6, 5, 5, 0, 0, 0], won=True), "100 0 0 0 0 0 0"),
        # 17² + 17² and 16² + 12² + 6²
        ("squares", finish([17, 17, 0, 0, 0, 0, 0]), "50 50 0 0 0 0 0"),
        ("squares", finish([16, 12, 6, 0, 0, 0, 0]), "58.72 33.03 8.26 0 0 0 0"),
        # The three examples of webDiplomacy's forum.
        (
            "carnage",
            finish([18, 3, 6, 4, 3, 0, 0], won=True, lived=[9, 9, 9, 9, 9, 5, 4]),
            "28034 0 0 0 0 0 0",
        ),
        (
            "carnage",
            finish([14, 7, 6, 4, 3, 0, 0], lived=[0, 0, 0, 0, 0, 5, 4]),
            "7014 6007 5006 4004 3003 2000 1000",
        ),
        ("carnage", finish([8, 8, 7, 6, 4, 1, 0]), "6508 6508 5007 4006 3004 2001 1000"),
        # The two examples of the World Diplomacy Database.
        ("c-diplo", finish([4, 0, 9, 7, 7, 3, 4]), "5 1 48 18.5 18.5 4 5"),
        ("c-diplo", finish([5, 9, 4, 5, 3, 1, 7]), "9.5 48 5 9.5 4 2 22"),
        ("c-diplo", finish([18, 9, 7, 0, 0, 0, 0], won=True), "100 0 0 0 0 0 0"),
        # 66 / 3 each, and four centres of the leader's beyond six from each of the two others.
        ("tribute", finish([10, 12, 12, 0, 0, 0, 0]), "26 37 37 0 0 0 0"),
        ("tribute", finish([14, 10, 10, 0, 0, 0, 0]), "52 24 24 0 0 0 0"),
        # diplobn.com: ten points a centre for a lone leader; 34 + 4 × centres - his for survivors.
        ("opentribute", finish([14, 10, 6, 4, 0, 0, 0]), "140 60 44 36 0 0 0"),
        ("opentribute", finish([18, 10, 6, 0, 0, 0, 0], won=True), "340 0 0 0 0 0 0"),
        # Two leaders get a quarter each of what all are behind: 12 * 7 - 34 = 50.
        ("opentribute", finish([12, 12, 6, 4, 0, 0, 0]), "82.5 82.5 46 38 0 0 0"),
        # 12+2+2+4, 10+2+3, 8+2+2, 4+2+1 of 54; eliminated in 1903, 1906 and 1912.
        (
            "detour-09",
            finish([12, 10, 8, 4, 0, 0, 0], lived=[0, 0, 0, 0, 2, 5, 11]),
            "37.04 27.78 22.22 12.96 0.5 1.25 2",
        ),
        (
            "detour-09",
            finish([18, 16, 0, 0, 0, 0, 0], won=True, lived=[6, 6, 3]),
            "110 1.5 0.75 0 0 0 0",
        ),
        # 10 × 12 + 60/4 + 2 × 12; an equal lead has no bonus; the dead a point for each year.
        (
            "whipping",
            finish([12, 10, 8, 4, 0, 0, 0], lived=[0, 0, 0, 0, 2, 5, 4]),
            "159 115 95 55 3 6 5",
        ),
        ("whipping", finish([17, 17, 0, 0, 0, 0, 0]), "200 200 1 1 1 1 1"),
        ("whipping", finish([18, 16, 0, 0, 0, 0, 0], won=True, lived=[6, 6, 3]), "468 7 4 1 1 1 1"),
    ],
)  # fmt: skip
def test_an_example_comes_out_as_published(way: str, of: Finish, points: str) -> None:
    scored = scoring.score(way, of)
    assert " ".join(f"{round(float(one), 2):g}" for one in scored.values()) == points


@st.composite
def finishes(draw: st.DrawFn) -> Finish:
    """Any way to part 34 centres, and years of those who have none."""
    cuts = sorted(draw(st.lists(st.integers(0, 34), min_size=6, max_size=6)))
    counts = [high - low for low, high in zip([0, *cuts], [*cuts, 34], strict=True)]
    return finish(counts, lived=draw(st.lists(st.integers(0, 8), min_size=7, max_size=7)))


@pytest.mark.parametrize("way", WAYS)
@given(drawn=finishes(), winner=st.sampled_from("ABCDEFG"))
def test_a_win_is_never_below_a_draw(way: str, drawn: Finish, winner: str) -> None:
    most = max(scoring.score(way, drawn).values())
    assert scoring.score(way, replace(drawn, winners=(winner,)))[winner] >= most


@pytest.mark.parametrize("way", WAYS)
@given(drawn=finishes())
def test_more_centres_are_never_fewer_points(way: str, drawn: Finish) -> None:
    points = scoring.score(way, drawn)
    ordered = sorted(points, key=lambda power: drawn.counts[power])
    for less, more in pairwise(ordered):
        assert points[less] <= points[more] or drawn.counts[less] == drawn.counts[more]


@pytest.mark.parametrize("way", WAYS)
@given(drawn=finishes(), winner=st.sampled_from(["", "A"]))
def test_nobody_has_less_than_nothing_and_what_is_shared_adds_up(
    way: str, drawn: Finish, winner: str
) -> None:
    points = scoring.score(way, replace(drawn, winners=(winner,) if winner else ()))
    assert min(points.values()) >= 0
    if way in ADDS_UP:
        assert sum(points.values()) == ADDS_UP[way]


@pytest.mark.parametrize("way", WAYS)
def test_several_winners_share_the_prize(way: str) -> None:
    alone = scoring.score(way, finish([18, 16, 0, 0, 0, 0, 0], won=True))["A"]
    both = replace(finish([18, 16, 0, 0, 0, 0, 0]), winners=("A", "B"))
    assert scoring.score(way, both)["B"] == alone / 2


@pytest.mark.parametrize(
    ("typed", "way"),
    [("Sum of Squares", "squares"), ("SoS", "squares"), ("CDiplo", "c-diplo"),
     ("detour09", "detour-09"), ("Open Tribute", "opentribute"), ("none", "")],
)  # fmt: skip
def test_a_way_is_named_as_people_write_it(typed: str, way: str) -> None:
    assert scoring.read(typed) == way


def test_what_is_no_way_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        InputError, match=r"'elo' is no way of scoring: there are draw-size, .*none"
    ):
        scoring.read("elo")


def test_a_larger_board_has_its_own_numbers() -> None:
    """Who wins takes all that a draw would share, whatever the board counts."""
    counts = {"A": 500, "B": 300, "C": 200, "D": 0, "E": 0}
    drawn = Finish(counts, 1000, ("A", "B", "C"), (), ("A", "B", "C"))
    won = replace(drawn, winners=("A",))
    for way in ("carnage", "c-diplo", "tribute"):
        assert scoring.score(way, won)["A"] == sum(scoring.score(way, drawn).values())
    assert scoring.score("opentribute", won)["A"] == Fraction(8 * 1000)
