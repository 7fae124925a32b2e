"""Mails that came back: an address that fails is marked, and whoever runs its games is told.

Never another player: he would learn who sits where, and could do nothing about it. What a server
has against us is the keeper's business alone, and no address is marked for it.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.readers import notices
from judge.game.readers.notices import MASTER
from judge.game.terms import tables
from judge.kernel import limits
from judge.kernel.engine import GM, Event
from judge.kernel.mail import Letter
from judge.kernel.notice import Notice
from judge.kernel.text import Span
from judge.letters.clerk import clerk, reply
from judge.letters.clerk.clerk import LetterResult
from judge.letters.desk import press_words
from judge.letters.desk.desk import SAME, Desk
from judge.letters.desk.seating import seat_by_address, seat_by_stamp
from judge.mail import ours
from judge.post import posting
from judge.post.posting import Failure
from judge.spool import mishaps
from judge.spool.house import House
from judge.store import games, letters, log, outbox, people, seats
from judge.store.people import Failing
from judge.store.record import OVER, Post, ReceivedMail

NO_MAILBOX = "there is no such mailbox"
NO_SUCH_BOX = "5.1.1"
"""The one status that leaves no hope: somebody is told at once."""


def handle(db: Connection, house: House, letter: Letter, raw: bytes) -> LetterResult:
    """Act on a letter to a bounce address, which names the mail that came back."""
    post = outbox.find_by_sender(db, letter.recipient)
    if post is None:
        return LetterResult(letters.SILENT, "a bounce of no mail of ours")
    from judge.mail import bounces  # noqa: PLC0415 - few mails come back, and its patterns are long

    bounce = bounces.read(raw, letter.recipient)
    if bounce is None:
        return LetterResult(letters.SILENT, "a report of a mail that is still on its way")
    if not (bounce.hard or bounce.trouble):
        return LetterResult(letters.SILENT, f"a bounce that may pass: {bounce.status}")
    reason = bounce.trouble or bounce.status or NO_MAILBOX
    if not outbox.mark_returned(db, post.key, reason):
        return LetterResult(letters.SILENT, "another bounce of the same mail")
    if bounce.hard:
        mails = _count_failure(db, house, post, reason, final=reason == NO_SUCH_BOX)
    else:
        mails = _tell_of_refusal(house, post, reason)
    return LetterResult(letters.SILENT, f"a bounce: {reason}", tuple(mails))


def give_up(db: Connection, house: House, failure: Failure) -> list[Notice]:
    """Act on a mail that our own server would not take, or that was tried long enough."""
    post = failure.post
    if failure.about_us:
        return _tell_of_refusal(house, post, failure.reason)
    stranger = people.find_by_address(db, post.recipient) is None
    if stranger and post.recipient != house.config.keeper:
        failing_address = people.count_failure(db, post.recipient, house.now, failure.reason)
        people.mark_told(db, post.recipient)
        return [] if failing_address.told else _tell_keeper(house, failing_address, post.key)
    return _count_failure(db, house, post, failure.reason, final=True)


def forget_failures(db: Connection, house: House, letter: Letter) -> None:
    """A mail came from an address: what is sent there may arrive again."""
    if letter.sender and people.forget_failures(db, letter.sender):
        person = people.find_by_address(db, letter.sender)
        log.append(db, house.now, log.JUDGE, "address.works", person=person.id if person else None)


def _tell_of_refusal(house: House, post: Post, reason: str) -> list[Notice]:
    """Tell the keeper what a server has against our mails, once a day for each server."""
    if post.recipient == house.config.keeper:
        return []
    host = post.recipient.rpartition("@")[2]
    advice = (
        "That is no fault of the address, and nobody else is told. The words above say what its "
        "server wants of this one: mostly SPF, DKIM, DMARC, a name in the reverse DNS, or to be "
        "taken off a blacklist."
    )
    lines = [f"A mail to {post.recipient} did not arrive: {reason}", advice]
    key, title = f"refusal.{host}.{house.now:%Y%m%d}", f"{host} refuses our mails"
    return [posting.make_keeper_notice(house, key, title, "health", {"lines": lines})]


def _count_failure(
    db: Connection, house: House, post: Post, reason: str, *, final: bool
) -> list[Notice]:
    """Count a failure; when it is enough, tell those who run the games of the address, once."""
    failing_address = people.count_failure(db, post.recipient, house.now, reason)
    person = people.find_by_address(db, post.recipient)
    is_enough = final or failing_address.times >= limits.RETURNED_MAILS
    if person is None or failing_address.told or not is_enough:
        return []
    people.mark_told(db, post.recipient)
    times = failing_address.times
    log.append(db, house.now, log.JUDGE, "address.failing", person=person.id, times=times)
    key = f"{person.id}.{failing_address.since:%Y%m%d%H%M%S}"
    # The game master of each game that the person plays in is told; else the keeper.
    mails = []
    for seat in seats.of_person(db, person.id):
        game = games.get(db, seat.game)
        if game.status != OVER:
            data = _describe(failing_address, game.name, seat.power)
            event = Event("failing", data, GM)
            own_key = f"failing.{key}.{seat.id}"
            told = notices.tell_master(db, house, tables.load(game), event) if game.gm else []
            title = "a player can't be reached"
            to_keeper = posting.make_keeper_notice(house, own_key, title, "failing", data)
            mails += [replace(one, key=own_key) for one in told] or [to_keeper]
    return mails or _tell_keeper(house, failing_address, key)


def _tell_keeper(house: House, failing_address: Failing, key: str) -> list[Notice]:
    """Somebody who plays nowhere, perhaps a game master: the keeper is told."""
    data = _describe(failing_address, "", "")
    title = "somebody can't be reached"
    return [posting.make_keeper_notice(house, f"failing.{key}", title, "failing", data)]


def _describe(failing_address: Failing, game: str, power: str) -> Mapping[str, Any]:
    return {
        "to": failing_address.address,
        "reason": failing_address.reason,
        "times": failing_address.times,
        "since": failing_address.since.isoformat(),
        "game": game,
        "power": power,
    }


_SHOWN = 40
"""Lines that are named."""
_UNDONE = "not done: the judge broke off over this mail"
_SORRY = (
    "The judge broke off over this mail: a fault of its own, not yours. Nothing in it was done. "
    "Its keeper has been told and may have it read again as it came, but don't wait for that: send "
    "your orders anew, one a line and without other words, in a reply to this mail, and then the "
    "rest line by line."
)
_TO_MASTER = (
    "The judge broke off over mail {} of somebody in this game: a fault of its own. Nothing in "
    "that mail was done. Its writer has been asked to send it again, and the judge's keeper has "
    "been told. If the deadline is near, DELAY moves it."
)


def tell_of_shunted(
    db: Connection, house: House, mail: ReceivedMail, letter: Letter
) -> list[Notice]:
    """Whom to tell that a letter was put aside: nobody where nothing proves who wrote it.

    Of a letter that is no more than its head no lines are named. What it writes has to be undone
    where it raises.
    """
    if letter.silence or people.is_banned(db, letter.sender):
        return []
    desk = Desk(db, house, letter, ours.receipt_name(house.ours, mail.id))
    try:
        with db.begin_nested():
            desk = clerk.find_speaker(desk)
    except Exception as error:
        if mishaps.spoils_all(error):
            raise
        desk = seat_by_stamp(seat_by_address(desk))  # its lines are what broke
    if not desk.proven or (desk.person is not None and people.is_banned(db, desk.person.address)):
        return []
    for line in islice(filter(press_words.is_said, letter.lines), _SHOWN):
        span = Span(line.number, 1, len(line.text) + 1)
        desk = desk.answers_line(span, line.text, "problem", SAME if desk.answers else _UNDONE)
    sorry = Event("note", {"text": _SORRY}, desk.own)
    desk = desk.shows(sorry).titles("your mail could not be read")
    answers, table = [*reply.make_answers(desk, mail, ".shunted")], desk.table
    if table is None or desk.role == MASTER or table.game.status == OVER:
        return answers
    event = Event("note", {"text": _TO_MASTER.format(desk.receipt)}, GM)
    mails = notices.tell_master(db, house, table, event)
    key = f"shunted.{mail.id}.{mail.digest[:16]}"
    return [*answers, *(replace(one, key=key) for one in mails)]
