"""STATUS [game]: where a game stands, and for a player his orders.

For its master STATUS ALL, with how far all orders are, and STATUS PAGE, a file with more.
"""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.books import deeds, export, proof, summary
from judge.game.conduct import awaited
from judge.game.press import delivery
from judge.game.readers import views
from judge.game.readers.notices import MASTER, computer_name, holder_name
from judge.game.terms import game_options, tables
from judge.game.terms.dates import read_days
from judge.game.terms.tables import Table
from judge.game.turn import game_end
from judge.kernel import limits
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.errors import InputError
from judge.kernel.notice import MasterPage
from judge.kernel.text import Command
from judge.language.named_phases import find_phase
from judge.letters.commands import command_words, speaking
from judge.letters.desk import codes, mastery, seatless, speakers
from judge.letters.desk.desk import Desk
from judge.store import games, seats, sheets, turns
from judge.store.games import ListedGame
from judge.store.record import FORMING, OVER


def obey_status(desk: Desk, command: Command) -> Desk:
    """Show a game; a player's own orders follow in every answer anyway.

    ALL shows how far all orders are, PAGE is a file with that and with what the last phase was.
    """
    arguments = [word.lower() for word in command_words.of(command)]
    is_own = arguments in (["all"], ["page"])
    table = desk.table if is_own else command_words.table_meant(desk, command)
    if table is None and is_own:
        return desk.refuses(command, speakers.explain_outside(desk))
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    name = table.game.name
    if arguments == ["page"] and desk.role != MASTER:
        return desk.refuses(command, mastery.NOT_HIS)
    events = tuple(_standing(desk, table, is_all=is_own))
    if arguments != ["page"]:
        return desk.displays(command, f"status of {name}", *events, of=table)
    last_turns = turns.of_game(desk.db, table.game.id)[-1:]
    views_of_last = [views.of_turn(table, turn) for turn in last_turns]
    page = MasterPage(
        game=name,
        now=events,
        views=(*views_of_last, views.of_board(table)) if table.state is not None else (),
        last=last_turns[0].title if last_turns else "",
        events=tuple(event for turn in last_turns for event in turn.events),
    )
    reply = replace(desk, page=page).titles(f"the page of {name}")
    return reply.says(command, f"the page is in the file {name}.html")


def _standing(desk: Desk, table: Table, *, is_all: bool) -> Iterator[Event]:
    """How a game stands, as far as the letter's writer may know.

    ``is_all``: with all orders of the open phase, where the game says that its master sees them.
    """
    game = table.game
    state_of_power = awaited.find_public(desk.db, desk.house, table)
    is_master = desk.role == MASTER and command_words.speaks_for(desk, game)  # he reads every name
    data = {
        "game": game.name,
        "title": table.variant.title,
        "status": game.told_status,
        "phase": game.phase_title,
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "seats": 0 if game.phase else tables.count_seats(game, table.variant),
        "rows": [
            {
                "power": seat.power or "a seat",
                "player": (
                    person.name if person and is_master else holder_name(game, seat, person)
                ),
                "state": _state(desk, table, seat.power, state_of_power.get(seat.power, "")),
            }
            for seat, person in seats.with_people(desk.db, game.id)
        ],
    }
    yield Event("game-status", data, desk.writer)
    yield from deeds.list_rulings(desk.db, game)
    if is_all and desk.role == MASTER and game_options.shows_open_orders(game.options):
        if table.is_seatless:
            yield from seatless.describe_sheets(desk)
        else:
            mastery.log_deed(desk, table, "orders", phase=game.phase_id)
            sheet_of = sheets.of_phase(desk.db, game.id, game.number)
            rows = [{"power": one, "orders": list(sheet.orders)} for one, sheet in sheet_of.items()]
            yield Event("sheets", {"rows": rows}, GM)
    yield from game_end.show_standing_votes(desk.db, table)
    yield from speaking.diary_events(desk, table)
    yield from codes.describe_invitation(desk.house.ours, game, GM)
    yield from table.position()
    yield tables.describe_terms(game)


def _state(desk: Desk, table: Table, power: str, public_state: str) -> str:
    """How far a seat's orders are: a game master sees all, a player his own, others what is known.

    Who has no part in the game sees nothing of it.
    """
    if not command_words.speaks_for(desk, table.game) or table.game.deadline is None:
        return ""
    if desk.role not in (MASTER, power):
        return public_state
    if power not in table.engine.survivors(table.state):
        return "out of the game"
    if desk.role == power and desk.sheet is not None:
        sheet = desk.sheet
        complete = table.standing(power, sheet.orders).complete
    else:
        sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
        complete = sheet.complete
    if complete:
        return "all orders in"
    return "some orders in" if sheet.entries else "no orders"


