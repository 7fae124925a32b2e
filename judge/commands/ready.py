"""READY and NO POINTS: what is open is meant so, and keeps the phase from ending early no more."""

from dataclasses import replace

from judge.desk import orders
from judge.desk.desk import Desk
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import DONE, SPARES

VERBS = ("ready", "nopoints")


def run(desk: Desk, command: Command) -> Desk:
    """Note what the player says; the sheet is judged by it when his letter has been read."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    if command.verb == "nopoints":
        sentence = "points that you do not spend are lost, and nothing waits for them"
        return replace(desk, waiver=desk.waiver or SPARES).says(command, sentence)
    seat = replace(desk.seat, wait=False)
    seats.save(desk.db, seat)
    games.touch(desk.db, desk.table.game.id)
    sentence = "as far as you go, the phase may end as soon as all your orders are in"
    return replace(desk, seat=seat, waiver=DONE).says(command, sentence)
