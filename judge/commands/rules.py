"""RULES [game]: the rulings of a game's master, and its terms."""

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.books import opening
from judge.game.terms import wording as terms
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("rules",)


def run(desk: Desk, command: Command) -> Desk:
    """Show them; anybody may know."""
    table = words.table_meant(desk, command)
    if table is None:
        return words.refuse_unknown_game(desk, command)
    none = Event("note", {"text": f"There are no rulings in {table.game.name}."})
    found = opening.rulings(desk.db, table.game) or (none,)
    shown = desk.shows(*found, terms.event(table.game), of=table)
    return shown.says(command, "see below").titled(f"rules of {table.game.name}")
