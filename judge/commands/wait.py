"""WAIT, WAIT ALWAYS and NOWAIT: whether a phase may end before its deadline."""

from dataclasses import replace

from judge.desk import orders
from judge.desk.desk import Desk
from judge.kernel.text import Command
from judge.store import games, seats

VERBS = ("wait", "waitalways", "nowait")
_TOLD = {
    "wait": "this phase lasts until its deadline",
    "waitalways": "every phase lasts until its deadline; NOWAIT ends that",
    "nowait": "this phase and later ones may end early again",
}
LASTS = "every phase of this game lasts until its deadline anyway (early=no)"
"""What is said where no phase may end early."""


def run(desk: Desk, command: Command) -> Desk:
    """Set or lift the seat's wish to wait, for this phase or for all."""
    reason = orders.explain_closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    waits, always = command.verb != "nowait", command.verb == "waitalways"
    keeps = always or (waits and desk.seat.always)
    seat = replace(desk.seat, wait=waits, always=keeps)
    seats.save(desk.db, seat)
    games.touch(desk.db, desk.table.game.id)
    sentence = _TOLD[command.verb] if desk.table.clock.early else LASTS
    return replace(desk, seat=seat).says(command, sentence)
