"""Notices written as mails; one that can't be written stays in the outbox as data until it is.

What keeps it from being written, a broken template mostly, says nothing against what it tells. So
what caused it counts, and when somebody has mended that, it is to the byte what it would have been.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection

from judge.kernel.mail import Plate
from judge.kernel.notice import Notice
from judge.mail.compose import compose
from judge.post import shunt
from judge.report.render import render
from judge.spool import mishaps
from judge.spool.house import House
from judge.store import outbox
from judge.store.outbox import Head, Unwritten, Written


class Draft(msgspec.Struct, frozen=True):
    """A mail to be, and its date."""

    notice: Notice
    date: datetime


def write(db: Connection, house: House, notices: Sequence[Notice]) -> dict[str, Written]:
    """Reserved mails written, by key; those that can't be are kept as data."""
    draft_of_key = {notice.key: Draft(notice, house.now) for notice in notices}
    mails, failures = _write_all(db, house, draft_of_key.values())
    outbox.set_aside(db, {key: msgspec.msgpack.encode(draft_of_key[key]) for key in failures})
    return mails


def write_kept(db: Connection, house: House, mails: Sequence[Unwritten]) -> Mapping[str, Exception]:
    """Write mails that could not be written before; by key what keeps the others from it."""
    drafts = [msgspec.msgpack.decode(mail.data, type=Draft) for mail in mails]
    written_mails, failures = _write_all(db, house, drafts)
    outbox.write(db, [*written_mails.values()])
    return failures


def _write_all(
    db: Connection, house: House, drafts: Iterable[Draft]
) -> tuple[dict[str, Written], dict[str, Exception]]:
    """Mails written, whose pictures are ordered, and what the others raised; both by key."""
    mails: dict[str, Written] = {}
    failures: dict[str, Exception] = {}
    plates_of_key: dict[str, Sequence[Plate]] = {}
    for draft in drafts:
        key = draft.notice.key
        try:
            mail = render(draft.notice)
            head = Head(key, mail.subject, draft.notice.asks)
            mails[key] = Written(head, compose(mail, house.ours, draft.date))
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
