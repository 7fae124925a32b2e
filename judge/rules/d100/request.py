"""``judge adjudicate`` for this engine: a JSON request checked and read, an outcome as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from judge.kernel import switches
from judge.kernel.engine import strip_reasons, wants_reasons
from judge.kernel.errors import InputError
from judge.rules.d100 import calendar
from judge.rules.d100.board import Board, read_force
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State, tidy_owners, values
from judge.rules.d100.turn import Orders, Outcome

Request = Mapping[str, Any]

_KEYS = ("dice", "id", "options", "orders", "phase", "reasons", "state", "units", "variant")
_STATE_KEYS = ("allies", "assign", "base", "friends", "owners", "points", "split")


def state(request: Request, game: Game) -> State:
    """The position of a request; raises InputError, naming the key that is wrong."""
    board = game.board
    _check_keys(request, _KEYS, "")
    switches.read(request.get("options", {}), {}, game.rules.fixed)
    phase = request.get("phase")
    if not isinstance(phase, str):
        raise InputError("phase: a phase such as 1930-01M is needed.")
    calendar.date(phase, game.rules)
    state = _read_table(request, "state")
    _check_keys(state, _STATE_KEYS, "state.")
    memory = {f"state.{key}": value for key, value in state.items()}
    majors, minors, everybody = board.majors, board.minors, tuple(board.countries)
    units = _read_units(request, game)
    base = _read_by_power(memory, "state.base", board, majors)
    return State(
        phase=phase,
        units=units,
        owners=_read_owners(_read_table(memory, "state.owners"), board),
        points=_read_points(memory, board),
        friends={
            minor: tuple(sorted({_major(name, key, board) for name in _read_strings(row, key)}))
            for minor, row in _read_by_power(memory, "state.friends", board, minors).items()
            for key in [f"state.friends.{minor}"]
            if row != []
        },
        allies={
            minor: _major(row, f"state.allies.{minor}", board)
            for minor, row in _read_by_power(memory, "state.allies", board, minors).items()
        },
        base={**board.base, **{power: _read_number(n, "state.base") for power, n in base.items()}},
        split={
            power: tuple(
                _space(space, "state.split", board) for space in _read_strings(rows, "state.split")
            )
            for power, rows in _read_by_power(memory, "state.split", board, everybody).items()
        },
        assign={
            minor: {
                piece: _major(power, f"state.assign.{minor}", board)
                for piece, power in _read_object(row, f"state.assign.{minor}").items()
            }
            for minor, row in _read_by_power(memory, "state.assign", board, minors).items()
        },
    )


def _check_keys(table: Mapping[str, Any], keys: Sequence[str], inside: str) -> None:
    for key in table:
        if key not in keys:
            raise InputError(f"{inside}{key}: unknown; known are {', '.join(keys)}.")


def orders(request: Request, board: Board) -> Orders:
    """The orders of a request, by power named in full."""
    rows_by_power = _read_by_power(request, "orders", board, tuple(board.countries))
    return {power: _read_strings(rows, f"orders.{power}") for power, rows in rows_by_power.items()}


def answer(request: Request, outcome: Outcome, game: Game) -> dict[str, Any]:
    """The outcome in the notation of ``judge adjudicate``."""
    after = outcome.state
    results = outcome.rows if wants_reasons(request) else strip_reasons(outcome.rows)
    return {
        "id": request.get("id"),
        "phase": request["phase"],
        "next": None if after.winners else after.phase,
        "after": {power: list(names) for power, names in after.units.items()},
        "results": results,
        "rolls": list(outcome.throws),
        "values": values(after, game),
        "disbanded": list(outcome.removed),
        "state": _describe_memory(after),
        "winner": after.winners[0] if after.winners else None,
    }


def compose(state: State) -> dict[str, Any]:
    """The request that asks for a position: ``state`` of it is the same."""
    return {
        "phase": state.phase,
        "units": {power: list(names) for power, names in state.units.items()},
        "state": _describe_memory(state),
    }


def _describe_memory(state: State) -> dict[str, Any]:
    """What is remembered beside phase and pieces, as a request's ``state``."""
    return {
        key: {
            name: list(row) if isinstance(row, tuple) else row
            for name, row in getattr(state, key).items()
        }
        for key in _STATE_KEYS
    }


