"""DRAW [powers] and NO DRAW: vote for a draw; it passes when all who are left want the same."""

from judge.commands import vote
from judge.desk.desk import Desk
from judge.game.terms import settings
from judge.game.terms.tables import Table
from judge.game.turn import votes
from judge.kernel.text import Command

VERBS = ("draw", "nodraw")


def run(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nodraw":
        return vote.cast(desk, command, "", "you vote for no draw")
    table = desk.table
    named = () if table is None or table.state is None else _named_powers(table, command.words)
    if table is not None and named:
        if settings.customs(table.game.options).dias:
            return desk.refuses(command, "a draw here is one of all who are left", "DRAW")
        gone = [power for power in named if power not in table.engine.survivors(table.state)]
        if gone:
            return desk.refuses(command, f"{gone[0]} is out of the game and shares no draw")
    share = f" between {', '.join(named)}" if named else ""
    secrecy = vote.secrecy_words(desk, "of you do")
    sentence = f"you vote for a draw{share} {vote.duration_words(desk)}; {secrecy}"
    return vote.cast(desk, command, votes.word_draw(named), sentence)


def _named_powers(table: Table, words: tuple[str, ...]) -> tuple[str, ...]:
    """The powers that would share, in the game's order; none if they are all that are left."""
    if set(words) == set(table.engine.survivors(table.state)):
        return ()
    return tuple(power for power in table.powers if power in words)
