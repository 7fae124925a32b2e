"""A judge that verifies signatures itself: who is believed, what it asks, and what replays get."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from judge.post import keys
from tests import names
from tests.game.world import JUDGE, Sent, World
from tests.names import Names, key_pair, sign

NAME = "s._domainkey.players.example"
COVERED = ("From", "To", "Subject", "Date", "Message-ID")


@pytest.fixture
def published(world: World) -> Iterator[Names]:
    """Name servers that know the key of the players' domain, and a game that has begun."""
    toml = world.home / "judge.toml"
    said = 'senders = {confirm = "yes", dkim = "verify"}'
    toml.write_text(toml.read_text().replace('senders.confirm = "no"', said))
    world.begun()
    with names.serving() as serving, names.clock_at(world.now):
        serving.published[NAME] = key_pair()[1]
        yield serving


def letter(world: World, number: int, lines: str = "A Par - Bur", *headers: str) -> bytes:
    head = (
        "From: france@players.example", f"To: {JUDGE}", "Subject: orders",
        f"Date: {world.now:%a, %d %b %Y %H:%M:%S +0000}",
        f"Message-ID: <{number}@players.example>", *headers,
    )  # fmt: skip
    return "\r\n".join((*head, "", lines, "")).encode()


def drop(world: World, raw: bytes) -> list[Sent]:
    """What comes of a mail that a provider put into our mailbox."""
    line = b"Received: by 2002:a05:6402::1 with SMTP id 1; Mon, 2 Nov 2026 10:00:00 +0000\r\n"
    world.raw(line + raw)
    return world.run()


def signed(world: World, raw: bytes) -> bytes:
    return sign(raw, "players.example", world.now, *COVERED)


def test_a_signed_mail_gives_orders_from_the_players_own_address(
    world: World, published: Names
) -> None:
    drop(world, signed(world, letter(world, 1)))
    assert world.orders("France") == ["A PAR - BUR"]
    assert published.asked == [NAME]


def test_an_unsigned_mail_is_asked_about(world: World, published: Names) -> None:
    (mail,) = drop(world, letter(world, 1))
    assert "+reply." in mail.reply_to
    assert world.orders("France") == []
    assert published.asked == []


def test_a_key_is_asked_for_once_and_again_when_its_time_is_over(
    world: World, published: Names
) -> None:
    for number, minutes in enumerate((0, 1, 10), 1):
        world.now += timedelta(minutes=minutes)
        with names.clock_at(world.now):
            drop(world, signed(world, letter(world, number)))
    assert published.asked == [NAME] * 2
    assert world.rows("SELECT count(*) FROM marks WHERE name LIKE 'dkim %'") == [(1,)]


def test_a_name_server_that_does_not_answer_costs_seconds_in_a_pass_not_in_each_mail(
    world: World, published: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys.Keys, "__init__", lambda self: setattr(self, "seconds", 0.3))
    published.silent = True
    for number in (1, 2, 3):
        world.raw(signed(world, letter(world, number, f"A Par - Bur\nA Mar H\nF Bre H {number}")))
    world.run()
    assert set(published.asked) == {NAME}
    assert len(published.asked) <= 2  # the library asks anew within the time
    assert world.orders("France") == []
    published.silent = False
    drop(world, signed(world, letter(world, 4)))
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_replay_proves_nothing_whatever_is_put_around_it(world: World, published: Names) -> None:
    raw = signed(world, letter(world, 1))
    drop(world, raw)
    signed_again = signed(world, letter(world, 2, "A Par - Pic"))
    drop(world, signed_again)
    assert drop(world, raw) == []  # the very same mail
    around = b"In-Reply-To: <x@elsewhere.example>\r\n" + raw
    (asked,) = drop(world, around)
    assert "+reply." in asked.reply_to
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_replay_proves_nothing_though_the_journal_is_kept_for_a_day(
    world: World, published: Names
) -> None:
    world.section("keep", "journal_days = 1")
    raw, other = (
        signed(world, letter(world, number, lines).replace(b"france@", b"new@"))
        for number, lines in ((1, "LIST"), (2, "HELP"))
    )
    drop(world, raw)
    drop(world, other)
    world.run(world.now + timedelta(days=2))
    world.raw(b"In-Reply-To: <x@elsewhere.example>\r\n" + raw)
    world.run()
    rows = world.rows("SELECT signed FROM letters ORDER BY id")
    assert [len(mark) for (mark,) in rows] == [32, 32, len("again")]


def test_what_was_proved_stays_so_when_the_mail_is_read_again(
    world: World, published: Names
) -> None:
    drop(world, signed(world, letter(world, 1, "A Par - Bur\nnonsense of mine")))
    published.published.clear()
    world.now += timedelta(days=1)
    (row,) = world.rows("SELECT signed FROM letters")
    assert len(row[0]) == 32


def test_a_hostile_identity_voids_all(world: World, published: Names) -> None:
    odd = b"a=0A@players.example"
    raw = sign(letter(world, 1), "players.example", world.now, *COVERED, identity=odd)
    (mail,) = drop(world, raw)
    assert "they prove nothing" in mail.flat
    assert world.orders("France") == []


def test_nobody_is_asked_where_the_keeper_has_not_said_so(world: World) -> None:
    world.begun()
    with names.serving() as serving, names.clock_at(world.now):
        serving.published[NAME] = key_pair()[1]
        drop(world, signed(world, letter(world, 1)))
        assert serving.asked == []


@pytest.fixture
def plain(world: World, published: Names) -> Sent:
    """A mail to France, of a judge whose provider knows no + addresses."""
    toml = world.home / "judge.toml"
    toml.write_text(f'plus = "no"\n{toml.read_text()}')
    return world.order("France", "STATUS")


def reply(world: World, mail: Sent, number: int, lines: str, to: str = JUDGE) -> bytes:
    """A mail of France's that names one of ours, as replies and forwarded mails do."""
    named = letter(world, number, lines, f"In-Reply-To: {mail.head['Message-ID']}")
    return named.replace(f"To: {JUDGE}".encode(), f"To: {to}".encode())


def test_who_was_sent_a_thread_can_not_forge_a_reply(world: World, plain: Sent) -> None:
    """It stands in what a player forwards or writes to an ally."""
    to_ally = "england@players.example"
    for forged in (
        reply(world, plain, 1, "A Par - Bur"),
        signed(world, reply(world, plain, 2, "A Par - Bur", to_ally)),
        signed(world, reply(world, plain, 3, "A Par - Bur", to_ally)).replace(
            to_ally.encode(), JUDGE.encode()
        ),
    ):
        (asked,) = drop(world, forged)
        assert world.orders("France") == []
    drop(world, reply(world, asked, 4, "Yes"))
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_reply_counts_whose_signature_does_not_cover_to(world: World, plain: Sent) -> None:
    """Outlook's is such a one; it counts once, too."""
    covered = ("From", "Subject", "Date", "Message-ID")
    raw = sign(reply(world, plain, 1, "A Par - Bur"), "players.example", world.now, *covered)
    drop(world, raw)
    assert world.orders("France") == ["A PAR - BUR"]
    drop(world, signed(world, reply(world, plain, 2, "A Par - Pic")))
    drop(world, raw.replace(b"Message-ID: <1", b"Message-ID: <3").replace(b"- Bur", b"-  Bur"))
    drop(world, raw.replace(b"To: judge", b"To: x@y.example, judge").replace(b"- Bur", b"-  Bur"))
    assert world.orders("France") == ["A PAR - PIC"]
