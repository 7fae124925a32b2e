"""A game packed whole, so that another judge can go on with it, and unpacked there."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import available_timezones

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import variant as catalog
from judge.game.terms import game_options, tables
from judge.game.terms.policy import read_reminders
from judge.game.terms.tables import Table
from judge.kernel import audience
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.mail.identity import is_address
from judge.rules.computers import LEVELS
from judge.spool.house import House
from judge.store import games, log, people, press, seats, sheets, turns
from judge.store.log import Deed
from judge.store.record import (
    FORMING,
    OVER,
    RUNNING,
    Game,
    Later,
    Note,
    Person,
    PlayedTurn,
    Press,
    Seat,
    Sheet,
)
from judge.store.sheets import add_ahead, ahead_of


class MovedGame(Struct, frozen=True):
    """All that belongs to a game: records as they are stored, and the people whom they name."""

    game: Game
    people: tuple[Person, ...]
    seats: tuple[Seat, ...]
    sheets: Mapping[str, Sheet]
    turns: tuple[PlayedTurn, ...]
    press: tuple[Press, ...]
    ahead: tuple[Later, ...]
    notes: tuple[Note, ...]
    watchers: tuple[int, ...]
    deeds: tuple[Deed, ...]


def pack(db: Connection, game: Game) -> MovedGame:
    """A game with everything; its press and orders are in it."""
    all_seats, messages = seats.of_game(db, game.id), press.of_game(db, game.id)
    watchers = tuple(person.id for person in seats.people_watching(db, game.id))
    person_numbers = {game.gm, *watchers, *(seat.person for seat in all_seats)}
    person_numbers |= {message.person for message in messages}
    # The deeds of its masters: the turns are logged anew.
    deeds = (deed for _, deed in log.of_game(db, game.name) if deed.what.startswith("gm."))
    return MovedGame(
        game=game,
        people=tuple(people.get(db, one) for one in sorted(filter(None, person_numbers))),
        seats=tuple(all_seats),
        sheets=sheets.of_phase(db, game.id, game.number),
        turns=tuple(turns.of_game(db, game.id)),
        press=tuple(messages),
        ahead=tuple(ahead_of(db, game.id)),
        notes=tuple(
            note
            for kind in (games.ACT, games.RULE, games.COMMENT)
            for note in games.notes_of(db, game.id, kind)
        ),
        watchers=watchers,
        deeds=tuple(deeds),
    )


def read(raw: bytes) -> MovedGame:
    """What ``judge export --secret`` wrote. Raises InputError where it is something else."""
    try:
        return msgspec.convert(msgspec.json.decode(raw)["records"], MovedGame)
    except KeyError:
        message = "this is an export without its secrets: write it with judge export --secret."
        raise InputError(message) from None
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
        raise InputError(f"this is no game as judge export --secret writes it: {error}.") from None


def unpack(db: Connection, house: House, moved_game: MovedGame) -> Game:
    """Store a game that came from another judge; one that was under way is paused.

    Raises InputError where there is one of its name; else it has been found sound.
    """
    old_game = moved_game.game
    if games.find_named(db, old_game.name):
        raise InputError(f"there is a game '{old_game.name}' here already.")
    number_here: dict[int, int] = {}
    for person in moved_game.people:
        if person.reachable:  # who wanted to be forgotten is nobody here
            namesake = people.find_by_address(db, person.address) or people.add(
                db, person.address, person.name, person.zone, house.now
            )
            number_here[person.id] = namesake.id
    new_game = replace(
        old_game, gm=number_here.get(old_game.gm or 0), alarm=None, ready=None, touched=False
    )
    # A clock that ran stands until somebody lets it go on.
    has_clock = game_options.has_seats(old_game.options)
    if old_game.status == RUNNING and not old_game.held and has_clock:
        due, left = old_game.deadline, timedelta(seconds=old_game.left or 0)
        seconds = int(max(due - house.now if due else left, timedelta(days=1)).total_seconds())
        new_game = replace(new_game, deadline=None, left=seconds, sequence=old_game.sequence + 1)
    game = games.add(db, new_game)
    for seat in moved_game.seats:
        seats.add(db, replace(seat, game=game.id, person=number_here.get(seat.person or 0)))
    for watcher in filter(None, map(number_here.get, moved_game.watchers)):
        seats.watch(db, game.id, watcher)
    _log_arrival(db, house, game, moved_game, number_here)
    if moved_game.sheets:
        sheets.open_phase(db, game.id, game.number, list(moved_game.sheets.values()))
    for message in moved_game.press:
        press.add(db, replace(message, game=game.id, person=number_here.get(message.person or 0)))
    for later in moved_game.ahead:
        author = number_here.get(later.person)
        if author is not None:
            add_ahead(db, replace(later, game=game.id, person=author))
    for note in moved_game.notes:
        games.add_note(db, game.id, note)
    return game


def _log_arrival(
    db: Connection,
    house: House,
    game: Game,
    moved_game: MovedGame,
    number_here: Mapping[int, int],
) -> None:
    """Write into the log what proofs and the end of the game ask it for."""
    log.append(db, house.now, log.KEEPER, "game.imported", game.name)
    if game.state:
        commitment = tables.load(game).dice.commitment
        log.append(db, house.now, log.JUDGE, log.STARTED, game.name, commitment=commitment)
    for turn in moved_game.turns:
        log.turn(db, house.now, game.name, turn, turns.add(db, game.id, turn))
    for deed in moved_game.deeds:
        facts = dict(deed.facts)
        person = facts.get("person")
        if isinstance(person, int):
            facts["person"] = number_here.get(person)
        log.extend(db, house.now, [replace(deed, facts=facts)])


def going_on(game: Game) -> str:
    """How a game that has arrived goes on, in a sentence."""
    if game.status != RUNNING:
        return f"It is {game.status}."
    if game.held:
        return "Its results wait for the game master."
    if not game_options.has_seats(game.options):
        return "It goes on when the game master writes PROCESS."
    whose = "the game master writes" if game.gm else "more than half of the players write"
    return f"It is paused, and goes on when {whose} RESUME."


_SECRET = 32


def refuse_unsound(moved_game: MovedGame) -> None:
    """Raise InputError, one sentence, if no judge can have exported this game.

    The engine itself says whether its positions are positions and its orders orders.
    """
    for fault in _find_faults(moved_game):
        raise InputError(f"this is no game as judge export --secret writes it: {fault}.")


def _find_faults(moved_game: MovedGame) -> Iterator[str]:
    yield from _find_odd_values(moved_game)
    game = moved_game.game
    if not tables.GAME_NAME.fullmatch(game.name):
        yield f"'{game.name[:40]}' is not a name of a game"
    if game.status not in (FORMING, RUNNING, OVER):
        yield f"'{game.status[:40]}' is not a status of a game"
    if bool(game.state) != (game.phase is not None) or (game.status == RUNNING and not game.state):
        yield f"it is {game.status}, and its position does not agree with that"
    if len(game.secret) != _SECRET:
        yield f"its secret has {len(game.secret)} bytes, not {_SECRET}"
    for person in moved_game.people:
        if person.reachable and not is_address(person.address):
            yield f"'{person.address[:80]}' is not an address"
        if person.zone not in available_timezones():
            yield f"'{person.zone[:40]}' is not a time zone"
    for seat in moved_game.seats:
        yield from _find_faults_of_seat(seat)
    catalog.require(game.variant)
    table = tables.load(game)
    game_options.check(table.options)
    game_options.check_own(game.options, table.engine.kinds, table.engine.options)
    yield from _find_faults_of_powers(moved_game, table)
    table.opening()
    if table.state is not None and game.phase is not None:
        yield from _find_faults_of_state(table, game.state, game.phase.id)
        if game.status == RUNNING:
            if table.engine.phase(table.state) != game.phase:
                yield f"its position is not one of {game.phase.id[:40]}"
            own_orders = {power: sheet.orders for power, sheet in moved_game.sheets.items()}
            table.engine.turn(table.state, own_orders, table.dice)
    for turn in moved_game.turns:
        yield from _find_faults_of_state(table, turn.before, turn.phase)
        orders = {power: [entry.text for entry in sheet] for power, sheet in turn.orders.items()}
        table.engine.turn(table.engine.load(turn.before), orders, table.dice)


def _find_odd_values(value: object) -> Iterator[str]:
    """Numbers, times and texts that no column holds, wherever they stand in records."""
    parts: Iterable[object] = ()
    if isinstance(value, datetime):
        if value.tzinfo is None or value.year not in range(1970, 2100):
            yield f"{value.isoformat()} is not a time of a game"
    elif isinstance(value, int):
        if value not in range(1 << 31):  # what a column for numbers holds
            yield f"{str(value)[:20]} is not a number of a game"
    elif isinstance(value, str):
        if "\0" in value:
            yield "a text holds a character that none may"
    elif isinstance(value, Event):  # what it tells is the engine's affair
        parts = (value.kind, audience.word(value))
    elif isinstance(value, msgspec.Struct):
        parts = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, Mapping):
        parts = (*value, *value.values())
    elif isinstance(value, Iterable) and not isinstance(value, bytes):
        parts = value
    for part in parts:
        yield from _find_odd_values(part)


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
        table.state is not None and len(seated) != tables.count_seats(table.game, table.variant)
    ):
        yield f"its seats are not those of {table.game.variant}"


def _find_faults_of_state(table: Table, dump: bytes, phase: str) -> Iterator[str]:
    """A position that the engine would read back as another one, or not at all."""
    state = table.engine.load(dump)
    if table.engine.position(table.engine.request(state)) != state:
        yield f"the position of {phase[:40]} is none of {table.game.variant}"
