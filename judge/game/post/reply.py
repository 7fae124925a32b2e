"""The answer to a letter: to whom it goes, in which thread, and when two robots would loop."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.catalog import variant as catalog
from judge.catalog.variant import Variant
from judge.game import notices
from judge.game.desk import Desk
from judge.game.post import mask
from judge.game.record import Taken
from judge.game.seats import addresses, standins
from judge.game.store import outbox, people
from judge.kernel.engine import Event
from judge.kernel.notice import Facts, Notice

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def variant(desk: Desk) -> Variant:
    """The variant whose names a letter may use."""
    if desk.table is not None:
        return desk.table.variant
    return catalog.load(desk.house.config.variant)


def answers(desk: Desk, taken: Taken) -> tuple[Notice, ...]:
    """The answer to whom the letter is from, and where he wrote it from if that is his as well.

    A stored address gets it, never one that a letter names. None where nobody is to be answered,
    somebody has been answered too often, or a robot may have written; but a change of orders is
    always confirmed, if need be as soon as the hour allows.
    """
    to = desk.person.address if desk.person else desk.letter.sender
    if not to or (desk.letter.unanswered and not desk.changed):
        return ()
    told = _worded(desk, _blank(desk, taken, to))
    if standins.is_acting(desk) and desk.changed:
        told_both = (told, _to_player(desk, told))
        return tuple(one for one in (_timed(desk, each) for each in told_both) if one)
    copies = [replace(told, to=desk.letter.sender, key=f"{told.key}.also")] if _also(desk) else []
    return tuple(one for one in (_timed(desk, each) for each in (told, *copies)) if one)


def _to_player(desk: Desk, told: Notice) -> Notice:
    """The copy of an answer to a substitute that confirms his orders to the player himself."""
    if desk.table is None or desk.seat is None:
        return told
    player = people.get(desk.db, desk.seat.person or 0)
    address = addresses.reply_to(desk.house.ours, desk.table.game, desk.role, desk.seat)
    text = f"This was sent by {desk.person.name if desk.person else ''}, who stands in for you."
    return replace(
        told,
        key=f"{told.key}.player",
        to=player.address,
        facts=replace(told.facts, reader_zone=player.zone),
        events=(Event("note", {"text": text}), *told.events),
        thread=f"{desk.table.game.name}.{addresses.name(desk.seat)}",
        reply_to=address,
        in_reply_to="",
        references=(),
    )


def _also(desk: Desk) -> bool:
    """Whether a letter came from a further address of the person that it is from."""
    person, sender = desk.person, desk.letter.sender
    if person is None or sender == person.address:
        return False
    return sender in people.others(desk.db, person.id)


def refusal(desk: Desk, taken: Taken) -> tuple[Notice, ...]:
    """The answer to a letter that can't be read, where there is somebody who may safely be told."""
    to = desk.person.address if desk.table and desk.person else desk.letter.sender
    if not to or desk.letter.unanswered or _free(desk, to) is not None:
        return ()
    note = Event("note", {"text": f"{desk.letter.refusal} Nothing in it was read."})
    return (replace(_blank(desk, taken, to), kind="refusal", events=(note,)),)


def _worded(desk: Desk, blank: Notice) -> Notice:
    lines = tuple(map(mask.answer, sorted(desk.answers, key=lambda answer: answer.line)))
    return replace(
        blank,
        title=desk.title,
        answers=lines,
        events=desk.events,
        standing=desk.standing,
        unready=desk.unready,
    )


def _timed(desk: Desk, answer: Notice) -> Notice | None:
    """An answer as it may be sent: two robots must not loop, no change may go unnoticed."""
    free = _free(desk, answer.to)
    if free is None:
        return answer
    owed = desk.changed and free < desk.house.now + DAY
    return replace(answer, after=free) if owed else None


def _free(desk: Desk, to: str) -> datetime | None:
    """When an address that has got its share of answers may get the next one; None: now."""
    share = desk.house.config.limits.answers_an_hour
    oldest = outbox.answered(desk.db, to, desk.house.now - HOUR, share)
    return None if oldest is None else oldest + HOUR


def _blank(desk: Desk, taken: Taken, to: str) -> Notice:
    """An answer that says nothing yet: whom it goes to, in which thread, as what."""
    at, letter = desk.table, desk.letter
    zone = desk.person.zone if desk.person else desk.house.config.zone
    return Notice(
        key=outbox.answer_key(taken.id, taken.digest),
        to=to,
        kind="answer",
        facts=_facts(desk, zone),
        receipt=desk.receipt,
        thread=f"{at.game.name}.{_seat_name(desk)}" if at else "",
        reply_to=_reply_to(desk),
        in_reply_to=letter.message_id,
        references=letter.references,
        automatic="auto-replied",
    )


def _reply_to(desk: Desk) -> str:
    """Where an answer to the answer goes; "" is the judge itself."""
    if desk.table is None:
        return ""
    person = desk.person.id if desk.person else 0
    return addresses.reply_to(desk.house.ours, desk.table.game, desk.role, desk.seat, person)


def _facts(desk: Desk, zone: str) -> Facts:
    if desk.table is None:
        return Facts(variant=variant(desk).id, now=desk.house.now, zone=zone, reader_zone=zone)
    return notices.facts(desk.house, desk.table, desk.role, zone, desk.seat)


def _seat_name(desk: Desk) -> str:
    if desk.role == addresses.OBSERVER and desk.person:
        return f"{addresses.OBSERVER}{desk.person.id}"
    if desk.seat and desk.person and standins.is_acting(desk):
        return addresses.substitute(desk.seat, desk.person.id)
    return addresses.name(desk.seat) or desk.role
