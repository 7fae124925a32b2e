"""EMERGENCY: the deadline of the phase a day later, at the word of one player, once a game."""

from dataclasses import replace

from judge.commands import extend
from judge.desk import motions
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.game.readers.addresses import MASTER
from judge.game.terms import tables
from judge.game.terms.clock import Pace
from judge.kernel.text import Command
from judge.store import games, log

VERBS = ("emergency",)
PACE = Pace(days=1)


def run(desk: Desk, command: Command) -> Desk:
    """Move the deadline; nobody is told for whom."""
    table, reason = desk.table, motions.explain_refusal(desk)
    if reason or table is None:
        return desk.refuses(command, reason)
    if desk.role == MASTER:
        return desk.refuses(command, "this is for players", "EXTEND 1d", "PAUSE")
    if table.game.deadline is None:
        return desk.refuses(command, f"{table.game.name} is paused and has no deadline")
    deeds = [deed for _, deed in log.of_game(desk.db, table.game.name)]
    if any((deed.who, deed.what) == (desk.role, log.EMERGENCY) for deed in deeds):
        sentence = f"this can be done once a game, and you have done it in {table.game.name}"
        return desk.refuses(command, sentence, "EXTEND 1d", "PAUSE")
    log.append(desk.db, desk.house.now, desk.role, log.EMERGENCY, table.game.name)
    due = Due(
        extend.later_deadline(desk, table, PACE),
        f"extended by {PACE}, as a player has an emergency",
    )
    mails = deadlines.move(desk.db, desk.house, table.game, due, log.JUDGE)
    present_table = tables.load(games.get(desk.db, table.game.id))
    moment = desk.tell_time(due.deadline)
    sentence = f"the deadline is {PACE} later, {moment}; you can do that once a game"
    return replace(desk, table=present_table).says(command, sentence).sends(mails)
