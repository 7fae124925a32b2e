"""Games: found by name or id, saved whole."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, or_, select, update

from judge.kernel.engine import Phase
from judge.kernel.errors import UndoneError
from judge.store import memo, server
from judge.store.record import FORMING, OVER, RUNNING, Game
from judge.store.schema import games, log, seats

_BY_NAME = select(games).where(games.c.name == bindparam("name"))
_BY_ID = select(games).where(games.c.id == bindparam("id"))
_SAVE = update(games).where(games.c.id == bindparam("key"))
_TOUCH = _SAVE.values(touched=True)
_UNREADY = _SAVE.values(ready=None)
_DUE = (
    select(games.c.id)
    .where(games.c.status.in_((RUNNING, FORMING)))
    .where(or_(games.c.touched, games.c.alarm <= bindparam("now")))
    .order_by(games.c.id)
)


def as_game(value: Mapping[Any, Any]) -> Game:
    """The game in a row of its table."""
    phase = Phase(value["phase"], value["title"], value["kind"]) if value["phase"] else None
    return Game(
        id=value["id"],
        name=value["name"],
        variant=value["variant"],
        options=msgspec.json.decode(value["options"], type=dict[str, str]),
        secret=value["secret"],
        gm=value["gm"],
        status=value["status"],
        created=value["created"],
        number=value["number"],
        revision=value["revision"],
        state=value["state"],
        phase=phase,
        opened=value["opened"],
        deadline=value["deadline"],
        touched=value["touched"],
        outcome=value["outcome"],
        winners=msgspec.json.decode(value["winners"], type=tuple[str, ...]),
        epoch=value["epoch"],
        alarm=value["alarm"],
        ready=value["ready"],
        left=value["left"],
        sequence=value["sequence"],
        holds=value["holds"],
        held=value["held"],
        setup=value["setup"],
    )


def _values(game: Game) -> dict[str, Any]:
    phase = game.phase or Phase("", "", "")
    return {
        "name": game.name,
        "variant": game.variant,
        "options": msgspec.json.encode(game.options).decode(),
        "secret": game.secret,
        "gm": game.gm,
        "status": game.status,
        "created": game.created,
        "number": game.number,
        "revision": game.revision,
        "state": game.state,
        "phase": phase.id,
        "title": phase.title,
        "kind": phase.kind,
        "opened": game.opened,
        "deadline": game.deadline,
        "touched": game.touched,
        "outcome": game.outcome,
        "winners": msgspec.json.encode(game.winners).decode(),
        "epoch": game.epoch,
        "alarm": game.alarm,
        "ready": game.ready,
        "left": game.left,
        "sequence": game.sequence,
        "holds": game.holds,
        "held": game.held,
        "setup": game.setup,
    }


def find_named(db: Connection, name: str) -> Game | None:
    """The game called ``name`` (names are lower case), or None."""
    rows = memo.rows(db, (games.name,), _BY_NAME, {"name": name.lower()})
    return _ours(db, as_game(rows[0]._asdict())) if rows else None


def find(db: Connection, number: int) -> Game | None:
    """The game with this id, or None."""
    rows = memo.rows(db, (games.name,), _BY_ID, {"id": number})
    return _ours(db, as_game(rows[0]._asdict())) if rows else None


def _ours(db: Connection, game: Game) -> Game:
    """The game, if it is one that our transaction may work at."""
    server.refuse_other(db, game.id)
    return game


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
    db.execute(_SAVE, {"key": game.id, **_values(game)})


def touch(db: Connection, game: int) -> None:
    """Ask the next pass whether the game's phase can close before its deadline."""
    games_touched = memo.recall(db, games.name) or frozenset()
    if game not in games_touched:
        db.execute(_TOUCH, {"key": game})
        memo.keep(db, games.name, games_touched | {game})


def mark_unready(db: Connection, game: int) -> None:
    """Not all are ready any more: the delay of an early end begins anew when they are."""
    db.execute(_UNREADY, {"key": game})


def find_mastered(db: Connection) -> list[int]:
    """The ids of the games with a master that are not over, in order."""
    query = select(games.c.id).where(games.c.gm.is_not(None), games.c.status != OVER)
    return list(db.execute(query.order_by(games.c.id)).scalars())


def of_person(db: Connection, person: int) -> list[Game]:
    """The games, not over yet, in which somebody has a seat or which he runs, in order."""
    own_seats = select(seats.c.game).where(seats.c.person == person)
    query = select(games).where(games.c.status != OVER)
    query = query.where(or_(games.c.gm == person, games.c.id.in_(own_seats))).order_by(games.c.id)
    return [_ours(db, as_game(row)) for row in db.execute(query).mappings()]


def run_count(db: Connection) -> int:
    """How many games are running."""
    return db.execute(select(func.count()).where(games.c.status == RUNNING)).scalar() or 0


def counts(db: Connection) -> dict[str, int]:
    """How many games there are in each state."""
    rows = db.execute(select(games.c.status, func.count()).group_by(games.c.status))
    return dict(rows.all())


def find_overdue(db: Connection, before: datetime, now: datetime) -> list[Game]:
    """The running games by name whose deadline was ``before`` and whose alarm has rung."""
    query = select(games).where(games.c.status == RUNNING, games.c.alarm < now)
    query = query.where(games.c.deadline < before, ~games.c.held).order_by(games.c.name)
    return [as_game(row) for row in db.execute(query).mappings()]


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
    times = [
        db.execute(ringing.order_by(games.c.alarm).limit(1)).scalar(),
        db.execute(openings.limit(1)).scalar(),
    ]
    return min((time for time in times if time is not None), default=None)


def run_by(db: Connection, person: int) -> list[str]:
    """The names of the games that somebody is the master of."""
    query = select(games.c.name).where(games.c.gm == person).order_by(games.c.name)
    return list(db.execute(query).scalars())


def count_open_by(db: Connection, person: int) -> int:
    """How many games somebody has created that are not over, whoever runs them now."""
    query = (
        select(func.count())
        .select_from(games.join(log, log.c.game == games.c.name))
        .where(games.c.status != OVER)
        .where(log.c.what == "game.created")
        .where(log.c.who == f"person {person}")
    )
    count: int = db.execute(query).scalar_one()
    return count


def find_all(db: Connection) -> list[Game]:
    """All games by name."""
    rows = db.execute(select(games).order_by(games.c.name)).mappings()
    return [_ours(db, as_game(row)) for row in rows]
