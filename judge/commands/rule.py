"""RULE text: a dated ruling for all to read. COMMENT text: a word on top of the next results."""

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.press import text
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import notes
from judge.store.record import Note

VERBS = ("rule", "comment")
LONGEST = 2000


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Keep what the game master says; the next report brings it."""
    lines = command.block or command.words
    ruling = text.clean_text(lines, table.game.name, desk.house.ours)
    if not ruling or len(ruling) > LONGEST:
        return desk.refuses(
            command, f"write up to {LONGEST} characters after {command.verb.upper()}"
        )
    kind = notes.RULE if command.verb == "rule" else notes.COMMENT
    notes.add(desk.db, table.game.id, Note(kind, desk.house.now, ruling))
    mastery.log_deed(desk, table, command.verb, mail=desk.receipt)
    if kind == notes.RULE:
        return desk.says(
            command, "RULES and STATUS show it from now on, and so do the next results"
        )
    return desk.says(command, "it goes on top of the next results")