def obey_summary(desk: Desk, command: Command) -> Desk:
    """Show the table of a game; one that is over comes with its archive, as its players got it."""
    table = command_words.table_meant(desk, command)
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    scored = summary.tell_end(desk.db, table) if table.game.status == OVER else ()
    reply = desk.shows(summary.describe_summary(desk.db, table), *scored, of=table)
    if table.game.status == OVER and table.game.state:
        is_sealed = not table.customs.reveal
        reply = replace(reply, archive=export.archive_of(desk.db, table.game, sealed=is_sealed))
    return reply.says(command, "see below").titles(f"summary of {table.game.name}")


PRESS = "PRESS"
_PRESS_WORDS = frozenset({PRESS, "BROAD", "BROADCAST", "BROADCASTS"})
_LINES = re.compile(r"\bLINES\s+\d+")
"""Njudge's limit to the length of its answer: ours is told in full."""
_RANGE = re.compile(r"(?:\b(?:FROM|SINCE)\b(.*?))?(?:\b(?:TO|TILL|UNTIL)\b(.*))?$")
_YEAR = re.compile(r"\d{3}")


class End(Struct, frozen=True):
    """An end of what is asked for: parts of phases' ids, or a day; neither where it is open."""

    parts: tuple[str, ...] = ()
    day: date | None = None

    def holds(self, phase: str, day: date, inside: Callable[[date, date], bool]) -> bool:
        """Whether what happened in a phase and on a day is at this end, or ``inside`` its day."""
        if self.day is not None:
            return inside(day, self.day)
        return not self.parts or any(part in phase for part in self.parts)


def obey_history(desk: Desk, command: Command) -> Desk:
    """Show the turns of a game, all or from one phase to another ("F1901M", "1901"); or press."""
    request = _LINES.sub("", " ".join(command_words.of(command)).upper()).split()
    table = command_words.table_meant(desk, command)
    if table is not None:
        request = request[1:]
    elif not request or _is_no_game(request, desk):  # what the mail's own game is asked for
        table = desk.table
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    text = " ".join(word for word in request if word not in _PRESS_WORDS)
    if not _PRESS_WORDS.isdisjoint(request):
        # Broadcasts, and what the letter's writer wrote or got.
        role = desk.role if command_words.speaks_for(desk, table.game) else ""
        known = delivery.press_known_to(desk.db, table, role)
        told = [message for message in known if message.number <= table.game.number]
        moments = [(message.phase, message.written) for message in told]
        told = told[_find_span(desk, table, moments, text)]
        press_events = [delivery.event(table, message, desk.role, desk.own) for message in told]
        reply = desk.shows(*press_events, of=table).titles(f"press of {table.game.name}")
        return reply.says(command, "see below" if told else "there is none")
    all_turns = turns.of_game(desk.db, table.game.id)
    turns_before = [turn for turn in all_turns if turn.number < table.game.number]
    chosen = _find_span(desk, table, [(turn.phase, turn.closed) for turn in turns_before], text)
    phases = [
        {"phase": turn.phase, "title": turn.title, "closed": turn.closed.isoformat()}
        for turn in turns_before[chosen]
    ]
    name = table.game.name
    results = [event for turn in turns_before[chosen] for event in turn.events]
    heading = Event("history", {"game": name, "phases": phases}, PUBLIC)
    events = (heading, *results, *proof.describe_dice(desk.db, table, desk.house.now))
    return desk.displays(command, f"history of {name}", *events, of=table)


def _is_no_game(request: Sequence[str], desk: Desk) -> bool:
    """Whether words are rather a phase, or PRESS, than the name of a game."""
    first, own = request[0], desk.table.variant.vocabulary.seasons if desk.table else ()
    phases = (find_phase(text, own=own) for text in (first, " ".join(request)))
    range_words = {*_PRESS_WORDS, "FROM", "SINCE", "TO", "TILL", "UNTIL"}
    return first in range_words or first.isdigit() or any(phases)


def _read_end(text: str, desk: Desk, table: Table) -> End:
    """A phase ("S1901M", "spring 1901"), parts of some ("1901"), or a day ("1 Nov")."""
    phase = find_phase(text, own=table.variant.vocabulary.seasons)
    if phase or not text.strip() or all(map(_YEAR.search, text.split())):
        return End((phase,) if phase else tuple(text.split()))
    try:
        day = read_days(text.lower(), today := desk.house.now.date()).first
        return End(day=date(day.year or today.year, day.month, day.day))
    except (InputError, ValueError):
        return End(tuple(text.split()))


