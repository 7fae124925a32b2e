"""SEAT power address: give a free seat to somebody who is registered."""

from dataclasses import replace

from judge.commands import join
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.conduct import reputation
from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms import table
from judge.game.terms import wording as terms
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, log, people, seats, sheets
from judge.store.record import FORMING, Person, Seat

VERBS = ("seat",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Seat a registered person who holds nothing else in the game; all are told."""
    power, address = command.words[0], command.words[1].strip("<>,;.").lower()
    person = people.at(desk.db, address)
    if person is None:
        return desk.refuses(command, f"nobody is registered under {address}: REGISTER comes first")
    reason = _unfit(desk, at, power, person)
    if reason:
        return desk.refuses(command, reason)
    if at.game.status == FORMING:
        return _joined(desk, command, at, power, person)
    seat = seats.at(desk.db, at.game.id, power)
    if seat is None or seat.person is not None:
        return desk.refuses(command, f"somebody plays {power}", f"EJECT {power}")
    taken = replace(seat, person=person.id, epoch=seat.epoch + 1)
    seats.save(desk.db, taken)
    seats.unwatch(desk.db, at.game.id, person.id)
    reputation.back(desk.db, taken)
    mastery.done(desk, at, "seat", f"gave {power} to a new player", power=power, person=person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", at.game.name, taken)
    event = Event("seated", {"power": power, "player": notices.shown(at.game, person)})
    told = mastery.announced(desk, command, f"{power} has a player", event)
    welcome = mastery.own(desk, command, [_welcome(desk, at, taken, person)])
    sent = [one for one in told if one.facts.power != power]
    said = f"{person.name} plays {power} now"
    return mastery.afresh(desk).sends([*welcome, *sent]).says(command, said)


def _unfit(desk: Desk, at: Table, power: str, person: Person) -> str:
    """Why somebody can't have a seat, or ""."""
    if power not in at.powers:
        return f"{power} is no power that people play; there are {', '.join(at.powers)}"
    if at.state is not None and power not in at.engine.survivors(at.state):
        return f"{power} is out of the game, and nobody may play it again"
    if person.id == at.game.gm:
        return "a game master holds no power in his own game"
    held = [seat for seat in seats.of_game(desk.db, at.game.id) if seat.person == person.id]
    return f"{person.name} plays in {at.game.name} already" if held else ""


def _joined(desk: Desk, command: Command, at: Table, power: str, person: Person) -> Desk:
    """A seat in a game that forms; the last one begins it."""
    if seats.at(desk.db, at.game.id, power) is not None:
        return desk.refuses(command, f"{power} is taken")
    if not mastery.believed(desk) and len(seats.of_game(desk.db, at.game.id)) + 1 == len(at.powers):
        return desk.refuses(command, "the judge's clock is in doubt: nothing begins now")
    seats.add(desk.db, Seat(0, at.game.id, power, person.id))
    seat = seats.of_game(desk.db, at.game.id)[-1]
    mastery.logged(desk, at, "seat", power=power, person=person.id)
    log.seat(desk.db, desk.house.now, "seat.taken", at.game.name, seat)
    welcome = mastery.own(desk, command, [_welcome(desk, at, seat, person)])
    said = desk.sends(welcome).says(command, f"{person.name} has the seat of {power}")
    sitting = seats.of_game(desk.db, at.game.id)
    if len(sitting) < len(at.powers):
        return said
    return mastery.afresh(join.start(said, at.game, sitting))


def _welcome(desk: Desk, at: Table, seat: Seat, person: Person) -> Notice:
    """What the new player has to know: the position, and what is asked of him."""
    now = table.of(games.get(desk.db, at.game.id))
    reader = Reader(person, seat.power, seat)
    told = notices.to(
        desk.house,
        now,
        reader,
        "joined",
        (notices.who_plays(desk.db, now.game), terms.event(now.game)),
    )
    if now.state is None:
        return told
    sheet = sheets.get(desk.db, now.game.id, now.game.number, seat.power)
    standing = now.standing(seat.power, sheet.orders)
    seen = tuple(event for event in now.position() if reader.sees(event, now))
    return replace(told, events=(*told.events, *seen), standing=standing)
