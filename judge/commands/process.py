"""PROCESS [phase]: end the present phase now, or begin a game that is not full.

Where the results wait for the game master he sees them first, as at the deadline.
"""

from judge.commands import words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.game.turn import beginning, hold, phase
from judge.kernel.text import Command
from judge.store import games, seats, turns
from judge.store.record import FORMING

VERBS = ("process",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Adjudicate with the orders that are in; the phase may be named, lest it be another one."""
    if not mastery.is_clock_believed(desk):
        return desk.refuses(command, "the judge's clock is in doubt: no phase is adjudicated now")
    if table.game.status == FORMING:
        return _begin_game(desk, command, table)
    if command.text.lower().split()[:2] == ["force", "begin"]:
        return desk.refuses(command, f"{table.game.name} has begun", "PROCESS")
    phase_id = words.named_phase(words.of(command), table.variant)
    if phase_id and phase_id != mastery.find_phase(table):
        message = f"the present phase is {mastery.word_title(table)}"
        return desk.refuses(command, message, f"PROCESS {mastery.find_phase(table)}")
    sentence = f"ended {mastery.word_title(table)} by hand"
    mastery.record_deed(desk, table, "process", sentence, phase=mastery.find_phase(table))
    return _end_phase(desk, command, table)


def _end_phase(desk: Desk, command: Command, table: Table) -> Desk:
    """Close the phase, or show its results to the master alone if he wants to see them first.

    What he has taken back he has seen before.
    """
    game = table.game
    if game.held or turns.versions(desk.db, game.id, mastery.find_phase(table)):
        return close_phase(desk, command)
    mails = hold.close_or_hold(desk.db, desk.house, games.get(desk.db, game.id))
    reply = mastery.reload_game(desk).sends(mails)
    if reply.table is None or not reply.table.game.held:
        return _tell_results(reply, command)
    sentence = f"{mastery.word_title(table)} is over; a mail shows you its results"
    return reply.says(command, f"{sentence}, and RELEASE tells all").titles("a preview for you")


def close_phase(desk: Desk, command: Command) -> Desk:
    """Close the phase and send its results."""
    if desk.table is None:
        return desk
    mails = phase.close_phase(desk.db, desk.house, games.get(desk.db, desk.table.game.id))
    return _tell_results(mastery.reload_game(desk).sends(mails), command)


def _tell_results(desk: Desk, command: Command) -> Desk:
    return desk.says(command, "the results are out").titles("the results are out")


def _begin_game(desk: Desk, command: Command, table: Table) -> Desk:
    """Begin with the players that there are; the other seats are vacant."""
    all_seats = seats.of_game(desk.db, table.game.id)
    if not all_seats:
        return desk.refuses(command, "nobody has a seat yet")
    mastery.record_deed(desk, table, "begin", "began the game", players=len(all_seats))
    reply = desk.sends(beginning.begin(desk.db, desk.house, table))
    return mastery.reload_game(reply).says(command, f"{table.game.name} begins")
