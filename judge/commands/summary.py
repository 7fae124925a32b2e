"""SUMMARY [game]: centres by year, who plays what, and how it ended, with a game's archive."""

from dataclasses import replace

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import archive, summary
from judge.kernel.text import Command
from judge.store.record import OVER

VERBS = ("summary",)


def run(desk: Desk, command: Command) -> Desk:
    """Show the table of a game; one that is over comes with its archive, as its players got it."""
    table = words.table_meant(desk, command)
    if table is None:
        return words.refuse_unknown_game(desk, command)
    reply = desk.shows(summary.describe_summary(desk.db, table), of=table)
    if table.game.status == OVER and table.game.state:
        is_sealed = not table.customs.reveal
        reply = replace(reply, archive=archive.of(desk.db, table.game, sealed=is_sealed))
    return reply.says(command, "see below").titles(f"summary of {table.game.name}")
