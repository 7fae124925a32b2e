"""HELP [topic]: one screen of plain English."""

from judge.game.commands import words
from judge.game.desk import Desk
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("help",)


def run(desk: Desk, command: Command) -> Desk:
    """Show a topic; the report finds the nearest one."""
    topic = " ".join(words.of(command)).lower()
    variant = desk.table.variant.id if desk.table else desk.house.config.variant
    shown = desk.shows(Event("help", {"topic": topic, "variant": variant}))
    return shown.says(command, "see below").titled("help")
