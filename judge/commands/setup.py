"""SETUP ... ENDSETUP: the position that a game begins from. SETUP NONE: its map's.

In a game that has begun it is another position from now on, shown before it counts.
"""

import json
from dataclasses import replace

from judge.commands import reposition, words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms import positions, tables
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.store import games
from judge.store.record import FORMING

VERBS = ("setup",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Have the game begin from the position of the block; it may be set again until it does."""
    if table.game.status != FORMING:
        return reposition.propose(desk, command, table, anew=True)
    if " ".join(command.words).lower() in ("none", "nothing", "standard"):
        return _store(desk, command, table, "")
    if command.words:
        own = words.board(desk)
        example = f"SETUP, a line such as {own['power']}: {own['unit']}, and ENDSETUP"
        return desk.refuses(command, "write the position below it", example, "SETUP NONE")
    start = table.engine.start(table.engine_options, table.dice).state
    base = table.engine.request(start)
    try:
        request = positions.read(table.variant, base, command.block, anew=True)
    except InputError as error:
        return desk.refuses(command, str(error))
    return _store(desk, command, table, json.dumps(request))


def _store(desk: Desk, command: Command, table: Table, setup: str) -> Desk:
    """Keep the position, show it to the master, and tell all who have a seat."""
    changed_game = replace(table.game, setup=setup)
    games.save(desk.db, changed_game)
    new_table = tables.load(changed_game)
    mastery.record_deed(desk, table, "setup", "chose the position that the game begins from")
    text = (
        f"{changed_game.name} begins from a position that the game master has set up."
        if setup
        else f"{changed_game.name} begins from the position of its map."
    )
    note = Event("note", {"text": text}, PUBLIC)
    mails = mastery.announce(desk, command, "the position at the start", note, *new_table.opening())
    told_desk = replace(desk, table=new_table).sends(mails)
    state = new_table.opening_state()
    reply = reposition.show_board(told_desk, new_table, state) if state is not None else told_desk
    sentence = "the game begins from this position" if setup else "the game begins as its map does"
    return reply.says(command, sentence).titles("the position at the start")
