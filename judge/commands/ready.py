"""READY and NO POINTS: what is open is meant so, and keeps the phase from ending early no more."""

from dataclasses import replace

from judge.commands.wait import LASTS
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import DONE, SPARES

VERBS = ("ready", "nopoints")


def _spends(table: Table, power: str) -> bool:
    """Whether a power, or one that it runs, may spend anything in this phase."""
    powers = table.ordered_by(power)
    return any(table.engine.purse(table.state, one) is not None for one in powers)


def run(desk: Desk, command: Command) -> Desk:
    """Note what the player says; the sheet is judged by it when his letter has been read."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    if command.verb == "nopoints" and not _spends(desk.table, desk.seat.power):
        return desk.says(command, "there are no points to spend in this phase")
    if command.verb == "nopoints":
        sentence = "points that you do not spend are lost, and nothing waits for them"
        return replace(desk, waiver=desk.waiver or SPARES).says(command, sentence)
    seat = replace(desk.seat, wait=False)
    seats.save(desk.db, seat)
    games.touch(desk.db, desk.table.game.id)
    sentence = "you are ready once all your orders are in"
    sentence = sentence if desk.table.clock.early else LASTS
    return replace(desk, seat=seat, waiver=DONE).says(command, sentence)
