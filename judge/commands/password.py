"""PASSWORD word: set the password with which SIGNON speaks for the seat."""

from dataclasses import replace

from judge.commands import words
from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.seats import passwords
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import seats
from judge.store.record import Seat

VERBS = ("password",)
SHORTEST = 6


@speakers.for_player
def run(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Store the hash of a password; the word itself is neither kept nor mailed back."""
    arguments = words.of(command)
    if len(arguments) != 1 or len(arguments[0]) < SHORTEST:
        return desk.refuses(command, f"give one word of at least {SHORTEST} characters")
    confirmation = f"SIGNON {seat.power or 'power'}@{table.game.name} password now speaks"
    if any(answer.message.startswith(confirmation) for answer in desk.answers):
        return desk.refuses(command, "one mail sets one password, and a line above did")
    seat = replace(seat, password=passwords.seal(arguments[0]))
    seats.save(desk.db, seat)
    return replace(desk, seat=seat).says(command, f"{confirmation} for your seat")
