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
