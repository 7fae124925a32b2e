"""Ballots: what players want of a phase beside its orders, as long as the phase lasts."""

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import ballots, seats


def cast(db: Connection, seat: int, matter: str, choice: str) -> None:
    """Store what a seat wants in a matter ("pause", "extend"); "" takes its ballot back."""
    mine = (ballots.c.seat == seat) & (ballots.c.matter == matter)
    db.execute(delete(ballots).where(mine))
    if choice:
        db.execute(insert(ballots).values(seat=seat, matter=matter, choice=choice))


def of_game(db: Connection, game: int, matter: str) -> dict[int, str]:
    """The ballots of a game in one matter, by seat."""
    rows = db.execute(
        select(ballots.c.seat, ballots.c.choice)
        .join(seats, seats.c.id == ballots.c.seat)
        .where(seats.c.game == game)
        .where(ballots.c.matter == matter)
        .order_by(ballots.c.seat)
    )
    return {row.seat: row.choice for row in rows}


def forget(db: Connection, game: int, matter: str = "") -> None:
    """Take all ballots of a game out of the box, or those of one matter."""
    chosen = delete(ballots).where(
        ballots.c.seat.in_(select(seats.c.id).where(seats.c.game == game))
    )
    db.execute(chosen.where(ballots.c.matter == matter) if matter else chosen)
