"""Whether a game that another judge exported is one: asked before anything of it is stored."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from zoneinfo import available_timezones

from judge.catalog import variant as catalog
from judge.game.books.moving import MovedGame
from judge.game.terms import settings, tables
from judge.game.terms.policy import read_reminders
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.mail.identity import is_address
from judge.players import LEVELS
from judge.store.record import FORMING, OVER, RUNNING, Game, Person, Seat

_NAME = re.compile(r"[a-z][a-z0-9-]{1,15}")
_YEARS = range(1970, 2100)
_COUNTS = range(1 << 31)
"""What a column for numbers holds."""
_SECRET = 32


def refuse_unsound(moved_game: MovedGame) -> None:
    """Raise InputError, one sentence, if no judge can have exported this game.

    The engine itself says whether its positions are positions and its orders orders.
    """
    for fault in _find_faults(moved_game):
        raise InputError(f"this is no game as judge export --secret writes it: {fault}.")


def _find_faults(moved_game: MovedGame) -> Iterator[str]:
    yield from _find_odd_values(moved_game)
    yield from _find_faults_of_game(moved_game.game)
    for person in moved_game.people:
        yield from _find_faults_of_person(person)
    for seat in moved_game.seats:
        yield from _find_faults_of_seat(seat)
    table = _set_table(moved_game.game)
    yield from _find_faults_of_powers(moved_game, table)
    yield from _find_faults_of_position(moved_game, table)
    for turn in moved_game.turns:
        yield from _find_faults_of_state(table, turn.before, turn.phase)
        orders = {power: [entry.text for entry in sheet] for power, sheet in turn.orders.items()}
        table.engine.turn(table.engine.load(turn.before), orders, table.dice)


def _set_table(game: Game) -> Table:
    """The game's table. Raises InputError for a variant or an option that this judge has not."""
    catalog.require(game.variant)
    table = tables.load(game)
    settings.check(table.options)
    settings.check_own(game.options, table.engine.kinds, table.engine.options)
    return table


def _find_odd_values(value: object) -> Iterator[str]:
    """Numbers, times and texts that no column holds, wherever they stand in records."""
    if isinstance(value, datetime):
        if value.tzinfo is None or value.year not in _YEARS:
            yield f"{value.isoformat()} is not a time of a game"
    elif isinstance(value, int):
        if value not in _COUNTS:
            yield f"{str(value)[:20]} is not a number of a game"
    elif isinstance(value, str):
        if "\0" in value:
            yield "a text holds a character that none may"
    else:
        for part in _list_parts(value):
            yield from _find_odd_values(part)


def _list_parts(value: object) -> Iterable[object]:
    """What a record or a container holds; what an event tells is the engine's affair."""
    if isinstance(value, Event):
        return (value.kind, audience.word(value))
    if is_dataclass(value):
        return (getattr(value, field.name) for field in fields(value))
    if isinstance(value, Mapping):
        return (*value, *value.values())
    return value if isinstance(value, Iterable) and not isinstance(value, bytes) else ()


def _find_faults_of_game(game: Game) -> Iterator[str]:
    if not _NAME.fullmatch(game.name):
        yield f"'{game.name[:40]}' is not a name of a game"
    if game.status not in (FORMING, RUNNING, OVER):
        yield f"'{game.status[:40]}' is not a status of a game"
    if bool(game.state) != (game.phase is not None) or (game.status == RUNNING and not game.state):
        yield f"it is {game.status}, and its position does not agree with that"
    if len(game.secret) != _SECRET:
        yield f"its secret has {len(game.secret)} bytes, not {_SECRET}"


def _find_faults_of_person(person: Person) -> Iterator[str]:
    if person.reachable and not is_address(person.address):
        yield f"'{person.address[:80]}' is not an address"
    if person.zone not in available_timezones():
        yield f"'{person.zone[:40]}' is not a time zone"


def _find_faults_of_seat(seat: Seat) -> Iterator[str]:
    """What a seat's player has set, as it is read later. Raises InputError."""
    read_reminders(seat.remind or "none")
    if seat.computer and seat.computer not in LEVELS:
        yield f"'{seat.computer[:40]}' is not a computer"
    first, slash, last = seat.relief.partition("/")
    if seat.relief and not (slash and date.fromisoformat(first) <= date.fromisoformat(last)):
        yield f"'{seat.relief[:40]}' are no days"


def _find_faults_of_powers(moved_game: MovedGame, table: Table) -> Iterator[str]:
    """Who sits and orders has a power of the variant, each once."""
    seated = [seat.power for seat in moved_game.seats if seat.power]
    ordering = {*moved_game.sheets, *(sheet.power for sheet in moved_game.sheets.values())}
    ordering |= {later.power for later in moved_game.ahead}
    for power in ({*seated} | ordering) - {*table.powers}:
        yield f"'{power[:40]}' is not a power of {table.game.variant}"
    if len(seated) > len({*seated}) or (
        table.state is not None and len(seated) != len(table.powers)
    ):
        yield f"its seats are not those of {table.game.variant}"


def _find_faults_of_position(moved_game: MovedGame, table: Table) -> Iterator[str]:
    game = moved_game.game
    table.opening()
    if table.state is None or game.phase is None:
        return
    yield from _find_faults_of_state(table, game.state, game.phase.id)
    if game.status == RUNNING:
        if table.engine.phase(table.state) != game.phase:
            yield f"its position is not one of {game.phase.id[:40]}"
        orders = {power: sheet.orders for power, sheet in moved_game.sheets.items()}
        table.engine.turn(table.state, orders, table.dice)


def _find_faults_of_state(table: Table, dump: bytes, phase: str) -> Iterator[str]:
    """A position that the engine would read back as another one, or not at all."""
    state = table.engine.load(dump)
    if table.engine.position(table.engine.request(state)) != state:
        yield f"the position of {phase[:40]} is none of {table.game.variant}"
