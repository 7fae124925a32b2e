"""Observers who are told one phase late: no mail and no answer of the judge tells them more."""

import pytest

from tests.game.world import Sent, World, mailbox

OTTO = "otto@elsewhere.example"


@pytest.fixture
def watched(world: World) -> World:
    """A game whose observers read late; Otto watches it."""
    world.begun("alpha", "observers=late")
    world.say(OTTO, "REGISTER Otto\nOBSERVE alpha")
    return world


def spring(world: World) -> list[Sent]:
    world.order("France", "A Par - Bur")
    world.order("England", "BROADCAST\nGod save the King.\nENDBROADCAST")
    return world.run(world.due())


def to(mails: list[Sent], reader: str) -> list[Sent]:
    return [one for one in mails if one.to == reader]


def test_mails_come_when_the_next_phase_is_over(watched: World) -> None:
    mails = spring(watched)
    assert to(mails, mailbox("Italy"))
    (said,) = to(mails, OTTO)  # the broadcast of the phase that is over, and no results
    assert ("God save" in said.flat, "BUR" in said.text) == (True, False)
    assert to(watched.run(watched.due() - (watched.due() - watched.now) / 2), OTTO) == []
    later = to(watched.run(watched.due()), OTTO)
    text = " ".join(one.flat for one in later)
    assert "A PAR - BUR succeeds" in text
    assert "A BUR H" not in text


def test_broadcasts_wait_as_well(watched: World) -> None:
    watched.mail(
        mailbox("England"), "BROADCAST\nHello.\nENDBROADCAST", to=watched.address("England")
    )
    assert to(watched.run(), OTTO) == []
    assert any("Hello." in one.flat for one in to(watched.run(watched.due()), OTTO))


@pytest.mark.parametrize("line", ["STATUS", "HISTORY", "MAP", "SUMMARY", "HISTORY PRESS"])
@pytest.mark.parametrize("writer", ["observer", "stranger"])
def test_no_answer_tells_more(watched: World, line: str, writer: str) -> None:
    spring(watched)
    watched.order("England", "BROADCAST\nSecond words.\nENDBROADCAST")
    if writer == "observer":
        where = watched.say(OTTO, "STATUS alpha").reply_to
        told = watched.say(OTTO, line, to=where)
    else:
        verb, *more = line.split()
        told = watched.say("new@elsewhere.example", " ".join([verb, "alpha", *more]))
    assert "BUR" not in told.text.replace("neighbours", "")
    assert "Second words" not in told.text


def test_players_and_the_master_read_at_once(watched: World) -> None:
    mails = spring(watched)
    for reader in (mailbox("Italy"), "gm@players.example"):
        assert any("A PAR - BUR" in one.text for one in to(mails, reader))
    assert "A BUR" in watched.order("Italy", "STATUS").text


def test_the_end_is_told_at_once_with_all_that_waited(watched: World) -> None:
    spring(watched)
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia"):
        watched.order(power, "DRAW")
    watched.mail(mailbox("Turkey"), "DRAW", to=watched.address("Turkey"))
    told = to(watched.run(), OTTO)
    assert [("over" in one.subject or "draw" in one.subject) for one in told].count(True) >= 1
    assert any("A PAR - BUR" in one.text for one in told)
    assert "A BUR" in watched.say(OTTO, "STATUS alpha").text


def test_the_game_says_so(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "SET OBSERVERS one phase late", to=world.address("GM"))
    assert "read of it one phase late" in world.order("France", "STATUS").flat
    told = world.say("gm@players.example", "SET OBSERVERS never", to=world.address("GM"))
    assert "must be now or late" in told.flat
