"""Supply centres: who owns them after a fall, and what that means for the winter."""

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State, tidy
from judge.rules.dip.seams.rules import Rules
from judge.rules.dip.seams.scene import Scene
from judge.rules.dip.seams.standard import WHOLE


def balance(state: State, board: Board, rules: Rules, power: str) -> int:
    """What a power may still raise (DATC 6.I.1) or, below 0, has to remove (6.J.1), in halves."""
    units = state.units.get(power, ())
    return rules.supply(state, board, power) - sum(rules.cost(unit[0]) for unit in units)


def free_sites(state: State, board: Board, rules: Rules, power: str) -> tuple[str, ...]:
    """The spaces in which a power may build now: they are empty (DATC 6.I.3, 6.I.4)."""
    occupied_spaces = {board.units[text].space for texts in state.units.values() for text in texts}
    sites = rules.sites(state, board, power)
    return tuple(space for space in sites if board.loc_of[space] not in occupied_spaces)


def describe_centers(state: State, board: Board, rules: Rules) -> Event:
    """Who owns what and may build or, below 0, has to remove (``spare`` in half units)."""
    powers = sorted({*state.centers, *state.units})
    rows = []
    for power in powers:
        spare = balance(state, board, rules, power)
        builds = spare // WHOLE
        if builds > 0:
            builds = min(builds, len(free_sites(state, board, rules, power)))
        owned, units = state.centers.get(power, ()), state.units.get(power, ())
        row = {"power": power, "centers": list(owned), "units": len(units)}
        rows.append({**row, "builds": builds, "spare": spare})
    owned_spaces = {space for ids in state.centers.values() for space in ids}
    centers = sorted(board.spaces[space] for space in board.centers)
    unowned_spaces = [space for space in centers if space not in owned_spaces]
    return Event("centers", {"rows": rows, "unowned": unowned_spaces}, PUBLIC)


def change_owners(scene: Scene, board: Board, rules: Rules) -> Scene:
    """The scene after a fall: centres change hands (choice 18 of RULES.md)."""
    scene, centers_of = rules.owners(scene, board)
    state = replace(scene.state, centers=tidy(centers_of))
    return scene.with_(state, [describe_centers(state, board, rules)] if scene.told else ())


def declare_winners(scene: Scene, board: Board, rules: Rules, need: int) -> Scene:
    """The scene with its winners, if a fall has made some; ``need`` are the centres of a solo."""
    winners = rules.winners(scene.state, board, need)
    if not winners:
        return scene
    event = Event("victory", {"winners": list(winners)}, PUBLIC)
    return scene.with_(replace(scene.state, winners=winners), [event])
