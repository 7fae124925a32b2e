"""PASSWORD word: set the password with which SIGNON speaks for the seat."""

from dataclasses import replace

from judge.commands import words
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.seats import passwords
from judge.kernel.text import Command
from judge.store import seats

VERBS = ("password",)
SHORTEST = 6


def run(desk: Desk, command: Command) -> Desk:
    """Store the hash of a password; the word itself is neither kept nor mailed back."""
    if desk.table is None or desk.seat is None:
        return desk.refuses(command, orders.STRANGER)
    arguments = words.of(command)
    if len(arguments) != 1 or len(arguments[0]) < SHORTEST:
        return desk.refuses(command, f"give one word of at least {SHORTEST} characters")
    confirmation = f"SIGNON {desk.seat.power or 'power'}@{desk.table.game.name} password now speaks"
    if any(answer.message.startswith(confirmation) for answer in desk.answers):
        return desk.refuses(command, "one mail sets one password, and a line above did")
    seat = replace(desk.seat, password=passwords.seal(arguments[0]))
    seats.save(desk.db, seat)
    return replace(desk, seat=seat).says(command, f"{confirmation} for your seat")
