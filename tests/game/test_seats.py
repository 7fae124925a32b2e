"""Seats that are left, offered, taken over; substitutes; private games; who may join."""

import re
from datetime import datetime

import pytest

from tests.game.answers import reply
from tests.game.world import DAY, DEADLINE, HOUR, POWERS, START, Sent, World

MARIA, OTTO = "maria@players.example", "otto@players.example"


def line_of(mail: Sent, verb: str) -> str:
    """The line that a mail gives for sending back."""
    found = re.search(rf"^ +({verb} .*)$", mail.text, re.MULTILINE)
    assert found
    return found[1]


def resigned(world: World, *waiting: str) -> list[Sent]:
    """What is sent when France resigns and these wait for a seat in the game."""
    world.begun()
    for sender in waiting:
        world.say(sender, "JOIN alpha WAITING")
    world.mail("france@players.example", "RESIGN", to=world.address("France"))
    return world.run()


def test_a_free_seat_is_offered_to_those_who_wait(world: World) -> None:
    sent = resigned(world, MARIA, OTTO)
    offers = [mail for mail in sent if "is free" in mail.subject]
    assert [mail.to for mail in offers] == [MARIA, OTTO]
    assert offers[0].subject == "[alpha] Spring 1901 movement: France is free"
    assert "A MAR, A PAR" in offers[0].flat or "A MAR A PAR" in offers[0].flat
    assert line_of(offers[0], "TAKEOVER") != line_of(offers[1], "TAKEOVER")


def test_the_code_seats_who_reads_the_mailbox_wherever_it_comes_from(world: World) -> None:
    sent = resigned(world, MARIA)
    (offer,) = (mail for mail in sent if "is free" in mail.subject)
    world.mail("elsewhere@players.example", line_of(offer, "TAKEOVER"))
    told = world.run()
    (answer,) = (mail for mail in told if mail.to == MARIA)
    assert "ou play France in alpha now" in answer.flat
    assert "F BRE" in answer.text
    assert answer.reply_to == world.address("France")
    news = {mail.to for mail in told} - {MARIA}
    assert len(news) == 7
    world.say(MARIA, "A Par - Bur", to=answer.reply_to)
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("text", ["Yes please", "Oui, avec plaisir", "Ok, I'd like that.\nMaria"])
def test_a_yes_to_the_offer_takes_the_seat(world: World, text: str) -> None:
    (offer,) = (mail for mail in resigned(world, MARIA) if "is free" in mail.subject)
    assert "Reply Yes, or send this line" in offer.flat
    (answer,) = (mail for mail in reply(world, offer, text) if mail.to == MARIA)
    assert "ou play France in alpha now" in answer.flat


def test_a_no_to_the_offer_leaves_the_seat_and_a_yes_by_another_takes_none(world: World) -> None:
    (offer,) = (mail for mail in resigned(world, MARIA) if "is free" in mail.subject)
    reply(world, offer, "No, thanks.")
    reply(world, offer, "Yes", sender=OTTO)
    assert world.rows("SELECT person FROM seats WHERE power = 'France'") == [(None,)]


def test_the_first_answer_gets_the_seat(world: World) -> None:
    sent = resigned(world, MARIA, OTTO)
    offers = {mail.to: line_of(mail, "TAKEOVER") for mail in sent if "is free" in mail.subject}
    world.say(OTTO, offers[OTTO])
    assert "o seat of alpha is free" in world.say(MARIA, offers[MARIA]).flat.lower()


def test_a_seat_is_kept_for_two_days_and_then_open_to_all(world: World) -> None:
    resigned(world, MARIA)
    early = world.say(OTTO, "TAKEOVER France@alpha")
    assert "is kept until" in early.flat
    assert world.seat("France").person is None
    world.now += 2 * DAY
    late = world.say(OTTO, "TAKEOVER France@alpha")
    assert "ou play France in alpha now" in late.flat


