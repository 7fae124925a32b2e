"""A table without seats: what makes no sense there, and how its master writes for a power."""

from collections.abc import Iterator

from msgspec.structs import replace

from judge.game.readers.addresses import MASTER
from judge.game.terms import game_options
from judge.game.terms.tables import Table
from judge.kernel.engine import Event, Standing
from judge.kernel.text import Command
from judge.language.fold import list_words
from judge.letters.desk import order_sheet
from judge.letters.desk.desk import Desk
from judge.store import games, sheets
from judge.store.record import Seat, Sheet

NO_SEATS = "nobody has a seat in {game}: its game master mails the orders of all powers"
NO_CLOCK = "there is no clock in {game}: its game master ends each phase with PROCESS"
SHEET = "sheet"
"""The event that tells how a power's orders stand."""
OF_SEATS = list_words(
    "signon join takeover substitute password become eject noeject seat computer draw"
    " nodraw concede noconcede cancelgame nocancelgame allow deny approve noallow nodeny publish"
    " nopublish excuse"
)
_FROM_OUTSIDE = list_words("signon join takeover")
_NAMES = 3
"""Words within which these name a game: "Soviet Union@club"."""
OF_CLOCK = list_words(
    "deadline pause nopause resume noresume extend noextend emergency absence noabsence wait"
    " waitalways nowait ready nudge remind"
)
OF_PLAYERS = list_words("ready wait waitalways nowait")
"""What players write below their orders, and their master pastes with them."""
OF_SHEET = OF_PLAYERS | {"clear", "nopoints", "phase"}
"""What stands among a power's orders and is about them."""


def explain_refusal(desk: Desk, command: Command) -> str:
    """Why a command makes no sense at the table without seats that it is about, or ""."""
    is_masters = "".join(command.words[:1]).upper().startswith(f"{MASTER}@")
    if command.verb not in OF_SEATS | OF_CLOCK or is_masters:
        return ""
    game = desk.table.game if desk.table else None
    if command.verb in _FROM_OUTSIDE:  # it names the game
        names = " ".join(command.words).replace("@", " ").split()[:_NAMES]
        game = next(filter(None, (games.find_named(desk.db, name) for name in names)), game)
    if game is None or game_options.has_seats(game.options):
        return ""
    return (NO_SEATS if command.verb in OF_SEATS else NO_CLOCK).format(game=game.name)


def find_own_table(desk: Desk) -> Table | None:
    """The table without seats that a letter's writer runs, once its game has begun; else None."""
    table = desk.table
    if table is None or desk.role != MASTER or not table.is_seatless or table.game.phase is None:
        return None
    return table


def write_for(desk: Desk, power: str) -> Desk:
    """The desk writing on a power's sheet, as its player's would be."""
    if desk.table is None:
        return desk
    seat = Seat(0, desk.table.game.id, power, desk.table.game.gm)
    sheet = order_sheet.find_sheet(desk.db, desk.table, seat)
    return replace(desk, seat=seat, role="", sheet=sheet, changed=False, waiver="")


def find_power(desk: Desk) -> str:
    """The power among whose orders a line stands there, "" elsewhere."""
    return desk.seat.power if desk.seat is not None and not desk.seat.id else ""


def leave(desk: Desk) -> Desk:
    """The desk speaking for the master again; what he wrote for a power is stored and shown.

    It takes the place of all that an earlier mail said for this power. What is asked about there
    is stored where it is all that stands below the name, too.
    """
    sheet = desk.sheet
    master = replace(desk, seat=None, sheet=None, role=MASTER, changed=False, waiver="")
    if sheet is None:
        return master
    own = tuple(one for one in sheet.entries if one.receipt == desk.receipt or not desk.changed)
    lost_count = len(sheet.entries) - len(own)
    below_name = [line.number for line in desk.letter.lines if line.text]
    answers = tuple(one for one in desk.answers if one.line in below_name)
    stored = order_sheet.store(replace(desk, sheet=replace(sheet, entries=own), answers=answers))
    if not (desk.changed or desk.waiver):
        return master
    return master.shows(describe_sheet(desk, stored.sheet or sheet, lost_count))


def describe_sheets(desk: Desk) -> Iterator[Event]:
    """The orders of the present phase, by power, for who runs the table."""
    table = desk.table
    if table is not None:
        for sheet in sheets.of_phase(desk.db, table.game.id, table.game.number).values():
            event = describe_sheet(desk, sheet)
            if event.data["tasks"] or event.data["orders"]:
                yield event


def describe_sheet(desk: Desk, sheet: Sheet, lost_count: int = 0) -> Event:
    """A power's orders as they stand, with what has none; so many of an earlier mail are gone."""
    standing = desk.table.standing(sheet.power, sheet.orders) if desk.table else Standing()
    tasks = [task for task in standing.tasks if not task.shared]
    open_tasks = [task for task in tasks if not task.order]
    data = {
        "power": sheet.power,
        "orders": [*(task.order for task in tasks if task.order), *standing.extra],
        "open": [{"unit": one.subject, "otherwise": one.otherwise} for one in open_tasks],
        "tasks": len(tasks),
        "facts": list(standing.facts),
        "void": list(standing.void),
        "lost": lost_count,
    }
    return Event(SHEET, data, desk.writer)
