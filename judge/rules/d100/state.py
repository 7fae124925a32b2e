"""The position between two phases, and what can be read off it: owners, values, friends."""

from collections.abc import Container, Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.rules.d100.board import Board, Force, read_force
from judge.rules.d100.rules import Game


class State(Struct, frozen=True):
    """A game between two phases.

    ``units`` are pieces by power ("L5 LON"), ``owners`` only the spaces whose owner is not the
    country they belong to, ``points`` by minor and major, ``base`` the values at the last
    recalculation, ``split`` the spaces out of which a power's pieces march singly this month,
    ``assign`` what majors place in the deployment of the minors. ``winners`` is empty while the
    game goes on.
    """

    phase: str
    units: Mapping[str, tuple[str, ...]] = {}
    owners: Mapping[str, str] = {}
    points: Mapping[str, Mapping[str, int]] = {}
    friends: Mapping[str, tuple[str, ...]] = {}
    allies: Mapping[str, str] = {}
    base: Mapping[str, int] = {}
    split: Mapping[str, tuple[str, ...]] = {}
    assign: Mapping[str, Mapping[str, str]] = {}
    winners: tuple[str, ...] = ()

    def forces(self, power: str) -> list[Force]:
        """The pieces of ``power``, as listed."""
        pieces = []
        for name in self.units.get(power, ()):
            force = read_force(name)
            if not force:
                raise ValueError(f"{name} is not a piece")
            pieces.append(force)
        return pieces

    def owner(self, board: Board, space: str) -> str:
        """The power that owns ``space``, "" at sea."""
        return self.owners.get(space, board.spaces[space].country)

    def map_owners(self, board: Board) -> dict[str, str]:
        """The owner of every space."""
        owners = self.owners
        return {name: owners.get(name, space.country) for name, space in board.spaces.items()}

    def is_friend(self, power: str, minor: str) -> bool:
        """Whether ``power`` is a friend of ``minor``."""
        return power in self.friends.get(minor, ())

    def without(self, minors: Container[str]) -> "State":
        """What is left when minors have no pieces, no friends and no points any more (R51, R52)."""
        return replace(
            self,
            units={power: pieces for power, pieces in self.units.items() if power not in minors},
            friends={minor: row for minor, row in self.friends.items() if minor not in minors},
            points={minor: row for minor, row in self.points.items() if minor not in minors},
        )


def values(state: State, game: Game) -> dict[str, int]:
    """Every major's political value: its spaces' points, its whole and allied minors (R4)."""
    board = game.board
    worth = dict.fromkeys(board.majors, 0)
    owners = state.owners
    for space in board.spaces.values():
        owner = owners.get(space.id, space.country)
        if owner in worth:
            worth[owner] += space.value
    for minor in board.minors:
        owner = belongs_to(state, board, minor)
        if owner:
            worth[owner] += game.rules.minor
    return worth


def belongs_to(state: State, board: Board, minor: str) -> str:
    """The major that ``minor`` counts for: who owns all of it, else its ally, else ""."""
    owners = {state.owner(board, space) for space in board.countries[minor].spaces}
    if len(owners) == 1 and owners <= set(board.majors):
        return owners.pop()
    return state.allies.get(minor, "")


def is_out(state: State, board: Board, minor: str) -> bool:
    """Whether a minor owns none of its spaces any more (R51)."""
    return all(state.owner(board, space) != minor for space in board.countries[minor].spaces)


def survivors(state: State, board: Board) -> tuple[str, ...]:
    """The majors that still own a space or have a piece (R64)."""
    return tuple(
        major
        for major in board.majors
        if state.units.get(major) or major in state.map_owners(board).values()
    )


def tidy_table(table: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """A table by two names, both sorted, noughts and empty rows left out."""
    rows = {name: {key: row[key] for key in sorted(row) if row[key]} for name, row in table.items()}
    return {name: rows[name] for name in sorted(rows) if rows[name]}


def tidy_owners(owners: Mapping[str, str], board: Board) -> dict[str, str]:
    """Owners by space, sorted, only where the owner is not the country on the map."""
    return {
        space: owners[space]
        for space in sorted(owners)
        if owners[space] != board.spaces[space].country
    }
