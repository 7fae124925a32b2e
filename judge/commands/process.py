"""PROCESS [phase]: end the present phase now, or begin a game that is not full."""

from judge.commands import join, words
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.table import Table
from judge.game.turn import phase
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import FORMING, Seat

VERBS = ("process",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Adjudicate with the orders that are in; the phase may be named, lest it be another one."""
    if not mastery.believed(desk):
        return desk.refuses(command, "the judge's clock is in doubt: nothing is adjudicated now")
    if at.game.status == FORMING:
        return _begun(desk, command, at)
    if command.text.lower().split()[:2] == ["force", "begin"]:
        return desk.refuses(command, f"{at.game.name} has begun", "PROCESS")
    named = words.phase_named(words.of(command))
    if named and named != mastery.phase_of(at):
        message = f"the present phase is {mastery.title_of(at)}"
        return desk.refuses(command, message, f"PROCESS {mastery.phase_of(at)}")
    sentence = f"ended {mastery.title_of(at)} by hand"
    mastery.done(desk, at, "process", sentence, phase=mastery.phase_of(at))
    return closed(desk, command)


def closed(desk: Desk, command: Command) -> Desk:
    """Close the phase and send its results."""
    if desk.table is None:
        return desk
    told = phase.close(desk.db, desk.house, games.get(desk.db, desk.table.game.id))
    return (
        mastery.afresh(desk)
        .sends(told)
        .says(command, "the results go out now")
        .titled("the results are out")
    )


def _begun(desk: Desk, command: Command, at: Table) -> Desk:
    """Begin with the players that there are; the other seats are vacant."""
    sitting = seats.of_game(desk.db, at.game.id)
    if not sitting:
        return desk.refuses(command, "nobody has a seat yet")
    for _ in range(len(at.powers) - len(sitting)):
        seats.add(desk.db, Seat(0, at.game.id, "", None))
    mastery.done(desk, at, "begin", "began the game", players=len(sitting))
    begun = join.start(desk, at.game, seats.of_game(desk.db, at.game.id))
    return mastery.afresh(begun).says(command, f"{at.game.name} begins")
