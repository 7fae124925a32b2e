"""Mails that came back: an address that fails is marked, and whoever runs its games is told.

Never another player: he would learn who sits where, and could do nothing about it.
"""

from dataclasses import replace

from sqlalchemy import Connection

from judge.clerk.clerk import Handled
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.home.house import House
from judge.kernel.engine import Event
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.mail import bounces
from judge.post import posting
from judge.post.posting import Failure
from judge.store import failing, games, letters, log, outbox, people, seats
from judge.store.failing import Failing
from judge.store.record import OVER, Game, Person, Post

ENOUGH = 3
"""So many mails come back before anybody is told."""
NO_SUCH_BOX = "5.1.1"
"""The one status that leaves no hope: somebody is told at once."""


def handle(db: Connection, house: House, letter: Letter, raw: bytes) -> Handled:
    """Act on a letter to a bounce address, which names the mail that came back."""
    post = outbox.find_by_sender(db, letter.recipient)
    if post is None:
        return Handled(letters.SILENT, "a bounce of no mail of ours")
    bounce = bounces.read(raw, letter.recipient)
    if bounce is None:
        return Handled(letters.SILENT, "a report of a mail that is still on its way")
    if not bounce.hard:
        return Handled(letters.SILENT, f"a bounce that may pass: {bounce.status}")
    if not outbox.mark_returned(db, post.key, bounce.status):
        return Handled(letters.SILENT, "another bounce of the same mail")
    mails = _count_failure(db, house, post, bounce.status, final=bounce.status == NO_SUCH_BOX)
    return Handled(letters.SILENT, f"a bounce: {bounce.status}", tuple(mails))


def give_up(db: Connection, house: House, failure: Failure) -> list[Notice]:
    """Act on a mail that our own server would not take, or that was tried long enough."""
    lost = failure.post
    stranger = people.find_by_address(db, lost.recipient) is None
    if stranger and lost.recipient != house.config.keeper:
        found = failing.count_failure(db, lost.recipient, house.now, failure.reason)
        failing.mark_told(db, lost.recipient)
        return [] if found.told else _tell_keeper(house, found, lost.key)
    return _count_failure(db, house, lost, failure.reason, final=True)


def forget_failures(db: Connection, house: House, letter: Letter) -> None:
    """A mail came from an address: what is sent there may arrive again."""
    if letter.sender and failing.forget_failures(db, letter.sender):
        log.append(db, house.now, log.JUDGE, "address.works", person=_number(db, letter.sender))


def _count_failure(
    db: Connection, house: House, post: Post, reason: str, *, final: bool
) -> list[Notice]:
    """Count a failure; when it is enough, tell those who run the games of the address, once."""
    found = failing.count_failure(db, post.recipient, house.now, reason)
    person = people.find_by_address(db, post.recipient)
    if person is None or found.told or not (final or found.times >= ENOUGH):
        return []
    failing.mark_told(db, post.recipient)
    log.append(db, house.now, log.JUDGE, "address.failing", person=person.id, times=found.times)
    key = f"{person.id}.{found.since:%Y%m%d%H%M%S}"
    return _tell_masters(db, house, found, person, key) or _tell_keeper(house, found, key)


def _number(db: Connection, address: str) -> int | None:
    person = people.find_by_address(db, address)
    return person.id if person else None


def _tell_masters(
    db: Connection, house: House, found: Failing, person: Person, key: str
) -> list[Notice]:
    """A notice to the game master of each game that the person plays in; else to the keeper."""
    mails = []
    for seat in seats.of_person(db, person.id):
        game = games.get(db, seat.game)
        if game.status != OVER:
            event = _event(found, game.name, seat.power)
            mails.append(_master_notice(db, house, game, f"failing.{key}.{seat.id}", event))
    return mails


def _master_notice(db: Connection, house: House, game: Game, key: str, event: Event) -> Notice:
    if game.gm is None:
        return posting.keeper_notice(house, key, "a player can't be reached", event)
    reader = Reader(people.get(db, game.gm), MASTER)
    return replace(notices.game_notice(house, tables.load(game), reader, "gm", (event,)), key=key)


def _tell_keeper(house: House, found: Failing, key: str) -> list[Notice]:
    """Somebody who plays nowhere, perhaps a game master: the keeper is told."""
    event = _event(found, "", "")
    return [posting.keeper_notice(house, f"failing.{key}", "somebody can't be reached", event)]


def _event(found: Failing, game: str, power: str) -> Event:
    data = {
        "to": found.address,
        "reason": found.reason,
        "times": found.times,
        "since": found.since.isoformat(),
        "game": game,
        "power": power,
    }
    return Event("failing", data)
