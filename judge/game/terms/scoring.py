"""Ways of scoring: what the end of a game is worth to each of its powers.

All are published for boards of seven powers and 34 centres. Elsewhere the board's own numbers stand
in their place wherever a number is made of these: a winner who takes all there is takes that.
Points are fractions, so that what is shared adds up.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from judge.kernel.errors import InputError

Points = dict[str, Fraction]
"""What each power scores."""


class Finish(Struct, frozen=True):
    """How a game has ended, or would if it ended now.

    ``counts`` is what each power has of all that the board counts, of which there is ``whole``.
    ``alive`` are in the game to its end; nobody else has anything. ``winners`` have won it; where
    it is drawn, there are none and ``sharers`` share that. ``lived`` are the years to whose end
    each power lived, without that in which another won.
    """

    counts: Mapping[str, int]
    whole: int
    alive: tuple[str, ...]
    winners: tuple[str, ...] = ()
    sharers: tuple[str, ...] = ()
    lived: Mapping[str, int] = {}

    @property
    def leaders(self) -> tuple[str, ...]:
        """Those who have most."""
        most = max(self.counts.values())
        return tuple(power for power, count in self.counts.items() if count == most)

    @property
    def lead(self) -> int:
        """What the only leader has more than the second; 0 where several lead."""
        first, second, *_ = sorted((0, *self.counts.values()), reverse=True)
        return first - second


class Scoring(Struct, frozen=True):
    """A way of scoring: what a drawn game is worth, what winning it, and a loss by years lived."""

    title: str
    drawn: Callable[[Finish], Points]
    won: Callable[[Finish], int]
    lost: Callable[[int], Fraction] = lambda _years: Fraction()


def score(name: str, finish: Finish) -> Points:
    """What each power scores by the way ``name``; several winners share alike."""
    way = WAYS[name]
    if not finish.winners:
        return way.drawn(finish)
    prize = Fraction(way.won(finish), len(finish.winners))
    return {
        power: prize if power in finish.winners else way.lost(finish.lived.get(power, 0))
        for power in finish.counts
    }


def read(text: str) -> str:
    """The way of scoring that somebody names, "" for none. Raises InputError."""
    word = re.sub(r"[^a-z0-9]", "", text.lower())
    if word in ("none", "no", "off"):
        return ""
    for name in WAYS:
        if word == name.replace("-", "") or word in _ALIASES.get(name, ()):
            return name
    raise InputError(f"'{text}' is no way of scoring: there are {', '.join(WAYS)}; or none.")


def sentences(name: str) -> Iterator[str]:
    """What the terms of a game say of the way ``name``; nothing where it has none."""
    if name:
        yield f"It is scored by {WAYS[name].title}: SCORING tells how, and how it stands."


_ALIASES: Mapping[str, tuple[str, ...]] = {
    "draw-size": ("dss", "draws"),
    "squares": ("sumofsquares", "sos"),
    "detour-09": ("detour",),
}


def _draw_size(finish: Finish) -> Points:
    """Who shares a draw gets an equal part of 100, who wins all of it.

    NADF, "Play": Draw Sized Scoring.
    """
    share = Fraction(100, len(finish.sharers))
    return {power: share if power in finish.sharers else Fraction() for power in finish.counts}


def _squares(finish: Finish) -> Points:
    """100 in the proportion of the squares of the centres; who wins takes 100.

    Playdiplomacy forum, "Scoring Systems": n² / (F² + R² + I² + G² + A² + T² + E²).
    """
    total = sum(count**2 for count in finish.counts.values())
    return {power: Fraction(100 * count**2, total) for power, count in finish.counts.items()}


def _carnage(finish: Finish) -> Points:
    """7000 for the most centres, 6000 for the next, down to 1000; and a point for each centre.

    Equals share what their places are worth; the dead are placed by how long they lived. Who wins
    takes all 28034. WebDiplomacy forum 1325258, "A note about scoring".
    """
    order = {
        power: (count, 0 if count else finish.lived.get(power, 0), power in finish.alive)
        for power, count in finish.counts.items()
    }
    return _add(_place(order, _thousands(finish), _mean), finish.counts)


def _thousands(finish: Finish) -> list[int]:
    """What the places are worth, the first first."""
    return [1000 * place for place in range(len(finish.counts), 0, -1)]


_CDIPLO = (38, 14, 7)


def _cdiplo(finish: Finish) -> Points:
    """A point for playing, one for each centre; 38, 14 and 7 for the three who have most.

    Equals share what their places are worth. Who wins takes all 100. World Diplomacy Database,
    scoring 5 (Giraudon, C-Diplo 100).
    """
    points = _add(_place(finish.counts, _CDIPLO, _mean), finish.counts)
    return {power: one + 1 for power, one in points.items()}


_SURVIVAL, _FREE = 66, 6
"""What survivors share, and with how many centres the leader gets no tribute yet."""


def _tribute(finish: Finish) -> Points:
    """A point for each centre; survivors share 66, and pay the leader one a centre beyond six.

    Nobody pays more than his part of the 66; several leaders share. Who wins takes all 100.
    Windy City Weasels, "Tribute Scoring System" (Fogel, Diplomacy World 149).
    """
    share = Fraction(_SURVIVAL, len(finish.alive))
    most = max(finish.counts.values())
    tribute = min(share, Fraction(max(0, most - _FREE)))
    payers = [power for power in finish.alive if power not in finish.leaders]
    points = {power: Fraction(count) for power, count in finish.counts.items()}
    for power in finish.alive:
        points[power] += share
    for power in payers:
        points[power] -= tribute
    for power in finish.leaders:
        points[power] += tribute * len(payers) / len(finish.leaders)
    return points


def _open_tribute(finish: Finish) -> Points:
    """34 points and three a centre; all pay the leader one for each centre that they are behind.

    The dead pay as well and keep nothing. Of several leaders each gets of the tribute one part in
    the square of their number. Who wins takes 340, ten for each centre on the board.
    Windy City Weasels, "OpenTribute Variant"; diplobn.com.
    """
    leaders, most = finish.leaders, max(finish.counts.values())
    tribute = Fraction(sum(most - count for count in finish.counts.values()), len(leaders) ** 2)
    return {
        power: Fraction()
        if power not in finish.alive
        else finish.whole + 3 * count + (tribute if power in leaders else Fraction(count - most))
        for power, count in finish.counts.items()
    }


_DETOUR = (4, 3, 2, 1)
_DETOUR_YEARS = 8


def _detour(finish: Finish) -> Points:
    """A point for each centre, two for living, the only leader's lead; 4, 3, 2, 1 for places.

    Equals get what the last of their places is worth. All this is made 100 in proportion; the dead,
    and who lost to a winner of 110, have a quarter of a point a year, for eight years at most.
    Diplomacy Tournament Visualiser, "Detour09"; DAANZ, "DETOUR 98f", of which it is made.
    """
    places = _place({power: finish.counts[power] for power in finish.alive}, _DETOUR, min)
    raw = {power: one + 2 for power, one in _add(places, finish.counts).items()}
    for power in finish.leaders:
        raw[power] += finish.lead
    total = sum(raw.values())
    lost = {power: _detour_lost(finish.lived.get(power, 0)) for power in finish.counts}
    return lost | {power: 100 * one / total for power, one in raw.items()}


def _detour_lost(years: int) -> Fraction:
    return Fraction(min(years, _DETOUR_YEARS), 4)


def _whipping(finish: Finish) -> Points:
    """Ten points a centre, two more for the only leader's; survivors share 60.

    The dead, and who lost to a winner of 468, have a point for each year they played. Diplomacy
    Tournament Visualiser, "Whipping".
    """
    points = {power: _whipping_lost(finish.lived.get(power, 0)) for power in finish.counts}
    for power in finish.alive:
        each = 12 if finish.lead and power in finish.leaders else 10
        points[power] = Fraction(60, len(finish.alive)) + finish.counts[power] * each
    return points


def _whipping_lost(years: int) -> Fraction:
    """The year in which it was over for somebody counts as well."""
    return Fraction(years + 1)


def _place(
    order: Mapping[str, Any], prizes: Sequence[int], tied: Callable[[Sequence[int]], Fraction | int]
) -> Points:
    """Prizes by place, the first for the highest; ``tied`` says what equals get of theirs."""
    ranked = sorted(order.values(), reverse=True)
    all_prizes = [*prizes, *[0] * len(ranked)][: len(ranked)]
    return {
        power: Fraction(
            tied([prize for prize, one in zip(all_prizes, ranked, strict=True) if one == own])
        )
        for power, own in order.items()
    }


def _mean(prizes: Sequence[int]) -> Fraction:
    return Fraction(sum(prizes), len(prizes))


def _add(points: Points, counts: Mapping[str, int]) -> Points:
    return {power: one + counts[power] for power, one in points.items()}


WAYS: Mapping[str, Scoring] = {
    "draw-size": Scoring("Draw size", _draw_size, lambda _finish: 100),
    "squares": Scoring("Sum of squares", _squares, lambda _finish: 100),
    "carnage": Scoring("Carnage", _carnage, lambda finish: sum(_thousands(finish)) + finish.whole),
    "c-diplo": Scoring(
        "C-Diplo", _cdiplo, lambda finish: len(finish.counts) + finish.whole + sum(_CDIPLO)
    ),
    "tribute": Scoring("Tribute", _tribute, lambda finish: finish.whole + _SURVIVAL),
    "opentribute": Scoring(
        "OpenTribute", _open_tribute, lambda finish: (len(finish.counts) + 3) * finish.whole
    ),
    "detour-09": Scoring("Detour 09", _detour, lambda _finish: 110, _detour_lost),
    "whipping": Scoring(
        "Whipping", _whipping, lambda finish: 468 * finish.whole // 34, _whipping_lost
    ),
}
"""All ways of scoring, by the value of the option ``scoring``."""
STANDARD = Finish(dict.fromkeys("AEFGIRT", 0), 34, ())
"""The board for which they are published."""
