"""``judge adjudicate``: a position as JSON in, checked key by key; the answer as JSON out."""

from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any

from judge.kernel.engine import read_throws, strip_reasons, tidy
from judge.kernel.errors import InputError
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.scene import VERDICTS, Orders, Scene

KEYS = frozenset((
    "id", "variant", "phase", "units", "centers", "dislodged", "orders", "options", "state", "dice",
    "reasons",
))  # fmt: skip


def read_position(
    game: Game, request: Mapping[str, Any], options: Mapping[str, Any], memory_keys: Set[str]
) -> State:
    """The state of a request; raises InputError naming the key that is wrong.

    Without ``units`` the board is empty; without ``centers`` they are as at the start.
    ``memory_keys`` are those that ``state`` may have.
    """
    for key in request:
        if key not in KEYS:
            raise InputError(f"{key}: there is no such key; there are {', '.join(sorted(KEYS))}.")
    _read_object(request, "orders")
    read_throws(request)
    phase = _read_phase(game, request)
    groups, fit = _read_by_power(game, request, "units"), game.board.fit
    texts = [*chain.from_iterable(groups.values())]
    spaces: dict[int, str] = {}
    is_sound = len({fit[text].space for text in texts if text in fit}) == len(texts)
    for power, own in groups.items() if not is_sound else ():
        # The first that can't stand where it does, or not beside another.
        for index, text in enumerate(own):
            unit = _read_unit(game, text, key := f"units.{power}[{index}]")
            if unit.space in spaces:
                raise InputError(f"{key}: {spaces[unit.space]} stands there already.")
            spaces[unit.space] = unit.text
    state = State(
        phase=phase,
        units=tidy({power: [fit[text].text for text in own] for power, own in groups.items()}),
        centers=_read_centers(game, request),
        dislodged=_read_dislodged(game, request),
        options=options,
        memory=_read_object(request, "state"),
    )
    # What stands under the keys that are known their mechanics check.
    for key in state.memory:
        if key not in memory_keys:
            known_keys = ", ".join(sorted(memory_keys))
            hint = f"known are {known_keys}" if known_keys else "this variant remembers nothing"
            raise InputError(f"state.{key}: unknown; {hint}.")
    return game.rules.request(request, game.board, state)


def read_orders(game: Game, request: Mapping[str, Any]) -> Orders:
    """The orders of a request, each of them readable."""
    texts_of = _read_by_power(game, request, "orders")
    orders = {power: game.notation.lines(power, texts) for power, texts in texts_of.items()}
    for power, lines in orders.items():
        for line in lines:
            if line.order is None:
                raise InputError(f"orders.{power}[{lines.index(line)}]: {line.fault}.")
    return orders


def compose_request(state: State) -> dict[str, Any]:
    """The request that asks for a position: ``read_position`` of it is the same state."""
    return {
        "phase": state.phase,
        "units": {power: list(units) for power, units in state.units.items()},
        "centers": {power: list(ids) for power, ids in state.centers.items()},
        "dislodged": {
            f"{one.power}: {one.unit}" if one.power else one.unit: list(one.retreats)
            for one in state.dislodged
        },
        "options": dict(state.options),
        "state": dict(state.memory),
    }


def compose_answer(
    game: Game, request: Mapping[str, Any], before: State, scene: Scene
) -> dict[str, Any]:
    """What came of a request, as JSON."""
    state = scene.state
    dislodged = [
        *((row["power"], row["unit"], row["retreats"]) for row in scene.rows("dislodged")),
        *((row["power"], row["unit"], []) for row in scene.rows("destroyed")),
    ]
    texts = [unit for _, unit, _ in dislodged]
    data: dict[str, Any] = {
        "id": request.get("id"),
        "phase": before.phase,
        "next": None if state.winners else state.phase,
        "after": {power: list(units) for power, units in state.units.items()},
        # Keys name owners where units would be alike.
        "dislodged": {
            (f"{power}: {unit}" if texts.count(unit) > 1 else unit): list(retreats)
            for power, unit, retreats in sorted(dislodged)
        },
        "centers": {power: list(ids) for power, ids in state.centers.items()},
        "results": scene.rows("results"),
        "disbanded": [row["unit"] for row in scene.rows("disbanded")],
        "state": dict(state.memory),
        "winner": state.winners[0] if state.winners else None,
    }
    if len(state.winners) > 1:
        data["winners"] = list(state.winners)
    answer = dict(game.rules.answer(scene, game.board, data))
    if scene.tells == VERDICTS:
        answer["results"] = strip_reasons(answer["results"])
    return answer


