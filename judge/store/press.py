"""Press: every message, with its author, for its readers and for the end of the game."""

from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from judge.store import memo
from judge.store.record import Press, as_columns, of_columns
from judge.store.schema import press


def add(db: Connection, message: Press) -> Press:
    """Store a message (its serial is not looked at) and return it with its serial."""
    last = select(func.max(press.c.serial)).where(press.c.game == message.game)
    kept = replace(message, serial=(db.execute(last).scalar() or 0) + 1)
    db.execute(insert(press).values(as_columns(kept)))
    return kept


def _read(db: Connection, which: ColumnElement[bool]) -> list[Press]:
    """Messages in the order in which they were taken."""
    rows = db.execute(select(press).where(which).order_by(press.c.serial))
    return [of_columns(Press, row) for row in rows.mappings()]


def of_game(db: Connection, game: int) -> list[Press]:
    """All press of a game in the order in which it was taken."""
    return _read(db, press.c.game == game)


def count_since(db: Connection, game: int, author: str, since: datetime) -> int:
    """How much press one author has written."""
    own = press.c.game == game, press.c.author == author, press.c.written > since
    return db.execute(select(func.count()).where(*own)).scalar_one()


def replies_of(db: Connection, game: int, author: str) -> list[Press]:
    """The replies to press of one author, oldest first."""
    return _read(db, (press.c.game == game) & (press.c.author == author) & (press.c.answers > 0))


def take_up(db: Connection, game: int) -> list[Press]:
    """The press that waited for the results which are told now; it waits no more."""
    if not memo.has_any(db, press, game):
        return []
    waiting = (press.c.game == game) & press.c.waits
    messages = _read(db, waiting)
    if messages:
        db.execute(update(press).where(waiting).values(waits=False))
    return messages
