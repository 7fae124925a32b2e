"""Order sheets: what each seat has ordered for each phase."""

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from judge.store.record import Doubt, Entry, Sheet
from judge.store.schema import seats, sheets

_OF_PHASE = (
    select(
        sheets.c.power,
        sheets.c.entries,
        sheets.c.complete,
        sheets.c.ready,
        sheets.c.doubts,
        sheets.c.said,
    )
    .where(sheets.c.game == bindparam("game"))
    .where(sheets.c.number == bindparam("number"))
    .order_by(sheets.c.power)
)
_ONE = _OF_PHASE.where(sheets.c.power == bindparam("power"))
_SAVE = (
    update(sheets)
    .where(sheets.c.game == bindparam("game_key"))
    .where(sheets.c.number == bindparam("number_key"))
    .where(sheets.c.power == bindparam("power_key"))
    .values({name: bindparam(name) for name in ("entries", "complete", "ready", "doubts", "said")})
)
_PLAYED = (
    select(func.count())
    .select_from(sheets.join(seats, (seats.c.game == sheets.c.game)))
    .where(sheets.c.game == bindparam("game"))
    .where(sheets.c.number == bindparam("number"))
    .where(seats.c.power == sheets.c.power)
    .where(seats.c.person.is_not(None))
)
_MISSING = _PLAYED.where(~sheets.c.complete)
_UNREADY = _PLAYED.where(~sheets.c.ready)
_DOUBTS = msgspec.json.Decoder(tuple[Doubt, ...])
_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


def _sheet(row: Any) -> Sheet:
    return Sheet(
        power=row.power,
        entries=_ENTRIES.decode(row.entries),
        complete=row.complete,
        ready=row.ready,
        doubts=_DOUBTS.decode(row.doubts),
        said=row.said,
    )


def _values(sheet: Sheet) -> dict[str, Any]:
    return {
        "entries": msgspec.json.encode(sheet.entries).decode(),
        "complete": sheet.complete,
        "ready": sheet.ready,
        "doubts": msgspec.json.encode(sheet.doubts).decode(),
        "said": sheet.said,
    }


def open_phase(db: Connection, game: int, number: int, blank: list[Sheet]) -> None:
    """Lay out a phase's sheets, one a seat; ``complete`` where nothing is to decide."""
    rows = [
        {"game": game, "number": number, "power": sheet.power, **_values(sheet)} for sheet in blank
    ]
    db.execute(insert(sheets), rows)


def get(db: Connection, game: int, number: int, power: str) -> Sheet:
    """The sheet of ``power`` in phase ``number``; empty where none was laid out."""
    row = db.execute(_ONE, {"game": game, "number": number, "power": power}).first()
    return Sheet(power) if row is None else _sheet(row)


def of_phase(db: Connection, game: int, number: int) -> dict[str, Sheet]:
    """All sheets of a phase by power."""
    rows = db.execute(_OF_PHASE, {"game": game, "number": number})
    return {row.power: _sheet(row) for row in rows}


def save(db: Connection, game: int, number: int, sheet: Sheet) -> None:
    """Store a sheet that was laid out."""
    values = {
        "game_key": game,
        "number_key": number,
        "power_key": sheet.power,
        **_values(sheet),
    }
    db.execute(_SAVE, values)


def forget(db: Connection, game: int, after: int) -> None:
    """Take away the sheets of the phases behind phase ``after``: they were rolled back."""
    db.execute(delete(sheets).where(sheets.c.game == game, sheets.c.number > after))


def are_all_complete(db: Connection, game: int, number: int) -> bool:
    """Whether every seat with a player has decided everything."""
    missing = db.execute(_MISSING, {"game": game, "number": number}).scalar_one()
    return not missing


def are_all_ready(db: Connection, game: int, number: int) -> bool:
    """Whether no seat with a player keeps the phase from ending before its deadline."""
    unready = db.execute(_UNREADY, {"game": game, "number": number}).scalar_one()
    return not unready
