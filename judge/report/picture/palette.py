"""Colours and patterns: powers told apart by both, so that the colour-blind can, too."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from msgspec import Struct, convert, structs

from judge import resources


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


_COLOURS = resources.read_words("templates", "palette")
LIGHT, DARK = (convert({"name": name, **_COLOURS[name]}, Theme) for name in ("light", "dark"))
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


COLOURS: Mapping[str, int] = _COLOURS["powers"]
"""The number among a theme's paints of each power that has a colour of its own."""
SPHERE = 0.5
"""So much of a power's tint has land amid its centres."""
STAR = ("#ffb13d", "#a33c00")
"""The star behind a unit that was dislodged, and its edge: the same in every theme."""
PATTERNS: Sequence[str] = _COLOURS["patterns"]
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
