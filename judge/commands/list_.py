"""LIST [number], LIST OVER [number]: the games that there are, or those from a number on."""

from collections.abc import Iterator

from sqlalchemy import Connection

from judge.desk.desk import Desk
from judge.game.readers.notices import computer_name
from judge.game.terms import settings, tables
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import games, people, seats
from judge.store.record import FORMING, OVER, Game

VERBS = ("list",)
MOST, MOST_UNPROVEN = 20, 10
"""Games on a page."""
OVER_WORDS = frozenset({"over", "finished", "ended", "old", "archive", "archives"})
_QUIET = frozenset({"zone", "at", "moves", "retreats", "builds", "remind", "skip", "calendar"})
"""Options that are no news to who chooses a game; its pace is told by itself."""
_MOST_OPTIONS = 6


def run(desk: Desk, command: Command) -> Desk:
    """List the games that form, then those that are played, a page of them from a number on.

    LIST OVER lists those that are over. Somebody whom nothing proves gets a screen of them.
    """
    typed = [word.lower() for word in " ".join(command.words).split()]
    over = not OVER_WORDS.isdisjoint(typed)
    number = next((word for word in typed if word.isascii() and word.isdigit()), "1")
    first = max(1, int(number[:8]))
    found = [game for game in games.find_all(desk.db) if (game.status == OVER) == over]
    found.sort(key=lambda game: game.status != FORMING)
    most = MOST if desk.proven else MOST_UNPROVEN
    shown = found[first - 1 :][:most]
    rows = [_row(desk.db, game) for game in shown]
    follows = first + most if first - 1 + most < len(found) else 0
    data = {"games": rows, "all": len(found), "next": follows, "over": over}
    return desk.shows(Event("game-list", data)).says(command, "see below").titled("games")


def open_rows(db: Connection, most: int) -> list[dict[str, object]]:
    """The forming games that anybody may join, as LIST shows them."""
    forming = [game for game in games.find_all(db) if game.status == FORMING]
    public = [game for game in forming if not settings.customs(game.options).private]
    return [_row(db, game) for game in public[:most]]


def _row(db: Connection, game: Game) -> dict[str, object]:
    """A game in the list; of one whose variant's folder is out of order what is known without."""
    table = tables.load(game) if tables.find_variant(game) else None
    sitting = seats.of_game(db, game.id)
    taken = [seat for seat in sitting if seat.person is not None]
    gm = people.get(db, game.gm).name if game.gm is not None else ""
    return {
        "game": game.name,
        "title": table.variant.title if table else f"{game.variant}, out of order",
        "status": game.shown,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "taken": len(taken),
        "seats": len(table.powers) if table else len(taken),
        "free": [
            seat.power
            for seat in sitting
            if seat.person is None and seat.power and not seat.computer
        ],
        "computers": sum(bool(computer_name(seat)) for seat in sitting),
        "gm": gm,
        "pace": table.options["moves"] if table else game.options.get("moves", ""),
        "options": list(_unusual(table))[:_MOST_OPTIONS] if table else [],
        "outcome": game.outcome,
        "winners": list(game.winners),
    }


def _unusual(table: Table) -> Iterator[str]:
    """The options that are not as its variant usually has them: "press=grey"."""
    usual = {**settings.standards(table.engine.kinds), **table.variant.usual}
    for name, value in table.game.options.items():
        if name not in _QUIET and value != usual.get(name, ""):
            yield f"{name}={value}"
