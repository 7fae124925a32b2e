"""What a unit can do, by the engine's own knowledge: each order is held against its rules.

So it is the same for every variant: where a unit can go, what it can support, whom it can carry.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from judge.game.terms.tables import Table
from judge.kernel.text import Line, Sentence
from judge.language import reader

Row = dict[str, Any]
_Labelled = tuple[str, list[str]]
"""What a row says, and of which places or units."""
_MOVES = " - "
STEPS = "can go to"
"""The label of the steps that a unit can make by itself."""
_USUAL = ("-", "H", "S", "C", "R", "SURRENDER")
"""What any unit may be told in a phase of moves: rows of their own tell of it, or none has to."""
_MOST = 16
"""The most places of one row that are named."""


def named_units(table: Table, text: str) -> list[str]:
    """The units on the board that words mean: "A PAR", "Paris", "Belgium" (all of its units)."""
    board = table.engine.units(table.state)
    units: list[str] = []
    for part in text.replace(" and ", ",").split(","):
        words = part.strip(" .")
        power = table.variant.vocabulary.power(tuple(words.lower().split())) if words else None
        if power:
            units += board.get(power, ())
            continue
        lines = [Line(1, f"{words} H")]
        items = reader.read(lines, table.variant.vocabulary, table.variant.engine_name)
        pieces = [item.piece for item in items if isinstance(item, Sentence) and item.piece]
        spaces = {(piece.arm, space) for piece in pieces for space in piece.place.spaces}
        units += [
            unit
            for own in board.values()
            for unit in own
            if not spaces.isdisjoint((arm, _space(unit)) for arm in ("", unit[0]))
        ]
    return list(dict.fromkeys(units))


def _space(unit: str) -> str:
    return unit.split()[1][:3]


def of(table: Table, unit: str) -> Row:
    """What ``unit`` can do as rows of a label and what it is about; "" rows are left out."""
    board = table.engine.units(table.state)
    owner = next(power for power, units in board.items() if unit in units)
    others = [name for names in board.values() for name in names if name != unit]
    staying = {name for power in board if _stays(table, power) for name in board[power]}
    choices = table.engine.legal_orders(table.state, owner, unit)
    possible_orders = [choice.order for choice in choices]
    own_rows = [("as a minor's unit", ["it never moves"])]
    rests_of_verb: dict[str, list[str]] = {}
    if unit not in staying:
        own_rows = list(_list_goals(table, owner, unit, possible_orders))
        # What a variant's units can do beside what all can: each verb and what it may go with.
        for text in possible_orders:
            verb, _, rest = text.removeprefix(f"{unit} ").partition(" ")
            if verb not in _USUAL and text.startswith(f"{unit} "):
                rests_of_verb.setdefault(verb, []).append(rest or "here")
    own_verbs = ((f"can {verb}", _shorten_list(rests)) for verb, rests in rests_of_verb.items())
    movers = [other for other in others if other not in staying]
    rows = (*own_rows, *_list_help(possible_orders, unit, others, movers), *own_verbs)
    labelled_rows = [{"label": label, "items": items} for label, items in rows if items]
    return {"unit": unit, "power": owner, "rows": labelled_rows}


def _list_goals(table: Table, owner: str, unit: str, able: Iterable[str]) -> Iterator[_Labelled]:
    """Where a unit can go: by itself, and with the fleets that could carry it."""
    steps = dict(_steps(table, owner, [unit]))[unit]
    beyond = [goal for goal in _goals(able, f"{unit}{_MOVES}") if goal not in steps]
    yield STEPS, steps
    carried = [goal for goal in beyond if " " not in goal]
    yield "by convoy with the units that could carry it now, to", _shorten_list(carried)
    helping = [goal for goal in beyond if goal not in carried]
    yield "can go and support from there", _shorten_list(helping)


def _list_help(
    able: Sequence[str], unit: str, others: Sequence[str], movers: Iterable[str]
) -> Iterator[_Labelled]:
    """What a unit can do for others: whom it can support where, and whom it can carry."""
    possible = set(able)  # variants write the support of a unit that stays in one of two ways
    holds = [one for one in others if possible & {f"{unit} S {one}", f"{unit} S {one} H"}]
    yield "can support to hold", holds
    into: dict[str, list[str]] = {}
    for other in movers:
        for goal in _goals(able, f"{unit} S {other}{_MOVES}"):
            into.setdefault(goal, []).append(other)
    goals_of_others = [f"{goal} ({', '.join(names)})" for goal, names in sorted(into.items())]
    yield "can support into", goals_of_others
    starts = {other: f"{unit} C {other} " for other in others}
    carries = [one for one in others if any(text.startswith(starts[one]) for text in able)]
    yield "can carry", carries


def _stays(table: Table, power: str) -> bool:
    """Whether a power's units never move: a minor's whose points buy no sorties."""
    points = table.variant.rules.get("points", {})
    return power not in table.powers and not points.get("moves", True)


def _steps(table: Table, power: str, units: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Where each of a power's units can go by itself, as its order form offers."""
    tasks = table.engine.standing(table.state, power, ()).tasks
    options = [option for task in tasks for option in task.options]
    for unit in units:
        start = f"{unit}{_MOVES}"
        yield unit, [text.removeprefix(start) for text in options if text.startswith(start)]


