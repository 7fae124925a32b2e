"""WAIT and NOWAIT: whether a phase may close before its deadline."""

from dataclasses import replace

from judge.game import orders
from judge.game.desk import Desk
from judge.game.store import games, seats
from judge.kernel.text import Command

VERBS = ("wait", "nowait")


def run(desk: Desk, command: Command) -> Desk:
    """Set or lift the seat's wish to wait, for this phase."""
    reason = orders.closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    waits = command.verb == "wait"
    seat = replace(desk.seat, wait=waits)
    seats.save(desk.db, seat)
    if not waits:
        games.touch(desk.db, desk.table.game.id)
    told = "this phase lasts until its deadline" if waits else "this phase may close early"
    return replace(desk, seat=seat).says(command, told)
