"""Powers told apart by everybody: their colours as people see them who lack one kind of cone."""

import math
from itertools import combinations

import pytest

from judge.catalog import variant as catalog
from judge.report.picture.palette import COLOURS, DARK, LIGHT, PATTERNS, SPHERE, Theme, mix, paints

Row = tuple[float, float, float]
SIGHTS: dict[str, tuple[Row, Row, Row]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""From linear RGB to the same as others see it, severity 1: G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE TVCG 15 (2009)."""
XYZ: tuple[Row, Row, Row] = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
"""From linear sRGB to XYZ as parts of its white, D65 (IEC 61966-2-1)."""
SEEN, SURELY = 6.5, 12.0
"""Distances in CIELAB: 2.3 can just be seen side by side."""


def linear(colour: str) -> Row:
    """A colour as "#rrggbb" in linear RGB."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def times(rows: tuple[Row, Row, Row], colour: Row) -> Row:
    first, second, third = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in rows
    )
    return first, second, third


def lab(colour: Row) -> Row:
    """A colour in linear RGB in CIELAB."""
    x, y, z = (
        float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in times(XYZ, colour)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str) -> float:
    """How different two colours are to those to whom they differ least."""

    def by(sight: tuple[Row, Row, Row]) -> float:
        a, b = (lab(times(sight, linear(colour))) for colour in (one, other))
        return math.dist(a, b)

    return min(by(sight) for sight in SIGHTS.values())


def luminance(colour: str) -> float:
    return times(XYZ, linear(colour))[1]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_no_two_powers_look_alike_to_anybody(theme: Theme) -> None:
    """Ten powers by tint and by ink; the first seven, which are most games, at a glance."""
    for (at, one), (later, other) in combinations(enumerate(theme.paints), 2):
        least = SURELY if later < 7 else SEEN
        for mine, theirs in zip(one, other, strict=True):
            assert distance(mine, theirs) >= least, f"{at} and {later}: {mine} and {theirs}"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_no_power_looks_like_the_sea(theme: Theme) -> None:
    assert all(distance(tint, theme.sea) >= SURELY for tint, _ in theme.paints)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_land_that_nobody_enters_looks_like_nobodys_and_no_powers(theme: Theme) -> None:
    """Nor like what lies amid one power's centres, nor like land that is free."""
    looks = [tint for tint, _ in theme.paints]
    looks += [mix(tint, theme.land, SPHERE) for tint in looks]
    assert all(distance(look, theme.nobody) >= SEEN for look in (*looks, theme.land))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_names_and_letters_can_be_read_on_every_colour(theme: Theme) -> None:
    """Contrast of 4.5 at least: names on tints, a unit's letter on its ink."""
    pairs = [(theme.text, tint) for tint, _ in theme.paints]
    pairs += [(theme.halo, ink) for _, ink in theme.paints]
    for one, other in pairs:
        light, dark = sorted((luminance(one), luminance(other)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{one} on {other}"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_power_has_one_colour_on_all_boards_and_nobody_there_one_like_it(theme: Theme) -> None:
    """Also under each of its names; what has none of its own takes what is free."""
    boards = [catalog.load(name).map for name in catalog.names()]
    seen: dict[int, set[tuple[str, str]]] = {}
    for board in boards:
        painted = paints((*board["powers"], *board.get("factions", ())), theme)
        for power in painted.keys() & COLOURS.keys():
            seen.setdefault(COLOURS[power], set()).add((painted[power].tint, painted[power].ink))
        for one, other in combinations(list(painted.values())[: len(theme.paints)], 2):
            assert distance(one.tint, other.tint) >= SEEN
            assert distance(one.ink, other.ink) >= SEEN
    assert len(seen) == 8
    assert all(len(looks) == 1 for looks in seen.values())


def test_where_two_want_one_colour_the_second_takes_a_free_one() -> None:
    found = paints(["England", "Britain", "Elbonia"], LIGHT)
    assert [(one.tint, one.ink) for one in found.values()] == [
        LIGHT.paints[1], LIGHT.paints[0], LIGHT.paints[2]
    ]  # fmt: skip


@pytest.mark.parametrize("count", [7, 10, 34])
def test_each_of_many_powers_has_a_look_of_its_own(count: int) -> None:
    """A pattern each, and beyond ten no colour with the same pattern twice."""
    found = paints([str(number) for number in range(count)], LIGHT)
    assert len({*found.values()}) == count
    assert len({paint.pattern for paint in found.values()}) == min(count, len(PATTERNS))
