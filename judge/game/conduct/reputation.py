"""How reliable people are: counted phase by phase, shown by STATS, asked for by some games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from judge.game.conduct import owed_orders, solitaire
from judge.game.terms.tables import Table
from judge.store import conduct, seats
from judge.store.conduct import Conduct
from judge.store.record import Game, Seat, Sheet

WON, DREW, SURVIVED, ELIMINATED = "won", "drew", "survived", "eliminated"
"""How a game can end for who plays to its end; "conceded" games are won by one."""


@dataclass(frozen=True, slots=True)
class Reputation:
    """Sums over somebody's games; ``results`` counts each result, most honourable first."""

    games: int
    on_time: int
    late: int
    missed: int
    results: Mapping[str, int]

    @property
    def share(self) -> int:
        """Phases on time in per cent, rounded down; 100 for who has not played yet."""
        phases = self.on_time + self.late + self.missed
        return 100 * self.on_time // phases if phases else 100


ORDER = (WON, DREW, SURVIVED, ELIMINATED, conduct.RESIGNED, conduct.EJECTED, conduct.LOST)


def mark_phase(db: Connection, table: Table, sheet_of: Mapping[str, Sheet]) -> None:
    """Mark the phase that closes for everybody who had something to decide in it.

    What somebody plays alone against computers says nothing of how reliable he is to others.
    """
    all_seats = seats.of_game(db, table.game.id)
    if solitaire.is_alone(table.game, all_seats):
        return
    marks = {}
    for seat in all_seats:
        sheet = sheet_of.get(seat.power)
        if seat.person is None or sheet is None or not owed_orders.counts(table, sheet):
            continue
        marks[seat.person, seat.power] = _mark(table.game, sheet)
    conduct.mark(db, table.game.id, table.game.number, marks)


def _mark(game: Game, sheet: Sheet) -> str:
    deadline = game.deadline
    if not sheet.entries:
        return conduct.MISSED
    if deadline is not None and any(entry.received >= deadline for entry in sheet.entries):
        return conduct.LATE
    return conduct.ON_TIME


def store_loss(db: Connection, seat: Seat, result: str) -> None:
    """Store that the player of a seat has lost it or given it up."""
    if seat.person is not None:
        conduct.end(db, seat.person, seat.game, seat.power, result)


def store_return(db: Connection, seat: Seat) -> None:
    """Store that somebody has a seat whose play goes on, and perhaps has it again."""
    if seat.person is not None:
        conduct.end(db, seat.person, seat.game, seat.power, "")


def store_results(db: Connection, table: Table) -> None:
    """Store how a game that is over ended for each of its players."""
    alive = table.engine.survivors(table.state) if table.state is not None else ()
    all_seats = seats.of_game(db, table.game.id)
    if solitaire.is_alone(table.game, all_seats):
        return
    for seat in all_seats:
        if seat.person is not None and seat.power:
            conduct.end(
                db, seat.person, table.game.id, seat.power, _result(table.game, seat, alive)
            )


def _result(game: Game, seat: Seat, alive: Sequence[str]) -> str:
    if seat.power in game.winners:
        return DREW if game.outcome == "draw" else WON
    return SURVIVED if seat.power in alive else ELIMINATED


def of(db: Connection, person: int, unseen: Iterable[int] = ()) -> Reputation:
    """Somebody's reputation, without the games ``unseen``."""
    hidden = set(unseen)
    return sum_up([one for one in conduct.of_person(db, person) if one.game not in hidden])


def sum_up(conducts: Sequence[Conduct]) -> Reputation:
    """The sums over somebody's play."""
    results = [one.result for one in conducts]
    return Reputation(
        games=len({one.game for one in conducts}),
        on_time=sum(one.on_time for one in conducts),
        late=sum(one.late for one in conducts),
        missed=sum(one.missed for one in conducts),
        results={result: results.count(result) for result in ORDER if result in results},
    )