def test_a_code_is_worthless_after_two_days(world: World) -> None:
    sent = resigned(world, MARIA)
    (offer,) = (mail for mail in sent if "is free" in mail.subject)
    world.now += 2 * DAY + HOUR
    assert "hat code is wrong or used up" in world.say(MARIA, line_of(offer, "TAKEOVER")).flat


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("TAKEOVER France@alpha ABCDE-FGHIJ", "hat code is wrong or used up"),
        ("TAKEOVER Turkey@alpha", "which seat? free in alpha: France"),
        ("TAKEOVER alpha", "which seat? free in alpha: France"),
        ("TAKEOVER France@omega", "no game 'omega'"),
        ("TAKEOVER", "say which game"),
    ],
)
def test_what_is_no_seat_or_no_code_is_refused(world: World, line: str, reason: str) -> None:
    resigned(world)
    assert reason.lower() in world.say(MARIA, line).flat.lower()
    assert world.seat("France").person is None


def test_neither_players_nor_masters_take_a_seat_over(world: World) -> None:
    resigned(world)
    assert (
        "you play in alpha already"
        in world.say("turkey@players.example", "TAKEOVER France@alpha").flat.lower()
    )
    assert "ou run alpha" in world.say("gm@players.example", "TAKEOVER France@alpha").flat.lower()


