"""DRAW and NO DRAW: vote for a draw by all who are left; it passes when all of them want it."""

from judge.game.commands import vote
from judge.game.desk import Desk
from judge.game.ending import DRAW
from judge.game.table import Table
from judge.kernel.text import Command

VERBS = ("draw", "nodraw")


def _alive(at: Table) -> tuple[str, ...]:
    return at.engine.survivors(at.state) if at.state is not None else ()


def run(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nodraw":
        return vote.cast(desk, command, "", "you vote for no draw")
    if command.words and desk.table and set(command.words) != set(_alive(desk.table)):
        return desk.refuses(command, "a draw here is one of all who are left", "DRAW")
    told = "you vote for a draw in this phase; nobody is told unless all of you do"
    return vote.cast(desk, command, DRAW, told)
