"""PUBLISH and NO PUBLISH: whether a player's press may be read by all when the game is over."""

from dataclasses import replace

from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import seats
from judge.store.record import Seat

VERBS = ("publish", "nopublish")


@speakers.for_player
def run(desk: Desk, command: Command, _table: Table, seat: Seat) -> Desk:
    """Store the seat's consent; broadcasts are public without it."""
    consents = command.verb == "publish"
    seat = replace(seat, consents=consents)
    seats.save(desk.db, seat)
    sentence = (
        "your press may be published when the game is over" if consents else "it stays private"
    )
    return replace(desk, seat=seat).says(command, sentence)
