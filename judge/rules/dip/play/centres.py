"""Supply centres: who owns them after a fall, and what that means for the winter."""

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.kernel.ground import tidy
from judge.rules.dip.ground.position import State, standing_units
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.scene import EVERYTHING, Scene
from judge.rules.dip.seams.standard import WHOLE


def balance(game: Game, state: State, power: str) -> int:
    """What a power may still raise (DATC 6.I.1) or, below 0, has to remove (6.J.1), in halves."""
    rules, units = game.rules, state.units.get(power, ())
    return rules.supply(state, game.board, power) - sum(rules.cost(unit[0]) for unit in units)


def free_sites(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The spaces in which a power may build now: they are empty (DATC 6.I.3, 6.I.4)."""
    board = game.board
    occupied_spaces = {unit.space for unit in standing_units(state, board)}
    sites = game.rules.sites(state, board, power)
    return tuple(space for space in sites if board.loc_of[space] not in occupied_spaces)


def describe_centers(game: Game, state: State) -> Event:
    """Who owns what and may build or, below 0, has to remove (``spare`` in half units)."""
    powers = sorted({*state.centers, *state.units})
    rows = []
    for power in powers:
        spare = balance(game, state, power)
        builds = spare // WHOLE
        if builds > 0:
            builds = min(builds, len(free_sites(game, state, power)))
        owned, units = state.centers.get(power, ()), state.units.get(power, ())
        row = {"power": power, "centers": list(owned), "units": len(units)}
        rows.append({**row, "builds": builds, "spare": spare})
    owned_spaces = {space for ids in state.centers.values() for space in ids}
    unowned_spaces = sorted(game.board.center_ids - owned_spaces)
    return Event("centers", {"rows": rows, "unowned": unowned_spaces}, PUBLIC)


def end_fall(game: Game, scene: Scene) -> Scene:
    """The scene after a fall: centres change hands (choice 18 of RULES.md), somebody may win."""
    scene, centers_of = game.rules.owners(scene, game.board)
    state = replace(scene.state, centers=tidy(centers_of))
    scene = scene.with_(state, [describe_centers(game, state)] if scene.tells == EVERYTHING else ())
    winners = game.rules.winners(state, game.board, game.need)
    if not winners:
        return scene
    event = Event("victory", {"winners": list(winners)}, PUBLIC)
    return scene.with_(replace(state, winners=winners), [event])
