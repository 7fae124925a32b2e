"""Games as lists show them: a page of them, with who sits where, in one statement.

Which games stand on a page is found in an index alone, however many there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select, true

from judge.store.games import as_game
from judge.store.record import FORMING, OVER, Game, Seat
from judge.store.schema import games, people, seats, sheets

BY_FORMING = (games.c.status != FORMING, games.c.name)
"""Games that form first."""
BY_AGE = (games.c.status == OVER, games.c.id.desc())
"""The newest first, those that are over last."""
BY_DEADLINE = (
    games.c.status == FORMING,
    games.c.deadline.is_(None),
    games.c.deadline,
    games.c.name,
)
"""The next deadline first, games that form last."""
FORMS, GOING, ENDED = games.c.status == FORMING, games.c.status != OVER, games.c.status == OVER
"""Which games are meant: those that form, are not over, or are."""


def of_name(name: str) -> ColumnElement[bool]:
    """The one game of a name."""
    return games.c.name == name


_UNTOLD = {"state": b"", "setup": "", "secret": b""}
_GAME = tuple(column for column in games.c if column.name not in _UNTOLD)
_SEAT = (seats.c.id.label("seat"), seats.c.power, seats.c.person, seats.c.computer)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game on a page, without its position and secret; ``master`` is "" where it has none.

    Of its ``seats`` only power, person and computer are told. ``complete`` is how many people have
    decided everything, ``all`` how many games the list has.
    """

    game: Game
    master: str
    seats: tuple[Seat, ...]
    complete: int
    all: int


def read_page(
    db: Connection,
    order: tuple[ColumnElement[Any], ...],
    which: ColumnElement[bool] | None = None,
    *,
    first: int = 0,
    most: int | None = None,
) -> list[ListedGame]:
    """The games from number ``first`` on, from 0, ``most`` of them (None: all), in ``order``."""
    condition = true() if which is None else which
    total = select(func.count()).select_from(games).where(condition).scalar_subquery()
    rank = func.row_number().over(order_by=order).label("rank")
    query = select(games.c.id, rank).where(condition).order_by(rank).offset(first).limit(most)
    page_of_games = query.subquery()
    own_sheet = and_(
        sheets.c.game == games.c.id,
        sheets.c.number == games.c.number,
        sheets.c.power == seats.c.power,
    )
    rows = db.execute(
        select(*_GAME, *_SEAT, people.c.name.label("master"), sheets.c.complete, total.label("all"))
        .join(page_of_games, page_of_games.c.id == games.c.id)
        .join(people, people.c.id == games.c.gm, isouter=True)
        .join(seats, seats.c.game == games.c.id, isouter=True)
        .join(sheets, own_sheet, isouter=True)
        .order_by(page_of_games.c.rank, seats.c.id)
    ).mappings()
    return [_read_game(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def _read_game(rows: Sequence[Mapping[Any, Any]]) -> ListedGame:
    """A game out of its rows, one a seat."""
    first = rows[0]
    game = as_game({**first, **_UNTOLD})
    seat_rows = [row for row in rows if row["seat"] is not None]
    return ListedGame(
        game,
        first["master"] or "",
        tuple(
            Seat(row["seat"], game.id, row["power"], row["person"], computer=row["computer"])
            for row in seat_rows
        ),
        sum(bool(row["complete"]) for row in seat_rows if row["person"] is not None),
        first["all"],
    )


def count(db: Connection, which: ColumnElement[bool]) -> int:
    """How many games are meant."""
    return db.execute(select(func.count()).select_from(games).where(which)).scalar_one()
