"""LIST [number]: the games that there are, or those from a number on."""

from judge.desk.desk import Desk
from judge.game.terms import tables
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import games, seats
from judge.store.record import OVER, Game

VERBS = ("list",)
MOST, MOST_UNPROVEN = 100, 10
"""Games in one answer."""


def run(desk: Desk, command: Command) -> Desk:
    """List the games that are not over, from the first or from the one whose number is typed.

    Somebody whom nothing proves gets a screen of them.
    """
    found = [game for game in games.find_all(desk.db) if game.status != OVER]
    typed = "".join(command.words[:1])
    first = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 1
    most = MOST if desk.proven else MOST_UNPROVEN
    shown = found[max(0, first - 1) :][:most]
    follows = first + most if first - 1 + most < len(found) else 0
    rows = [_row(desk, game) for game in shown]
    event = Event("game-list", {"games": rows, "all": len(found), "next": follows})
    return desk.shows(event).says(command, "see below").titled("games")


def _row(desk: Desk, game: Game) -> dict[str, object]:
    variant = tables.find_variant(game)
    taken = [seat for seat in seats.of_game(desk.db, game.id) if seat.person is not None]
    return {
        "game": game.name,
        "title": variant.title if variant else f"{game.variant}, out of order",
        "status": game.shown,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "taken": len(taken),
        "seats": len(variant.engine.powers) if variant else len(taken),
    }
