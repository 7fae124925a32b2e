"""Ballots: what players want of their game beside orders: most for as long as a phase lasts."""

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import ballots, seats

LASTING = "lasting "
"""How matters begin whose ballots outlast the phase."""


def cast(db: Connection, seat: int, matter: str, choice: str) -> None:
    """Store what a seat wants in a matter ("pause", "extend"); "" takes its ballot back."""
    own_ballot = (ballots.c.seat == seat) & (ballots.c.matter == matter)
    db.execute(delete(ballots).where(own_ballot))
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


def forget_lapsed(db: Connection, game: int) -> None:
    """A phase is over: take the ballots of a game out of the box, but those that last."""
    is_in_game = ballots.c.seat.in_(select(seats.c.id).where(seats.c.game == game))
    db.execute(delete(ballots).where(is_in_game, ~ballots.c.matter.startswith(LASTING)))


def forget(db: Connection, game: int, matter: str) -> None:
    """Take the ballots of a game in one matter out of the box."""
    is_in_game = ballots.c.seat.in_(select(seats.c.id).where(seats.c.game == game))
    db.execute(delete(ballots).where(is_in_game, ballots.c.matter == matter))
