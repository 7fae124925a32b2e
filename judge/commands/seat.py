"""SEAT power address: give a free seat to somebody who is registered."""

from dataclasses import replace

from judge.desk import handover, mastery
from judge.desk.desk import Desk
from judge.game.conduct import reputation
from judge.game.readers import notices, standins
from judge.game.readers.notices import Reader
from judge.game.terms import tables
from judge.game.terms import wording as terms
from judge.game.terms.tables import Table
from judge.game.turn import beginning
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, log, people, seats, sheets
from judge.store.record import FORMING, Person, Seat

VERBS = ("seat",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Seat a registered person who holds nothing else in the game; all are told."""
    power, address = command.words[0], command.words[1].strip("<>,;.").lower()
    person = people.find_by_address(desk.db, address)
    if person is None:
        return desk.refuses(command, f"nobody is registered under {address}: REGISTER comes first")
    reason = _unfit_reason(desk, table, power, person)
    if reason:
        return desk.refuses(command, reason)
    if table.game.status == FORMING:
        return _join_player(desk, command, table, power, person)
    seat = seats.of_power(desk.db, table.game.id, power)
    if seat is None or seat.person is not None:
        return desk.refuses(command, f"somebody plays {table.variant.the(power)}", f"EJECT {power}")
    company = mastery.tell_company(desk.db, table.game)
    taken_seat = replace(seat, person=person.id, epoch=seat.epoch + 1, computer="")
    seats.save(desk.db, taken_seat)
    seats.unwatch(desk.db, table.game.id, person.id)
    reputation.store_return(desk.db, taken_seat)
    mastery.record_deed(
        desk, table, "seat", f"gave {power} to a new player", power=power, person=person.id
    )
    log.seat(desk.db, desk.house.now, "seat.taken", table.game.name, taken_seat)
    event = Event(
        "seated", {"power": power, "player": notices.public_name(table.game, person)}, PUBLIC
    )
    mails = mastery.announce(desk, command, f"{power} has a player", event, *company)
    new_mail = _welcome(desk, table, taken_seat, person)
    told_mail = replace(new_mail, events=(*company, *new_mail.events))
    welcome = mastery.set_line_keys(desk, command, [told_mail])
    other_mails = [one for one in mails if one.facts.power != power]
    sentence = f"{person.name} plays {power} now"
    reply = mastery.reload_game(desk).shows(*(company if desk.seat else ()))
    return reply.sends([*welcome, *other_mails]).says(command, sentence)


def _unfit_reason(desk: Desk, table: Table, power: str, person: Person) -> str:
    """Why somebody can't have a seat, or ""."""
    if power not in table.powers:
        return f"{power} is not a power that people play; these are: {', '.join(table.powers)}"
    if table.state is not None and power not in table.engine.survivors(table.state):
        return f"{power} is out of the game, and nobody may play it again"
    if person.id == table.game.gm:
        return "a game master holds no power in his own game"
    own_seats = [seat for seat in seats.of_game(desk.db, table.game.id) if seat.person == person.id]
    if standins.is_substitute(desk.db, seats.of_game(desk.db, table.game.id), person):
        return f"{person.name} stands in for a player of {table.game.name}"
    return f"{person.name} plays in {table.game.name} already" if own_seats else ""


def _join_player(desk: Desk, command: Command, table: Table, power: str, person: Person) -> Desk:
    """A seat in a game that forms; the last one begins it."""
    if seats.of_power(desk.db, table.game.id, power) is not None:
        return desk.refuses(command, f"{power} is taken")
    after = len(seats.of_game(desk.db, table.game.id)) + 1
    if not mastery.is_clock_believed(desk) and beginning.may_begin(desk.house, table, after):
        return desk.refuses(command, "the judge's clock is in doubt: nothing begins now")
    seats.add(desk.db, Seat(0, table.game.id, power, person.id))
    seat = seats.of_game(desk.db, table.game.id)[-1]
    mastery.log_deed(desk, table, "seat", power=power, person=person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", table.game.name, seat)
    welcome = mastery.set_line_keys(desk, command, [_welcome(desk, table, seat, person)])
    reply = desk.sends(welcome).says(command, f"{person.name} has the seat of {power}")
    if not beginning.may_begin(desk.house, table, after):
        return reply
    return mastery.reload_game(reply.sends(beginning.begin(desk.db, desk.house, table)))


def _welcome(desk: Desk, table: Table, seat: Seat, person: Person) -> Notice:
    """What the new player has to know: the position, and what is asked of him."""
    present_table = tables.load(games.get(desk.db, table.game.id))
    reader = Reader(person, seat.power, seat)
    mail = notices.game_notice(
        desk.house,
        present_table,
        reader,
        "joined",
        (notices.players_event(desk.db, present_table.game), terms.event(present_table.game)),
    )
    if present_table.state is None:
        return mail
    sheet = sheets.get(desk.db, present_table.game.id, present_table.game.number, seat.power)
    standing = present_table.standing(seat.power, sheet.orders)
    press_events = handover.describe_handover(desk.db, present_table, seat.power)
    events = (*mail.events, *present_table.position(), *press_events)
    return replace(mail, events=events, standing=standing)