def _read_phase(game: Game, request: Mapping[str, Any]) -> str:
    """The phase of a request, which it has to name."""
    name = request.get("phase")
    if not isinstance(name, str):
        raise InputError("phase: the request has to name one, like 'S1901M'.")
    try:
        return game.calendar.phase(name).id
    except ValueError as error:
        raise InputError(f"phase: {error}.") from None


def _read_unit(game: Game, text: str, key: str) -> Unit:
    """A unit where such a unit can stand."""
    try:
        unit = game.board.unit(text)
    except ValueError as error:
        raise InputError(f"{key}: {error}.") from None
    if not game.board.can_stand(unit.arm, unit.loc):
        places = game.board.places(unit.arm, unit.space)
        coasts = " or ".join(game.board.locs[loc] for loc in places)
        hint = f"its place is {coasts}" if coasts else "no such unit can stand there"
        raise InputError(f"{key}: '{text}': {hint}.")
    return unit


def _read_centers(game: Game, request: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The centres by power, each of them one and nobody else's."""
    if "centers" not in request:
        return tidy({name: power.owns for name, power in game.board.powers.items()})
    groups = _read_by_power(game, request, "centers")
    owned = [*chain.from_iterable(groups.values())]
    owners: dict[str, str] = {}
    all_sound = len(game.ownable.intersection(owned)) == len(owned)
    for power, ids in groups.items() if not all_sound else ():
        for index, space in enumerate(ids):
            key = f"centers.{power}[{index}]"
            if space not in game.ownable:
                is_space = space in game.board.spaces
                fault = f"{space} is not a centre" if is_space else f"there is no space '{space}'"
                raise InputError(f"{key}: {fault}.")
            if space in owners:
                raise InputError(f"{key}: {space} belongs to {owners[space]} already.")
            owners[space] = power
    return tidy(groups)


def _read_dislodged(game: Game, request: Mapping[str, Any]) -> tuple[Dislodged, ...]:
    """The units that have to retreat, each by itself or with its owner ("France: A PAR")."""
    entries = _read_object(request, "dislodged")
    if entries and not _read_phase(game, request).endswith("R"):
        raise InputError("dislodged: units retreat in a phase of retreats only.")
    dislodged: dict[tuple[str, str], Dislodged] = {}
    for name, places in entries.items():
        power, colon, text = name.rpartition(": ")
        if colon and not game.rules.knows(power, power in game.board.powers):
            raise _no_power(game, power, f"dislodged.{name}")
        unit = _read_unit(game, text, f"dislodged.{name}")
        if any(other == unit.text and "" in (power, owner) for owner, other in dislodged):
            raise InputError(f"dislodged.{name}: of two units that are alike both need an owner.")
        retreats = _read_texts(places, "dislodged", name)
        for index, place in enumerate(retreats):
            loc = game.board.loc_of.get(place)
            if loc is None:
                raise InputError(f"dislodged.{name}[{index}]: there is no space '{place}'.")
            if not game.board.can_stand(unit.arm, loc):
                fault = f"{unit.text} can't retreat to '{place}'"
                raise InputError(f"dislodged.{name}[{index}]: {fault}.")
        dislodged[power, unit.text] = Dislodged(power, unit.text, tuple(retreats))
    return tuple(dislodged.values())


def _read_by_power(game: Game, request: Mapping[str, Any], key: str) -> Mapping[str, Sequence[str]]:
    """The texts of a key by power."""
    groups, powers = _read_object(request, key), game.board.powers
    for power in groups:
        if power not in powers and not game.rules.knows(power, False):
            raise _no_power(game, power, f"{key}.{power}")
    are_lists = {list}.issuperset(map(type, groups.values()))
    if not are_lists or not {str}.issuperset(map(type, chain.from_iterable(groups.values()))):
        for power, texts in groups.items():
            _read_texts(texts, key, power)
    return groups


def _no_power(game: Game, power: str, key: str) -> InputError:
    """What is said of a name that is no power's."""
    names = ", ".join(game.board.powers)
    return InputError(f"{key}: there is no power '{power}'; there are {names}.")


def _read_object(request: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The object of a key, {} if it is missing."""
    value = request.get(key, {})
    if not isinstance(value, dict):
        raise InputError(f"{key}: it has to be an object.")
    return value


def _read_texts(value: Any, key: str, entry: str) -> Sequence[str]:
    """The list of texts that an entry of a key is."""
    if not isinstance(value, list) or not {str}.issuperset(map(type, value)):
        raise InputError(f"{key}.{entry}: it has to be a list of texts.")
    return value
