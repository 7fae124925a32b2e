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
    sharers = () if table is None or table.state is None else _named_powers(table, command.words)
    if table is not None and sharers:
        if settings.customs(table.game.options).dias:
            return desk.refuses(command, "a draw here is one of all who are left", "DRAW")
        eliminated = [
            power for power in sharers if power not in table.engine.survivors(table.state)
        ]
        if eliminated:
            return desk.refuses(command, f"{eliminated[0]} is out of the game and shares no draw")
    share = f" between {', '.join(sharers)}" if sharers else ""
    secrecy = vote.secrecy_words(desk, "of you do")
    sentence = f"you vote for a draw{share} {vote.duration_words(desk)}; {secrecy}"
    return vote.cast(desk, command, votes.word_draw(sharers), sentence)


def _named_powers(table: Table, words: tuple[str, ...]) -> tuple[str, ...]:
    """The powers that would share, in the game's order; none if they are all that are left."""
    if set(words) == set(table.engine.survivors(table.state)):
        return ()
    return tuple(power for power in table.powers if power in words)
