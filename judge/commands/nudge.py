"""NUDGE [words]: the game master asks those whose orders are not in for them, in his own words."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.conduct import owed_orders
from judge.game.press import text
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import seats, sheets

VERBS = ("nudge",)
LONGEST = 1000
USUAL = "Your orders are not all in yet: the others wait for you."


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Send the words, and what is missing, to each of them."""
    message = text.clean_text(command.words, table.game.name, desk.house.ours) or USUAL
    if len(message) > LONGEST:
        return desk.refuses(command, f"write up to {LONGEST} characters after NUDGE")
    late_powers = _late_powers(desk, table)
    if not late_powers:
        return desk.refuses(command, "all orders are in")
    mails = [_notice(desk, command, table, power, message) for power in late_powers]
    mastery.log_deed(
        desk, table, "nudge", phase=mastery.find_phase(table), players=len(late_powers)
    )
    notices = [notice for mails_of_power in mails for notice in mails_of_power]
    return desk.sends(notices).says(command, f"asked for their orders: {', '.join(late_powers)}")


def _late_powers(desk: Desk, table: Table) -> list[str]:
    """The powers with a player who has something to send yet, as everybody may know."""
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    return [
        seat.power
        for seat in seats.of_game(desk.db, table.game.id)
        if seat.person is not None
        and seat.power in sheet_of
        and not sheet_of[seat.power].complete
        and owed_orders.counts(table, sheet_of[seat.power])
    ]


def _notice(desk: Desk, command: Command, table: Table, power: str, message: str) -> list[Notice]:
    """The mail to whoever orders for a power, with his orders as they stand."""
    sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
    event = Event("note", {"text": f"The game master writes: {message}"}, power)
    mails = mastery.announce(desk, command, "your orders, please", event, only_to=power)
    return [replace(one, standing=table.standing(power, sheet.orders)) for one in mails]
