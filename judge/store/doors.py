"""Doors: whom a game lets in, whom it keeps out, and who waits for its master's word."""

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from judge.store import marks
from judge.store.schema import doors

ALLOW, DENY = "allow", "deny"


def put(db: Connection, game: int, who: str, rule: str) -> None:
    """Let somebody in, or keep him out: ``who`` is an address, a domain ("@x") or a name."""
    drop(db, game, who)
    db.execute(insert(doors).values(game=game, who=who, rule=rule))


def drop(db: Connection, game: int, who: str) -> bool:
    """Take somebody off the lists; whether he was on one."""
    statement = delete(doors).where(doors.c.game == game).where(doors.c.who == who)
    return bool(db.execute(statement).rowcount)


def of_game(db: Connection, game: int) -> dict[str, str]:
    """Everybody on a game's lists with ALLOW or DENY."""
    rows = db.execute(select(doors.c.who, doors.c.rule).where(doors.c.game == game))
    return {row.who: row.rule for row in rows.all()}


def ask(db: Connection, game: int, address: str, who: str) -> None:
    """Remember that the master was asked about an address, and how he was told of it."""
    marks.write(db, _asks(game, address), who)


def list_asked(db: Connection, game: int) -> list[str]:
    """All about whom the master was asked and has said nothing yet, as he was told of them."""
    return sorted(marks.find_beginning(db, _asks(game, "")).values())


def has_asked(db: Connection, game: int, address: str) -> bool:
    """Whether the master was asked about an address, and has said nothing yet."""
    return marks.read(db, _asks(game, address)) is not None


def answer(db: Connection, game: int, address: str) -> None:
    """The master has spoken about an address."""
    marks.forget(db, _asks(game, address))


def forget(db: Connection, addresses: Iterable[str]) -> None:
    """Forget somebody of these addresses: on every list, and that he has asked."""
    own_addresses = {one.lower() for one in addresses}
    db.execute(delete(doors).where(doors.c.who.in_(own_addresses)))
    own_marks = [
        name for name in marks.find_beginning(db, _ASKS) if name.rpartition(" ")[2] in own_addresses
    ]
    marks.forget(db, *own_marks)


_ASKS = "asks "


def _asks(game: int, address: str) -> str:
    return f"{_ASKS}{game} {address.lower()}"