def _find_span(
    desk: Desk, table: Table, moments: Sequence[tuple[str, datetime]], text: str
) -> slice:
    """Where what happened in phases and moments begins and ends that words ask for.

    Where no word parts a first end from a last one, both are the same.
    """
    match = _RANGE.search(text)
    first, last = match.groups() if match else (None, None)
    start = _read_end(text if first is None and last is None else first or "", desk, table)
    end = start if first is None and last is None else _read_end(last or "", desk, table)
    zone = ZoneInfo(table.options["zone"])
    days = [(phase, moment.astimezone(zone).date()) for phase, moment in moments]
    begun = [index for index, one in enumerate(days) if start.holds(*one, operator.ge)]
    before = [index for index, one in enumerate(days) if end.holds(*one, operator.le)]
    return slice(begun[0], before[-1] + 1) if begun and before else slice(0)


_PARTS = frozenset({"all", "full", "games", "forming", "of", "my", "the"})
"""Words for the list as a whole."""
OVER_WORDS = frozenset({"over", "finished", "ended", "old", "archive", "archives"})
_QUIET = frozenset({"zone", "at", "moves", "retreats", "builds", "remind", "skip", "calendar"})
"""Options that are no news to who chooses a game; its pace is told by itself."""
_MOST_OPTIONS = 6


def obey_list(desk: Desk, command: Command) -> Desk:
    """List the games that form, then those that are played, a page of them from a number on.

    LIST OVER lists those that are over. Somebody whom nothing proves gets a screen of them.
    """
    arguments = [word.lower() for word in command_words.of(command)]
    game = games.find_named(desk.db, arguments[0]) if arguments else None
    if game is not None:
        is_over, total, next_first = game.status == OVER, 1, 0
        page = games.read_page(desk.db, games.BY_AGE, games.list_of_name(game.name))
    elif arguments and not arguments[0].isdigit() and arguments[0] not in _PARTS | OVER_WORDS:
        return command_words.refuse_unknown_game(desk, command)
    else:
        is_over = not OVER_WORDS.isdisjoint(arguments)
        number = next((word for word in arguments if word.isascii() and word.isdigit()), "1")
        first = max(1, int(number[:8]))
        most = limits.LISTED_GAMES if desk.proven else limits.LISTED_GAMES_UNPROVEN
        status = games.ENDED if is_over else games.GOING
        page = games.read_page(desk.db, games.BY_FORMING, status, first=first - 1, most=most)
        total = page[0].all if page else games.count_listed(desk.db, status)
        next_first = first + most if first - 1 + most < total else 0
    rows = [_row(one) for one in page]
    data = {"games": rows, "all": total, "next": next_first, "over": is_over}
    return desk.displays(command, "games", Event("game-list", data, PUBLIC))


def open_rows(db: Connection, most: int) -> list[dict[str, object]]:
    """The forming games that anybody may join, as LIST shows them."""
    forming = games.read_page(db, games.BY_FORMING, games.FORMS)
    public = [one for one in forming if game_options.invites_all(one.game.options)]
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
        "phase": game.phase_title,
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "taken": len(held_seats),
        "seats": tables.count_seats(game, variant) if variant else len(held_seats),
        "free": [
            seat.power
            for seat in one.seats
            if seat.person is None and seat.power and not seat.computer
        ],
        "computers": sum(bool(computer_name(seat)) for seat in one.seats),
        "gm": one.master,
        "pace": table.options["moves"] if table else game.options.get("moves", ""),
        "options": [*table.list_unusual(*_QUIET)][:_MOST_OPTIONS] if table else [],
        "outcome": game.outcome,
        "winners": list(game.winners),
    }


def obey_verify(desk: Desk, command: Command) -> Desk:
    """Throw all of a game's dice again and say whether they agree with what was told."""
    table = command_words.table_meant(desk, command)
    if table is None:
        return command_words.refuse_unknown_game(desk, command)
    name = table.game.name
    if not table.variant.dice:
        return desk.says(command, f"{name} is {table.variant.title}: no dice are thrown in it")
    if table.game.status == FORMING:
        return desk.says(command, f"{name} has not begun: nothing has been thrown yet")
    verification = proof.prove(desk.db, table.game)
    faults = len(verification.faults)
    result = f"{faults} do not agree" if faults else "all of them agree"
    sentence = f"throws made again: {verification.throws}, {result} with what was told"
    reply = desk.shows(*proof.describe_dice(desk.db, table, desk.house.now), of=table)
    return reply.says(command, sentence).titles(f"the dice of {name}")
