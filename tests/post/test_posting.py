"""Where several hosts send from one outbox, each claims what it sends."""

from collections.abc import Iterator, Sequence

import pytest

from judge.kernel.errors import KeeperError
from judge.mail.transport import SENT, Envelope, Outcome
from judge.post import posting
from judge.post.posting import CLAIMED, PostingReport
from judge.store import outbox
from judge.store.record import Post
from tests.game.world import START, World

MANY = CLAIMED + 5


class Way:
    """A transport that notes how many mails it got at once and how many others could send then.

    It sends so many of all in all; what comes then is ``end``, or nothing.
    """

    def __init__(self, world: World, reach: int, end: KeeperError | None = None) -> None:
        self.world, self.reach, self.end = world, reach, end
        self.got: list[tuple[int, int]] = []

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send, as far as it goes."""
        self.got.append((len(envelopes), free(self.world)))
        for _ in envelopes:
            self.reach -= 1
            if self.reach < 0 and self.end is not None:
                raise self.end
            if self.reach >= 0:
                yield SENT

    def check(self, probe: Envelope, also: str) -> None:
        """Nothing is wrong."""


def free(world: World) -> int:
    """How many mails a host could begin to send."""
    with world.engine().begin() as db:
        return len(outbox.find_due(db, world.now, 99))


@pytest.fixture
def full(world: World) -> World:
    """A judge with many mails to send."""
    posts = [
        Post(f"mail.{number}", f"p{number}@players.example", f"from.{number}", "news", "", START)
        for number in range(MANY)
    ]
    with world.engine().begin() as db:
        outbox.reserve(db, posts)
        outbox.fill(db, {post.key: b"" for post in posts})
    return world


def send(world: World, way: Way, holder: str) -> PostingReport:
    return posting.post(world.engine(), world.house(), way, together=True, holder=holder)


def test_one_host_of_several_sends_some_and_leaves_the_others_free(full: World) -> None:
    way = Way(full, MANY)
    assert send(full, way, "one").took
    assert way.got == [(CLAIMED, MANY - CLAIMED), (MANY - CLAIMED, 0)]
    assert free(full) == 0


def test_a_host_that_sends_alone_claims_nothing(full: World) -> None:
    way = Way(full, MANY)
    send(full, way, "")
    assert way.got == [(MANY, MANY)]


def test_what_a_host_claimed_and_could_not_send_is_free_at_once(full: World) -> None:
    way = Way(full, 3, KeeperError("The line broke."))
    posted = send(full, way, "one")
    assert (posted.trouble, posted.failures) == ("The line broke.", [])
    assert free(full) == MANY


def test_what_another_host_has_claimed_stays_its_own(full: World) -> None:
    with full.engine().begin() as db:
        outbox.claim(db, ["mail.0", "mail.1"], "two", full.now)
    way = Way(full, 0, KeeperError("The line broke."))
    send(full, way, "one")
    assert way.got == [(CLAIMED, MANY - CLAIMED - 2)]
    assert free(full) == MANY - 2


def test_a_transport_that_says_nothing_of_a_mail_is_no_transport(full: World) -> None:
    """Else the mail would be tried in all passes at once, for ever."""
    with pytest.raises(ValueError, match="shorter"):
        send(full, Way(full, MANY - 1), "")
