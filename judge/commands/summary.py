"""SUMMARY [game]: centres by year, who plays what, and how it ended."""

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import summary
from judge.kernel.text import Command

VERBS = ("summary",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the table of a game."""
    table = words.table_meant(desk, command)
    if table is None:
        return words.refuse_unknown_game(desk, command)
    shown = desk.shows(summary.event(desk.db, table), of=table)
    return shown.says(command, "see below").titled(f"summary of {table.game.name}")
