"""EJECT power: take the seat from its player; its units hold until somebody takes it over.

Before a game begins EJECT and a name or an address take a player's seat from him.
"""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import deadlines
from judge.game.conduct import reputation
from judge.game.readers.notices import Reader
from judge.game.terms.table import Table
from judge.game.turn import votes
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import conduct, games, log, people, seats
from judge.store.record import FORMING, Person, Seat

VERBS = ("eject",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Take the seat that a power or its player names."""
    typed = command.words[0].strip("<>,;. ")
    found = _meant(desk, at, typed)
    if found is None:
        return desk.refuses(command, f"nobody plays {typed}", *_ways(desk, at))
    seat, person = found
    if at.game.status == FORMING:
        return _turned_away(desk, command, at, seat, person)
    return _vacated(desk, command, at, seat)


def _meant(desk: Desk, at: Table, typed: str) -> tuple[Seat, Person] | None:
    """The seat of a power, or of the one player of this name or address."""
    known = {person.id for person in people.called(desk.db, typed)}
    found = [
        (seat, person)
        for seat, person in seats.sitting(desk.db, at.game.id)
        if person is not None and (seat.power == typed or person.id in known)
    ]
    return found[0] if len(found) == 1 else None


def _ways(desk: Desk, at: Table) -> list[str]:
    """Lines that would work: two of those who play."""
    held = [(seat, person) for seat, person in seats.sitting(desk.db, at.game.id) if person]
    return [f"EJECT {seat.power or person.address}" for seat, person in held[:2]]


def _turned_away(desk: Desk, command: Command, at: Table, seat: Seat, person: Person) -> Desk:
    """Free a seat of a game that forms, and tell him who had it."""
    mastery.logged(desk, at, "eject", power=seat.power, person=person.id)
    seats.remove(desk.db, seat)
    log.seat(desk.db, desk.house.now, "seat.lost", at.game.name, seats.vacated(seat))
    text = f"The game master of {at.game.name} has taken your seat from you."
    note = Event("note", {"text": text})
    told = deadlines.news(desk.house, at, Reader(person, "", seat), "your seat is free", note)
    said = f"{person.name} has no seat in {at.game.name} any more"
    sent = mastery.own(desk, command, [replace(told, reply_to="")])
    return mastery.afresh(desk).sends(sent).says(command, said).titled("a seat is free")


def _vacated(desk: Desk, command: Command, at: Table, seat: Seat) -> Desk:
    """Vacate a seat and tell all, the player who had it as the last mail that he gets."""
    power = seat.power
    sentence = f"took {power} from its player"
    mastery.done(desk, at, "eject", sentence, power=power, person=seat.person)
    told = mastery.announced(desk, command, "a seat is free", Event("ejected", {"power": power}))
    reputation.left(desk.db, seat, conduct.LOST)
    seats.save(desk.db, seats.vacated(seat))
    log.seat(desk.db, desk.house.now, "seat.lost", at.game.name, seats.vacated(seat))
    games.touch(desk.db, at.game.id)
    sent = [replace(one, reply_to="") if one.facts.power == power else one for one in told]
    said = f"{power} is free; SEAT gives it to somebody"
    done = mastery.afresh(desk).sends(sent).says(command, said).titled("a seat is free")
    # The votes of those who are left may agree now.
    ended = votes.count(desk.db, desk.house, done.table or at)
    return replace(mastery.afresh(done), closed="the game is over").sends(ended) if ended else done