def _read_object(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"{key}: an object is needed.")
    return value


def _read_table(request: Request, key: str) -> Mapping[str, Any]:
    """The object under ``key``, empty where it is missing or null."""
    value = request.get(key)
    return {} if value is None else _read_object(value, key)


def _read_strings(rows: Any, key: str) -> tuple[str, ...]:
    if not isinstance(rows, list | tuple):
        raise InputError(f"{key}: a list is needed.")
    texts = tuple(rows)
    if not all(isinstance(row, str) for row in texts):
        raise InputError(f"{key}: only strings belong there.")
    return texts


def _read_by_power(
    request: Request, key: str, board: Board, powers: Sequence[str]
) -> dict[str, Any]:
    """The table under ``key`` with its powers in full (E22); each once, null left out."""
    row_of: dict[str, Any] = {}
    for name, row in _read_table(request, key).items():
        power = board.power(name)
        if power not in powers:
            raise InputError(f"{key}: there is no power '{name}' to go there.")
        if power in row_of:
            raise InputError(f"{key}: {power} stands there twice.")
        if row is not None:
            row_of[power] = row
    return dict(sorted(row_of.items()))


def _major(name: Any, key: str, board: Board) -> str:
    power = board.power(name) if isinstance(name, str) else ""
    if power not in board.majors:
        raise InputError(f"{key}: '{name}' is not a major.")
    return power


def _read_number(value: Any, key: str) -> int:
    if type(value) is not int or value < 0:
        raise InputError(f"{key}: a whole number is needed, not '{value}'.")
    return value


def _space(space: str, key: str, board: Board) -> str:
    if space not in board.spaces:
        raise InputError(f"{key}: there is no space '{space}' on this map.")
    return space


def _read_units(request: Request, game: Game) -> dict[str, tuple[str, ...]]:
    board = game.board
    names_of = {}
    piece_counts: dict[str, int] = {}
    for power, rows in _read_by_power(request, "units", board, tuple(board.countries)).items():
        names_of[power] = _read_strings(rows, f"units.{power}")
        for name in names_of[power]:
            piece = read_force(name)
            if not piece or str(piece) != name:
                raise InputError(f"units.{power}: '{name}' is not a piece; L5 LON is one.")
            _space(piece.space, f"units.{power}", board)
            if not board.can_stand(piece.arm, piece.space):
                raise InputError(f"units.{power}: {name} cannot stand there.")
            piece_counts[piece.space] = piece_counts.get(piece.space, 0) + 1
            if piece_counts[piece.space] > game.rules.room:
                raise InputError(f"units: more than {game.rules.room} pieces in {piece.space}.")
    return {power: names for power, names in names_of.items() if names}


def _read_owners(table: Mapping[str, Any], board: Board) -> dict[str, str]:
    owner_of = {}
    for space, name in table.items():
        if board.spaces[_space(space, "state.owners", board)].sea:
            raise InputError(f"state.owners: {space} is at sea and has no owner.")
        power = board.power(name) if isinstance(name, str) else ""
        if name is not None and not power:
            raise InputError(f"state.owners: there is no power '{name}'.")
        if power:
            owner_of[space] = power
    return tidy_owners(owner_of, board)


def _read_points(memory: Request, board: Board) -> dict[str, dict[str, int]]:
    points_of = {}
    for minor, row in _read_by_power(memory, "state.points", board, board.minors).items():
        key = f"state.points.{minor}"
        majors = _read_by_power({key: row}, key, board, board.majors)
        points_of[minor] = {major: _read_number(points, key) for major, points in majors.items()}
    return points_of
