"""DEADLINE time: another deadline for the present phase."""

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.game.readers.addresses import MASTER
from judge.game.terms import moments
from judge.game.terms.tables import Table
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.text import Command
from judge.store import games

VERBS = ("deadline",)
BY_HIM = "the game master moved it"


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Move the deadline and tell all; times are those of the game's zone."""
    text, now, zone = " ".join(command.words), desk.house.now, table.game.options["zone"]
    try:
        moment = moments.read(text, now, zone, table.game.deadline)
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ()
        lines = meant or moments.examples(now, zone, table.game.deadline)
        return desk.refuses(command, str(error), *(f"DEADLINE {one}" for one in lines))
    mastery.name_deed(desk, table, f"moved the deadline of {mastery.word_title(table)}")
    game = games.get(desk.db, table.game.id)
    mails = deadlines.move(desk.db, desk.house, game, Due(moment, BY_HIM), MASTER)
    notices = mastery.set_line_keys(desk, command, mails)
    word = f"the deadline is {desk.tell_time(moment)} now"
    return mastery.reload_game(desk).sends(notices).says(command, word).titles("a new deadline")
