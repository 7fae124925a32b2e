"""A player of several games whose address is proven says which game he means, and no more."""

import pytest

from tests.game.world import JUDGE, Sent, World

STAMP = "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example"
ARMY = "A Par - Bur"


@pytest.fixture
def two(world: World) -> World:
    """A judge whose server stamps what it has verified; France plays in both its games."""
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text() + 'authserv = "mx.judge.example"\n')
    world.begun("alpha")
    world.begun("beta")
    return world


def stamped(
    world: World, lines: str, *headers: str, sender: str = "france@players.example"
) -> Sent:
    """Drop a mail whose stamp stands above our server's Received line; return its answer."""
    head = (
        STAMP,
        f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}",
        f"From: {sender}",
        f"To: {JUDGE}",
        *headers,
    )
    world.raw("\n".join((*head, "", lines, "")).encode())
    (answer,) = [sent for sent in world.run() if sent.to == sender]
    return answer


def ordered(world: World) -> tuple[list[str], list[str]]:
    return world.orders("France", "alpha"), world.orders("France", "beta")


def test_a_line_names_the_game(two: World) -> None:
    told = stamped(two, f"GAME beta\n{ARMY}")
    assert ordered(two) == ([], ["A PAR - BUR"])
    assert told.subject.startswith("[beta]")
    stamped(two, f"game: alpha\n{ARMY}")
    assert ordered(two) == (["A PAR - BUR"], ["A PAR - BUR"])


@pytest.mark.parametrize(
    "subject", ["[beta] Spring 1901 movement: your orders", "Re: orders for Beta", "beta"]
)
def test_the_subject_names_the_game(two: World, subject: str) -> None:
    stamped(two, ARMY, f"Subject: {subject}")
    assert ordered(two) == ([], ["A PAR - BUR"])


def test_the_mail_that_is_answered_names_the_game(two: World) -> None:
    mail = two.order("France", "STATUS", "beta")
    stamped(two, ARMY, f"In-Reply-To: {mail.head['Message-ID']}", "Subject: hello")
    assert ordered(two) == ([], ["A PAR - BUR"])


def test_the_line_weighs_more_than_the_subject(two: World) -> None:
    stamped(two, f"GAME alpha\n{ARMY}", "Subject: beta")
    assert ordered(two) == (["A PAR - BUR"], [])


def test_a_refusal_says_what_would_do(two: World) -> None:
    told = stamped(two, ARMY, "Subject: alpha or beta")
    assert ordered(two) == ([], [])
    assert "Yours: alpha and beta. Put a line GAME alpha above" in told.flat
    stamped(two, f"GAME beta\n{ARMY}")
    assert ordered(two) == ([], ["A PAR - BUR"])


@pytest.mark.parametrize(
    "lines",
    [
        *("PRESS TO Italy\nHello.\nENDPRESS", "BROADCAST\nHello.\nENDBROADCAST", "ASK Who?"),
        *("TEST\nA Par - Bur\nENDTEST", "ABSENCE 3 Dec to 9 Dec", "HOLD ALL", "When is it due?"),
        *("READY", "WAIT", "DRAW", "RESIGN", "SET moves 5d", "DEADLINE +1d", "STATUS", "RECEIPTS"),
    ],
)
def test_whatever_needs_a_game_is_asked_which(two: World, lines: str) -> None:
    told = stamped(two, lines)
    assert "hich game is meant? Yours: alpha and beta. Put a line GAME alpha above" in told.flat


def test_a_reply_to_a_question_proves_as_much(two: World) -> None:
    told = two.say("france@players.example", ARMY)
    two.say("france@players.example", f"GAME beta\n{ARMY}", to=told.reply_to)
    assert ordered(two) == ([], ["A PAR - BUR"])


def test_who_plays_nowhere_is_told_where_games_wait(two: World) -> None:
    told = stamped(two, "REGISTER Ann\nGAME alpha\nA Par - Bur", sender="ann@players.example")
    assert "ou have no seat in a game: LIST shows" in told.flat.replace("You", "you")


def test_a_game_that_there_is_not_is_told(two: World) -> None:
    assert "here is no game 'gamma'" in stamped(two, f"GAME gamma\n{ARMY}").flat.replace("T", "t")
    assert ordered(two) == ([], [])


def test_one_mail_is_for_one_game(two: World) -> None:
    told = stamped(two, f"GAME alpha\n{ARMY}\nGAME beta\n{ARMY}")
    assert ordered(two) == (["A PAR - BUR"], [])
    assert "send what is for beta in a mail of its own" in told.flat


def test_who_runs_one_game_and_plays_in_another_says_which(two: World) -> None:
    told = stamped(two, "DEADLINE 6 Nov 12:00", sender="gm@players.example")
    assert "Put a line GAME alpha above" in told.flat
    stamped(two, "GAME beta\nDEADLINE 6 Nov 12:00", sender="gm@players.example")
    assert two.due("alpha") != two.due("beta")


def test_a_line_proves_nothing(two: World) -> None:
    two.say("france@players.example", f"GAME beta\n{ARMY}")
    assert ordered(two) == ([], [])


def test_a_sentence_is_no_such_line(two: World) -> None:
    told = two.order("France", "Game on!\nGame over soon\nA Par - Bur", "beta")
    assert ordered(two) == ([], ["A PAR - BUR"])
    assert "NOT TAKEN" not in told.text


def test_a_season_before_his_orders_leaves_the_question_which_game(two: World) -> None:
    answer = stamped(two, "My orders for spring: A Par - Bur")
    assert "which game is meant? Yours: alpha and beta." in answer.flat.replace("Which", "which")
    assert ordered(two) == ([], [])
