"""PROMOTE name: somebody else becomes the game master, by his word or the players' votes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from judge.desk import mastery, regency
from judge.desk.desk import Desk
from judge.desk.motions import Motion
from judge.game.readers import notices
from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import Command
from judge.store import games, people, seats
from judge.store.record import Person

VERBS = ("promote", "nopromote")
MATTER = "promote"


def run(desk: Desk, command: Command) -> Desk:
    """Hand the game over; players whose master is gone vote for another one."""
    if command.verb == "nopromote":
        return regency.withdraw(desk, command, MATTER)
    by_master = desk.role == MASTER
    reason = (
        mastery.explain_refusal(desk, command.verb) if by_master else regency.explain_refusal(desk)
    )
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    return _hand_over(desk, command, desk.table)


def _hand_over(desk: Desk, command: Command, table: Table) -> Desk:
    """Hand the game over to whom the line names, or put that to the vote."""
    name = " ".join(command.words).strip("<>,;. ")
    namesakes = people.find_called(desk.db, name)
    if len(namesakes) != 1:
        some = "several people are" if namesakes else "nobody is"
        return desk.refuses(command, f"{some} registered as '{name}'", "PROMOTE name@example.org")
    heir = namesakes[0]
    reason = _unfit_reason(desk, table, heir)
    if reason:
        return desk.refuses(command, reason)
    if desk.role == MASTER:
        return _enthrone(desk, command, table, heir)
    asks = f"make {heir.name} the game master"
    motion = Motion(MATTER, asks, f"PROMOTE {_public_name(desk, heir, name)}")
    act = partial(_enthrone, heir=heir)
    return regency.decide(desk, command, table, motion, str(heir.id), act)


def _public_name(desk: Desk, person: Person, name: str) -> str:
    """How all may call somebody: by his name, since nobody is told another's address.

    Where several bear it, by what the line says, which its writer knew.
    """
    return person.name if len(people.find_called(desk.db, person.name)) == 1 else name


def _enthrone(desk: Desk, command: Command, table: Table, heir: Person) -> Desk:
    """Make somebody the master; the old one's secret address is worth nothing from then on."""
    deed = f"handed the game over to {heir.name}"
    regency.record(desk, table, "promote", deed, person=heir.id)
    games.save(desk.db, replace(table.game, gm=heir.id, epoch=table.game.epoch + 1))
    seats.unwatch(desk.db, table.game.id, heir.id)
    by_vote = desk.role != MASTER
    event = Event("promoted", {"player": heir.name, "voted": by_vote}, PUBLIC)
    mails = [
        _welcome(one, table, heir) if one.facts.power == MASTER else one
        for one in mastery.announce(desk, command, "a new game master", event)
    ]
    sentence = f"{heir.name} is the game master of {table.game.name} now"
    if by_vote or desk.person is None:
        mails += _farewell(desk, table, heir)
    if by_vote:
        return mastery.reload_game(desk).sends(mails).says(command, sentence)
    reply = replace(desk.leaves(), closed="below PROMOTE")
    return reply.sends(mails).says(command, sentence).titles("a new game master")


def _welcome(notice: Notice, table: Table, new: Person) -> Notice:
    """The first mail to a new master."""
    text = (
        f"You are the game master of {table.game.name} from now on, {new.name}. Reply to this mail "
        f"to run it: STATUS ALL shows how it stands, HELP GM what you can do."
    )
    title = f"you run {table.game.name} now"
    return replace(notice, title=title, events=(Event("note", {"text": text}, GM),))


def _farewell(desk: Desk, table: Table, new: Person) -> Iterator[Notice]:
    """The last mail to a master in whose place the players, or the keeper, have put another."""
    if table.game.gm is None:
        return
    old = people.get(desk.db, table.game.gm)
    if not old.reachable:
        return
    name = table.game.name
    text = (
        f"The judge's keeper has made {new.name} the game master of {name} in your place."
        if desk.role == MASTER
        else f"You wrote nothing about {name} for two weeks, and two thirds of its players have "
        f"made {new.name} its game master."
    )
    key = f"{name}.farewell.{table.game.epoch}"
    title = f"{name} has a new game master"
    yield notices.personal_notice(
        desk.house, old, key, title, Event("note", {"text": text}, old.address)
    )


def _unfit_reason(desk: Desk, table: Table, person: Person) -> str:
    """Why somebody can't be game master, or ""."""
    if person.id == table.game.gm:
        you = "you are" if desk.role == MASTER else f"{person.name} is"
        return f"{you} the game master already"
    if any(seat.person == person.id for seat in seats.of_game(desk.db, table.game.id)):
        return f"{person.name} plays in {table.game.name}, and a game master holds no power in it"
    return ""
