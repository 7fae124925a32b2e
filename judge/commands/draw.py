"""DRAW [powers] and NO DRAW: vote for a draw; it passes when all who are left want the same."""

from judge.commands import vote
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.table import Table
from judge.game.turn import votes
from judge.kernel.text import Command

VERBS = ("draw", "nodraw")


def run(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nodraw":
        return vote.cast(desk, command, "", "you vote for no draw")
    at = desk.table
    named = () if at is None or at.state is None else _named(at, command.words)
    if at is not None and named:
        if settings.customs(at.game.options).dias:
            return desk.refuses(command, "a draw here is one of all who are left", "DRAW")
        gone = [power for power in named if power not in at.engine.survivors(at.state)]
        if gone:
            return desk.refuses(command, f"{gone[0]} is out of the game and shares no draw")
    share = f" between {', '.join(named)}" if named else ""
    told = f"you vote for a draw{share} {vote.lasting(desk)}; {vote.discretion(desk, 'of you do')}"
    return vote.cast(desk, command, votes.drawn(named), told)


def _named(at: Table, words: tuple[str, ...]) -> tuple[str, ...]:
    """The powers that would share, in the game's order; none if they are all that are left."""
    if set(words) == set(at.engine.survivors(at.state)):
        return ()
    return tuple(power for power in at.powers if power in words)
