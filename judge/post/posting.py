"""Posting: what waits in the outbox goes out; what can't is tried again or given up.

A mail is given up only while the server takes others: where it takes nothing from us, that is the
server's trouble and says nothing of any recipient, so that everything waits until it is over.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from datetime import time as clock_time
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from judge.kernel.engine import Event
from judge.kernel.errors import KeeperError
from judge.kernel.notice import Facts, Notice
from judge.mail import compose
from judge.mail.transport import Envelope, Outcome, Transport
from judge.spool.house import House
from judge.store import marks, outbox, people
from judge.store.outbox import FAILED, QUEUED, SENT, Mark
from judge.store.record import Post

PATIENT = frozenset({"results", "news", "press", "joined", "over"})
"""Kinds of mails that may wait for the one of the day."""
STILL = PATIENT | {"started", "reminder", "late"}
"""Kinds that may wait for the morning."""
DAY = timedelta(days=1)
URGENT = timedelta(hours=2)
"""A deadline so soon after the quiet hours breaks them."""


def put_pictures_in(
    db: Connection, mails: Sequence[tuple[Post, bytes]]
) -> list[tuple[Post, bytes]]:
    """Mails as they leave: with their pictures, of which each lies apart once until then."""
    pictures_of = outbox.find_pictures(db, [post.key for post, _ in mails])
    return [
        (post, compose.put_pictures_in(raw, pictures_of.get(post.key, ()))) for post, raw in mails
    ]


def heed_wishes(db: Connection, house: House, notices: Sequence[Notice]) -> list[Notice]:
    """The notices as their readers want them, in the same order."""
    fitted: list[Notice] = []
    wishes_of_address = people.wishes_of(db, [one.to for one in notices]) if notices else {}
    for notice in notices:
        fitted.append(notice)
        wishes = wishes_of_address.get(notice.to)
        if wishes is None:
            continue
        fitted[-1] = wished = replace(notice, layout=wishes.get(people.FORMAT, ""))
        if notice.held:
            continue
        digest = wishes.get(people.DIGEST)
        if digest and notice.facts.game and notice.kind in PATIENT:
            digest_time = find_next_moment(house.now, clock_time.fromisoformat(digest), wishes.zone)
            if not _ends_before(notice, digest_time + DAY):
                fitted[-1] = replace(wished, after=digest_time, gathered=True)
                continue
        quiet = wishes.get(people.QUIET)
        if quiet and notice.kind in STILL:
            ends = find_end_of_quiet(house.now, quiet, wishes.zone)
            if ends is not None and not _ends_before(notice, ends + URGENT):
                fitted[-1] = replace(wished, after=ends)
    return fitted


def _ends_before(notice: Notice, moment: datetime) -> bool:
    """Whether the notice's game has a deadline before that moment."""
    deadline = notice.facts.deadline
    return deadline is not None and deadline < moment


def find_next_moment(now: datetime, hour: clock_time, zone: str) -> datetime:
    """The next time after ``now`` (UTC) that clocks of a zone show that hour, in UTC."""
    place = ZoneInfo(zone)
    local = now.astimezone(place)
    day = local.date() if local.time() < hour else local.date() + DAY
    return datetime.combine(day, hour, place).astimezone(now.tzinfo)


def find_end_of_quiet(now: datetime, hours: str, zone: str) -> datetime | None:
    """When the quiet hours ("22:00-07:00") end that it is now (UTC); None if it is not in them."""
    first, last = (clock_time.fromisoformat(one) for one in hours.split("-"))
    clock = now.astimezone(ZoneInfo(zone)).time()
    within = first <= clock < last if first < last else clock >= first or clock < last
    return find_next_moment(now, last, zone) if within else None


GROUP = 200
CLAIMED = 20
"""Mails that one of several hosts sends before the others may look at them again."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=6)
ENOUGH = 3
"""So many in a row, or so many recipients and nobody else, are not the recipients' fault."""
LONG = 120.0
"""Seconds that a pass posts: deadlines wait meanwhile, and the next pass goes on where it ended."""


class Failure(Struct, frozen=True):
    """A mail that was given up, and the server's reason.

    ``about_us``: it is no fault of the recipient.
    """

    post: Post
    reason: str
    about_us: bool = False


@dataclass(slots=True)
class PostingReport:
    """What came of posting.

    ``took``: the server took a mail. ``failures`` were given up. ``trouble`` says why it takes
    nothing from us, "" if it does. ``more``: the time was up before all had been tried.
    """

    took: bool = False
    failures: list[Failure] = field(default_factory=list)
    trouble: str = ""
    more: bool = False
    doubted_mails: list[tuple[Post, Outcome]] = field(default_factory=list)
    """Mails to give up, if the server turns out to take others."""
    passed_over: set[str] = field(default_factory=set)
    """Recipients whose mail was not taken."""
    in_a_row: list[str] = field(default_factory=list)
    """What the server said of us since it took a mail last."""
    last: str = ""
    """What it said of the last mail that it did not take."""
    over_share: int = 0
    """Mails that wait because as many have left as may in a day."""


