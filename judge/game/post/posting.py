"""Posting: what waits in the outbox goes out; what can't is tried again or given up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import zip_longest

from sqlalchemy import Engine

from judge.game.house import House
from judge.game.record import Post
from judge.game.store import outbox
from judge.game.store.outbox import FAILED, QUEUED, SENT, Mark
from judge.kernel.engine import Event
from judge.kernel.notice import Facts, Notice
from judge.mail.outbox import Envelope, Outcome, Transport

GROUP = 200
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Failure:
    """A mail that was given up, and the server's reason."""

    post: Post
    reason: str


def post(
    engine: Engine, house: House, transport: Transport, *, together: bool
) -> Iterator[Failure]:
    """Send all that is due; yield what was given up, after that is stored.

    ``together``: the transport makes many mails durable at once and a repeated one is harmless, so
    that many are stored as sent in one commit; else each is, before the next one leaves.
    Raises KeeperError where the whole way out is blocked.
    """
    while True:
        with engine.begin() as db:
            batch = outbox.due(db, house.now, GROUP)
        if not batch:
            return
        envelopes = [Envelope(raw, post.recipient, post.sender) for post, raw in batch]
        posts = [post for post, _ in batch]
        outcomes = zip(posts, transport.post(envelopes), strict=True)
        for group in _grouped(outcomes, len(batch) if together else 1):
            with engine.begin() as db:
                outbox.mark(db, [_mark(house, post, outcome) for post, outcome in group])
            for post, outcome in group:
                if _mark(house, post, outcome).status == FAILED:
                    yield Failure(post, outcome.reason)


def _grouped(
    outcomes: Iterator[tuple[Post, Outcome]], size: int
) -> Iterator[Sequence[tuple[Post, Outcome]]]:
    for group in zip_longest(*[outcomes] * size):
        yield [pair for pair in group if pair is not None]


def _mark(house: House, post: Post, outcome: Outcome) -> Mark:
    """A mail handed over, given up, or to be tried again after twice the last wait."""
    tries = post.tries + 1
    if outcome.verdict == "sent":
        return Mark(post.key, SENT, tries, house.now)
    due = house.now + min(FIRST_WAIT * 2 ** min(post.tries, 10), LONGEST_WAIT)
    expired = due > post.created + timedelta(days=house.config.limits.retry_days)
    if outcome.verdict == "refused" or expired:
        return Mark(post.key, FAILED, tries, house.now, outcome.reason)
    return Mark(post.key, QUEUED, tries, due, outcome.reason)


def to_keeper(house: House, key: str, title: str, event: Event) -> Notice:
    """A notice to the keeper."""
    return Notice(
        key=f"keeper.{key}",
        to=house.config.keeper,
        kind="keeper",
        facts=Facts(now=house.now, zone=house.config.zone, reader_zone=house.config.zone),
        title=title,
        events=(event,),
    )
