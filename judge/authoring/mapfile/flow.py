"""BEGIN and FLOW of a .map file as [phases] of variant.toml."""

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import Any

from msgspec import Struct

from judge.authoring.mapfile.contents import Atlas, Notes, Spot, code
from judge.kernel import days
from judge.language.fold import level
from judge.language.named_phases import find_season
from judge.rules.dip.ground.position import STANDARD_YEAR

_START = Spot("the map", 0)
_BEGIN = "SPRING 1901 MOVEMENT"
_FLOW = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
_KINDS = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "A"}
_SEASONS = {"SPRING": "S", "SUMMER": "U", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_LETTERS = {1: "F", 2: "SF", 3: "SUF", 4: "SUFW"}
"""What so many seasons with moves are called where the map has other words for them."""
_WORD = 3
"""Letters of the shortest name of a season."""
_MOST = 400
"""Phases after which every calendar has come round."""


class _Part(Struct, frozen=True):
    """What follows in a flow: a phase, a step of years, or a test of the year."""

    season: str = ""
    kind: str = ""
    step: int = 0
    divisor: int = 0
    rest: int = 0


class _Phase(Struct, frozen=True):
    """A phase of a round: its season as the map calls it, and its year."""

    season: str
    kind: str
    year: int


def phases(atlas: Atlas, notes: Notes) -> dict[str, Any]:
    """[phases] of variant.toml; what this judge's calendar can't do goes into ``notes``."""
    spot, begin = atlas.begin or (_START, _BEGIN)
    items = atlas.flow or [(spot, item) for item in _FLOW]
    flow = [part for place, item in items for part in _read_parts(place, item, notes)]
    if not any(part.step for part in flow):
        flow.insert(0, _Part(step=1))
    sign = -1 if any(part.step < 0 for part in flow) else 1
    words = code(begin).split()
    is_date = len(words) == 3 and words[1].isdigit() and 0 < int(words[1]) < 9999
    first = _Part(words[0], words[2][0]) if is_date else None
    if first is None or first not in flow:
        notes.add(
            spot, f"'{begin}' is not a phase of the map's year, as '{_BEGIN}' is one of most."
        )
        return {"first": "S1901M"}
    round_phases = _list_round(flow, flow.index(first), sign * int(words[1]), sign)
    return _settle(round_phases, items[0][0], notes)


def _read_parts(spot: Spot, item: str, notes: Notes) -> Iterator[_Part]:
    """What an item of a flow stands for: "SPRING:MOVEMENT,RETREATS", "NEWYEAR:5"."""
    season, _, rest = item.partition(":")
    if season == "NEWYEAR":
        if not rest.lstrip("-").isdigit() and rest:
            notes.add(spot, f"{item} needs a number of years, as in NEWYEAR:5.")
        else:
            yield _Part(step=int(rest or 1))
    elif season == "IFYEARDIV":
        divisor, _, remainder = rest.partition("=")
        if not divisor.isdigit() or not int(divisor) or not (remainder or "0").isdigit():
            notes.add(spot, f"{item} needs a number, as in IFYEARDIV:10.")
        else:
            yield _Part(divisor=int(divisor), rest=int(remainder or 0))
    elif not rest:
        notes.add(spot, f"{item} needs its phases, as in SPRING:MOVEMENT,RETREATS.")
    else:
        for kind in filter(None, rest.split(",")):
            if kind in _KINDS:
                yield _Part(season, _KINDS[kind])
            else:
                notes.add(spot, f"there are no phases for {kind} here: left out.")


def _list_round(flow: Sequence[_Part], start: int, first_year: int, sign: int) -> list[_Phase]:
    """The phases from the first one on until the calendar comes round, that one among them."""
    cycle = lcm(*(part.divisor or 1 for part in flow))
    index, year = start, first_year
    phases_of_round = [_Phase(flow[start].season, flow[start].kind, year)]
    for _ in range(_MOST * len(flow)):
        index = (index + 1) % len(flow)
        part = flow[index]
        if part.divisor and abs(year) % part.divisor != part.rest:
            index = -1  # the next thing is what the flow begins with
        elif part.step:
            year += sign * part.step
        elif part.kind:
            phases_of_round.append(_Phase(part.season, part.kind, year))
            if index == start and (year - first_year) % cycle == 0:
                return phases_of_round
    return phases_of_round


def _settle(phases_of_round: Sequence[_Phase], spot: Spot, notes: Notes) -> dict[str, Any]:
    """A round of phases as the calendar's keys; the usual ones where it has too many seasons."""
    *before, again = phases_of_round
    first, step = before[0], again.year - before[0].year
    # the round ends with its last adjustments, and has no others: a game may begin in its middle
    index = max((index for index, one in enumerate(before, 1) if one.kind == "A"), default=0)
    moved_phases = [_Phase(one.season, one.kind, one.year + step) for one in before[:index]]
    *others, last = (*before[index:], *moved_phases)
    course = [*(one for one in others if one.kind != "A"), last]
    moves = list(dict.fromkeys((one.season, one.year) for one in course if one.kind == "M"))
    letters = "".join(_SEASONS.get(season, "") for season, _ in moves)
    if len(set(letters)) != len(moves):  # one after the other, where names don't say it
        letters = _LETTERS.get(len(moves), "")
    if not letters or step < 1:
        notes.add(spot, "a year has one to four seasons with moves here: taken as the usual one.")
        return {"first": "S1901M"}
    if sum(one.kind == "A" for one in before) > 1:
        notes.add(spot, "units are built once in a round of seasons here, at its end.")
    return _write_round(course, dict(zip(moves, letters, strict=True)), first, step)


def _write_round(
    course: Sequence[_Phase], letters: Mapping[tuple[str, int], str], first: _Phase, step: int
) -> dict[str, Any]:
    """[phases] of a round, each season's retreats behind its moves, without what is usual.

    Adjustments in a season of their own are winter's. The map's names of seasons stay where
    players can type them and they are no names of others.
    """
    year: dict[str, None] = {}
    names: dict[str, str] = {}
    later: dict[str, int] = {}
    first_letters: list[str] = []
    for one in course:
        letter = letters.get((one.season, one.year)) or _SEASONS.get(one.season, "W")
        is_own = one.season not in _SEASONS
        if one.kind == "A" and is_own and letter in letters.values():
            letter = "W"
        year |= {letter + one.kind: None, **({f"{letter}R": None} if one.kind == "M" else {})}
        if one.year != course[0].year:
            later[letter] = one.year - course[0].year
        is_word = is_own and one.season.isalpha() and len(one.season) >= _WORD
        if is_word and find_season(level(one.season)) in ("", letter):
            names[letter] = one.season.capitalize()
        beside_first = (one.kind, one.season, (one.year - first.year) % step)
        if beside_first == (first.kind, first.season, 0):
            first_letters.append(letter)
    table = {"year": list(year), "step": step, "names": names, "later": later}
    usual = {"year": list(STANDARD_YEAR), "step": 1, "names": {}, "later": {}}
    own_values = {key: value for key, value in table.items() if value != usual[key]}
    return {"first": f"{first_letters[0]}{days.write_year(first.year)}{first.kind}", **own_values}