def post(
    engine: Engine, house: House, transport: Transport, *, together: bool, holder: str = ""
) -> PostingReport:
    """Send all that is due, and store of each mail what became of it.

    Where others send as well, ``holder`` names us: then what is sent is claimed first.

    ``together``: the transport makes many mails durable at once and a repeated one is harmless, so
    that many are stored as sent in one commit; else each is, before the next one leaves.
    """
    result = PostingReport()
    turn = _Turn(time.monotonic() + LONG, together, holder)
    try:
        while _post_batch(engine, house, transport, result, turn):
            pass
    except KeeperError as error:
        result.trouble = str(error)
    else:  # by what it said of single mails
        if len(result.in_a_row) >= ENOUGH or (result.in_a_row and not result.took):
            result.trouble = result.in_a_row[-1]
        elif not result.took and len(result.passed_over) >= ENOUGH:
            result.trouble = f"nobody's mail is taken ({result.last})"
    if holder:
        with engine.begin() as db:
            outbox.let_loose(db, holder)
    if result.took:
        with engine.begin() as db:
            marks.put(db, marks.POSTED, house.now)
    if not result.trouble and result.doubted_mails:
        with engine.begin() as db:
            marks_of_failed = [
                Mark(post.key, FAILED, post.tries + 1, house.now, outcome.reason)
                for post, outcome in result.doubted_mails
            ]
            outbox.mark(db, marks_of_failed)
        result.failures = [
            Failure(post, outcome.reason, outcome.verdict == "trouble")
            for post, outcome in result.doubted_mails
        ]
    return result


class _Turn(Struct, frozen=True):
    """How mails are sent: until when, on the monotonic clock, and as ``post`` was told."""

    end: float
    together: bool
    holder: str


def _post_batch(
    engine: Engine, house: House, transport: Transport, result: PostingReport, turn: _Turn
) -> bool:
    """Send the next mails; return whether to go on. Raises KeeperError if all is blocked."""
    with engine.begin() as db:
        # How many mails may still leave on this day; None where no bound is known.
        a_day = house.config.outbox.a_day
        left = max(0, a_day - outbox.count_sent(db, house.now - DAY)) if a_day else None
        batch = outbox.find_due(db, house.now, CLAIMED if turn.holder else GROUP, left)
        result.over_share = outbox.count_due(db, house.now) if left == 0 and not batch else 0
        if turn.holder:
            outbox.claim(db, [post.key for post, _ in batch], turn.holder, house.now)
        posted, troubled = marks.get(db, marks.POSTED), marks.get(db, marks.TROUBLED)
        batch = put_pictures_in(db, batch)
    # A mail leaves with an address of ours that mail comes back to.
    envelopes = [
        Envelope(raw, post.recipient, post.sender)
        if house.config.plus == "yes"
        else Envelope(compose.bear_in_id(raw, house.ours), post.recipient, house.ours.address)
        for post, raw in batch
    ]
    posts = [post for post, _ in batch]
    outcomes = zip(posts, transport.post(envelopes), strict=True)
    size = len(batch) if turn.together else 1
    while group := list(islice(outcomes, size)):
        with engine.begin() as db:
            outbox.mark(db, [_count(house, result, posted, troubled, *one) for one in group])
        if len(result.in_a_row) >= ENOUGH:
            return False
        if time.monotonic() > turn.end:
            result.more = True
            return False
    return bool(batch)


def _count(
    house: House,
    result: PostingReport,
    posted: datetime | None,
    troubled: datetime | None,
    post: Post,
    outcome: Outcome,
) -> Mark:
    """Add one outcome to what is known of the server; the mail as sent, or to be tried again.

    A mail that was passed over while the server took others says nothing new: it took one last
    when it ``posted``, and was last ``troubled`` then.
    """
    if outcome.verdict == "sent":
        result.took = True
        result.in_a_row.clear()
        return Mark(post.key, SENT, post.tries + 1, house.now)
    wait: timedelta = FIRST_WAIT * 2 ** min(post.tries, 10)
    next_try = house.now + min(wait, LONGEST_WAIT)
    mark = Mark(post.key, QUEUED, post.tries + 1, next_try, outcome.reason)
    # If the server takes others, one is given up that is refused, or was tried for long enough.
    since = max(post.created, troubled or post.created)
    end = since + timedelta(days=house.config.limits.retry_days)
    if outcome.verdict == "refused" or next_try > end:
        result.doubted_mails.append((post, outcome))
    if post.tries and posted is not None and posted >= post.created:
        return mark
    result.passed_over.add(post.recipient)
    if outcome.verdict == "trouble":
        result.in_a_row.append(outcome.reason)
    result.last = outcome.reason
    return mark


def make_keeper_notice(
    house: House, key: str, title: str, kind: str, data: Mapping[str, Any]
) -> Notice:
    """A notice to the keeper with an event of ``kind`` for him alone."""
    return Notice(
        key=f"keeper.{key}",
        to=house.config.keeper,
        kind="keeper",
        facts=Facts(now=house.now, zone=house.config.zone, reader_zone=house.config.zone),
        title=title,
        events=(Event(kind, data, house.config.keeper),),
    )
