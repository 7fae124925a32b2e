"""A game packed whole, so that another judge can go on with it, and unpacked there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import msgspec
from sqlalchemy import Connection

from judge.game.terms import tables
from judge.home.house import House
from judge.kernel.errors import InputError
from judge.store import ahead, games, log, notes, people, press, seats, sheets, turns
from judge.store.log import Deed
from judge.store.record import RUNNING, Game, Later, Note, Person, PlayedTurn, Press, Seat, Sheet

_DAY = timedelta(days=1)
_DEEDS = "gm."
"""How the deeds of game masters begin in the log; the turns are logged anew."""


@dataclass(frozen=True, slots=True)
class MovedGame:
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
    deeds = (deed for _, deed in log.of_game(db, game.name) if deed.what.startswith(_DEEDS))
    return MovedGame(
        game=game,
        people=tuple(people.get(db, one) for one in sorted(filter(None, person_numbers))),
        seats=tuple(all_seats),
        sheets=sheets.of_phase(db, game.id, game.number),
        turns=tuple(turns.of_game(db, game.id)),
        press=tuple(messages),
        ahead=tuple(ahead.of_game(db, game.id)),
        notes=tuple(
            note
            for kind in (notes.ACT, notes.RULE, notes.COMMENT)
            for note in notes.of_game(db, game.id, kind)
        ),
        watchers=watchers,
        deeds=tuple(deeds),
    )


def read(raw: bytes) -> MovedGame:
    """What ``judge export --secret`` wrote. Raises InputError where it is something else."""
    try:
        whole = msgspec.json.decode(raw)
        return msgspec.convert(whole["records"], MovedGame)
    except KeyError:
        raise InputError(
            "this is an export without its secrets: write it with judge export --secret."
        ) from None
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
        raise InputError(f"this is no game as judge export --secret writes it: {error}.") from None


def unpack(db: Connection, house: House, moved_game: MovedGame) -> Game:
    """Store a game that came from another judge; one that was under way is paused.

    Raises InputError where there is one of its name; else it has been found sound.
    """
    old_game = moved_game.game
    if games.find_named(db, old_game.name):
        raise InputError(f"there is a game '{old_game.name}' here already.")
    number_here = {person.id: _enroll(db, house, person) for person in moved_game.people}
    game = games.add(db, _settle_here(house, old_game, number_here))
    for seat in moved_game.seats:
        holder = number_here.get(seat.person or 0)
        seats.add(db, replace(seat, game=game.id, person=holder))
    for person in filter(None, map(number_here.get, moved_game.watchers)):
        seats.watch(db, game.id, person)
    _log_arrival(db, house, game, moved_game, number_here)
    if moved_game.sheets:
        sheets.open_phase(db, game.id, game.number, list(moved_game.sheets.values()))
    for message in moved_game.press:
        writer = number_here.get(message.person or 0)
        press.add(db, replace(message, game=game.id, person=writer))
    for later in moved_game.ahead:
        author = number_here.get(later.person)
        if author is not None:
            ahead.add(db, replace(later, game=game.id, person=author))
    for note in moved_game.notes:
        notes.add(db, game.id, note)
    return game


def _enroll(db: Connection, house: House, person: Person) -> int | None:
    """Who somebody is here; None for who wanted to be forgotten."""
    if not person.reachable:
        return None
    namesake = people.find_by_address(db, person.address)
    if namesake is None:
        namesake = people.add(db, person.address, person.name, person.zone, house.now)
    return namesake.id


def _settle_here(house: House, old_game: Game, number_here: Mapping[int, int | None]) -> Game:
    """The game as it is stored here: its clock stands until somebody lets it go on."""
    game = replace(
        old_game, gm=number_here.get(old_game.gm or 0), alarm=None, ready=None, touched=False
    )
    if old_game.status != RUNNING or old_game.held:
        return game
    time_left = (
        old_game.deadline - house.now
        if old_game.deadline
        else timedelta(seconds=old_game.left or 0)
    )
    seconds = max(time_left, _DAY).total_seconds()
    return replace(game, deadline=None, left=int(seconds), sequence=old_game.sequence + 1)


def _log_arrival(
    db: Connection,
    house: House,
    game: Game,
    moved_game: MovedGame,
    number_here: Mapping[int, int | None],
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
    whose = "the game master writes" if game.gm else "more than half of the players write"
    return f"It is paused, and goes on when {whose} RESUME."
