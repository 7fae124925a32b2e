"""Games: found by name or id, listed, saved whole, and what is said of them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from judge.kernel.days import Days
from judge.kernel.engine import Phase
from judge.kernel.errors import UndoneError
from judge.store import memo, server
from judge.store.dialect import member_of
from judge.store.record import FORMING, OVER, RUNNING, Game, Note, Seat, as_columns, of_columns
from judge.store.schema import (
    absences,
    ballots,
    conduct,
    games,
    log,
    notes,
    people,
    seats,
    sheets,
    turns,
)

_BY_NAME = select(games).where(games.c.name == bindparam("key"))
_BY_ID = select(games).where(games.c.id == bindparam("key"))
_SAVE = update(games).where(games.c.id == bindparam("key"))
_TOUCH = _SAVE.values(touched=True)
_UNREADY = _SAVE.values(ready=None)
_DUE = (
    select(games.c.id)
    .where(games.c.status.in_((RUNNING, FORMING)))
    .where(or_(games.c.touched, games.c.alarm <= bindparam("now")))
    .order_by(games.c.id)
)


def _as_game(columns: Mapping[Any, Any]) -> Game:
    """The game in a row of its table."""
    parts = columns["phase"], columns["title"], columns["kind"]
    return of_columns(Game, {**columns, "phase": Phase(*parts) if parts[0] else None})


def _values(game: Game) -> dict[str, Any]:
    phase = game.phase or Phase("", "", "")
    named = {"phase": phase.id, "title": phase.title, "kind": phase.kind}
    return as_columns(game, "id") | named


def find_named(db: Connection, name: str) -> Game | None:
    """The game called ``name`` (names are lower case), or None."""
    return _find(db, name.lower(), _BY_NAME)


def find(db: Connection, number: int) -> Game | None:
    """The game with this id, or None."""
    return _find(db, number, _BY_ID)


def _find(db: Connection, key: int | str, query: Select[Any]) -> Game | None:
    """The game with this id or name, if it is one that our transaction may work at."""
    known = memo.facts(db, games.name)
    if key not in known:
        row = db.execute(query, {"key": key}).mappings().first()
        game = _as_game(row) if row else None
        known |= {game.id: game, game.name: game} if game else {key: None}
    found: Game | None = known[key]
    return _ours(db, found) if found else None


def _ours(db: Connection, game: Game) -> Game:
    """The game, if it is one that our transaction may work at."""
    server.refuse_other(db, game.id)
    return game


def _write(db: Connection, game: Game, statement: Update, values: Mapping[str, Any]) -> None:
    """Execute a statement that writes to this game alone, which is ``game`` from then on."""
    known = memo.facts(db, games.name)
    db.execute(statement, {"key": game.id, **values})
    others = {key: one for key, one in known.items() if one and one.id != game.id}
    memo.renew(db, games.name, others | {game.id: game, game.name: game})


def hold(db: Connection, number: int) -> None:
    """Let nobody else work at a game before our transaction ends. Raises UndoneError if he does."""
    query = select(games.c.id).where(games.c.id == number)
    if db.execute(query.with_for_update(skip_locked=True)).first() is None:
        raise UndoneError("somebody else is at this game")


def get(db: Connection, number: int) -> Game:
    """The game with this id; LookupError if there is none."""
    game = find(db, number)
    if game is None:
        raise LookupError(f"no game {number}")
    return game


def add(db: Connection, game: Game) -> Game:
    """Store a new game (its id is not looked at) and return it with its id."""
    number = db.execute(insert(games).values(_values(game)).returning(games.c.id)).scalar_one()
    return replace(game, id=number)


def save(db: Connection, game: Game) -> None:
    """Store a game as it is now."""
    _write(db, game, _SAVE, _values(game))


def touch(db: Connection, game: int) -> None:
    """Ask the next pass whether the game's phase can close before its deadline."""
    touched = get(db, game)
    if not touched.touched:
        _write(db, replace(touched, touched=True), _TOUCH, {})


