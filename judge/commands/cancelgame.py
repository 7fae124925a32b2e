"""CANCELGAME: vote to end the game as if it had not been played; all who are left have to agree."""

from judge.commands import vote
from judge.desk.desk import Desk
from judge.game.turn.ending import CANCEL
from judge.kernel.text import Command

VERBS = ("cancelgame", "nocancelgame")


def run(desk: Desk, command: Command) -> Desk:
    """Vote, or take the vote back."""
    if command.verb == "nocancelgame":
        return vote.cast(desk, command, "", "you do not vote to cancel the game")
    secrecy = vote.secrecy_words(desk, "of you do")
    sentence = f"you vote to cancel the game {vote.duration_words(desk)}; {secrecy}"
    return vote.cast(desk, command, CANCEL, sentence)
