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
    at = words.spoken_of(desk, command)
    if at is None:
        return words.no_game(desk, command)
    none = Event("note", {"text": f"There are no rulings in {at.game.name}."})
    found = opening.rulings(desk.db, at.game) or (none,)
    shown = desk.shows(*found, terms.event(at.game), of=at)
    return shown.says(command, "see below").titled(f"rules of {at.game.name}")
