"""Mails as and when their readers want them: a layout for programs, one mail a day, quiet hours.

What answers one's own mail, asks for a proof or is urgent comes at once. A wish changes nothing for
anybody else, and no deadline.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from judge.home.house import House
from judge.kernel.notice import Notice
from judge.store import habits
from judge.store.habits import Wishes

PATIENT = frozenset({"results", "news", "press", "joined", "over"})
"""Kinds of mails that may wait for the one of the day."""
STILL = PATIENT | {"started", "reminder", "late"}
"""Kinds that may wait for the morning."""
DAY = timedelta(days=1)
URGENT = timedelta(hours=2)
"""A deadline so soon after the quiet hours breaks them."""


def heed(db: Connection, house: House, notices: Sequence[Notice]) -> list[Notice]:
    """The notices as their readers want them, in the same order."""
    if not notices:
        return []
    wishes_of_address = habits.of_addresses(db, [one.to for one in notices])
    if not wishes_of_address:
        return list(notices)
    return [
        _fit_to_wishes(one, wishes_of_address[one.to], house.now)
        if one.to in wishes_of_address
        else one
        for one in notices
    ]


def _fit_to_wishes(notice: Notice, wishes: Wishes, now: datetime) -> Notice:
    layout = wishes.get(habits.FORMAT, "")
    wished_notice = replace(notice, layout=layout)
    if notice.held:
        return wished_notice
    digest = wishes.get(habits.DIGEST)
    if digest and notice.facts.game and notice.kind in PATIENT:
        digest_time = find_next_moment(now, time.fromisoformat(digest), wishes.zone)
        if not _ends_before(notice, digest_time + DAY):
            return replace(wished_notice, after=digest_time, gathered=True)
    quiet = wishes.get(habits.QUIET)
    if quiet and notice.kind in STILL:
        ends = find_end_of_quiet(now, quiet, wishes.zone)
        if ends is not None and not _ends_before(notice, ends + URGENT):
            return replace(wished_notice, after=ends)
    return wished_notice


def _ends_before(notice: Notice, moment: datetime) -> bool:
    """Whether the notice's game has a deadline before that moment."""
    deadline = notice.facts.deadline
    return deadline is not None and deadline < moment


def find_next_moment(now: datetime, hour: time, zone: str) -> datetime:
    """The next time after ``now`` (UTC) that clocks of a zone show that hour, in UTC."""
    place = ZoneInfo(zone)
    local = now.astimezone(place)
    day = local.date() if local.time() < hour else local.date() + DAY
    return datetime.combine(day, hour, place).astimezone(now.tzinfo)


def find_end_of_quiet(now: datetime, hours: str, zone: str) -> datetime | None:
    """When the quiet hours ("22:00-07:00") end that it is now (UTC); None if it is not in them."""
    first, last = (time.fromisoformat(one) for one in hours.split("-"))
    clock = now.astimezone(ZoneInfo(zone)).time()
    within = first <= clock < last if first < last else clock >= first or clock < last
    return find_next_moment(now, last, zone) if within else None
