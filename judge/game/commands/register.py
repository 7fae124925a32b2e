"""REGISTER name [in zone]: who writes from this address, and in which zone times are shown."""

from dataclasses import replace

from judge.game.commands import words
from judge.game.config import is_zone
from judge.game.desk import Desk
from judge.game.record import Person
from judge.game.store import games, people, seats
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("register",)
LONGEST = 40
UNPROVEN = (
    "this address is registered; to change name or zone, send the line as a reply to a mail "
    "of one of your games"
)


def run(desk: Desk, command: Command) -> Desk:
    """Register the sender's address, or change the name and zone of one that is known."""
    typed = words.of(command)
    zone = next((word for word in typed if "/" in word or word.upper() == "UTC"), "")
    name = " ".join(word for word in typed if word not in (zone, "in", "zone"))[:LONGEST]
    if zone and not is_zone(zone):
        return desk.refuses(
            command, f"'{zone}' is no time zone", f"REGISTER {name} in Europe/Berlin"
        )
    known = desk.person
    if known is None:
        return _welcome(desk, command, name, zone)
    if not _proven(desk, known):
        return desk.refuses(command, UNPROVEN)
    changed = replace(known, name=name or known.name, zone=zone or known.zone)
    people.change(desk.db, changed)
    return replace(desk, person=changed).says(
        command, f"you are {changed.name}, your times are shown in {changed.zone}"
    )


def _proven(desk: Desk, known: Person) -> bool:
    """Whether the sender may change what is known of a person: From alone proves nothing.

    Who has no game yet has no secret address to prove it by, and little to lose; and who joined
    without registering may still do so.
    """
    if desk.table is not None or desk.letter.authenticated or known.name == _name(known.address):
        return True
    return not seats.of_person(desk.db, known.id) and not games.run_by(desk.db, known.id)


def _welcome(desk: Desk, command: Command, name: str, zone: str) -> Desk:
    """Register somebody new and show the card."""
    new = enroll(desk, name, zone)
    return new.says(command, "welcome").titled("you are registered")


def _name(address: str) -> str:
    """What somebody is called who gives no name."""
    return address.partition("@")[0][:LONGEST]


def enroll(desk: Desk, name: str = "", zone: str = "") -> Desk:
    """Register the sender, with the local part of the address where no name is given."""
    address = desk.letter.sender
    person: Person = people.add(
        desk.db,
        address,
        name or _name(address),
        zone or desk.house.config.zone,
        desk.house.now,
    )
    data = {"name": person.name, "address": person.address, "zone": person.zone}
    return replace(desk, person=person).shows(Event("registered", data))