def mark_unready(db: Connection, game: int) -> None:
    """Not all are ready any more: the delay of an early end begins anew when they are."""
    _write(db, replace(get(db, game), ready=None), _UNREADY, {})


def find_mastered(db: Connection) -> list[int]:
    """The ids of the games with a master that are not over, in order."""
    query = select(games.c.id).where(games.c.gm.is_not(None), games.c.status != OVER)
    return list(db.execute(query.order_by(games.c.id)).scalars())


def of_person(db: Connection, person: int) -> list[Game]:
    """The games, not over yet, in which somebody has a seat or which he runs, in order."""
    own_seats = select(seats.c.game).where(seats.c.person == person)
    query = select(games).where(games.c.status != OVER)
    query = query.where(or_(games.c.gm == person, games.c.id.in_(own_seats))).order_by(games.c.id)
    return [_ours(db, _as_game(row)) for row in db.execute(query).mappings()]


def counts(db: Connection) -> dict[str, int]:
    """How many games there are in each state."""
    return dict(db.execute(select(games.c.status, func.count()).group_by(games.c.status)).all())


def list_overdue(before: datetime, now: datetime) -> ColumnElement[bool]:
    """The running games whose deadline was ``before`` and whose alarm has rung."""
    late = games.c.alarm < now, games.c.deadline < before, ~games.c.held
    return and_(games.c.status == RUNNING, *late)


def find_first(
    db: Connection, which: ColumnElement[bool], most: int
) -> list[tuple[str, datetime | None]]:
    """Some games, the next deadlines first: their names and deadlines."""
    query = select(games.c.name, games.c.deadline).where(which)
    rows = db.execute(query.order_by(games.c.deadline, games.c.name).limit(most))
    return [(row.name, row.deadline) for row in rows]


def list_zones(db: Connection) -> set[str]:
    """The zones of all games."""
    return set(db.execute(select(member_of(games.c.options, "zone")).distinct()).scalars())


def find_samples(db: Connection, most: int) -> list[int]:
    """The games whose deadlines come next, and one of each variant and options, by number."""
    next_games = select(games.c.id).order_by(*BY_DEADLINE).limit(most)
    kinds = select(func.min(games.c.id)).group_by(games.c.variant, games.c.options).limit(most)
    return sorted({*db.execute(next_games).scalars(), *db.execute(kinds).scalars()})


def find_due(db: Connection, now: datetime) -> list[int]:
    """The ids of the games, forming or running, whose alarm has rung or that were touched."""
    return list(db.execute(_DUE, {"now": now}).scalars())


def is_due(db: Connection, number: int, now: datetime) -> bool:
    """Whether the alarm of one game has rung, or it was touched."""
    return db.execute(_DUE.where(games.c.id == number), {"now": now}).first() is not None


def next_alarm(db: Connection) -> datetime | None:
    """The earliest alarm of all games not over; that of a touched game is when it opened."""
    going = games.c.status.in_((RUNNING, FORMING))
    ringing = select(games.c.alarm).where(going, games.c.alarm.is_not(None))
    openings = select(games.c.opened).where(games.c.status == RUNNING).where(games.c.touched)
    first = db.execute(ringing.order_by(games.c.alarm).limit(1)).scalar()
    return min(filter(None, (first, db.execute(openings.limit(1)).scalar())), default=None)


def run_by(db: Connection, person: int) -> list[str]:
    """The names of the games that somebody is the master of."""
    query = select(games.c.name).where(games.c.gm == person).order_by(games.c.name)
    return list(db.execute(query).scalars())


def count_open_by(db: Connection, person: int) -> int:
    """How many games somebody has created that are not over, whoever runs them now."""
    query = select(func.count()).select_from(games.join(log, log.c.game == games.c.name))
    created = log.c.what == "game.created", log.c.who == f"person {person}"
    return db.execute(query.where(games.c.status != OVER, *created)).scalar_one()


def find_all(db: Connection) -> list[Game]:
    """All games by name."""
    rows = db.execute(select(games).order_by(games.c.name)).mappings()
    return [_ours(db, _as_game(row)) for row in rows]


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


