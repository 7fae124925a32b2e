"""The keeper is told that the clock is not believed."""

from sqlalchemy import Connection

from judge.home import witness
from judge.home.house import House
from judge.kernel.notice import Notice
from judge.post import posting
from judge.store import marks


def tell_keeper(db: Connection, house: House, why: str, awaits: str = "") -> list[Notice]:
    """Tell the keeper that the clock is not believed, once for each time that this begins.

    ``awaits``: what would end it, besides his word, where that is not plain.
    """
    witness.begin_doubt(db, house.now)
    since = marks.read(db, witness.DOUBTED)
    data = {"now": house.now.isoformat(), "why": why, "awaits": awaits}
    title = "the judge doubts its clock"
    return [posting.make_keeper_notice(house, f"clock.{since}", title, "clock", data)]
