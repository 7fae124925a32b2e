"""What game masters did and said: acts, rulings, comments."""

from sqlalchemy import Connection, insert, select, update

from judge.store.record import Note
from judge.store.schema import notes

ACT, RULE, COMMENT = "act", "rule", "comment"
_ALL = select(notes.c.kind, notes.c.at, notes.c.text, notes.c.told).order_by(notes.c.id)


def add(db: Connection, game: int, note: Note) -> None:
    """Store a note."""
    values = {"kind": note.kind, "at": note.at, "text": note.text, "told": note.told}
    db.execute(insert(notes).values(game=game, **values))


def of_game(db: Connection, game: int, kind: str) -> list[Note]:
    """A game's notes of one kind, oldest first."""
    query = _ALL.where(notes.c.game == game, notes.c.kind == kind)
    return [Note(*row) for row in db.execute(query)]


def take_up(db: Connection, game: int) -> list[Note]:
    """The notes that the report which is written now brings; they are told by that."""
    fresh = (notes.c.game == game) & ~notes.c.told
    fresh_notes = [Note(*row) for row in db.execute(_ALL.where(fresh))]
    if fresh_notes:
        db.execute(update(notes).where(fresh).values(told=True))
    return fresh_notes
