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
    table = words.table_meant(desk, command)
    if table is None or not command.words:
        return words.refuse_unknown_game(desk, command)
    if not invitations.is_invited(
        desk, table.game, "".join(command.words[-1:] if len(command.words) > 1 else ())
    ):
        way = f"OBSERVE {table.game.name} and its invitation code"
        return desk.refuses(command, f"{table.game.name} is a private game: {way}")
    watcher = register.meet(desk)
    person = watcher.person
    watchers = {one.id for one in seats.people_watching(desk.db, table.game.id)}
    if person is None or person.id in watchers:
        return watcher.says(command, f"you watch {table.game.name} already")
    if any(seat.person == person.id for seat in seats.of_game(desk.db, table.game.id)):
        return watcher.says(command, f"you play in {table.game.name} and get all its mails")
    seats.watch(desk.db, table.game.id, person.id)
    sentence = f"you get the public mails of {table.game.name}; RESIGN {table.game.name} ends that"
    title = f"you watch {table.game.name}"
    if watcher.table is not None:
        events = (terms.event(table.game), *table.position())
        return apart.tell_writer(watcher, table, OBSERVER, "notice", title, events).says(
            command, sentence
        )
    watcher = replace(watcher, table=table, role=OBSERVER)
    reply = watcher.shows(terms.event(table.game), *table.position(), of=table)
    return reply.says(command, sentence).titles(title)
