"""What a unit can do, by the engine's own knowledge: each order is held against its rules.

So it is the same for every variant: where a unit can go, what it can support, whom it can carry.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from judge.game.terms.tables import Table
from judge.kernel.text import Line, Sentence
from judge.language import reader

Row = dict[str, Any]
_MOVES = " - "
STEPS = "can go to"
"""The label of the steps that a unit can make by itself."""
_MOST = 16
"""The most coasts beyond the sea that are named."""


def named_units(table: Table, typed: str) -> list[str]:
    """The units on the board that words mean: "A PAR", "Paris", "Belgium" (all of its units)."""
    board = table.engine.units(table.state)
    found: list[str] = []
    for part in typed.replace(" and ", ",").split(","):
        words = part.strip(" .")
        power = table.variant.vocabulary.power(tuple(words.lower().split())) if words else None
        found += board.get(power, ()) if power else _units_in_space(table, words)
    return list(dict.fromkeys(found))


def _units_in_space(table: Table, words: str) -> list[str]:
    """The units in the space that words name."""
    lines = [Line(1, f"{words} H")]
    items = reader.read(lines, table.variant.vocabulary, table.variant.engine_name)
    pieces = [item.piece for item in items if isinstance(item, Sentence) and item.piece]
    spaces = {(piece.arm, space) for piece in pieces for space in piece.place.spaces}
    return [
        unit
        for units in table.engine.units(table.state).values()
        for unit in units
        if any(arm in ("", unit[0]) and _space(unit) == space for arm, space in spaces)
    ]


def _space(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


def of(table: Table, unit: str) -> Row:
    """What ``unit`` can do as rows of a label and what it is about; "" rows are left out."""
    board = table.engine.units(table.state)
    owner = next(power for power, units in board.items() if unit in units)
    steps = {name: goals for power in board for name, goals in _steps(table, power, board[power])}
    mine = steps[unit]
    staying = {name for power in board if _stays(table, power) for name in board[power]}
    others = [name for names in board.values() for name in names if name != unit]
    able = frozenset(
        _legal_orders(table, owner, _possible_orders(table, unit, mine, others, steps))
    )
    beyond = [goal for goal in _goals(able, f"{unit}{_MOVES}") if goal not in mine]
    mine, beyond = ([], []) if unit in staying else (mine, beyond)
    into: dict[str, list[str]] = {}
    for other in others:
        for goal in () if other in staying else steps[other]:
            if f"{unit} S {other} - {goal}" in able:
                into.setdefault(goal, []).append(other)
    cargo = [
        other for other in others if any(text.startswith(f"{unit} C {other} ") for text in able)
    ]
    holds = [other for other in others if _supports_to_hold(unit, other) & able]
    rows = (
        ("as a minor's unit", ["it never moves"] if unit in staying else []),
        (STEPS, mine),
        ("by convoy, if fleets carry it, to", _shorten_list(beyond)),
        ("can support to hold", holds),
        (
            "can support into",
            [f"{goal} ({', '.join(names)})" for goal, names in sorted(into.items())],
        ),
        ("can carry", cargo),
    )
    told = [{"label": label, "items": items} for label, items in rows if items]
    return {"unit": unit, "power": owner, "rows": told}


def _stays(table: Table, power: str) -> bool:
    """Whether a power's units never move: a minor's whose points buy no sorties."""
    return power not in table.powers and not table.variant.rules.get("points", {}).get(
        "moves", True
    )


def _steps(table: Table, power: str, units: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Where each of a power's units can go by itself, as its order form offers."""
    tasks = table.engine.standing(table.state, power, ()).tasks
    options = [option for task in tasks for option in task.options]
    for unit in units:
        start = f"{unit}{_MOVES}"
        yield unit, [text.removeprefix(start) for text in options if text.startswith(start)]


def _possible_orders(
    table: Table, unit: str, mine: Sequence[str], others: Iterable[str], steps: dict[str, list[str]]
) -> Iterator[str]:
    """Orders that the unit might be given: it supports into spaces that it could go to itself."""
    near = {_ground(goal) for goal in (*mine, unit.split()[1])}
    for space in table.variant.map["spaces"]:
        yield f"{unit}{_MOVES}{space['id']}"
    for other in others:
        yield from _supports_to_hold(unit, other)
        goals = [goal for goal in steps[other] if _ground(goal) in near]
        yield from (f"{unit} S {other}{_MOVES}{goal}" for goal in goals)
        yield from (f"{unit} C {other}{_MOVES}{goal}" for goal in mine)


def _ground(place: str) -> str:
    """A place without its coast; of an air space the space below."""
    return place.partition("/")[0].removesuffix("-A")


def _supports_to_hold(unit: str, other: str) -> frozenset[str]:
    """The support of a unit that stays, as variants write it."""
    return frozenset({f"{unit} S {other}", f"{unit} S {other} H"})


def _legal_orders(table: Table, power: str, texts: Iterable[str]) -> Iterator[str]:
    """Those orders that the engine takes."""
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = reader.read(lines, table.variant.vocabulary, table.variant.engine_name)
    sentences = [item for item in items if isinstance(item, Sentence)]
    yield from (order.text for order in table.engine.read(sentences, table.state, power).orders)


def _shorten_list(places: Sequence[str]) -> list[str]:
    """A long list as people say it."""
    if len(places) <= _MOST + 1:  # "1 more" takes as much room as its name
        return list(places)
    return [*places[:_MOST], f"{len(places) - _MOST} more coasts"]


def _goals(able: Iterable[str], start: str) -> list[str]:
    """The goals of the moves among orders."""
    goals = {
        text.removeprefix(start).removesuffix(" VIA") for text in able if text.startswith(start)
    }
    return sorted(goals)


def as_if_moving(table: Table, state: Any) -> Any:
    """The state in a phase of moves of the same year, if it is in another without dislodged units.

    Bids are made for what units can do in the phases that follow.
    """
    phase = table.engine.phase(state)
    request = table.engine.request(state)
    if phase.kind in ("movement", "retreat") or not table.engine.units(state):
        return state
    first = str(table.variant.rules.get("phases", {}).get("first", ""))
    if not first:
        return state
    season = first[0] if first[-1] != "A" else "S"
    return table.engine.position({**request, "phase": f"{season}{phase.id[1:-1]}M"})


def goals(table: Table, powers: Iterable[str]) -> Iterator[Row]:
    """Where each unit of some powers can go by itself."""
    board = table.engine.units(table.state)
    for power in powers:
        for unit, reached in _steps(table, power, board.get(power, ())):
            yield {"unit": unit, "goals": reached}


def into(table: Table, space: str) -> Row:
    """Who stands in a space, and whose units can go there by themselves."""
    board = table.engine.units(table.state)
    there = [
        {"power": power, "unit": unit}
        for power, names in board.items()
        for unit in names
        if _ground(_place(unit)) == space
    ]
    comers = [
        {"power": power, "units": units}
        for power in board
        if not _stays(table, power)
        and (
            units := [
                unit
                for unit, reached in _steps(table, power, board[power])
                if any(_ground(goal) == space for goal in reached)
            ]
        )
    ]
    name = next(str(one["name"]) for one in table.variant.map["spaces"] if one["id"] == space)
    return {"space": space, "name": name, "there": there, "comers": comers}


def _place(unit: str) -> str:
    return unit.split()[1]
