"""Order sheets: what each seat and computer ordered, for which phase, and what was taken back."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from judge.store import memo, seats
from judge.store.record import Entry, Game, Later, Sheet, as_columns, columns_of, of_columns
from judge.store.schema import ahead, later, moves, sheets, trials

_OF_PHASE = (
    select(*columns_of(sheets, Sheet))
    .where(sheets.c.game == bindparam("game"))
    .where(sheets.c.number == bindparam("number"))
    .order_by(sheets.c.power)
)
_ADD = insert(sheets)
_SAVE = (
    update(sheets)
    .where(sheets.c.game == bindparam("game_key"))
    .where(sheets.c.number == bindparam("number_key"))
    .where(sheets.c.power == bindparam("power_key"))
)


def open_phase(db: Connection, game: int, number: int, blank: list[Sheet]) -> None:
    """Lay out a phase's sheets, one a seat; ``complete`` where nothing is to decide."""
    rows = [{"game": game, "number": number, **as_columns(sheet)} for sheet in blank]
    known = memo.facts(db, sheets.name)
    sheet_of = {one.power: one for one in sorted(blank, key=lambda one: one.power)}
    db.execute(_ADD, rows)
    memo.renew(db, sheets.name, known | {(game, number): sheet_of})


def get(db: Connection, game: int, number: int, power: str) -> Sheet:
    """The sheet of ``power`` in phase ``number``; empty where none was laid out."""
    return of_phase(db, game, number).get(power) or Sheet(power)


def of_phase(db: Connection, game: int, number: int) -> Mapping[str, Sheet]:
    """All sheets of a phase by power, in the order of their names."""
    known = memo.facts(db, sheets.name)
    if (game, number) not in known:
        rows = db.execute(_OF_PHASE, {"game": game, "number": number}).mappings()
        known[game, number] = {row["power"]: of_columns(Sheet, row) for row in rows}
    sheet_of: Mapping[str, Sheet] = known[game, number]
    return sheet_of


def save(db: Connection, game: int, number: int, sheet: Sheet) -> None:
    """Store a sheet that was laid out."""
    key = {"game_key": game, "number_key": number, "power_key": sheet.power}
    known = memo.facts(db, sheets.name)
    db.execute(_SAVE, key | as_columns(sheet, "power"))
    if (phase := known.get((game, number))) and sheet.power in phase:
        known[game, number] = phase | {sheet.power: sheet}
    memo.renew(db, sheets.name, known)


def forget(db: Connection, game: int, after: int) -> None:
    """Take away the sheets of the phases behind phase ``after``: they were rolled back."""
    db.execute(delete(sheets).where(sheets.c.game == game, sheets.c.number > after))


def are_all_complete(db: Connection, game: int, number: int) -> bool:
    """Whether every seat with a player has decided everything."""
    return all(sheet.complete for sheet in _played(db, game, number))


def are_all_ready(db: Connection, game: int, number: int) -> bool:
    """Whether no seat with a player keeps the phase from ending before its deadline."""
    return all(sheet.ready for sheet in _played(db, game, number))


def _played(db: Connection, game: int, number: int) -> list[Sheet]:
    """The sheets of the seats that have a player."""
    sheet_of = of_phase(db, game, number)
    powers = (seat.power for seat in seats.of_game(db, game) if seat.person is not None)
    return [sheet_of[power] for power in powers if power in sheet_of]


def add_ahead(db: Connection, later: Later) -> None:
    """Store the lines of one letter for one phase; their id is not looked at."""
    db.execute(insert(ahead).values(as_columns(later, "id")))


def ahead_of(db: Connection, game: int) -> list[Later]:
    """All that waits in a game, in the order in which our server took it."""
    if not memo.has_any(db, ahead, game):
        return []
    query = select(ahead).where(ahead.c.game == game).order_by(ahead.c.received, ahead.c.id)
    return [of_columns(Later, row) for row in db.execute(query).mappings()]


def drop_ahead(db: Connection, ids: Collection[int]) -> None:
    """Forget lines."""
    if ids:
        db.execute(delete(ahead).where(ahead.c.id.in_(ids)))


_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


def keep_taken_back(
    db: Connection, game: int, phase: str, orders: Mapping[str, tuple[Entry, ...]]
) -> None:
    """Keep a phase's orders in the place of those that were kept before."""
    db.execute(delete(later).where(later.c.game == game, later.c.phase == phase))
    key = {"game": game, "phase": phase}
    rows = [
        {**key, "power": power, "entries": msgspec.json.encode(entries).decode()}
        for power, entries in orders.items()
        if entries
    ]
    if rows:
        db.execute(insert(later), rows)


def taken_back_of(db: Connection, game: int, phase: str) -> dict[str, tuple[Entry, ...]]:
    """The orders that are kept for a phase, by power."""
    query = select(later.c.power, later.c.entries).where(later.c.game == game)
    rows = db.execute(query.where(later.c.phase == phase).order_by(later.c.power))
    return {row.power: _ENTRIES.decode(row.entries) for row in rows}


_ORDERS = msgspec.json.Decoder(tuple[str, ...])


def thought_out_for(db: Connection, game: Game) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By power the level that thought, and its orders, for the present phase of a game."""
    present = moves.c.number == game.number, moves.c.revision == game.revision
    query = select(moves).where(moves.c.game == game.id, *present)
    return {row.power: (row.level, _ORDERS.decode(row.orders)) for row in db.execute(query)}


def add_thought_out(
    db: Connection, game: Game, power: str, level: str, orders: Sequence[str]
) -> None:
    """Keep a computer's orders for the present phase; those of earlier phases are forgotten."""
    stale = (moves.c.number != game.number) | (moves.c.power == power)
    db.execute(delete(moves).where(moves.c.game == game.id, stale))
    values = {"game": game.id, "number": game.number, "revision": game.revision}
    encoded = msgspec.json.encode(tuple(orders)).decode()
    db.execute(insert(moves).values(**values, power=power, level=level, orders=encoded))


def count_trials(db: Connection, person: int, day: str) -> int:
    """How many there have been on a day ("2026-11-05")."""
    own_rows = (trials.c.person == person) & (trials.c.day == day)
    return db.execute(select(trials.c.count).where(own_rows)).scalar() or 0


def add_trial(db: Connection, person: int, day: str) -> None:
    """Count one more; earlier days are forgotten."""
    number = count_trials(db, person, day) + 1
    db.execute(delete(trials).where(trials.c.person == person))
    db.execute(insert(trials).values(person=person, day=day, count=number))
