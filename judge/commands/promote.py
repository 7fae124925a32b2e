"""PROMOTE name: somebody else becomes the game master."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.table import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import games, people, seats
from judge.store.record import Person

VERBS = ("promote",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Hand the game over; the old master's secret address is worth nothing from then on."""
    typed = " ".join(command.words).strip("<>,;. ")
    found = people.called(desk.db, typed)
    if len(found) != 1:
        some = "several people are" if found else "nobody is"
        return desk.refuses(command, f"{some} registered as '{typed}'", "PROMOTE name@example.org")
    new = found[0]
    reason = _unfit(desk, at, new)
    if reason:
        return desk.refuses(command, reason)
    sentence = f"handed the game over to {new.name}"
    mastery.done(desk, at, "promote", sentence, person=new.id)
    games.save(desk.db, replace(at.game, gm=new.id, epoch=at.game.epoch + 1))
    seats.unwatch(desk.db, at.game.id, new.id)
    event = Event("promoted", {"player": new.name})
    told = mastery.announced(desk, command, "a new game master", event)
    gone = replace(desk, table=None, role="", closed="below PROMOTE")
    said = f"{new.name} is the game master of {at.game.name} now"
    return gone.sends(told).says(command, said).titled("a new game master")


def _unfit(desk: Desk, at: Table, person: Person) -> str:
    """Why somebody can't be game master, or ""."""
    if person.id == at.game.gm:
        return "you are the game master already"
    if any(seat.person == person.id for seat in seats.of_game(desk.db, at.game.id)):
        return f"{person.name} plays in {at.game.name}, and a game master holds no power in it"
    return ""
