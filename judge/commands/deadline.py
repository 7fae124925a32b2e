"""DEADLINE time: another deadline for the present phase."""

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.game.readers.addresses import MASTER
from judge.game.terms import moments
from judge.game.terms.tables import Table
from judge.kernel.errors import InputError
from judge.kernel.text import Command
from judge.store import games

VERBS = ("deadline",)
BY_HIM = "the game master moved it"


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline and tell all; times are those of the game's zone."""
    text = " ".join(command.words)
    zone = table.game.options["zone"]
    if not text:
        return desk.refuses(command, "to when?", "DEADLINE 7 Nov 18:00", "DEADLINE +1d")
    try:
        moment = moments.read(text, desk.house.now, zone, table.game.deadline)
    except InputError as error:
        return desk.refuses(command, str(error), "DEADLINE 7 Nov 18:00", "DEADLINE +1d")
    if moment <= desk.house.now:
        return desk.refuses(command, "that time has passed", "PROCESS")
    mastery.name_deed(desk, table, f"moved the deadline of {mastery.word_title(table)}")
    game = games.get(desk.db, table.game.id)
    mails = deadlines.move(desk.db, desk.house, game, Due(moment, BY_HIM), MASTER)
    notices = mastery.set_line_keys(desk, command, mails)
    word = f"the deadline is {moments.moment_text(moment, zone)} now"
    return mastery.reload_game(desk).sends(notices).says(command, word).titles("a new deadline")
