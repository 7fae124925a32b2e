"""Motions: what more than half of the players want of the clock. Nobody learns who asked."""

from dataclasses import dataclass

from sqlalchemy import Connection

from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.readers import notices
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.store import ballots, seats
from judge.store.record import Seat


@dataclass(frozen=True, slots=True)
class Motion:
    """What may be asked for: its name in the ballots, what is asked, the line that asks for it."""

    matter: str
    asks: str
    line: str


def voters(db: Connection, table: Table) -> list[Seat]:
    """The seats whose players are still in the game."""
    alive = table.engine.survivors(table.state)
    return [
        seat for seat in seats.of_game(db, table.game.id) if seat.person and seat.power in alive
    ]


def put(desk: Desk, table: Table, motion: Motion, choice: str) -> tuple[Desk, tuple[str, ...]]:
    """Store the wish of the desk's seat; the wishes of all in favour if the motion is carried.

    All others are told of the first wish, without a name. A motion that is carried is forgotten.
    """
    if desk.seat is None:
        return desk, ()
    before = ballots.of_game(desk.db, table.game.id, motion.matter)
    ballots.cast(desk.db, desk.seat.id, motion.matter, choice)
    entitled = {seat.id for seat in voters(desk.db, table)}
    given = ballots.of_game(desk.db, table.game.id, motion.matter)
    wishes = tuple(wish for seat, wish in given.items() if seat in entitled)
    if 2 * len(wishes) > len(entitled):
        ballots.forget(desk.db, table.game.id, motion.matter)
        return desk, wishes
    return desk if before else _announce(desk, table, motion), ()


def _announce(desk: Desk, table: Table, motion: Motion) -> Desk:
    text = (
        f"A player asks to {motion.asks}. Reply {motion.line} if you want that too: it is done "
        f"as soon as more than half of the players want it. Nobody is told who asks."
    )
    event = Event("vote", {"vote": motion.matter, "text": text})
    entitled = {seat.power for seat in voters(desk.db, table)} - {desk.role}
    return desk.sends(
        deadlines.news(desk.house, table, reader, "a player asks", event)
        for reader in notices.readers(desk.db, table.game)
        if reader.role in entitled
    )


def withdraw_motion(desk: Desk, matter: str) -> bool:
    """Take back the wish of the desk's seat; whether there was one."""
    if desk.seat is None or desk.table is None:
        return False
    asked = desk.seat.id in ballots.of_game(desk.db, desk.table.game.id, matter)
    ballots.cast(desk.db, desk.seat.id, matter, "")
    return asked


def refusal(desk: Desk) -> str:
    """Why the letter's writer may ask nothing of a game's clock, or ""."""
    table = desk.table
    if table is None or (desk.seat is None and desk.role != notices.MASTER):
        return "nothing in this mail proves that you play or run the game"
    if table.state is None or (table.game.deadline is None and not table.game.paused):
        return f"{table.game.name} is not being played"
    if table.game.held:
        return "the phase is over: its results wait for the game master"
    if desk.seat and desk.seat.power not in table.engine.survivors(table.state):
        return f"{desk.seat.power} is out of the game"
    return ""
