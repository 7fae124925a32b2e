"""A game master who is gone: two thirds of the players choose another, or decide for him."""

import pytest

from tests.game.test_master import gm, to
from tests.game.world import DAY, POWERS, START, Sent, World, mailbox

WEEK = 7 * DAY


def votes(world: World, line: str, *powers: str) -> list[Sent]:
    """What a line in mails of several players causes, one pass each; the last pass's mails."""
    sent: list[Sent] = []
    for power in powers:
        world.mail(mailbox(power), line, to=world.address(power))
        sent = world.run()
    return sent


def orphaned(world: World, *options: str) -> None:
    """The game alpha, whose game master has begun to play elsewhere."""
    world.begun("alpha", "moves=30d", *options)
    world.say("ada@players.example", "REGISTER Ada Lovelace, Europe/London")
    world.now = START + 2 * WEEK + DAY


def ownerless(world: World, *options: str) -> None:
    """A game without a master: who ran it plays in it."""
    for power in POWERS:
        world.say(mailbox(power), f"REGISTER {power}, UTC")
    world.say(mailbox("Austria"), f"CREATE alpha moves=30d {' '.join(options)}")
    for power in POWERS:
        to = world.address("GM") if power == "Austria" else "judge@judge.example"
        world.say(mailbox(power), f"JOIN alpha as {power}", to=to)
    assert world.game().gm is None


def test_two_thirds_of_the_players_make_somebody_the_master(world: World) -> None:
    orphaned(world)
    line = "PROMOTE ada@players.example"
    first = votes(world, line, "France")
    assert "as soon as two thirds of the players want it" in first[0].flat
    asked = to(first, "Italy")
    assert "A player asks to make Ada Lovelace the game master" in asked.flat
    assert "Reply PROMOTE Ada Lovelace if you want that too" in asked.flat
    assert not [mail for mail in first[1:] if "ada@" in mail.text], "nobody's address is told"
    assert "France" not in asked.flat.replace("You play", "")
    old = world.address("GM")
    votes(world, line, "Italy", "Turkey", "Russia")
    assert world.game().gm is not None
    told = votes(world, line, "Germany")
    assert "Ada Lovelace is the game master of alpha now" in told[0].flat
    assert "as two thirds of the players wanted" in to(told, "Austria").flat
    assert "You wrote nothing about alpha for 14 days" in to(told, "gm").flat
    new = to(told, "ada")
    assert "You are the game master of alpha from now on, Ada Lovelace." in new.flat
    assert "othing" in world.say("gm@players.example", "PAUSE", to=old).flat
    answer = world.say("ada@players.example", "PAUSE", to=new.reply_to)
    assert "he game is paused" in answer.flat


def test_a_master_who_writes_is_not_voted_away(world: World) -> None:
    orphaned(world)
    gm(world, "STATUS")
    (answer, *others) = votes(world, "PROMOTE ada@players.example", "France")
    assert "if he writes nothing until 01 Dec 2026, two thirds of the players may" in answer.flat
    assert others == []


def test_votes_for_two_people_do_not_add_up_and_last_beyond_the_phase(world: World) -> None:
    orphaned(world)
    world.say("bob@players.example", "REGISTER Bob")
    votes(world, "PROMOTE bob@players.example", "France", "Italy")
    votes(world, "PROMOTE ada@players.example", "Turkey", "Russia", "Germany", "Austria")
    world.run(world.due())
    assert "no longer ask for it" in votes(world, "NO PROMOTE", "Austria")[0].flat
    votes(world, "PROMOTE ada@players.example", "England")
    assert world.rows("SELECT people.name FROM people JOIN games ON gm = people.id") == [("Ruth",)]
    votes(world, "PROMOTE ada@players.example", "France")
    assert world.rows("SELECT people.name FROM people JOIN games ON gm = people.id") == [
        ("Ada Lovelace",)
    ]


def test_nobody_who_plays_is_made_the_master(world: World) -> None:
    orphaned(world)
    (answer, *_) = votes(world, f"PROMOTE {mailbox('Italy')}", "France")
    assert "plays in alpha, and a game master holds no power in it" in answer.flat


def test_players_of_a_game_without_a_master_take_a_seat_from_one(world: World) -> None:
    ownerless(world)
    assert "t is about you" in votes(world, "EJECT Turkey", "Turkey")[0].flat
    asked = votes(world, "EJECT Turkey", "France")
    assert "asks to take the seat of Turkey" in to(asked, "Italy").flat
    assert [mail.to for mail in asked if "turkey" in mail.to] == []
    votes(world, "EJECT Turkey", "Italy", "Russia")
    assert world.seat("Turkey").person is not None
    told = votes(world, "EJECT Turkey", "England")
    assert world.seat("Turkey").person is None
    said = "Two thirds of the players have taken Turkey from its player."
    assert said in to(told, "Austria").flat
    assert "Two thirds of the players have taken Turkey from you" in to(told, "Turkey").flat


def test_players_of_a_game_without_a_master_change_its_options(world: World) -> None:
    ownerless(world)
    four = ("France", "Italy", "Russia", "England")
    votes(world, "SET grace 12h", *four)
    votes(world, "SET grace 6h", "Turkey")
    assert world.game().options["grace"] == "0h"
    told = votes(world, "SET grace 12h", "Austria")
    assert world.game().options["grace"] == "12h"
    said = "Two thirds of the players have set grace to 12h (it was 0h)."
    assert said in to(told, "Turkey").flat
    votes(world, "SET late self", "Turkey")
    assert "no longer" in votes(world, "SET late names", "Turkey")[0].flat
    refused = votes(world, "SET gmorders yes", "Turkey")[0]
    assert "he players have relied on it" in refused.flat


def test_the_clock_and_the_end_are_the_players_where_there_is_no_master(world: World) -> None:
    ownerless(world)
    due = world.due()
    votes(world, "EXTEND 2d", "France", "Italy", "Russia", "England")
    assert world.due() == due + 2 * DAY
    votes(world, "CANCELGAME", *POWERS)
    assert world.game().outcome == "cancelled"


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("PROCESS", "a phase ends early when all are READY"),
        ("DEADLINE +1d", "EXTEND 2d moves the deadline"),
        ("TERMINATE", "CANCELGAME ends it"),
        ("SEAT France ada@players.example", "TAKEOVER one that is free"),
        ("HOLD", "its players vote: EXTEND, PAUSE, EJECT, SET"),
    ],
)
def test_what_only_a_master_can_do_names_what_players_can(
    world: World, line: str, instead: str
) -> None:
    ownerless(world)
    answer = votes(world, line, "France")[0]
    assert "Alpha has no game master" in answer.flat
    assert instead in answer.flat


def test_a_substitute_has_no_voice(world: World) -> None:
    orphaned(world)
    line = "SUBSTITUTE ada@players.example from 10 Nov to 30 Nov"
    (answer, *sent) = votes(world, line, "France")
    assert "may order for you" in answer.flat
    to_ada = to(sent, "ada").reply_to
    told = world.say("ada@players.example", "PROMOTE ada@players.example", to=to_ada)
    assert "Only the player himself may vote for that." in told.flat
    told = world.say("ada@players.example", "SET grace 1d", to=to_ada)
    assert "Only the player himself may vote for that." in told.flat


def test_who_takes_a_seat_over_has_not_voted(world: World) -> None:
    ownerless(world)
    votes(world, "EJECT Turkey", "France", "Italy", "Russia")
    votes(world, "RESIGN", "France")
    assert world.seat("France").person is None
    assert world.rows("SELECT count(*) FROM ballots") == [(2,)]
