"""PUBLISH and NO PUBLISH: whether a player's press may be read by all when the game is over."""

from dataclasses import replace

from judge.desk import orders
from judge.desk.desk import Desk
from judge.kernel.text import Command
from judge.store import seats

VERBS = ("publish", "nopublish")


def run(desk: Desk, command: Command) -> Desk:
    """Store the seat's consent; broadcasts are public without it."""
    if desk.table is None or desk.seat is None:
        return desk.refuses(command, orders.explain_closed(desk))
    consents = command.verb == "publish"
    seat = replace(desk.seat, consents=consents)
    seats.save(desk.db, seat)
    sentence = (
        "your press may be published when the game is over" if consents else "it stays private"
    )
    return replace(desk, seat=seat).says(command, sentence)