def test_a_seat_that_was_lost_by_silence_is_offered_too(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1")
    world.say(MARIA, "JOIN WAITING")
    for power in POWERS[:2] + POWERS[3:]:
        world.order(power, "HOLD ALL")
    sent = world.run(DEADLINE)
    assert [mail.subject for mail in sent if mail.to == MARIA] == [
        "[alpha] Fall 1901 movement: France is free"
    ]


def confirmed(world: World, who: str, line: str) -> Sent:
    """The answer to a line and the code that is mailed to whoever the sender says he is."""
    world.mail(who, line)
    (code,) = [mail for mail in world.run() if "was it you?" in mail.subject]
    assert code.to == who
    typed = re.search(rf"{line} \w{{5}}-\w{{5}}", code.text)
    assert typed
    return world.say(who, typed.group())


def test_from_alone_ends_no_place_on_a_waiting_list_and_no_watching(world: World) -> None:
    world.begun()
    watching = world.say(MARIA, "OBSERVE alpha")
    world.say(OTTO, "JOIN alpha WAITING")
    for who in (MARIA, OTTO):
        world.mail(who, "RESIGN alpha")
        told = [mail.flat for mail in world.run() if mail.to == who]
        assert any("code is on its way" in one for one in told)
        assert "That code is wrong or used up." in world.say(who, "RESIGN alpha AAAAA-BBBBB").flat
    assert world.rows("SELECT count(*) FROM watchers") == [(1,)]
    assert world.rows("SELECT count(*) FROM waiting") == [(1,)]
    answer = world.say(MARIA, "RESIGN alpha", to=watching.reply_to)
    assert "ou no longer watch alpha" in answer.flat
    assert world.rows("SELECT count(*) FROM watchers") == [(0,)]


def test_who_watches_may_stop_by_a_code(world: World) -> None:
    world.begun()
    world.say(MARIA, "OBSERVE alpha")
    assert "ou no longer watch alpha" in confirmed(world, MARIA, "RESIGN alpha").flat


def test_who_waits_no_more_gets_no_offers(world: World) -> None:
    world.begun()
    world.say(MARIA, "JOIN alpha WAITING")
    world.say(OTTO, "JOIN WAITING")
    assert "ou no longer wait for a seat" in confirmed(world, MARIA, "RESIGN alpha").flat
    assert "ou no longer wait for a seat" in confirmed(world, OTTO, "RESIGN WAITING").flat
    world.mail("france@players.example", "RESIGN", to=world.address("France"))
    assert {MARIA, OTTO}.isdisjoint(mail.to for mail in world.run())


def test_nobody_waits_twice(world: World) -> None:
    world.begun()
    world.say(MARIA, "JOIN alpha WAITING")
    assert "already wait" in world.say(MARIA, "JOIN alpha WAITING").flat


# --- substitutes


def substituted(world: World, *options: str) -> str:
    """The address of Maria, who stands in for France from 3 to 6 November."""
    world.begun("alpha", *options)
    world.say(MARIA, "REGISTER Maria")
    line = f"SUBSTITUTE {MARIA} from 3 Nov to 6 Nov"
    world.mail("france@players.example", line, to=world.address("France"))
    sent = world.run()
    (asked,) = (mail for mail in sent if mail.to == MARIA)
    assert "stand in as France" in asked.flat
    return asked.reply_to


def test_a_substitute_orders_on_his_days_and_the_player_is_told(world: World) -> None:
    address = substituted(world)
    assert address != world.address("France")
    world.now = START + DAY
    world.mail(MARIA, "A Par - Bur", to=address)
    sent = world.run()
    assert {mail.to for mail in sent} == {MARIA, "france@players.example"}
    assert world.orders("France") == ["A PAR - BUR"]
    to_maria, to_france = sorted(sent, key=lambda mail: mail.to == "france@players.example")
    assert to_maria.reply_to == address
    assert "Maria, who stands in for you" in to_france.flat
    assert to_france.reply_to == world.address("France")
    assert world.address("France") not in str(to_maria.message)


def test_a_substitutes_address_is_worthless_on_other_days(world: World) -> None:
    address = substituted(world)
    assert "PROVES WHO YOU ARE" in world.say(MARIA, "A Par - Bur", to=address).flat.upper()
    world.now = START + 5 * DAY
    assert "PROVES WHO YOU ARE" in world.say(MARIA, "A Par - Bur", to=address).flat.upper()
    assert world.orders("France") == []


def test_a_substitute_gets_the_results_of_his_days(world: World) -> None:
    address = substituted(world)
    sent = world.run(DEADLINE)
    (results,) = (mail for mail in sent if mail.to == MARIA)
    assert "You play France" in results.flat or "France" in results.flat
    assert results.reply_to == address


@pytest.mark.parametrize(
    ("options", "moment", "kind"),
    [
        (["remind=24h"], DEADLINE - DAY, "your orders"),
        (["grace=12h"], DEADLINE, "without your orders"),
        ([], None, "a new deadline"),
    ],
)
def test_a_substitute_gets_the_mails_of_the_clock_too(
    world: World, options: list[str], moment: datetime | None, kind: str
) -> None:
    address = substituted(world, *options)
    world.now = START + DAY
    if moment is None:
        world.mail("gm@players.example", "DEADLINE 6 Nov 12:00", to=world.address("GM"))
    sent = world.run(moment)
    (told,) = (mail for mail in sent if mail.to == MARIA)
    assert kind in told.subject
    assert told.reply_to == address
    assert [mail.subject for mail in sent].count(told.subject) >= 2
    world.say(MARIA, "A Par - Bur, A Mar H, F Bre H", to=address, at=world.now)
    assert world.orders("France")[0] == "A PAR - BUR"


def test_a_substitute_hears_of_the_end_of_the_game(world: World) -> None:
    substituted(world)
    world.now = START + DAY
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    assert [mail.to for mail in world.run()].count(MARIA) == 1


@pytest.mark.parametrize(
    "line", ["RESIGN", "DRAW", "PASSWORD sesame7", "CONCEDE Italy", "NO ABSENCE", "RESUME"]
)
def test_a_substitute_does_not_decide_for_the_player(world: World, line: str) -> None:
    address = substituted(world)
    world.now = START + DAY
    assert "only the player himself" in world.say(MARIA, line, to=address).flat.lower()
    seat = world.seat("France")
    assert (seat.person is not None, seat.vote, seat.password) == (True, "", "")


def test_a_player_takes_his_substitute_back(world: World) -> None:
    address = substituted(world)
    world.order("France", "SUBSTITUTE nobody")
    world.now = START + DAY
    assert "PROVES WHO YOU ARE" in world.say(MARIA, "A Par - Bur", to=address).flat.upper()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("SUBSTITUTE turkey@players.example from 3 Nov to 6 Nov", "has a part in alpha already"),
        ("SUBSTITUTE nobody@players.example from 3 Nov to 6 Nov", "has to send REGISTER"),
        ("SUBSTITUTE france@players.example from 3 Nov to 6 Nov", "that is you"),
        ("SUBSTITUTE maria@players.example sometime", "is not a date"),
        ("SUBSTITUTE maria@players.example from 3 Nov to 1 Apr", "60 days at most"),
        ("SUBSTITUTE Maria", "who, and from when to when?"),
    ],
)
def test_a_substitute_that_makes_no_sense_is_refused(world: World, line: str, reason: str) -> None:
    world.begun()
    world.say(MARIA, "REGISTER Maria")
    assert reason.lower() in world.order("France", line).flat.lower()
    assert world.rows("SELECT * FROM substitutes") == []


# --- who may join, and what he gets


