"""TERMINATE: the game master ends the game; nobody has won."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.table import Table
from judge.game.turn import ending
from judge.kernel.text import Command
from judge.store import games

VERBS = ("terminate",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """End the game and tell all."""
    mastery.done(desk, at, "terminate", "ended the game", phase=mastery.phase_of(at))
    told = ending.finish(desk.db, desk.house, games.get(desk.db, at.game.id), "terminated", ())
    over = replace(mastery.afresh(desk), closed="the game is over")
    return over.sends(told).says(command, f"{at.game.name} is over")
