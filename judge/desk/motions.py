"""Motions: what enough of the players want of their game. Nobody learns who asked.

Of the clock more than half of them decide, of what else a game master would do two thirds.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.readers import notices
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.store import ballots, seats
from judge.store.record import Seat


@dataclass(frozen=True, slots=True)
class Motion:
    """What may be asked for: its name in the ballots, what is asked, the line that asks for it.

    ``weighty``: two thirds of the players have to want the very same. ``about`` is the power whose
    player has no voice in it ("": all have one).
    """

    matter: str
    asks: str
    line: str
    weighty: bool = False
    about: str = ""

    @property
    def share(self) -> str:
        """How many players have to want it, in words."""
        return "two thirds" if self.weighty else "more than half"

    def is_carried(self, wishes: int, voter_count: int) -> bool:
        """Whether so many of those who have a voice are enough."""
        return 3 * wishes >= 2 * voter_count if self.weighty else 2 * wishes > voter_count


def list_voters(db: Connection, table: Table) -> list[Seat]:
    """The seats whose players are still in the game; all that are taken while it forms."""
    held_seats = [seat for seat in seats.of_game(db, table.game.id) if seat.person]
    if table.state is None:
        return held_seats
    alive = table.engine.survivors(table.state)
    return [seat for seat in held_seats if seat.power in alive]


def put(desk: Desk, table: Table, motion: Motion, choice: str) -> tuple[Desk, tuple[str, ...]]:
    """Store the wish of the desk's seat; the wishes of all in favour if the motion is carried.

    All others are told of the first wish, without a name. A motion that is carried is forgotten.
    """
    if desk.seat is None:
        return desk, ()
    entitled = {seat.id for seat in _list_entitled(desk.db, table, motion)}
    before = _list_wishes(desk.db, table, motion, entitled, choice)
    ballots.cast(desk.db, desk.seat.id, motion.matter, choice)
    wishes = _list_wishes(desk.db, table, motion, entitled, choice)
    if motion.is_carried(len(wishes), len(entitled)):
        ballots.forget(desk.db, table.game.id, motion.matter)
        return desk, wishes
    return desk if before else _announce(desk, table, motion), ()


def _list_entitled(db: Connection, table: Table, motion: Motion) -> list[Seat]:
    """The seats whose players have a voice in a motion."""
    return [
        seat for seat in list_voters(db, table) if not motion.about or seat.power != motion.about
    ]


def _list_wishes(
    db: Connection, table: Table, motion: Motion, entitled_seats: Collection[int], choice: str
) -> tuple[str, ...]:
    """What ``entitled_seats`` want in a matter; where it is weighty, only who wants ``choice``."""
    wish_of_seat = ballots.of_game(db, table.game.id, motion.matter)
    wishes = (wish for seat, wish in wish_of_seat.items() if seat in entitled_seats)
    return tuple(wish for wish in wishes if wish == choice or not motion.weighty)


def _announce(desk: Desk, table: Table, motion: Motion) -> Desk:
    text = (
        f"A player asks to {motion.asks}. Reply {motion.line} if you want that too: it is done "
        f"as soon as {motion.share} of the players want it. Nobody is told who asks."
    )
    event = Event("vote", {"vote": motion.matter, "text": text, "asks": motion.line}, PUBLIC)
    own_seat = desk.seat.id if desk.seat else 0
    entitled = {seat.id for seat in _list_entitled(desk.db, table, motion)} - {own_seat}
    return desk.sends(
        deadlines.news(desk.house, table, reader, "a player asks", event)
        for reader in notices.readers(desk.db, table.game)
        if reader.seat is not None and reader.seat.id in entitled
    )


def withdraw_motion(desk: Desk, matter: str) -> bool:
    """Take back the wish of the desk's seat; whether there was one."""
    if desk.seat is None or desk.table is None:
        return False
    had_wish = desk.seat.id in ballots.of_game(desk.db, desk.table.game.id, matter)
    ballots.cast(desk.db, desk.seat.id, matter, "")
    return had_wish


def explain_refusal(desk: Desk) -> str:
    """Why the letter's writer may ask nothing of a game's clock, or ""."""
    table = desk.table
    if table is None or (desk.seat is None and desk.role != notices.MASTER):
        return speakers.explain_seatless(desk)
    if table.state is None or (table.game.deadline is None and not table.game.is_paused):
        return f"{table.game.name} is not being played"
    if table.game.held:
        return "the phase is over: its results wait for the game master"
    if desk.seat and desk.seat.power not in table.engine.survivors(table.state):
        return "you are out of the game"
    return ""
