"""DRAW and NO DRAW: vote for a draw by all who are left; it passes when all of them want it."""

from judge.game.commands import vote
from judge.game.desk import Desk
from judge.game.ending import DRAW
from judge.kernel.text import Command

VERBS = ("draw", "nodraw")


def run(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nodraw":
        return vote.cast(desk, command, "", "you vote for no draw")
    told = "you vote for a draw in this phase; nobody is told unless all of you do"
    return vote.cast(desk, command, DRAW, told)
