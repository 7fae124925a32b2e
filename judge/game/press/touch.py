"""Who is whose neighbour: powers that could meet in a space in one step, as everybody sees it."""

from collections.abc import Iterator
from typing import Any

from judge.game.terms.tables import Table


def neighbours(table: Table, power: str) -> frozenset[str]:
    """The powers and minors that can reach a space in one step which ``power`` can reach, too.

    Steps are of any arm, from where units stand and from the spaces that are owned.
    """
    if table.state is None:
        return frozenset()
    spaces_in_reach = {name: _reach(table, spaces) for name, spaces in _spaces(table) if spaces}
    own_reach = spaces_in_reach.get(power, frozenset())
    return frozenset(
        name for name, spaces in spaces_in_reach.items() if name != power and spaces & own_reach
    )


def _reach(table: Table, spaces: frozenset[str]) -> frozenset[str]:
    """Some spaces and all that a unit of any arm can go to from one of them."""
    ground = table.engine.ground
    return spaces | {
        ground.places[goal].space
        for rows in ground.steps.values()
        for place, goals in rows.items()
        if ground.places[place].space in spaces
        for goal in goals
    }


def _spaces(table: Table) -> Iterator[tuple[str, frozenset[str]]]:
    """The spaces of each power: those where its units stand, and those that it owns."""
    engine = table.engine
    board = engine.request(engine.known_state(table.state, ""))
    places = engine.ground.places
    for power in {**engine.ground.homes, **board["units"], **board.get("centers", {})}:
        occupied_spaces = {unit.split()[1] for unit in board["units"].get(power, ())}
        owned_spaces = _list_owned(table, board, power)
        yield (
            power,
            frozenset(
                places[one].space for one in (*occupied_spaces, *owned_spaces) if one in places
            ),
        )


def _list_owned(table: Table, board: dict[str, Any], power: str) -> list[str]:
    """The centres of a power; where spaces have owners of their own, its home unless taken."""
    if "centers" in board:
        return list(board["centers"].get(power, ()))
    owners = board["state"].get("owners", {})
    home = (one for one in table.engine.ground.homes.get(power, ()) if one not in owners)
    return [*home, *(space for space, owner in owners.items() if owner == power)]
