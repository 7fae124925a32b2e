"""RECEIPTS [phase | R48213]: the letters of a seat, or how one of them was read."""

from collections.abc import Sequence

from judge.commands import words
from judge.desk import receipts, speakers
from judge.desk.desk import Desk
from judge.game.readers import addresses
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.mail import receipt
from judge.store import readings
from judge.store.record import Read

VERBS = ("receipts",)
MOST = 30
"""Letters that one answer lists, the latest ones."""


@speakers.for_game
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """List letters, or show the transcript of one again."""
    role = desk.role or addresses.name(desk.seat)
    own_readings = readings.of_role(desk.db, table.game.id, role)
    arguments = words.of(command)
    if not arguments or not receipt.is_name(arguments[0]):
        return _list_letters(
            desk,
            command,
            table,
            role,
            _letters_of_phase(own_readings, words.named_phase(arguments, table.variant)),
        )
    reading = receipts.find_own_letter(desk, arguments[0])
    if reading is None:
        return desk.refuses(command, f"you have no receipt {arguments[0]} here", "RECEIPTS")
    data = receipts.make_row(desk, reading, receipts.list_receipts_in_use(desk, table, role))
    data["lines"] = receipts.list_lines(reading.answers)
    return (
        desk.shows(Event("reading", data, desk.own)).says(command, "see below").titles("a receipt")
    )


def _letters_of_phase(own_readings: Sequence[Read], phase: str) -> Sequence[Read]:
    """The letters of a phase that is named in part ("1901", "F1901M"); all without a name."""
    return [reading for reading in own_readings if phase in reading.phase]


def _list_letters(
    desk: Desk, command: Command, table: Table, role: str, letters: Sequence[Read]
) -> Desk:
    used_receipts = receipts.list_receipts_in_use(desk, table, role)
    rows = [receipts.make_row(desk, reading, used_receipts) for reading in letters[-MOST:]]
    data = {"rows": rows, "left_out": max(0, len(letters) - MOST)}
    reply = desk.shows(Event("receipts", data, desk.own))
    return reply.says(command, "see below").titles("your receipts")
