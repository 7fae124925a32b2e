"""How a game begins: when it may, who sits where, and what becomes of seats that nobody has."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.seats import computers, deal
from judge.game.terms import customs, tables
from judge.game.terms.tables import Table
from judge.game.turn import phase
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import games, log, people, seats
from judge.store.record import FORMING, Game, Seat


def count_missing(table: Table, seat_count: int) -> int:
    """How many people a game that forms still waits for, with ``seat_count`` seats."""
    least = table.customs.players
    return max(0, least - seat_count) if least else computers.count_missing(table, seat_count)


def may_begin(house: House, table: Table, seat_count: int) -> bool:
    """Whether a game begins by itself now, with ``seat_count`` seats."""
    start = table.customs.start
    if count_missing(table, seat_count) or start == customs.BY_HAND:
        return False
    moment = customs.start_moment(start, table.options["zone"])
    return moment is None or moment <= house.now


def begin(db: Connection, house: House, table: Table) -> list[Notice]:
    """Begin with the players that there are; computers, or nobody, have the other seats."""
    computers.take_seats(db, table)
    for _ in range(len(table.powers) - len(seats.of_game(db, table.game.id))):
        seats.add(db, Seat(0, table.game.id, "", None))
    return start(db, house, games.get(db, table.game.id), seats.of_game(db, table.game.id))


def start(db: Connection, house: House, game: Game, all_seats: Sequence[Seat]) -> list[Notice]:
    """Deal the powers to ``all_seats``, a seat each, and begin."""
    table = tables.load(game)
    fixed_powers = {seat.power for seat in all_seats if seat.power}
    free = [power for power in table.powers if power not in fixed_powers]
    wishes = {seat.id: seat.wishes for seat in all_seats if not seat.power}
    power_of_seat = deal.deal_powers(table.customs.deal, free, wishes, game.secret)
    for seat in all_seats:
        dealt_seat = replace(seat, power=seat.power or power_of_seat[seat.id])
        seats.save(db, dealt_seat)
        log.seat(db, house.now, "seat.dealt", game.name, dealt_seat)
    return phase.begin_game(db, house, game)


def tell_ready(db: Connection, house: House, table: Table, seat_count: int) -> list[Notice]:
    """Tell the game master, once, that a game which waits for his word has its players."""
    if count_missing(table, seat_count) or table.customs.start != customs.BY_HAND:
        return []
    text = f"The game {table.game.name} has its players and waits for you: PROCESS begins it."
    return _tell_master(db, house, table, text, f"ready{seat_count}")


def begin_or_warn(db: Connection, house: House, game: Game) -> list[Notice]:
    """Begin a forming game whose moment has come, or tell its master whom it waits for."""
    table = tables.load(game)
    seat_count = len(seats.of_game(db, game.id))
    quiet_game = replace(game, alarm=None)
    games.save(db, quiet_game)
    if game.status != FORMING:
        return []
    if seat_count and may_begin(house, table, seat_count):
        return begin(db, house, tables.load(quiet_game))
    missing = count_missing(table, seat_count)
    text = (
        f"The game {game.name} was to begin now, but waits for {missing} more: it begins as soon "
        f"as they are there, or with PROCESS."
    )
    return _tell_master(db, house, table, text, "start")


def _tell_master(db: Connection, house: House, table: Table, text: str, key: str) -> list[Notice]:
    game = table.game
    if game.gm is None:
        return []
    reader = Reader(people.get(db, game.gm), MASTER)
    if not reader.person.reachable:
        return []
    event = Event("note", {"text": text}, GM)
    notice = notices.game_notice(house, table, reader, "gm", (event,))
    return [replace(notice, key=f"{notice.key}.{key}", title=f"{game.name} needs you")]
