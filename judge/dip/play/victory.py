"""Victory: enough centres, and more than anybody else (choice 16 of RULES.md)."""

from msgspec.structs import replace

from judge.dip.ground.board import Board
from judge.dip.seams.rules import Rules
from judge.dip.seams.scene import Scene
from judge.kernel.engine import PUBLIC, Event


def declare_winners(scene: Scene, board: Board, rules: Rules, need: int) -> Scene:
    """The scene with its winners, if a fall has made some; ``need`` are the centres of a solo."""
    winners = rules.winners(scene.state, board, need)
    if not winners:
        return scene
    event = Event("victory", {"winners": list(winners)}, PUBLIC)
    return scene.with_(replace(scene.state, winners=winners), [event])
