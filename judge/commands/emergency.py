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
    at, reason = desk.table, motions.refusal(desk)
    if reason or at is None:
        return desk.refuses(command, reason)
    if desk.role == MASTER:
        return desk.refuses(command, "this is for players", "EXTEND 1d", "PAUSE")
    if at.game.deadline is None:
        return desk.refuses(command, f"{at.game.name} is paused and has no deadline")
    done = [deed for _, deed in log.of_game(desk.db, at.game.name)]
    if any((deed.who, deed.what) == (desk.role, log.EMERGENCY) for deed in done):
        said = f"this can be done once a game, and you have done it in {at.game.name}"
        return desk.refuses(command, said, "EXTEND 1d", "PAUSE")
    log.append(desk.db, desk.house.now, desk.role, log.EMERGENCY, at.game.name)
    due = Due(
        extend.later_deadline(desk, at, PACE), f"extended by {PACE}, as a player has an emergency"
    )
    told = deadlines.move(desk.db, desk.house, at.game, due, log.JUDGE)
    now = tables.load(games.get(desk.db, at.game.id))
    said = f"the deadline is {PACE} later; you can do that once a game"
    return replace(desk, table=now).says(command, said).sends(told)
