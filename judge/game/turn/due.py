"""What a game needs by the clock: it begins, its phase is closed, its players are reminded."""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import deadlines, ready, silence, urging
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.seats import computers, deal, vacancies
from judge.game.terms import customs, game_options, tables
from judge.game.terms.policy import WAIT
from judge.game.terms.tables import Table
from judge.game.turn import phase
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import games, log, people, seats, sheets
from judge.store.record import FORMING, Game, Seat


def close_or_hold(db: Connection, house: House, game: Game) -> list[Notice]:
    """What comes of a phase that is over: its results, or a preview for the game master."""
    if game.held:
        return []
    if game.gm is None or not (game.holds or game_options.holds(game.options)):
        return phase.close_phase(db, house, game)
    deadline = min(game.deadline or house.now, house.now)
    held_game = replace(game, held=True, deadline=deadline, alarm=None, touched=False)
    games.save(db, held_game)
    log.append(db, house.now, log.JUDGE, "results.held", game.name, phase=game.phase_id)
    table = tables.load(held_game)
    # A preview each time that the results of a phase are held.
    reader = Reader(people.get(db, game.gm), MASTER)
    edit = f"EDIT {table.powers[0]} {table.variant.sample}"
    held = {"phase": game.phase_title, "edit": edit, "asks": "RELEASE"}
    events = (Event("held", held, GM), *preview(db, house, table))
    notice = notices.game_notice(house, table, reader, "gm", events)
    return [replace(notice, key=f"{notice.key}.held{house.now:%Y%m%dT%H%M%S}", title="preview")]


def preview(db: Connection, house: House, table: Table) -> Sequence[Event]:
    """What the orders that are in would lead to: the game master is told what he may see of it."""
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    turn = phase.adjudicate(table, computers.add_orders(db, house, table, sheet_of))
    return (*silence.tell_silence(db, table, sheet_of), *turn.events)


def see_to_game(db: Connection, house: House, number: int) -> list[Notice]:
    """Do what game ``number`` needs: close its phase, remind its players, offer its free seats."""
    game = games.get(db, number)
    mails: list[Notice] = []
    if game.status == FORMING:
        mails = begin_or_warn(db, house, game)
    elif game.deadline is None or game.held:
        games.save(db, replace(game, touched=False, ready=None))
    else:
        deadline = game.deadline
        table = tables.load(game)
        may_end_early = (
            table.clock.rhythm(game.phase_kind).early
            and not seats.anybody_waits(db, game.id)
            and sheets.are_all_ready(db, game.id, game.number)
            and not computers.find_thinking(db, table)
        )
        game = replace(game, ready=(game.ready or house.now) if may_end_early else None)
        table = replace(table, game=game)
        waits = vacancies.wait_for_first_orders(db, house, table)
        if not waits and _is_over(db, house, table):
            mails = silence.give_day(db, house, table) or close_or_hold(db, house, game)
        else:
            games.save(db, deadlines.set_alarm(db, replace(game, touched=False), house.cutoff))
            compose = urging.late_notices_due if deadline <= house.cutoff else urging.reminders_due
            mails = compose(db, house, table)
    return [*mails, *vacancies.offer(db, house, number)]


def _is_over(db: Connection, house: House, table: Table) -> bool:
    """Whether a phase ends: early when all are ready, at its deadline, or after its grace."""
    game, clock = table.game, table.clock
    if game.deadline is None or game.opened is None:
        return False
    if house.cutoff < game.deadline:
        if game.ready is None or house.now < game.opened + clock.least:
            return False
        # All who are ready may think better of it within the delay. A mail that our server took
        # within it has had time to reach the mailbox.
        return not clock.delay or house.cutoff >= game.ready + clock.delay
    if ready.is_grace_over(db, table):
        return True
    if house.cutoff < game.deadline + clock.grace:
        return False
    return table.policy.nmr != WAIT or not ready.keeps_waiting(db, table, house.cutoff)


def may_begin(house: House, table: Table, seat_count: int) -> bool:
    """Whether a game begins by itself now, with ``seat_count`` seats."""
    start = table.customs.start
    if computers.count_missing(table, seat_count) or start == customs.BY_HAND:
        return False
    moment = customs.start_moment(start, table.options["zone"])
    return moment is None or moment <= house.now


def begin(db: Connection, house: House, table: Table) -> list[Notice]:
    """Begin with the players that there are; computers, or nobody, have the other seats, if any."""
    if table.is_seatless:
        return phase.begin_game(db, house, table.game)
    level = table.customs.level if table.customs.computers else ""
    for _ in range(len(table.powers) - len(seats.of_game(db, table.game.id))):
        seats.add(db, Seat(0, table.game.id, "", None, computer=level))
    return start(db, house, games.get(db, table.game.id), seats.of_game(db, table.game.id))


def start(db: Connection, house: House, game: Game, all_seats: Sequence[Seat]) -> list[Notice]:
    """Deal the powers to ``all_seats``, a seat each, and begin."""
    table = tables.load(game)
    fixed = {seat.power for seat in all_seats if seat.power}
    free = [power for power in table.powers if power not in fixed]
    wishes = {seat.id: seat.wishes for seat in all_seats if not seat.power}
    power_of_seat = deal.deal_powers(table.customs.deal, free, wishes, game.secret)
    for seat in all_seats:
        dealt_seat = replace(seat, power=seat.power or power_of_seat[seat.id])
        seats.save(db, dealt_seat)
        log.seat(db, house.now, "seat.dealt", game.name, dealt_seat)
    return phase.begin_game(db, house, game)


def tell_ready(db: Connection, house: House, table: Table, seat_count: int) -> list[Notice]:
    """Tell the game master, once, that a game which waits for his word has its players."""
    if computers.count_missing(table, seat_count) or table.customs.start != customs.BY_HAND:
        return []
    text = f"The game {table.game.name} has its players and waits for you: PROCESS begins it."
    return _tell_master_of_start(db, house, table, text, f"ready{seat_count}")


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
    missing = computers.count_missing(table, seat_count)
    text = (
        f"The game {game.name} was to begin now, but waits for {missing} more: it begins as soon "
        f"as they are there, or with PROCESS."
    )
    return _tell_master_of_start(db, house, table, text, "start")


def _tell_master_of_start(
    db: Connection, house: House, table: Table, text: str, key: str
) -> list[Notice]:
    title = f"{table.game.name} needs you"
    return [
        replace(notice, key=f"{notice.key}.{key}", title=title)
        for notice in notices.tell_master(db, house, table, Event("note", {"text": text}, GM))
        if "@" in notice.to  # who wanted to be forgotten has no address
    ]
