"""What stands on top of a game's reports: the game master's comments and what he has done."""

from collections.abc import Iterator

from sqlalchemy import Connection

from judge.kernel.engine import PUBLIC, Event
from judge.store import notes
from judge.store.record import Game, Note

_EVENTS = {notes.COMMENT: "comment", notes.RULE: "rulings", notes.ACT: "gm-acts"}


def list_notes(db: Connection, game: Game) -> tuple[Event, ...]:
    """The notes that no report has brought yet; this one does."""
    return tuple(_describe_notes(notes.take_up(db, game.id)))


def list_closing_notes(db: Connection, game: Game) -> tuple[Event, ...]:
    """The same for the end of a game, which lists all that its master did anyway."""
    return tuple(event for event in list_notes(db, game) if event.kind != _EVENTS[notes.ACT])


def list_rulings(db: Connection, game: Game) -> tuple[Event, ...]:
    """The rulings of a game, for STATUS and RULES; nothing where there are none."""
    rulings_kept = notes.of_game(db, game.id, notes.RULE)
    return (Event("rulings", {"rows": _list_rows(rulings_kept)}, PUBLIC),) if rulings_kept else ()


def _describe_notes(all_notes: list[Note]) -> Iterator[Event]:
    for kind, event in _EVENTS.items():
        rows = _list_rows([note for note in all_notes if note.kind == kind])
        if rows:
            yield Event(event, {"rows": rows}, PUBLIC)


def _list_rows(all_notes: list[Note]) -> list[dict[str, str]]:
    return [{"at": note.at.isoformat(), "text": note.text} for note in all_notes]
