"""PROMOTE name: somebody else becomes the game master."""

from dataclasses import replace

from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.text import Command
from judge.store import games, people, seats
from judge.store.record import Person

VERBS = ("promote",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Hand the game over; the old master's secret address is worth nothing from then on."""
    typed = " ".join(command.words).strip("<>,;. ")
    found = people.find_called(desk.db, typed)
    if len(found) != 1:
        some = "several people are" if found else "nobody is"
        return desk.refuses(command, f"{some} registered as '{typed}'", "PROMOTE name@example.org")
    new = found[0]
    reason = _unfit_reason(desk, table, new)
    if reason:
        return desk.refuses(command, reason)
    sentence = f"handed the game over to {new.name}"
    mastery.record_deed(desk, table, "promote", sentence, person=new.id)
    games.save(desk.db, replace(table.game, gm=new.id, epoch=table.game.epoch + 1))
    seats.unwatch(desk.db, table.game.id, new.id)
    event = Event("promoted", {"player": new.name})
    told = mastery.announce(desk, command, "a new game master", event)
    gone = replace(desk, table=None, role="", closed="below PROMOTE")
    said = f"{new.name} is the game master of {table.game.name} now"
    return gone.sends(told).says(command, said).titled("a new game master")


def _unfit_reason(desk: Desk, table: Table, person: Person) -> str:
    """Why somebody can't be game master, or ""."""
    if person.id == table.game.gm:
        return "you are the game master already"
    if any(seat.person == person.id for seat in seats.of_game(desk.db, table.game.id)):
        return f"{person.name} plays in {table.game.name}, and a game master holds no power in it"
    return ""
