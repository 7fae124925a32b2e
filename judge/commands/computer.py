"""COMPUTER power [steady|sharp|none]: the game master lets a computer play a free seat."""

from dataclasses import replace

from judge import players
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.seats import vacancies
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.store import games, log, seats
from judge.store.record import FORMING

VERBS = ("computer",)
NONE = ("none", "nobody", "no")


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Give a free seat to a computer, or take one from it; all are told."""
    power, *level_words = command.words
    level = level_words[0].lower().strip(" .") if level_words else players.STEADY
    if level not in (*players.LEVELS, *NONE):
        ways = [f"COMPUTER {power} {one}" for one in (*players.LEVELS, NONE[0])]
        return desk.refuses(command, f"'{level_words[0]}' is not a computer's name", *ways)
    if table.game.status == FORMING:
        return desk.refuses(command, f"{table.game.name} has not begun", "SET computers all")
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None:
        names = ", ".join(table.powers)
        return desk.refuses(command, f"{power} is not a power that people play; these are: {names}")
    if seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    if not vacancies.is_free(table, seat):
        return desk.refuses(command, f"{power} is out of the game")
    new_level = "" if level in NONE else level
    seats.save(desk.db, replace(seat, computer=new_level))
    deed = (
        f"gave {power} to a computer ({new_level})"
        if new_level
        else f"took {power} from its computer"
    )
    mastery.record_deed(desk, table, "computer", deed, power=power, level=new_level)
    log.seat(desk.db, desk.house.now, "seat.computer", table.game.name, seat)
    games.touch(desk.db, table.game.id)
    sentence = (
        f"a computer ({new_level}) plays {power} now" if new_level else f"nobody plays {power} now"
    )
    note = Event("note", {"text": f"{sentence[:1].upper()}{sentence[1:]}."}, PUBLIC)
    mails = mastery.announce(desk, command, sentence, note)
    return mastery.reload_game(desk).sends(mails).says(command, sentence)
