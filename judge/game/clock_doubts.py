"""The keeper is told that the clock is not believed."""

from sqlalchemy import Connection

from judge.game.clocks import witness
from judge.game.house import House
from judge.game.post import posting
from judge.game.store import marks
from judge.kernel.engine import Event
from judge.kernel.notice import Notice


def tell(db: Connection, house: House, why: str, awaits: str = "") -> list[Notice]:
    """Tell the keeper that the clock is not believed, once for each time that this begins.

    ``awaits``: what would end it, besides his word, where that is not plain.
    """
    witness.begin(db, house.now)
    since = marks.read(db, witness.DOUBTED)
    event = Event("clock", {"now": house.now.isoformat(), "why": why, "awaits": awaits})
    return [posting.to_keeper(house, f"clock.{since}", "the judge doubts its clock", event)]
