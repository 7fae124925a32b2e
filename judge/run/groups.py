"""Work done in groups: each one durable transaction, and each mail or game a savepoint in it.

What an item changes, that it is done, and the mails that it causes are committed together.
Whatever one raises is undone, kept for the keeper and told once: this is the one catch-all.

A notice that can't be written as a mail stays in the outbox as data until it is. What keeps it from
being written, a broken template mostly, says nothing against what it tells. So what caused it
counts, and when somebody has mended that, it is to the byte what it would have been.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from functools import partial
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from judge.kernel.mail import Plate
from judge.kernel.notice import Notice
from judge.letters.clerk import reply
from judge.mail.compose import bounce_address, compose
from judge.post import hand, posting, shunt
from judge.post.hand import Task
from judge.report.render import render
from judge.run.work import Pass
from judge.spool import mishaps
from judge.spool.house import House
from judge.store import outbox
from judge.store.database import undo
from judge.store.outbox import Head, Unwritten, Written
from judge.store.record import Post

GROUP = 200
"""Mails or games a commit."""
Item = TypeVar("Item")
Act = Callable[[Connection, Item], Sequence[Notice]]
"""Does something in a savepoint; the mails that it causes are committed with it."""
Mishap = Callable[[Connection, Item, Exception], Sequence[Notice]]
"""Stores that something raised; tells the keeper."""
Bound = AbstractContextManager[None]
"""What is done within it raises EndlessError if it takes too long."""
Hold = Callable[[Item], AbstractContextManager[Bound]]
"""Holds what is acted on, so that a pass that dies on it leaves its name behind."""
HoldMail = Callable[[str], AbstractContextManager[object]]
"""Holds what caused a mail, by the mail's key, while it is written."""
Finish = Callable[[Connection, Sequence[Item]], None]
"""Does what is due once a group, before it is committed."""


class Draft(msgspec.Struct, frozen=True):
    """A mail to be, and its date."""

    notice: Notice
    date: datetime


def act_on_each(
    work: Pass,
    items: Sequence[Item],
    act: Act[Item],
    mishap: Mishap[Item] | None = None,
    hold: Hold[Item] | None = None,
    finish: Finish[Item] | None = None,
) -> None:
    """Act on items in groups: one commit a group, one savepoint an item.

    Where nothing is expected to go wrong, and so there is no ``mishap``, what one raises ends the
    pass.
    """
    for start in range(0, len(items), GROUP):
        group = items[start : start + GROUP]
        with work.engine.begin() as db:
            drafts: dict[str, Draft] = {}
            causes: dict[str, Item] = {}
            for item in group:
                told = _act_guarded(work, db, item, act, mishap, hold)
                drafts |= told
                causes |= dict.fromkeys(told, item)
            # All at once: a processor goes through one kind of work quicker than to and fro.
            _write_new(db, work.house, drafts, partial(_hold_cause, hold, causes))
            if finish:
                finish(db, group)


def _act_guarded(
    work: Pass,
    db: Connection,
    item: Item,
    act: Act[Item],
    mishap: Mishap[Item] | None,
    hold: Hold[Item] | None,
) -> dict[str, Draft]:
    """Act on one item; if it raises, nothing of it stays but the mishap. The one catch-all."""
    # What fails in holding is the machine's fault, never the item's.
    with hold(item) if hold else nullcontext(nullcontext()) as bound:
        try:
            with undo(db), bound:
                return _tell(work, db, posting.heed_wishes(db, work.house, act(db, item)))
        except Exception as error:
            if mishap is None or mishaps.spoils_all(error):  # the machine, not the item
                raise
            return _tell(work, db, mishap(db, item, error))


