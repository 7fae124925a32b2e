"""Victory: enough centres, and more than anybody else."""

from msgspec.structs import replace

from judge.dip import centres
from judge.dip.board import Board
from judge.dip.position import State
from judge.dip.rules import Rules, Scene
from judge.kernel.engine import Event


def winners(state: State, board: Board, rules: Rules, need: int) -> tuple[str, ...]:
    """Who has won, () if nobody: ``need`` centres and more than every other power."""
    counted = {power: centres.count(state, board, power) for power in state.centers}
    totals: dict[str, int] = rules.ask("totals", state, board, counted)
    most = max(totals.values(), default=0)
    best = tuple(power for power in sorted(totals) if totals[power] == most)
    answer = best if most >= need and len(best) == 1 else ()
    return tuple(rules.ask("winners", state, board, totals, answer))


def settle(scene: Scene, board: Board, rules: Rules, need: int) -> Scene:
    """The scene with its winners, if a fall has made some."""
    won = winners(scene.state, board, rules, need)
    if not won:
        return scene
    event = Event("victory", {"winners": list(won)})
    return scene.with_(replace(scene.state, winners=won), [event])