def test_a_private_game_takes_its_invitation_code(world: World) -> None:
    created = world.say("gm@players.example", "CREATE alpha standard private=yes")
    found = re.search(r"CODE (\S+) lets players in", created.flat)
    assert found
    for line in (
        "JOIN alpha",
        "JOIN alpha CODE ABCDE-FGHIJ",
        "OBSERVE alpha",
        "JOIN alpha WAITING",
    ):
        assert "private game" in world.say(MARIA, line).flat, line
    assert world.rows("SELECT * FROM seats") == []
    told = world.say(MARIA, f"JOIN alpha as France CODE {found[1].lower()}")
    assert "ou have a seat in alpha" in told.flat
    assert found[1] not in world.say(MARIA, "STATUS", to=told.reply_to).flat
    master = world.say("gm@players.example", "STATUS", to=world.address("GM"))
    assert found[1] in master.flat


def invitation(world: World) -> str:
    """The code of a new private game."""
    created = world.say("gm@players.example", "CREATE alpha standard private=yes")
    found = re.search(r"CODE (\S+) lets players in", created.flat)
    assert found
    return found[1]


def test_an_observer_of_a_private_game_needs_its_code(world: World) -> None:
    code = invitation(world)
    assert "private game" in world.say(MARIA, "OBSERVE alpha CODE ABCDE-FGHIJ").flat
    assert "ou get the public mails" in world.say(MARIA, f"OBSERVE alpha CODE {code}").flat
    assert "ou get the public mails" in world.say(OTTO, f"OBSERVE alpha {code}").flat


def test_ten_wrong_codes_lock_a_private_game_for_an_hour(world: World) -> None:
    right = f"JOIN alpha CODE {invitation(world)}"
    for number in range(10):
        world.mail("mallory@elsewhere.example", f"JOIN alpha CODE ABCDE-FGHI{number}")
    world.run()
    for line in (right, f"OBSERVE {right[5:]}", "JOIN alpha WAITING " + right[11:]):
        assert "private game" in world.say(MARIA, line).flat, line
    world.run(world.now + HOUR)
    assert "ou have a seat in alpha" in world.say(MARIA, right).flat


def test_ten_wrong_codes_lock_an_offered_seat_for_an_hour(world: World) -> None:
    (offer,) = (mail for mail in resigned(world, MARIA) if "is free" in mail.subject)
    right = line_of(offer, "TAKEOVER")
    for number in range(10):
        world.mail("mallory@elsewhere.example", f"TAKEOVER France@alpha ABCDE-FGHI{number}")
    world.run()
    assert "hat code is wrong or used up" in world.say(MARIA, right).flat
    world.run(world.now + HOUR)
    assert "ou play France in alpha now" in world.say(MARIA, right).flat


def test_nine_wrong_codes_do_no_harm(world: World) -> None:
    (offer,) = (mail for mail in resigned(world, MARIA) if "is free" in mail.subject)
    for _ in range(9):
        world.mail("mallory@elsewhere.example", "TAKEOVER France@alpha ÄBCDE-FGHIJ")
    world.run()
    assert "ou play France in alpha now" in world.say(MARIA, line_of(offer, "TAKEOVER")).flat


def test_who_was_not_on_time_often_enough_is_kept_out(world: World) -> None:
    world.begun("alpha", "nmr=hold")
    world.order("Turkey", "HOLD ALL")
    world.run(DEADLINE)
    world.say("gm@players.example", "CREATE beta standard reliability=80%")
    kept = world.say("france@players.example", "JOIN beta")
    assert "asks for orders on time in 80 %" in kept.flat
    assert "ou have a seat" in world.say("turkey@players.example", "JOIN beta").flat
    assert "ou have a seat" in world.say(MARIA, "JOIN beta").flat


@pytest.mark.parametrize("deal", ["random", "mixed", "wishes"])
def test_powers_are_dealt_as_the_game_has_it(world: World, deal: str) -> None:
    world.say("gm@players.example", f"CREATE alpha standard deal={deal}")
    for number in range(7):
        world.mail(f"p{number}@players.example", "JOIN alpha France")
    world.run()
    powers = [row[0] for row in world.rows("SELECT power FROM seats ORDER BY id")]
    assert sorted(powers) == sorted(POWERS)


def test_nobody_chooses_a_power_where_all_are_dealt_at_random(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha standard deal=random")
    assert "dealt at random" in world.say(MARIA, "JOIN alpha as France").flat