def list_of_name(name: str) -> ColumnElement[bool]:
    """The one game of a name."""
    return games.c.name == name


_UNTOLD = {"state": b"", "setup": "", "secret": b""}
_LISTED_GAME = tuple(column for column in games.c if column.name not in _UNTOLD)
_LISTED_SEAT = (seats.c.id.label("seat"), seats.c.power, seats.c.person, seats.c.computer)


class ListedGame(Struct, frozen=True):
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
        select(
            *_LISTED_GAME,
            *_LISTED_SEAT,
            people.c.name.label("master"),
            sheets.c.complete,
            total.label("all"),
        )
        .join(page_of_games, page_of_games.c.id == games.c.id)
        .join(people, people.c.id == games.c.gm, isouter=True)
        .join(seats, seats.c.game == games.c.id, isouter=True)
        .join(sheets, own_sheet, isouter=True)
        .order_by(page_of_games.c.rank, seats.c.id)
    ).mappings()
    return [_read_listed_game(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def _read_listed_game(rows: Sequence[Mapping[Any, Any]]) -> ListedGame:
    """A game out of its rows, one a seat."""
    first = rows[0]
    game = _as_game({**first, **_UNTOLD})
    listed_seats = tuple(
        Seat(row["seat"], game.id, row["power"], row["person"], computer=row["computer"])
        for row in rows
        if row["seat"] is not None
    )
    complete = sum(bool(row["complete"]) for row in rows if row["person"] is not None)
    return ListedGame(game, first["master"] or "", listed_seats, complete, first["all"])


def count_listed(db: Connection, which: ColumnElement[bool]) -> int:
    """How many games are meant."""
    return db.execute(select(func.count()).select_from(games).where(which)).scalar_one()


class PlayedGame(Struct, frozen=True):
    """A game that is over: its number, name, outcome, option ``computers``, and who played it."""

    game: int
    name: str
    outcome: str
    computers: str
    parts: list[tuple[int, str, str]]
    """A person, the power that he played, and his result."""

    @property
    def results(self) -> dict[int, tuple[str, ...]]:
        """Person -> the results of all that he played in it."""
        results: dict[int, tuple[str, ...]] = {}
        for person, _, result in self.parts:
            results[person] = (*results.get(person, ()), result)
        return results


def list_of_variant(db: Connection, variant: str) -> list[PlayedGame]:
    """The games of a variant that are over and had players, in the order of their last turns."""
    last = select(func.max(turns.c.closed)).where(turns.c.game == games.c.id).scalar_subquery()
    option = member_of(games.c.options, "computers")
    query = select(games.c.id, games.c.name, games.c.outcome, option)
    query = query.where(games.c.variant == variant, games.c.status == OVER)
    game_of_number = {
        number: PlayedGame(number, name, outcome, computers or "none", [])
        for number, name, outcome, computers in db.execute(query.order_by(last, games.c.id))
    }
    columns = (conduct.c.game, conduct.c.person, conduct.c.power, conduct.c.result)
    query = select(*columns).join(games).where(games.c.variant == variant, games.c.status == OVER)
    rows = db.execute(query.order_by(conduct.c.person, conduct.c.power))
    for number, person, power, result in rows:
        game_of_number[number].parts.append((person, power, result))
    return [one for one in game_of_number.values() if one.parts]


def list_variants(db: Connection) -> list[str]:
    """The variants of the games that are over, in order."""
    query = select(games.c.variant).where(games.c.status == OVER).distinct()
    return sorted(db.execute(query).scalars())


def list_variants_of(db: Connection, person: int) -> list[str]:
    """The variants of the games that are over and in which somebody played, in order."""
    query = select(games.c.variant).join(conduct, conduct.c.game == games.c.id)
    query = query.where(conduct.c.person == person, games.c.status == OVER)
    return sorted(set(db.execute(query).scalars()))


_OF_GAME = ballots.c.seat.in_(select(seats.c.id).where(seats.c.game == bindparam("key")))
LASTING = "lasting "
"""How matters begin whose ballots outlast the phase."""


def cast_ballot(db: Connection, seat: int, matter: str, choice: str) -> None:
    """Store what a seat wants in a matter ("pause", "extend"); "" takes its ballot back."""
    own_ballot = (ballots.c.seat == seat) & (ballots.c.matter == matter)
    db.execute(delete(ballots).where(own_ballot))
    if choice:
        db.execute(insert(ballots).values(seat=seat, matter=matter, choice=choice))


def ballots_of(db: Connection, game: int, matter: str) -> dict[int, str]:
    """The ballots of a game in one matter, by seat."""
    query = select(ballots.c.seat, ballots.c.choice).where(_OF_GAME, ballots.c.matter == matter)
    rows = db.execute(query.order_by(ballots.c.seat), {"key": game})
    return {row.seat: row.choice for row in rows}


_LAPSED = delete(ballots).where(_OF_GAME, ~ballots.c.matter.startswith(LASTING))


def forget_lapsed_ballots(db: Connection, game: int) -> None:
    """A phase is over: take the ballots of a game out of the box, but those that last."""
    if memo.has_any(db, ballots, game):
        db.execute(_LAPSED, {"key": game})


def forget_ballots(db: Connection, game: int, matter: str) -> None:
    """Take the ballots of a game in one matter out of the box."""
    db.execute(delete(ballots).where(_OF_GAME, ballots.c.matter == matter), {"key": game})


def add_absence(db: Connection, game: int, person: int, first: date, last: date) -> None:
    """Store an absence in place of those that it holds; one inside another is known already."""
    own_rows = (absences.c.game == game) & (absences.c.person == person)
    around = own_rows & (absences.c.first <= str(first)) & (absences.c.last >= str(last))
    if db.execute(select(absences.c.id).where(around)).first() is not None:
        return
    inside = own_rows & (absences.c.first >= str(first)) & (absences.c.last <= str(last))
    db.execute(delete(absences).where(inside))
    values = {"game": game, "person": person, "first": str(first), "last": str(last)}
    db.execute(insert(absences).values(values))


_AWAY = select(absences).where(absences.c.game == bindparam("key")).order_by(absences.c.id)


def absences_of(db: Connection, game: int) -> list[tuple[int, Days]]:
    """Who is away when, in the order in which it was said."""
    if not memo.has_any(db, absences, game):
        return []
    return [
        (row.person, Days.of(date.fromisoformat(row.first), date.fromisoformat(row.last)))
        for row in db.execute(_AWAY, {"key": game})
    ]


def end_absence(db: Connection, game: int, person: int, yesterday: date) -> None:
    """Forget what lies ahead of somebody's absences; what has been remains counted."""
    own_rows = (absences.c.game == game) & (absences.c.person == person)
    db.execute(delete(absences).where(own_rows & (absences.c.first > str(yesterday))))
    shortened = update(absences).where(own_rows & (absences.c.last > str(yesterday)))
    db.execute(shortened.values(last=str(yesterday)))


ACT, RULE, COMMENT = "act", "rule", "comment"
_NOTES = select(notes.c.kind, notes.c.at, notes.c.text, notes.c.told).order_by(notes.c.id)


def add_note(db: Connection, game: int, note: Note) -> None:
    """Store a note."""
    db.execute(insert(notes).values(game=game, **as_columns(note)))


def notes_of(db: Connection, game: int, kind: str) -> list[Note]:
    """A game's notes of one kind, oldest first."""
    query = _NOTES.where(notes.c.game == game, notes.c.kind == kind)
    return [Note(*row) for row in db.execute(query)]


_IS_FRESH = (notes.c.game == bindparam("key")) & ~notes.c.told
_FRESH_NOTES = _NOTES.where(_IS_FRESH)


def take_up_notes(db: Connection, game: int) -> list[Note]:
    """The notes that the report which is written now brings; they are told by that."""
    if not memo.has_any(db, notes, game):
        return []
    fresh_notes = [Note(*row) for row in db.execute(_FRESH_NOTES, {"key": game})]
    if fresh_notes:
        db.execute(update(notes).where(_IS_FRESH).values(told=True), {"key": game})
    return fresh_notes
