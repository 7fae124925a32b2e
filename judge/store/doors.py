"""Doors: whom a game lets in, and whom it keeps out."""

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import doors

ALLOW, DENY = "allow", "deny"


def put(db: Connection, game: int, who: str, rule: str) -> None:
    """Let somebody in, or keep him out: ``who`` is an address, a domain ("@x") or a name."""
    drop(db, game, who)
    db.execute(insert(doors).values(game=game, who=who, rule=rule))


def drop(db: Connection, game: int, who: str) -> bool:
    """Take somebody off the lists; whether he was on one."""
    gone = delete(doors).where(doors.c.game == game).where(doors.c.who == who)
    return bool(db.execute(gone).rowcount)


def of_game(db: Connection, game: int) -> dict[str, str]:
    """Everybody on a game's lists with ALLOW or DENY."""
    rows = db.execute(select(doors.c.who, doors.c.rule).where(doors.c.game == game))
    return {row.who: row.rule for row in rows.all()}
