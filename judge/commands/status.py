"""STATUS [game]: where a game stands, and for a player his orders.

For its master STATUS ALL, with how far all orders are, and STATUS PAGE, a file with more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.commands import diary, words
from judge.desk import invitations, mastery, speakers
from judge.desk.desk import Desk
from judge.game.books import opening
from judge.game.conduct import progress
from judge.game.readers import views
from judge.game.readers.notices import MASTER, holder_name
from judge.game.terms import settings
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.game.turn import votes
from judge.kernel.engine import GM, Event
from judge.kernel.notice import MasterPage
from judge.kernel.text import Command
from judge.store import seats, sheets, turns
from judge.store.record import Person, Seat, Sheet

VERBS = ("status",)


def run(desk: Desk, command: Command) -> Desk:
    """Show a game; a player's own orders follow in every answer anyway."""
    arguments = [word.lower() for word in words.of(command)]
    if arguments == ["page"]:
        return _send_page(desk, command)
    is_all = arguments == ["all"]
    table = desk.table if is_all else words.table_meant(desk, command)
    if is_all and table is None:
        return desk.refuses(command, speakers.explain_outside(desk))
    if table is None:
        return words.refuse_unknown_game(desk, command)
    orders = _orders(desk, table) if is_all else ()
    reply = desk.shows(*_standing(desk, table, orders), of=table)
    return reply.says(command, "see below").titles(f"status of {table.game.name}")


def _standing(desk: Desk, table: Table, orders: Sequence[Event]) -> Iterator[Event]:
    """How a game stands, as far as the letter's writer may know."""
    yield _status(desk, table)
    yield from opening.list_rulings(desk.db, table.game)
    yield from orders
    yield from votes.show_standing_votes(desk.db, table)
    yield from diary.events(desk, table)
    yield from invitations.describe_invitation(desk.house.ours, table.game, GM)
    yield from table.position()
    yield terms.event(table.game)


def _send_page(desk: Desk, command: Command) -> Desk:
    """The game master's page, as a file: how the game stands, and what the last phase was."""
    table = desk.table
    if table is None or desk.role != MASTER:
        return desk.refuses(command, speakers.explain_outside(desk) or mastery.NOT_HIS)
    name = table.game.name
    last_turns = turns.of_game(desk.db, table.game.id)[-1:]
    views_of_last = [views.of_turn(table, turn) for turn in last_turns]
    page = MasterPage(
        game=name,
        now=tuple(_standing(desk, table, _orders(desk, table))),
        views=(*views_of_last, views.of_board(table)) if table.state is not None else (),
        last=last_turns[0].title if last_turns else "",
        events=tuple(event for turn in last_turns for event in turn.events),
    )
    reply = replace(desk, page=page).titles(f"the page of {name}")
    return reply.says(command, f"the page is in the file {name}.html")


def _status(desk: Desk, table: Table) -> Event:
    game = table.game
    state_of_power = progress.find_public(desk.db, desk.house, table)
    data = {
        "game": game.name,
        "title": table.variant.title,
        "status": game.told_status,
        "phase": game.phase.title if game.phase else "",
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "seats": 0 if game.phase else len(table.powers),
        "rows": [
            {
                "power": seat.power or "a seat",
                "player": _player(desk, table, seat, person),
                "state": _state(desk, table, seat.power, state_of_power.get(seat.power, "")),
            }
            for seat, person in seats.with_people(desk.db, game.id)
        ],
    }
    return Event("game-status", data, desk.writer)


def _orders(desk: Desk, table: Table) -> tuple[Event, ...]:
    """All orders of the open phase, for a game master whose game says that he sees them."""
    if desk.role != MASTER or not settings.shows_open_orders(table.game.options):
        return ()
    mastery.log_deed(desk, table, "orders", phase=mastery.find_phase(table))
    sheet_of = sheets.of_phase(desk.db, table.game.id, table.game.number)
    rows = [{"power": power, "orders": list(sheet.orders)} for power, sheet in sheet_of.items()]
    return (Event("sheets", {"rows": rows}, GM),)


def _player(desk: Desk, table: Table, seat: Seat, person: Person | None) -> str:
    """Who sits on a seat: the game master reads every name."""
    is_own_game = desk.table is not None and desk.table.game.id == table.game.id
    if person and is_own_game and desk.role == MASTER:
        return person.name
    return holder_name(table.game, seat, person)


def _state(desk: Desk, table: Table, power: str, public_state: str) -> str:
    """How far a seat's orders are: a game master sees all, a player his own, others what is known.

    Who has no part in the game sees nothing of it.
    """
    is_own_game = desk.table is not None and desk.table.game.id == table.game.id
    if not is_own_game or table.game.deadline is None:
        return ""
    if desk.role not in (MASTER, power):
        return public_state
    if power not in table.engine.survivors(table.state):
        return "out of the game"
    if desk.role == power and desk.sheet is not None:
        return _word(desk.sheet, complete=table.standing(power, desk.sheet.orders).complete)
    sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
    return _word(sheet, complete=sheet.complete)


def _word(sheet: Sheet, *, complete: bool) -> str:
    if complete:
        return "all orders in"
    return "some orders in" if sheet.entries else "no orders"
