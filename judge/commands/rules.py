"""RULES [game or variant]: how a game is played, its terms, and the rulings of its master."""

from judge.commands import help_, words
from judge.desk.desk import Desk
from judge.game.books import opening
from judge.game.terms import wording as terms
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command

VERBS = ("rules",)


def run(desk: Desk, command: Command) -> Desk:
    """Show them; anybody may know. Outside a game: the rules of a variant."""
    table = words.table_meant(desk, command)
    variant, rest = help_.split_variant(desk, words.of(command))
    if table is None and not rest:
        reply = desk.shows(help_.page(desk, help_.RULES, variant))
        return reply.says(command, "see below").titles("rules")
    if table is None:
        return words.refuse_unknown_game(desk, command)
    none = Event("note", {"text": f"There are no rulings in {table.game.name}."}, PUBLIC)
    rulings = opening.list_rulings(desk.db, table.game) or (none,)
    page = help_.page(desk, help_.RULES, table.variant.id)
    reply = desk.shows(*rulings, terms.event(table.game), page, of=table)
    return reply.says(command, "see below").titles(f"rules of {table.game.name}")
