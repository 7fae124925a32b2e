"""Work done in groups: each one durable transaction, and each mail or game a savepoint in it.

What an item changes, that it is done, and the mails that it causes are committed together.
Whatever one raises is undone, kept for the keeper and told once: this is the one catch-all.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from sqlalchemy import Connection

from judge.kernel.notice import Notice
from judge.letters.clerk import reply
from judge.mail.compose import bounce_address
from judge.post import hand, posting
from judge.post.hand import Task
from judge.run.work import Pass
from judge.run.writing import write
from judge.spool import mishaps
from judge.spool.house import House
from judge.store import outbox
from judge.store.database import undo
from judge.store.outbox import Written
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


Finish = Callable[[Connection, Sequence[Item]], None]
"""Does what is due once a group, before it is committed."""


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
            mails: dict[str, Written] = {}
            for item in group:
                mails |= _act_guarded(work, db, item, act, mishap, hold)
            outbox.put(db, [*mails.values()])
            if finish:
                finish(db, group)


def _act_guarded(
    work: Pass,
    db: Connection,
    item: Item,
    act: Act[Item],
    mishap: Mishap[Item] | None,
    hold: Hold[Item] | None,
) -> dict[str, Written]:
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


def _tell(work: Pass, db: Connection, notices: Sequence[Notice]) -> dict[str, Written]:
    """Notices written, by key; one that this pass has told already grows by what is new."""
    if not notices:
        return {}
    grown = [
        reply.join_notices(work.news[one.key], one)
        for one in notices
        if one.key in work.news and reply.may_grow(one) and outbox.waits(db, one.key)
    ]
    fresh = _reserve_places(work.house, db, notices)
    outbox.empty(db, [one.key for one in grown])
    mails = write(db, work.house, [*fresh, *grown])
    work.news.update({one.key: one for one in (*fresh, *grown) if reply.may_grow(one)})
    return mails


def tell(work: Pass, db: Connection, notices: Sequence[Notice]) -> None:
    """Put mails into the outbox, to be committed with what caused them."""
    mails = _tell(work, db, posting.heed_wishes(db, work.house, notices))
    outbox.put(db, [*mails.values()])


@contextmanager
def in_hand(work: Pass, name_item: Callable[[Item], Task]) -> Iterator[Hold[Item]]:
    """What holds items of a kind, one at a time."""
    hand_file = hand.open_hand(work.spool)
    try:
        yield lambda item: hand.hold(hand_file, name_item(item))
    finally:
        os.close(hand_file)


def _reserve_places(house: House, db: Connection, notices: Sequence[Notice]) -> list[Notice]:
    """Give each new notice its place in the outbox; those that were there already are dropped."""
    posts = [
        Post(
            key=notice.key,
            recipient=notice.to,
            sender=bounce_address(house.ours, notice.key),
            kind=notice.kind,
            game=notice.facts.game,
            created=notice.after or house.now,
            proven=notice.proven,
        )
        for notice in notices
    ]
    fresh = outbox.reserve(db, posts)
    outbox.gather(db, [one.key for one in notices if one.gathered and one.key in fresh])
    outbox.hold(db, [one.key for one in notices if one.held and one.key in fresh])
    return [notice for notice in notices if notice.key in fresh]
