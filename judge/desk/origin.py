"""Whence a seat's letters come: marked, not written down, for hints of one person in two seats."""

from judge.desk import standing_in
from judge.desk.desk import Desk
from judge.store import origins

ADDRESS, HOST = "address", "host"
"""The kinds of marks."""


def mark(desk: Desk) -> None:
    """Mark from which address and which host a letter of a seat's player came."""
    if desk.seat is None or desk.seat.person is None or standing_in.is_acting(desk):
        return
    for kind, value in ((ADDRESS, desk.letter.sender), (HOST, desk.letter.host)):
        if value:
            digest = desk.house.ours.token("origin", kind, value, bits=80)
            origins.note(desk.db, desk.seat.person, f"{kind} {digest}")
