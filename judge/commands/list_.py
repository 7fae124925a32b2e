"""LIST [number], LIST OVER [number]: the games that there are, or those from a number on.

LIST alpha: that game.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from judge.commands import words
from judge.desk.desk import Desk
from judge.game.readers.notices import computer_name
from judge.game.terms import settings, tables
from judge.game.terms.tables import Table
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.store import game_list
from judge.store.game_list import ListedGame
from judge.store.record import OVER

VERBS = ("list",)
MOST, MOST_UNPROVEN = 20, 10
"""Games on a page."""
_PARTS = frozenset({"all", "full", "games", "forming", "of", "my", "the"})
"""Words for the list as a whole."""
OVER_WORDS = frozenset({"over", "finished", "ended", "old", "archive", "archives"})
_QUIET = frozenset({"zone", "at", "moves", "retreats", "builds", "remind", "skip", "calendar"})
"""Options that are no news to who chooses a game; its pace is told by itself."""
_MOST_OPTIONS = 6


def run(desk: Desk, command: Command) -> Desk:
    """List the games that form, then those that are played, a page of them from a number on.

    LIST OVER lists those that are over. Somebody whom nothing proves gets a screen of them.
    """
    arguments = [word.lower() for word in words.of(command)]
    game = words.game(desk, arguments[0]) if arguments else None
    if game is not None:
        page_of_games = game_list.read_page(desk.db, game_list.BY_AGE, game_list.of_name(game.name))
        return _show_page(desk, command, page_of_games, is_over=game.status == OVER)
    if arguments and not arguments[0].isdigit() and arguments[0] not in _PARTS | OVER_WORDS:
        return words.refuse_unknown_game(desk, command)
    is_over = not OVER_WORDS.isdisjoint(arguments)
    number = next((word for word in arguments if word.isascii() and word.isdigit()), "1")
    first = max(1, int(number[:8]))
    most = MOST if desk.proven else MOST_UNPROVEN
    status = game_list.ENDED if is_over else game_list.GOING
    page_of_games = game_list.read_page(
        desk.db, game_list.BY_FORMING, status, first=first - 1, most=most
    )
    total = page_of_games[0].all if page_of_games else game_list.count(desk.db, status)
    next_first = first + most if first - 1 + most < total else 0
    return _show_page(desk, command, page_of_games, total, next_first, is_over=is_over)


def _show_page(
    desk: Desk,
    command: Command,
    page_of_games: Sequence[ListedGame],
    total: int = 1,
    next_first: int = 0,
    *,
    is_over: bool,
) -> Desk:
    """Show a page of a list that has ``total`` games and goes on at ``next_first``, if it does."""
    rows = [_row(one) for one in page_of_games]
    data = {"games": rows, "all": total, "next": next_first, "over": is_over}
    return desk.shows(Event("game-list", data, PUBLIC)).says(command, "see below").titles("games")


def open_rows(db: Connection, most: int) -> list[dict[str, object]]:
    """The forming games that anybody may join, as LIST shows them."""
    forming = game_list.read_page(db, game_list.BY_FORMING, game_list.FORMS)
    public = [one for one in forming if not settings.customs(one.game.options).private]
    return [_row(one) for one in public[:most]]


def _row(one: ListedGame) -> dict[str, object]:
    """A game in the list; of one whose variant's folder is out of order what is known without."""
    game = one.game
    variant = tables.find_variant(game)
    table = Table(game, variant, None) if variant else None
    held_seats = [seat for seat in one.seats if seat.person is not None]
    return {
        "game": game.name,
        "title": table.variant.title if table else f"{game.variant}, out of order",
        "status": game.told_status,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "taken": len(held_seats),
        "seats": len(table.powers) if table else len(held_seats),
        "free": [
            seat.power
            for seat in one.seats
            if seat.person is None and seat.power and not seat.computer
        ],
        "computers": sum(bool(computer_name(seat)) for seat in one.seats),
        "gm": one.master,
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
