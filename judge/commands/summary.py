"""SUMMARY [game]: centres by year, who plays what, and how it ended."""

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import summary
from judge.kernel.text import Command

VERBS = ("summary",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the table of a game."""
    at = words.spoken_of(desk, command)
    if at is None:
        return words.no_game(desk, command)
    shown = desk.shows(summary.event(desk.db, at), of=at)
    return shown.says(command, "see below").titled(f"summary of {at.game.name}")
