"""REGISTER name [in zone]: who writes from this address, and in which zone times are shown."""

from dataclasses import replace

from judge.game.commands import words
from judge.game.config import is_zone
from judge.game.desk import Desk
from judge.game.record import Person
from judge.game.store import people
from judge.kernel.engine import Event
from judge.kernel.text import Command

VERBS = ("register",)
LONGEST = 40


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
    changed = replace(known, name=name or known.name, zone=zone or known.zone)
    people.change(desk.db, changed)
    return replace(desk, person=changed).says(
        command, f"you are {changed.name}, your times are shown in {changed.zone}"
    )


def _welcome(desk: Desk, command: Command, name: str, zone: str) -> Desk:
    """Register somebody new and show the card."""
    new = enroll(desk, name, zone)
    return new.says(command, "welcome").titled("you are registered")


def enroll(desk: Desk, name: str = "", zone: str = "") -> Desk:
    """Register the sender, with the local part of the address where no name is given."""
    address = desk.letter.sender
    person: Person = people.add(
        desk.db,
        address,
        name or address.partition("@")[0][:LONGEST],
        zone or desk.house.config.zone,
        desk.house.now,
    )
    data = {"name": person.name, "address": person.address, "zone": person.zone}
    return replace(desk, person=person).shows(Event("registered", data))
