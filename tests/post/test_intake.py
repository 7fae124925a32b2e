"""Mail taken: when it arrived, whose game it is for, and how much of it is taken at once."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Self

import pytest
from msgspec.structs import replace

from judge.mail.inbox import Incoming
from judge.post import intake
from judge.post.keys import Keys
from judge.spool import archives, hosts, spool
from judge.spool.house import House
from judge.store import letters
from tests.game.world import DAY, HOUR, MINUTE, START, World

NOW = START + 2 * HOUR
MAIL = b"From: a@players.example\nMessage-ID: <%d@players.example>\n%s\nHELP\n"


class Mailbox(AbstractContextManager["Mailbox"]):
    """A mailbox that notes which mails were moved away together."""

    def __init__(self, *mails: Incoming) -> None:
        self.mails, self.moved = mails, list[int]()
        self.newly_left: dict[str, str] = {}

    def __enter__(self) -> Self:
        """It can be read."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Nothing is to be closed."""

    def __iter__(self) -> Iterator[Incoming]:
        """All that lies in it."""
        return iter(self.mails)

    def move_away(self, *keys: str) -> None:
        """They are moved away."""
        self.moved.append(len(keys))

    def waiting(self) -> bool:
        """Nobody asks."""
        return bool(self.mails)

    def idle(self, patient: object) -> None:
        """Nobody waits."""


def incoming(came: datetime, *, number: int = 1, above: bytes = b"") -> Incoming:
    return Incoming(f"file.{number}", MAIL % (number, above), came)


class Post:
    """A judge whose mailbox is a folder, or a server's, and was last read to its end then."""

    def __init__(self, world: World, kind: str = "maildir", last: datetime | None = None) -> None:
        world.section("inbox", f'kind = "{kind}"')
        self.world, self.spool = world, spool.open_spool(world.home)
        if last is not None:
            with world.engine().begin() as db:
                hosts.note_read(db, self.spool, last)

    def house(self, *, believed: bool = True) -> House:
        """The judge in a pass at NOW."""
        archive = archives.of(self.spool)
        return replace(self.world.house(), now=NOW, believed=believed, archive=archive)

    def take(self, *mails: Incoming, believed: bool = True) -> list[int]:
        """Take mails; return how many were moved away at a time."""
        mailbox = Mailbox(*mails)
        intake.drain(self.world.engine(), self.spool, self.house(believed=believed), mailbox)
        return mailbox.moved

    def read_head(self, *, believed: bool) -> datetime | None:
        """Read the head of the only mail that was taken."""
        with self.world.engine().begin() as db:
            (mail,) = letters.find_unread(db)
            return intake.read_head(db, self.spool, self.house(believed=believed), mail, Keys())

    @property
    def received(self) -> datetime:
        """When that came, by the journal."""
        with self.world.reading() as db:
            mail = letters.get(db, 1)
        assert mail is not None
        return mail.received

    @property
    def last_read(self) -> datetime | None:
        """When the mailbox was last found empty."""
        with self.world.reading() as db:
            return hosts.find_last_read(db, self.spool)


@pytest.mark.parametrize(
    ("kind", "came", "last", "arrived"),
    [
        ("maildir", START, None, START),
        ("maildir", START, START + HOUR, START + HOUR),
        ("maildir", START + 2 * MINUTE, START + MINUTE, START + 2 * MINUTE),
        ("maildir", START, NOW + HOUR, NOW),
        ("maildir", NOW + HOUR, None, NOW),
        ("imap", START, START + HOUR, START),
        ("imap", NOW + HOUR, None, NOW),
    ],
)
def test_a_file_did_not_arrive_before_its_folder_was_found_empty(
    world: World, kind: str, came: datetime, last: datetime | None, arrived: datetime
) -> None:
    """Nor any mail after now; a server knows by itself when it took one."""
    post = Post(world, kind, last)
    assert post.take(incoming(came)) == [1]
    assert post.received == arrived


@pytest.mark.parametrize(("believed", "last"), [(True, NOW), (False, START)])
def test_a_wrong_clock_does_not_say_when_the_mailbox_was_read(
    world: World, last: datetime, *, believed: bool
) -> None:
    post = Post(world, last=START)
    post.take(believed=believed)
    assert post.last_read == last