def _tell(work: Pass, db: Connection, notices: Sequence[Notice]) -> dict[str, Draft]:
    """What notices are to be as mails, by key, each with its place in the outbox.

    One that this pass has told already grows by what is new.
    """
    if not notices:
        return {}
    grown = [
        reply.join_notices(work.news[one.key], one)
        for one in notices
        if one.key in work.news and reply.may_grow(one) and outbox.waits(db, one.key)
    ]
    house = work.house
    posts = [
        Post(
            key=one.key,
            recipient=one.to,
            sender=bounce_address(house.ours, one.key),
            kind=one.kind,
            game=one.facts.game,
            created=one.after or house.now,
            proven=one.proven,
        )
        for one in notices
    ]
    new_keys = outbox.reserve(db, posts)
    fresh = [one for one in notices if one.key in new_keys]
    outbox.gather(db, [one.key for one in fresh if one.gathered])
    outbox.hold(db, [one.key for one in fresh if one.held])
    outbox.empty(db, [one.key for one in grown])
    work.news.update({one.key: one for one in (*fresh, *grown) if reply.may_grow(one)})
    return {one.key: Draft(one, house.now) for one in (*fresh, *grown)}


def tell(work: Pass, db: Connection, notices: Sequence[Notice]) -> None:
    """Put mails into the outbox, to be committed with what caused them."""
    _write_new(db, work.house, _tell(work, db, posting.heed_wishes(db, work.house, notices)))


@contextmanager
def _hold_cause(hold: Hold[Item] | None, causes: Mapping[str, Item], key: str) -> Iterator[None]:
    """Hold what caused a mail while it is written: it may end the process, or take too long."""
    with hold(causes[key]) if hold else nullcontext(nullcontext()) as bound, bound:
        yield


def _write_new(
    db: Connection, house: House, drafts: Mapping[str, Draft], hold: HoldMail = nullcontext
) -> None:
    """Write mails into the outbox; those that can't be written are kept there as data."""
    mails, failures = _write_all(db, house, drafts.values(), hold)
    outbox.put(db, [*mails.values()])
    outbox.set_aside(db, {key: msgspec.msgpack.encode(drafts[key]) for key in failures})


@contextmanager
def in_hand(work: Pass, name_item: Callable[[Item], Task]) -> Iterator[Hold[Item]]:
    """What holds items of a kind, one at a time."""
    hand_file = hand.open_hand(work.spool)
    try:
        yield lambda item: hand.hold(hand_file, name_item(item))
    finally:
        os.close(hand_file)


def write_kept(db: Connection, house: House, mails: Sequence[Unwritten]) -> Mapping[str, Exception]:
    """Write mails that could not be written before; by key what keeps the others from it."""
    drafts = [msgspec.msgpack.decode(mail.data, type=Draft) for mail in mails]
    written_mails, failures = _write_all(db, house, drafts)
    outbox.write(db, [*written_mails.values()])
    return failures


def _write_all(
    db: Connection, house: House, drafts: Iterable[Draft], hold: HoldMail = nullcontext
) -> tuple[dict[str, Written], dict[str, Exception]]:
    """Mails written, whose pictures are ordered, and what the others raised; both by key."""
    mails: dict[str, Written] = {}
    failures: dict[str, Exception] = {}
    plates_of_key: dict[str, Sequence[Plate]] = {}
    for draft in drafts:
        key = draft.notice.key
        try:
            with hold(key):
                mail = render(draft.notice)
                raw = compose(mail, house.ours, draft.date)
            mails[key] = Written(Head(key, mail.subject, draft.notice.asks), raw)
            plates_of_key[key] = mail.plates
        except Exception as error:
            if mishaps.spoils_all(error):
                raise
            failures[key] = error
    outbox.order_picture(db, plates_of_key, house.now)
    return mails, failures


def word_failures(failures: Iterable[Exception]) -> str:
    """Why mails can't be written, each reason once; "" where nothing kept any from it."""
    names_and_places = [(shunt.name_error(error), shunt.find_place(error)) for error in failures]
    reasons = (f"{name} in {place}" if place else name for name, place in names_and_places)
    return "; ".join(dict.fromkeys(reasons))
