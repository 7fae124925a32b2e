"""Colours and patterns: powers told apart by both, so that the colour-blind can, too."""

from collections.abc import Iterable
from itertools import count

from msgspec import Struct, structs


class Paint(Struct, frozen=True):
    """How a power looks: ``tint`` of its spaces, ``ink`` of its units and arrows, its pattern."""

    tint: str
    ink: str
    pattern: int


class Theme(Struct, frozen=True):
    """The colours of all that belongs to nobody; ``halo`` stands round signs and names."""

    name: str
    sea: str
    land: str
    nobody: str
    wall: str
    shore: str
    inland: str
    at_sea: str
    text: str
    at_sea_text: str
    halo: str
    paper: str
    bad: str
    good: str
    paints: tuple[tuple[str, str], ...]


LIGHT = Theme(
    name="light",
    sea="#c7dff1", land="#f7f1de", nobody="#b8aca4", wall="#5a4a3c", shore="#2f4760",
    inland="#76695a", at_sea="#7fa3c4", text="#1d1d1f", at_sea_text="#20476b", halo="#fffffe",
    paper="#ffffff", bad="#c4161c", good="#1b7f3b",
    paints=(
        ("#ee9f92", "#af4544"), ("#87b4ff", "#001571"), ("#84d8c0", "#00696c"),
        ("#a0a4ab", "#2c2122"), ("#8ac364", "#28521f"), ("#e0c5ff", "#7a4ad5"),
        ("#d9c722", "#796800"), ("#e39cd6", "#7d1d4b"), ("#f9cdb6", "#3b1b00"),
        ("#c7d25a", "#565200"),
    ),
)  # fmt: skip
DARK = Theme(
    name="dark",
    sea="#14273a", land="#3a3833", nobody="#2b2a28", wall="#c9b8a4", shore="#8fb2d3",
    inland="#978b7c", at_sea="#47698a", text="#f3f1ec", at_sea_text="#a9cbea", halo="#101418",
    paper="#1c1f23", bad="#ff6b6b", good="#6fdc8c",
    paints=(
        ("#5a2504", "#f29988"), ("#0a317b", "#b1d4fd"), ("#2d5951", "#3bc3b9"),
        ("#5b697c", "#edeef3"), ("#25773f", "#9bffae"), ("#8a4fab", "#ada8f7"),
        ("#615912", "#b1b739"), ("#75105f", "#fea9cf"), ("#5d3d27", "#e5c682"),
        ("#626f01", "#f0ee6b"),
    ),
)  # fmt: skip
"""Of the ten paints no two tints, and no two inks, look alike to anybody:
tests/picture/test_palette.py sees them with the eyes of the colour-blind."""
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}
BOTH = "both"
"""The light theme in a picture that turns dark by itself where its reader likes that."""


def darkening(root: str) -> str:
    """Rules in CSS that turn a light picture, the element of id ``root``, dark where dark is liked.

    Each colour of LIGHT means one thing, so that it can be named by its value. What an inset shows
    again is outside of ``root`` to a browser: it knows only the element shown, whose id begins so.
    """
    light, dark = structs.asdict(LIGHT), structs.asdict(DARK)
    pairs = [(light[role], dark[role]) for role in light if role not in ("name", "paints")]
    for one, other in zip(LIGHT.paints, DARK.paints, strict=True):
        pairs += zip(one, other, strict=True)
    rules = (
        f'[id^="{root}"] [{use}="{one}"]{{{use}:{other}}}'
        for one, other in pairs
        for use in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


COLOURS = {
    "Austria": 0, "Austria-Hungary": 0, "Poland": 0, "Japan": 0,
    "England": 1, "Britain": 1, "Great Britain": 1,
    "France": 2, "Germany": 3, "Italy": 4, "Russia": 5, "Soviet Union": 5,
    "Turkey": 6, "China": 6, "America": 7,
}  # fmt: skip
"""One colour a power, on all boards: its number among a theme's paints. Powers that share one never
meet on a board of ours; where two do, the second takes one that nobody has."""
SPHERE = 0.5
"""So much of a power's tint has land amid its centres."""
STAR = ("#ffb13d", "#a33c00")
"""The star behind a unit that was dislodged, and its edge: the same in every theme."""
PATTERNS = (
    "M0 6L6 0", "M0 3H6", "M3 0V6", "M0 0L6 6", "M0 3H6M3 0V6", "M0 6L6 0M0 0L6 6",
    "M3 2.1v1.8M2.1 3h1.8", "M0 2H6M0 5H6", "M1 0V6M4 0V6", "M1 1h2v2h-2z",
)  # fmt: skip
"""Lines in a square of six units, one for each colour."""


def shades(theme: Theme, painted: Iterable[Paint]) -> list[int]:
    """The colours of a picture of powers so painted as red, green and blue, one after the other.

    They are the theme's own, what patterns and pale ground make of them, and what lies between two
    that often meet, for smooth edges.
    """
    own = [value for role, value in structs.asdict(theme).items() if role not in ("name", "paints")]
    colours = [_parts(colour, colour, 1) for colour in (*own, *STAR)]
    for tint, ink in {(paint.tint, paint.ink): None for paint in painted}:
        colours += [_parts(tint, tint, 1), _parts(ink, ink, 1), _parts(tint, theme.land, SPHERE)]
        colours += [_parts(ink, tint, 0.3), _parts(ink, theme.halo, 0.5)]
    for one, other in (
        (theme.text, theme.land), (theme.text, theme.paper), (theme.inland, theme.land),
        (theme.shore, theme.land), (theme.shore, theme.sea), (theme.at_sea, theme.sea),
        (theme.at_sea_text, theme.sea), (theme.halo, theme.sea), (theme.bad, theme.halo),
    ):  # fmt: skip
        colours.append(_parts(one, other, 0.5))
    return [part for colour in dict.fromkeys(colours) for part in colour]


def mix(one: str, other: str, part: float) -> str:
    """So much of one colour in the other."""
    return "#" + bytes(_parts(one, other, part)).hex()


def _parts(one: str, other: str, part: float) -> tuple[int, ...]:
    """So much of one colour in the other."""
    return tuple(
        round(int(one[at : at + 2], 16) * part + int(other[at : at + 2], 16) * (1 - part))
        for at in (1, 3, 5)
    )


def paints(powers: Iterable[str], theme: Theme) -> dict[str, Paint]:
    """The paint of each power: its own colour, or the next one that no power has.

    Beyond ten the colours come again with the next pattern.
    """
    own = {COLOURS[power]: power for power in reversed([*powers]) if power in COLOURS}
    numbers = {power: number for number, power in own.items()}
    free = (number for number in count() if number not in own)
    most = len(theme.paints)
    return {
        power: Paint(*theme.paints[number % most], (number + number // most) % len(PATTERNS))
        for power in powers
        for number in [numbers[power] if power in numbers else next(free)]
    }
