"""A mail that was put aside: its proven writer is answered, and his game's master is told."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.clerk import clerk, reply
from judge.desk.desk import SAME, Desk
from judge.desk.seating import seat_by_address, seat_by_stamp
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.home import mishaps
from judge.home.house import House
from judge.kernel.engine import GM, Event
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.kernel.text import Span
from judge.mail import receipt
from judge.store import bans, people
from judge.store.record import OVER, ReceivedMail

_SHOWN = 40
"""Lines that are named."""
_UNDONE = "not done: the judge broke off over this mail"
_SORRY = (
    "The judge broke off over this mail: a fault of its own, not yours. Nothing in it was done. "
    "Its keeper has been told and may have it read again as it came, but don't wait for that: send "
    "your orders anew, one a line and without other words, in a reply to this mail, and then the "
    "rest line by line."
)
_TO_MASTER = (
    "The judge broke off over mail {} of somebody in this game: a fault of its own. Nothing in "
    "that mail was done. Its writer has been asked to send it anew, and the judge's keeper has "
    "been told. If the deadline is near, DELAY moves it."
)


def tell(db: Connection, house: House, mail: ReceivedMail, letter: Letter) -> list[Notice]:
    """Whom to tell that a letter was put aside: nobody where nothing proves who wrote it.

    Of a letter that is no more than its head no lines are named. What it writes has to be undone
    where it raises.
    """
    if letter.silence or bans.has(db, letter.sender):
        return []
    desk = _find_writer(Desk(db, house, letter, receipt.name(house.ours, mail.id)))
    if not desk.proven or (desk.person is not None and bans.has(db, desk.person.address)):
        return []
    for line in [one for one in letter.lines if one.text.strip() and not one.ignored][:_SHOWN]:
        span = Span(line.number, 1, len(line.text) + 1)
        desk = desk.answers_line(span, line.text, "problem", SAME if desk.answers else _UNDONE)
    desk = desk.shows(Event("note", {"text": _SORRY}, desk.own)).titles(
        "your mail could not be read"
    )
    return [*reply.make_answers(desk, mail, ".shunted"), *_tell_master(desk, mail)]


def _find_writer(desk: Desk) -> Desk:
    """The desk knowing who speaks, by the letter's lines too unless they are what broke."""
    try:
        with desk.db.begin_nested():
            return clerk.find_speaker(desk)
    except Exception as error:
        if mishaps.spoils_all(error):
            raise
    return seat_by_stamp(seat_by_address(desk))


def _tell_master(desk: Desk, mail: ReceivedMail) -> list[Notice]:
    """A notice to the master of the game that the letter was for, if he is not its writer."""
    table = desk.table
    if table is None or desk.role == MASTER or table.game.status == OVER or table.game.gm is None:
        return []
    reader = Reader(people.get(desk.db, table.game.gm), MASTER)
    event = Event("note", {"text": _TO_MASTER.format(desk.receipt)}, GM)
    notice = notices.game_notice(desk.house, table, reader, "gm", (event,))
    return [replace(notice, key=f"shunted.{mail.id}.{mail.digest[:16]}")]
