"""LIST: the games that there are."""

from judge.game import table
from judge.game.desk import Desk
from judge.game.record import OVER, Game
from judge.game.store import games, seats
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("list",)


def run(desk: Desk, command: Command) -> Desk:
    """List all games that are not over."""
    rows = [_row(desk, game) for game in games.everyone(desk.db) if game.status != OVER]
    return (
        desk.shows(Event("game-list", {"games": rows})).says(command, "see below").titled("games")
    )


def _row(desk: Desk, game: Game) -> dict[str, object]:
    at = table.of(game)
    taken = [seat for seat in seats.of_game(desk.db, game.id) if seat.person is not None]
    return {
        "game": game.name,
        "title": at.variant.title,
        "status": game.shown,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "taken": len(taken),
        "seats": len(at.powers),
    }
