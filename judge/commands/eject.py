"""EJECT power: take the seat from its player; its units hold until somebody takes it over.

Before a game begins EJECT and a name or an address take a player's seat from him. Players whose
game master is gone vote for it.
"""

from dataclasses import replace
from functools import partial

from judge.desk import mastery, regency
from judge.desk.desk import Desk
from judge.desk.motions import Motion
from judge.game.clocks import deadlines
from judge.game.conduct import reputation
from judge.game.readers.addresses import MASTER
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.game.turn import votes
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Command
from judge.store import conduct, games, log, people, seats
from judge.store.record import FORMING, Person, Seat

VERBS = ("eject", "noeject")


def run(desk: Desk, command: Command) -> Desk:
    """Take the seat that a power or its player names, or put that to the vote."""
    by_master = desk.role == MASTER or (command.verb == "eject" and desk.seat is None)
    reason = mastery.explain_refusal(desk, "eject") if by_master else regency.explain_refusal(desk)
    table = desk.table
    if reason or table is None:
        return desk.refuses(command, reason)
    name = command.words[0].strip("<>,;. ")
    match = _find_seat(desk, table, name)
    if match is None:
        return desk.refuses(command, f"nobody plays {name}", *_suggestions(desk, table))
    matter = f"eject {match[0].id}"
    if command.verb == "noeject":
        return regency.withdraw(desk, command, matter)
    if by_master:
        return _free_seat(desk, command, table, *match)
    seat, person = match
    if seat.id == (desk.seat.id if desk.seat else 0):
        return desk.refuses(command, "you have no vote on that: it is about you", "RESIGN")
    who = seat.power or person.name
    motion = Motion(matter, f"take the seat of {who}", f"EJECT {who}", about=seat.power)
    act = partial(_free_seat, seat=seat, person=person)
    return regency.decide(desk, command, table, motion, "yes", act)


def _free_seat(desk: Desk, command: Command, table: Table, seat: Seat, person: Person) -> Desk:
    """Free a seat of a game that forms or is under way."""
    if table.game.status == FORMING:
        return _turn_away(desk, command, table, seat, person)
    return _vacate_seat(desk, command, table, seat)


def _find_seat(desk: Desk, table: Table, name: str) -> tuple[Seat, Person] | None:
    """The seat of a power, or of the one player of this name or address."""
    namesakes = {person.id for person in people.find_called(desk.db, name)}
    matches = [
        (seat, person)
        for seat, person in seats.with_people(desk.db, table.game.id)
        if person is not None and (seat.power == name or person.id in namesakes)
    ]
    return matches[0] if len(matches) == 1 else None


def _suggestions(desk: Desk, table: Table) -> list[str]:
    """Lines that would work: two of those who play."""
    players = [
        (seat, person) for seat, person in seats.with_people(desk.db, table.game.id) if person
    ]
    return [f"EJECT {seat.power or person.address}" for seat, person in players[:2]]


def _turn_away(desk: Desk, command: Command, table: Table, seat: Seat, person: Person) -> Desk:
    """Free a seat of a game that forms, and tell him who had it."""
    regency.log_deed(desk, table, "eject", power=seat.power, person=person.id)
    seats.remove(desk.db, seat)
    log.seat(desk.db, desk.house.now, "seat.lost", table.game.name, seats.vacate(seat))
    text = f"{regency.has(desk)} taken your seat in {table.game.name} from you."
    note = Event("note", {"text": text}, person.address)
    mail = deadlines.news(desk.house, table, Reader(person, "", seat), "your seat is free", note)
    sentence = f"{person.name} has no seat in {table.game.name} any more"
    sent = mastery.set_line_keys(desk, command, [replace(mail, reply_to="")])
    return mastery.reload_game(desk).sends(sent).says(command, sentence).titles("a seat is free")


def _vacate_seat(desk: Desk, command: Command, table: Table, seat: Seat) -> Desk:
    """Vacate a seat and tell all, the player who had it as the last mail that he gets."""
    power = seat.power
    deed = f"took {table.variant.the(power)} from its player"
    regency.record(desk, table, "eject", deed, power=power, person=seat.person)
    event = Event("ejected", {"power": power, "who": regency.has(desk)}, PUBLIC)
    mails = mastery.announce(desk, command, "a seat is free", event)
    reputation.store_loss(desk.db, seat, conduct.EJECTED)
    seats.save(desk.db, seats.vacate(seat))
    log.seat(desk.db, desk.house.now, "seat.lost", table.game.name, seats.vacate(seat))
    games.touch(desk.db, table.game.id)
    own_event = Event("ejected", {**event.data, "game": table.game.name}, power)
    mails_out = [
        replace(one, reply_to="", title="you are ejected", events=(own_event,))
        if one.facts.power == power
        else one
        for one in mails
    ]
    sentence = f"{table.variant.the(power)} is free"
    sentence += "; SEAT gives it to somebody" if desk.role == MASTER else ""
    reply = (
        mastery.reload_game(desk).sends(mails_out).says(command, sentence).titles("a seat is free")
    )
    # The votes of those who are left may agree now.
    end_notices = votes.end_if_agreed(desk.db, desk.house, reply.table or table)
    return (
        replace(mastery.reload_game(reply), closed="the game is over").sends(end_notices)
        if end_notices
        else reply
    )