CAME, LAST = START + HOUR, START + 30 * MINUTE


@pytest.mark.parametrize(
    ("kind", "stamped", "last", "received", "said"),
    [
        ("maildir", None, None, CAME, None),
        ("maildir", START, None, START, START),
        ("imap", None, None, CAME, CAME),
        ("imap", START, None, START, CAME),
        ("imap", NOW, None, NOW, NOW),
    ],
)
def test_what_a_server_stamped_says_when_a_mail_came(
    world: World,
    kind: str,
    stamped: datetime | None,
    last: datetime | None,
    received: datetime,
    said: datetime | None,
) -> None:
    """A server's time speaks for the clock, a file's does not."""
    post = Post(world, kind, last)
    post.take(incoming(CAME, above=stamp(stamped)))
    assert post.read_head(believed=True) == said
    assert post.received == received


def stamp(moment: datetime | None) -> bytes:
    """What our server writes above a mail."""
    line = "Received: from x by mx.judge.example; {:%a, %d %b %Y %H:%M:%S +0000}\n"
    return b"" if moment is None else line.format(moment).encode()


@pytest.mark.parametrize(
    ("kind", "stamped", "last", "received"),
    [
        ("maildir", None, None, CAME),
        ("maildir", None, LAST, LAST),
        ("maildir", START, LAST, START),
        ("imap", None, LAST, CAME),
    ],
)
def test_where_our_clock_is_wrong_a_file_came_after_the_last_good_pass(
    world: World, kind: str, stamped: datetime | None, last: datetime | None, received: datetime
) -> None:
    post = Post(world, kind)
    post.take(incoming(CAME, above=stamp(stamped)), believed=False)
    if last is not None:
        with world.engine().begin() as db:
            hosts.note_read(db, post.spool, last)
    post.read_head(believed=False)
    assert post.received == received


@pytest.mark.parametrize(
    ("mails", "moved"), [(0, []), (1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2])]
)
def test_mails_are_taken_in_groups(
    world: World, monkeypatch: pytest.MonkeyPatch, mails: int, moved: list[int]
) -> None:
    monkeypatch.setattr(intake, "GROUP", 2)
    post = Post(world)
    assert post.take(*(incoming(START, number=number) for number in range(mails))) == moved
    assert world.rows("SELECT count(*) FROM letters") == [(mails,)]


def test_a_mail_that_could_not_be_moved_away_is_logged_as_it_comes_again(world: World) -> None:
    post = Post(world)
    for _ in range(2):
        post.take(incoming(START))
    assert world.rows("SELECT what FROM log ORDER BY id") == [("mail.taken",), ("mail.again",)]


@pytest.mark.parametrize(
    ("address", "is_for_game"),
    [
        ("judge@judge.example", False),
        ("judge+alpha@judge.example", False),
        ("judge+beta.france.abcdefgh@judge.example", False),
        ("", True),
    ],
)
def test_a_mail_is_for_the_game_whose_seat_it_names(
    world: World, address: str, *, is_for_game: bool
) -> None:
    game = world.begun()
    to = address or world.address("France")
    world.mail("france@players.example", "A Par - Bur", to=to)
    world.run()
    assert world.rows("SELECT game FROM letters") == [(game.id if is_for_game else None,)]


@pytest.mark.parametrize(
    ("days", "counts"), [(1, False), (1.001, True), (-1, False), (-1.001, True)]
)
def test_without_a_message_id_the_same_words_count_again_after_a_day(
    world: World, days: float, *, counts: bool
) -> None:
    for moment in (START, START + timedelta(days=days)):
        world.raw(stamp(moment) + b"From: a@players.example\n\nHELP\n")
        world.run(START + 2 * DAY)
    states = [state for (state,) in world.rows("SELECT status FROM letters ORDER BY id")]
    assert states == ["done", "done" if counts else "repeated"]


def test_of_copies_that_came_at_once_the_first_taken_counts(world: World) -> None:
    for _ in range(2):
        world.mail("a@players.example", "HELP", message_id="<same@players.example>", at=START)
    world.run()
    assert world.rows("SELECT status FROM letters ORDER BY id") == [("done",), ("repeated",)]
