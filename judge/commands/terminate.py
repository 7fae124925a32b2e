"""TERMINATE: the game master ends the game; nobody has won, or all who are left share a draw."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.game.turn import ending
from judge.kernel.text import Command
from judge.store import games

VERBS = ("terminate",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """End the game and tell all."""
    mastery.record_deed(desk, table, "terminate", "ended the game", phase=mastery.find_phase(table))
    game = games.get(desk.db, table.game.id)
    mails = ending.finish(
        desk.db, desk.house, game, *ending.find_forced_outcome(table), forced=True
    )
    next_desk = replace(mastery.reload_game(desk), closed="the game is over")
    sentence = f"{table.game.name} is over; ROLLBACK takes that back for a week"
    return next_desk.sends(mails).says(command, sentence)
