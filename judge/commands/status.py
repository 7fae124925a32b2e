"""STATUS [game]: where a game stands, and for a player his orders. STATUS ALL: for its master."""

from judge.commands import words
from judge.desk import invitations, mastery
from judge.desk.desk import Desk
from judge.game.books import opening
from judge.game.readers.notices import MASTER, shown
from judge.game.terms import settings
from judge.game.terms import wording as terms
from judge.game.terms.table import Table
from judge.game.turn import votes
from judge.kernel.engine import GM, Event
from judge.kernel.text import Command
from judge.store import seats, sheets
from judge.store.record import Person, Sheet

VERBS = ("status",)


def run(desk: Desk, command: Command) -> Desk:
    """Show a game; a player's own orders follow in every answer anyway."""
    whole = [word.lower() for word in words.of(command)] == ["all"]
    at = desk.table if whole else words.spoken_of(desk, command)
    if whole and at is None:
        return desk.refuses(command, "which game? reply to a mail of it")
    if at is None:
        return words.no_game(desk, command)
    about = (_status(desk, at), terms.event(at.game), *opening.rulings(desk.db, at.game))
    orders = _orders(desk, at) if whole else ()
    voted = votes.shown(desk.db, at)
    secrets = (*invitations.told(desk.house.ours, at.game), *at.position())
    told = desk.shows(*about, *orders, *voted, *words.seen(desk, at, secrets), of=at)
    return told.says(command, "see below").titled(f"status of {at.game.name}")


def _status(desk: Desk, at: Table) -> Event:
    game = at.game
    data = {
        "game": game.name,
        "title": at.variant.title,
        "status": game.shown,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "rows": [
            {
                "power": seat.power or "a seat",
                "player": _player(desk, at, person),
                "state": _state(desk, at, seat.power),
            }
            for seat, person in seats.sitting(desk.db, game.id)
        ],
    }
    return Event("game-status", data)


def _orders(desk: Desk, at: Table) -> tuple[Event, ...]:
    """All orders of the open phase, for a game master whose game says that he sees them."""
    if desk.role != MASTER or not settings.open_orders(at.game.options):
        return ()
    mastery.logged(desk, at, "orders", phase=mastery.phase_of(at))
    laid = sheets.of_phase(desk.db, at.game.id, at.game.number)
    rows = [{"power": power, "orders": list(sheet.orders)} for power, sheet in laid.items()]
    return (Event("sheets", {"rows": rows}, GM),)


def _player(desk: Desk, at: Table, person: Person | None) -> str:
    """Who sits on a seat: the game master reads every name."""
    here = desk.table is not None and desk.table.game.id == at.game.id
    if person and here and desk.role == MASTER:
        return person.name
    return shown(at.game, person)


def _state(desk: Desk, at: Table, power: str) -> str:
    """How far a seat's orders are: a game master sees all, a player his own."""
    here = desk.table is not None and desk.table.game.id == at.game.id
    if not here or at.game.deadline is None or desk.role not in (MASTER, power):
        return ""
    if power not in at.engine.survivors(at.state):
        return "out of the game"
    if desk.role == power and desk.sheet is not None:
        return _word(desk.sheet, complete=at.standing(power, desk.sheet.orders).complete)
    sheet = sheets.get(desk.db, at.game.id, at.game.number, power)
    return _word(sheet, complete=sheet.complete)


def _word(sheet: Sheet, *, complete: bool) -> str:
    if complete:
        return "all orders in"
    return "some orders in" if sheet.entries else "no orders"
