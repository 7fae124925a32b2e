"""REGISTER name [in zone]: who writes from this address, and in which zone times are shown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.commands import words
from judge.desk.desk import Desk
from judge.home import zones
from judge.kernel.engine import Event
from judge.kernel.errors import DoubtError, InputError
from judge.kernel.text import Command
from judge.mail.ours import Ours
from judge.store import games, people, seats
from judge.store.record import Person

VERBS = ("register",)
LONGEST = 40
_ABBREVIATED = re.compile(r"\s*[A-Z]{2,5}\s*")
"""What looks like a zone's abbreviation: CST may be one in America, China or Cuba."""
LEADS = ("in", "zone")
"""Words that lead to a place."""
UNPROVEN = (
    "this address is registered; to change name or zone, send the line as a reply to a mail "
    "of one of your games"
)


def run(desk: Desk, command: Command) -> Desk:
    """Register the sender's address, or change the name and zone of one that is known."""
    name, place = _name_and_place(command)
    try:
        zone = zones.choose(place, desk.house.now) if place else ""
    except InputError as error:
        meant = error.meant if isinstance(error, DoubtError) else ()
        return desk.refuses(command, str(error), *(f"REGISTER {name} in {one}" for one in meant))
    person = desk.person
    if person is None:
        return _welcome(desk, command, name, zone)
    if not _is_proven(desk, person):
        return desk.refuses(command, UNPROVEN)
    changed_person = replace(person, name=name or person.name, zone=zone or person.zone)
    people.change(desk.db, changed_person)
    changed_desk = replace(desk, person=changed_person)
    now = changed_desk.tell_time(desk.house.now)
    sentence = f"you are {changed_person.name}, your times are shown in {changed_person.zone}"
    return changed_desk.says(command, f"{sentence}: it is {now}")


def _name_and_place(command: Command) -> tuple[str, str]:
    """The name and the place of "Marie Dupont in Europe/Paris", "Marie, Vienna", "Marie UTC+2"."""
    head, _, behind = " ".join(command.words).rpartition(",")
    if head and (zones.is_named(behind) or _ABBREVIATED.fullmatch(behind)):
        return _name(head.split()), behind.strip()
    before, after = _split_at_lead(words.of(command))
    for size in (2, 1):
        place = " ".join(before[-size:])
        if not after and len(before) >= size and zones.is_marked(place):
            return _name(before[:-size]), place
    return _name(before), " ".join(after)


def _split_at_lead(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before one that leads to a place and those behind it, these words left out."""
    leads = [index for index, word in enumerate(arguments) if word.lower() in LEADS]
    first = next((index for index in leads if index), len(arguments))
    others = [(index, word) for index, word in enumerate(arguments) if index not in leads]
    before = [word for index, word in others if index < first]
    return before, [word for index, word in others if index > first]


def _name(name_words: Iterable[str]) -> str:
    return " ".join(name_words)[:LONGEST]


def _is_proven(desk: Desk, person: Person) -> bool:
    """Whether the sender may change what is known of a person: From alone proves nothing.

    Who has no game yet has no secret address to prove it by, and little to lose; and who joined
    without registering may still do so.
    """
    default = person.name == default_name(desk.house.ours, person.address)
    if desk.proven or default:
        return True
    return not seats.of_person(desk.db, person.id) and not games.run_by(desk.db, person.id)


def _welcome(desk: Desk, command: Command, name: str, zone: str) -> Desk:
    """Register somebody new and show the card."""
    new = enroll(desk, name, zone)
    return new.says(command, "see below").titles("you are registered")


def default_name(ours: Ours, address: str) -> str:
    """What somebody is called who gives no name: it tells nothing of the address."""
    return f"Player {ours.token('name', address, bits=20).upper()}"


def enroll(
    desk: Desk, name: str = "", zone: str = "", *, seated: bool = False, has_game: bool = False
) -> Desk:
    """Register the sender, and ask for a name where none is given.

    ``has_game``: he has found a game already, so that nothing is said of how to find one;
    ``seated``: it begins at once, and its mails say how to play.
    """
    address = desk.letter.sender
    person: Person = people.add(
        desk.db,
        address,
        name or default_name(desk.house.ours, address),
        zone or desk.house.config.zone,
        desk.house.now,
    )
    data = {
        "name": person.name,
        "named": bool(name),
        "address": person.address,
        "zone": person.zone,
        "seated": seated,
        "found": has_game,
    }
    return replace(desk, person=person).shows(Event("registered", data, person.address))


def meet(desk: Desk) -> Desk:
    """The sender, registered now if he was not, who has found a game: that is what he is told."""
    if desk.person is None:
        return enroll(desk, has_game=True)
    new = any(event.kind == "registered" for event in desk.events)
    return replace(_mark_registration(desk, "found"), title="") if new else desk


def drop_invitation(desk: Desk) -> Desk:
    """The same letter, whose REGISTER need not say any more how to find and play a game."""
    return _mark_registration(desk, "seated")


def _mark_registration(desk: Desk, mark: str) -> Desk:
    """The same letter, whose REGISTER knows what followed it."""
    events = (
        one.knowing(**{mark: True}) if one.kind == "registered" else one for one in desk.events
    )
    return replace(desk, events=tuple(events))
