"""DIARY [words]: a note to oneself, shown in STATUS; nobody else ever reads it."""

from judge.desk import speakers, standing_in
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import diaries

VERBS = ("diary",)
LONGEST, MOST = 1000, 100
"""Characters in an entry, and entries in a game."""
SHOWN = 10
"""Entries that STATUS shows: the last ones."""
CLEAR = "clear"


@speakers.for_game
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Write an entry, show all of them, or tear them out (DIARY CLEAR)."""
    person = desk.person
    if person is None or not desk.role or standing_in.is_acting(desk):
        return desk.refuses(command, "a diary is for players: reply to a mail of your game")
    entry = "\n".join(command.block) or " ".join(command.words).strip()
    if entry.strip(" .").lower() == CLEAR:
        diaries.clear(desk.db, table.game.id, person.id)
        return desk.says(command, "your diary is empty now")
    if not entry:
        entries = events(desk, table, MOST)
        reply = desk.shows(*entries).titles("your diary")
        return reply.says(command, "see below" if entries else "your diary is empty")
    if len(entry) > LONGEST or len(diaries.of(desk.db, table.game.id, person.id)) >= MOST:
        return desk.refuses(
            command, f"{MOST} entries of {LONGEST} characters are the most", "DIARY CLEAR"
        )
    diaries.add(desk.db, table.game.id, person.id, desk.house.now, entry)
    return desk.says(command, "it is in your diary; STATUS shows it to you alone")


def events(desk: Desk, table: Table, most: int = SHOWN) -> tuple[Event, ...]:
    """The last entries of whoever writes; nothing where he has none, or for another game."""
    person, own_table = desk.person, desk.table
    if person is None or own_table is None or own_table.game.id != table.game.id or not desk.role:
        return ()
    if standing_in.is_acting(desk):
        return ()
    entries = diaries.of(desk.db, table.game.id, person.id)
    rows = [{"at": at.isoformat(), "text": text} for at, text in entries[-most:]]
    data = {"rows": rows, "more": max(0, len(entries) - most)}
    return (Event("diary", data, desk.writer),) if rows else ()
