"""Tables in which few games have a row: one question tells in which of them a game has any.

What is not there is not looked for, table after table, in every mail and every turn.
"""

from sqlalchemy import Connection, Table, bindparam, exists, select

from judge.store import memo
from judge.store.schema import absences, ahead, ballots, notes, press, seats, substitutes, watchers

_RARE = (absences, ahead, ballots, notes, press, substitutes, watchers)
_SEATS = select(seats.c.id).where(seats.c.game == bindparam("game"))
_ANY = select(
    *(
        exists().where(
            one.c.game == bindparam("game") if "game" in one.c else one.c.seat.in_(_SEATS)
        )
        for one in _RARE
    )
)


def has_any(db: Connection, table: Table, game: int) -> bool:
    """Whether a game has a row in one of these tables."""
    known, key = memo.facts(db, table.name), ("any", game)
    if key in known:
        return bool(known[key])
    found = dict(zip(_RARE, db.execute(_ANY, {"game": game}).one(), strict=True))
    for one, is_there in found.items():
        memo.facts(db, one.name)[key] = is_there
    return bool(found[table])
