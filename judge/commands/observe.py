"""OBSERVE game: get its public mails."""

from dataclasses import replace

from judge.commands import apart, register, words
from judge.desk import invitations
from judge.desk.desk import Desk
from judge.game.readers.addresses import OBSERVER
from judge.game.terms import wording as terms
from judge.kernel.text import Command
from judge.store import seats

VERBS = ("observe",)


def run(desk: Desk, command: Command) -> Desk:
    """Let the sender watch a game."""
    at = words.spoken_of(desk, command)
    if at is None or not command.words:
        return words.no_game(desk, command)
    if not invitations.invited(
        desk, at.game, "".join(command.words[-1:] if len(command.words) > 1 else ())
    ):
        way = f"OBSERVE {at.game.name} and its invitation code"
        return desk.refuses(command, f"{at.game.name} is a private game: {way}")
    watcher = desk if desk.person else register.enroll(desk)
    person = watcher.person
    watching = {one.id for one in seats.watching(desk.db, at.game.id)}
    if person is None or person.id in watching:
        return watcher.says(command, f"you watch {at.game.name} already")
    if any(seat.person == person.id for seat in seats.of_game(desk.db, at.game.id)):
        return watcher.says(command, f"you play in {at.game.name} and get all its mails")
    seats.watch(desk.db, at.game.id, person.id)
    told = f"you get the public mails of {at.game.name}; RESIGN {at.game.name} ends that"
    title = f"you watch {at.game.name}"
    if watcher.table is not None:
        shown = (terms.event(at.game), *at.position())
        return apart.told(watcher, at, OBSERVER, "notice", title, shown).says(command, told)
    watcher = replace(watcher, table=at, role=OBSERVER)
    seen = watcher.shows(terms.event(at.game), *words.seen(watcher, at, at.position()), of=at)
    return seen.says(command, told).titled(title)
