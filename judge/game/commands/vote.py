"""Casting a vote, and ending the game if it was the last one needed."""

from dataclasses import replace

from judge.game import ending, orders, table
from judge.game.desk import Desk
from judge.game.store import games, seats
from judge.kernel.text import Command


def cast(desk: Desk, command: Command, vote: str, told: str) -> Desk:
    """Store a seat's vote for this phase and see whether it passes."""
    reason = orders.closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    at = desk.table
    if desk.seat.power not in at.engine.survivors(at.state):
        return desk.refuses(command, f"{desk.seat.power} is out of the game and has no vote")
    seat = replace(desk.seat, vote=vote)
    seats.save(desk.db, seat)
    voted = replace(desk, seat=seat).says(command, told)
    ended = ending.by_vote(desk.db, desk.house, table.of(games.get(desk.db, at.game.id)))
    if not ended:
        return voted
    over = table.of(games.get(desk.db, at.game.id))
    final = replace(voted, table=over, sheet=None, changed=False, closed="the game is over")
    return final.sends(ended)