def _ground(place: str) -> str:
    """A place without its coast; of an air space the space below."""
    return place.partition("/")[0].removesuffix("-A")


def _shorten_list(places: Sequence[str]) -> list[str]:
    """A long list as people say it."""
    if len(places) <= _MOST + 1:  # "1 more" takes as much room as its name
        return list(places)
    return [*places[:_MOST], f"{len(places) - _MOST} more"]


def _goals(able: Iterable[str], start: str) -> list[str]:
    """The goals of the moves among orders; a march of 1930! over several spaces is none."""
    rests = (text.removeprefix(start) for text in able if text.startswith(start))
    return sorted({rest.removesuffix(" VIA") for rest in rests if _MOVES not in rest})


def as_if_moving(table: Table, state: Any) -> Any:
    """The state in a phase of moves of the same year, if it is in another; it has no dislodged.

    Bids are made for what units can do in the phases that follow.
    """
    phase = table.engine.phase(state)
    request = table.engine.request(state)
    if phase.kind == "movement" or not table.engine.units(state):
        return state
    first = str(table.variant.rules.get("phases", {}).get("first", ""))
    if not first:
        return state
    season = first[0] if first[-1] != "A" else "S"
    rest = {key: value for key, value in request.items() if key != "dislodged"}
    return table.engine.position({**rest, "phase": f"{season}{phase.id[1:-1]}M"})


def now(table: Table, power: str, units: Iterable[str], spaces: Iterable[str]) -> list[str]:
    """The retreats, builds and removals that ``power`` may order in the places that are meant."""
    if table.engine.phase(table.state).kind == "movement":
        return []
    places = {*spaces, *map(_space, units)}
    legal = dict.fromkeys(it.order for it in table.engine.legal_orders(table.state, power))
    return [text for text in legal if any(_ground(word) in places for word in text.split())]


def due(table: Table, power: str) -> list[str]:
    """All that ``power`` may choose among in a phase in which units do not move."""
    if table.engine.phase(table.state).kind == "movement":
        return []
    tasks = table.engine.standing(table.state, power, ()).tasks
    return list(dict.fromkeys(option for task in tasks for option in task.options))


def goals(table: Table, powers: Iterable[str]) -> Iterator[Row]:
    """Where each unit of some powers can go by itself."""
    board = table.engine.units(table.state)
    for power in powers:
        for unit, spaces_reached in _steps(table, power, board.get(power, ())):
            yield {"unit": unit, "goals": spaces_reached}


def into(table: Table, space: str) -> Row:
    """Who stands in a space, and whose units can go there by themselves."""
    board = table.engine.units(table.state)
    units_there = [
        {"power": power, "unit": unit}
        for power, names in board.items()
        for unit in names
        if _ground(unit.split()[1]) == space
    ]
    comers = []
    for power in board:
        steps = () if _stays(table, power) else _steps(table, power, board[power])
        units = [unit for unit, spaces_reached in steps if space in map(_ground, spaces_reached)]
        if units:
            comers.append({"power": power, "units": units})
    name = next(str(one["name"]) for one in table.variant.map["spaces"] if one["id"] == space)
    return {"space": space, "name": name, "there": units_there, "comers": comers}
