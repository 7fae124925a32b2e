"""A game from CREATE to its first phase."""

import re

import pytest

from tests.game.world import DAY, JUDGE, MINUTE, POWERS, START, World


def player(number: int) -> str:
    return f"p{number}@players.example"


def test_a_person_registers_with_a_name_and_a_zone(world: World) -> None:
    answer = world.say("marie@players.example", "REGISTER Marie Dupont in Europe/Paris")
    assert answer.subject == "[judge] you are registered"
    assert world.rows("SELECT address, name, zone FROM people") == [
        ("marie@players.example", "Marie Dupont", "Europe/Paris")
    ]
    assert "HOW TO PLAY BY MAIL" in answer.text


@pytest.mark.parametrize("lines", [("Marie", "in Europe/Paris"), ("in Europe/Paris", "Marie")])
def test_a_name_and_a_zone_may_come_in_two_lines(world: World, lines: tuple[str, str]) -> None:
    answer = world.say("marie@players.example", "\n".join(f"REGISTER {one}" for one in lines))
    assert "Welcome, Marie." in answer.flat
    assert "times in them are shown in Europe/Paris" in answer.flat
    assert "Others see you as" not in answer.flat


@pytest.mark.parametrize(
    ("line", "name", "zone"),
    [
        ("register Marie, America/New_York", "Marie", "America/New_York"),
        ("REGISTER Marie zone UTC", "Marie", "UTC"),
        ("REGISTER Marie Dupont, Vienna", "Marie Dupont", "Europe/Vienna"),
        ("REGISTER Marie in new york", "Marie", "America/New_York"),
        ("REGISTER Marie in zone europe/rome", "Marie", "Europe/Rome"),
        ("REGISTER in Europe/Paris", "Player FWZX", "Europe/Paris"),
        ("REGISTER Dupont, Marie", "Dupont Marie", "UTC"),
        ("register", "Player FWZX", "UTC"),
        ("REGISTER Jean-Luc O'Neill", "Jean-Luc O'Neill", "UTC"),
        ("REGISTER " + "x" * 80, "x" * 40, "UTC"),
    ],
)
def test_names_and_zones_are_read_as_people_write_them(
    world: World, line: str, name: str, zone: str
) -> None:
    world.say("marie@players.example", line)
    assert world.rows("SELECT name, zone FROM people") == [(name, zone)]


def test_a_place_that_is_no_zone_is_asked_back(world: World) -> None:
    answer = world.say("marie@players.example", "REGISTER Marie in Atlantis")
    assert "'Atlantis' is not a time zone" in answer.flat


def test_an_unknown_zone_is_refused(world: World) -> None:
    answer = world.say("marie@players.example", "REGISTER Marie in Europe/Parys")
    assert "'Europe/Parys' is not a time zone" in answer.flat
    assert world.rows("SELECT * FROM people") == []


def test_registering_again_changes_name_and_zone(world: World) -> None:
    world.say("marie@players.example", "REGISTER Marie in Europe/Paris")
    world.say("marie@players.example", "REGISTER Marie D in Asia/Tokyo")
    assert world.rows("SELECT name, zone FROM people") == [("Marie D", "Asia/Tokyo")]


def test_a_name_below_the_line_that_made_him_known_is_his(world: World) -> None:
    answer = world.say("gm@players.example", "CREATE alpha\nREGISTER Ruth, Europe/Rome")
    assert "Welcome, Ruth." in answer.flat
    assert "Player " not in answer.flat
    assert "times in them are shown in Europe/Rome" in answer.flat


def test_a_game_is_created_by_its_master(world: World) -> None:
    answer = world.say("gm@players.example", "CREATE Alpha standard moves=2d zone=Europe/Rome")
    game = world.game("alpha")
    assert (game.status, game.variant, game.options["moves"]) == ("forming", "standard", "2d")
    assert answer.subject == "[alpha] alpha is created"
    assert answer.reply_to == world.address("GM")
    assert "Players join with: JOIN alpha" in answer.text


def test_a_game_without_a_variant_has_the_standard_one(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha\nCREATE beta moves=2d")
    assert world.game("alpha").variant == world.game("beta").variant == "standard"


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("CREATE alpha 1930!", "1930"),
        ("CREATE alpha 1930s moves=2d", "1930s-world"),
        ("CREATE alpha 1930s World moves=2d", "1930s-world"),
        ("CREATE alpha Standard, moves=2d", "standard"),
        ("CREATE alpha 1936 moves = 2d", "1936"),
    ],
)
def test_a_variant_goes_by_its_title_too(world: World, line: str, variant: str) -> None:
    world.say("gm@players.example", line)
    assert world.game("alpha").variant == variant


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("CREATE alpha standrad", "There is no variant 'standrad'"),
        ("CREATE alpha standard moves=soon", "'soon' is not a length of time"),
        ("CREATE alpha standard nonsense=yes", "nonsense"),
        ("CREATE a", "2 to 16 letters"),
        ("CREATE ../../etc", "makes no sense"),
        ("CREATE 1alpha", "2 to 16 letters"),
        ("CREATE averyveryverylongname", "2 to 16 letters"),
        ("CREATE", "2 to 16 letters"),
    ],
)
def test_a_game_that_makes_no_sense_is_refused(world: World, line: str, reason: str) -> None:
    answer = world.say("gm@players.example", line)
    assert reason in answer.flat
    assert world.rows("SELECT * FROM games") == []


def test_two_games_do_not_have_one_name(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    assert "already" in world.say("other@players.example", "CREATE ALPHA").flat


def test_seven_players_start_a_game_and_get_their_wishes(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    wishes = ["FEG", "", "as Turkey", "russia france", "Austrian", "italy, england", "G"]
    for number, wish in enumerate(wishes):
        world.mail(player(number), f"JOIN alpha {wish}")
    sent = world.run()
    dealt = dict(
        world.rows("SELECT address, power FROM seats JOIN people ON people.id = seats.person")
    )
    assert sorted(dealt.values()) == sorted(POWERS)
    expected = {0: "France", 2: "Turkey", 3: "Russia", 4: "Austria", 5: "Italy", 6: "Germany"}
    assert {number: dealt[player(number)] for number in expected} == expected
    started = [mail for mail in sent if "begins" in mail.subject]
    assert len(started) == 8
    assert world.game().status == "running"
    assert world.game().deadline == (START + 3 * DAY).replace(hour=18)


def test_the_started_mail_brings_the_secret_address_of_the_power(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    for number, power in enumerate(POWERS):
        world.mail(player(number), f"JOIN alpha as {power}")
    started = [mail for mail in world.run() if "begins" in mail.subject]
    assert started[2].reply_to == world.address("France")
    assert "A PAR -" in started[2].text
    assert "F ANK -" not in started[2].text


def test_the_address_of_before_the_deal_still_works_after_it(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    first = world.say(player(0), "JOIN alpha")
    for number in range(1, 7):
        world.mail(player(number), "JOIN alpha")
    world.run()
    (power,) = world.rows("SELECT power FROM seats WHERE id = 1")[0]
    world.say(player(0), "HOLD ALL", to=first.reply_to)
    assert world.orders(power)


def test_the_same_game_may_be_dealt_in_many_ways(world: World) -> None:
    """Without wishes chance decides, by the game's own secret."""
    dealt = set()
    for name in ("alpha", "beta", "gamma", "delta"):
        world.say("gm@players.example", f"CREATE {name}")
        for number in range(7):
            world.mail(player(number), f"JOIN {name}")
        world.run()
        rows = world.rows(f"SELECT power FROM seats WHERE game = {world.game(name).id} ORDER BY id")
        dealt.add(tuple(rows))
    assert len(dealt) > 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("JOIN", "say which game"),
        ("JOIN omega", "no game 'omega'"),
        ("JOIN alpha as Narnia", "'Narnia' is not a power of alpha"),
        ("JOIN alpha France Narnia", "'Narnia' is not a power of alpha"),
        ("JOIN alpha as Turkey", "Turkey is taken"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(world: World, line: str, reason: str) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.say(player(0), "JOIN alpha as Turkey")
    assert reason.lower() in world.say(player(1), line).flat.lower()
    assert len(world.rows("SELECT * FROM seats")) == 1


def test_joining_twice_changes_the_wishes(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    joined = world.say(player(0), "JOIN alpha France")
    answer = world.say(player(0), "JOIN alpha as Turkey", to=joined.reply_to)
    assert "our wishes are changed" in answer.flat
    assert world.rows("SELECT power, wishes FROM seats") == [("Turkey", "[]")]


@pytest.mark.parametrize("line", ["SIGNON ?alpha sesame7", "JOIN alpha password sesame7"])
def test_a_seat_that_a_from_alone_has_taken_is_nobody_elses(world: World, line: str) -> None:
    """Who forged it could set a password, or stand in, for who is content with the seat."""
    world.say("gm@players.example", "CREATE ?alpha pass123 standard")
    world.say("mallory@elsewhere.example", "REGISTER Mallory")
    world.say(player(0), "REGISTER Otto")
    stand_in = "SUBSTITUTE mallory@elsewhere.example from 3 Nov to 6 Nov"
    joined = world.say(player(0), f"{line}\n{stand_in}")
    assert "No password is set" in joined.flat
    assert world.rows("SELECT password FROM seats") == [("",)]
    assert world.rows("SELECT * FROM substitutes") == []
    world.say(player(0), f"PASSWORD sesame7\n{stand_in}", to=joined.reply_to)
    assert world.rows("SELECT password FROM seats")[0][0].startswith("scrypt$")
    assert len(world.rows("SELECT * FROM substitutes")) == 1


def test_a_newcomer_joins_with_a_password_as_at_the_njudge(world: World) -> None:
    world.say("gm@players.example", "CREATE ?alpha pass123 standard")
    world.say(player(0), "SIGNON ?alpha sesame7")
    assert world.rows("SELECT password FROM seats")[0][0].startswith("scrypt$")


@pytest.mark.parametrize("line", ["SIGNON ?alpha sesame7", "JOIN alpha password sesame7"])
def test_who_is_proven_joins_with_a_password(world: World, line: str) -> None:
    toml = world.home / "judge.toml"
    toml.write_text(f'authserv = "mx.judge.example"\n{toml.read_text()}')
    world.say("gm@players.example", "CREATE alpha")
    stamp = "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example\n"
    taken = f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
    world.raw(f"{stamp}{taken}From: {player(0)}\nTo: {JUDGE}\n\n{line}\n".encode())
    world.run()
    assert world.rows("SELECT password FROM seats")[0][0].startswith("scrypt$")


def test_a_game_that_has_begun_takes_no_more_players(world: World) -> None:
    world.begun()
    answer = world.say("late@players.example", "JOIN alpha")
    assert "Alpha has begun" in answer.flat
    assert "OBSERVE alpha" in answer.text


def test_the_master_is_told_who_joins(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.mail(player(0), "REGISTER Maria\nJOIN alpha")
    told = [mail for mail in world.run() if mail.to == "gm@players.example"]
    assert len(told) == 1
    assert "Maria has taken a seat: 1 of 7" in told[0].flat


def test_from_alone_changes_nobodys_wishes_and_takes_nobodys_game(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.say(player(0), "JOIN alpha France")
    before = world.rows("SELECT * FROM seats"), world.game()
    forged = world.say(player(0), "JOIN alpha as Turkey")
    assert "ou have a seat in alpha: reply to the mail about it" in forged.flat.replace(
        "You", "you"
    )
    assert (
        "reply to a mail of it to play instead"
        in world.say("gm@players.example", "JOIN alpha").flat
    )
    assert (world.rows("SELECT * FROM seats"), world.game()) == before


def test_a_master_who_joins_is_a_player_and_no_master(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    answer = world.say("gm@players.example", "JOIN alpha", to=world.address("GM"))
    assert "o game master any more" in answer.flat
    assert world.game().gm is None


def test_who_leaves_a_forming_game_frees_the_seat(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    joined = world.say(player(0), "JOIN alpha")
    answer = world.say(player(0), "RESIGN", to=joined.reply_to)
    assert "ou have left alpha" in answer.subject
    assert world.rows("SELECT * FROM seats") == []
    assert "PROVES WHO YOU ARE" in world.say(player(0), "A Par H", to=joined.reply_to).flat.upper()


@pytest.mark.parametrize("line", ["A Par - Bur", "DRAW", "CONCEDE France", "NO CONCEDE"])
def test_orders_before_the_game_begins_are_refused_kindly(world: World, line: str) -> None:
    world.say("gm@players.example", "CREATE alpha")
    joined = world.say(player(0), "JOIN alpha")
    answer = world.say(player(0), line, to=joined.reply_to)
    assert "alpha has not begun" in answer.flat.replace("Alpha", "alpha")


def test_all_answers_of_a_game_are_one_thread(world: World) -> None:
    world.begun()
    first = world.order("France", "A Par - Bur").message["References"].split()[0]
    second = world.order("France", "A Par - Pic").message["References"].split()[0]
    assert first == second
    assert first != world.order("Turkey", "A Con H").message["References"].split()[0]


def test_a_mail_to_the_judge_that_says_nothing_gets_help(world: World) -> None:
    answer = world.say("marie@players.example", "Hello,\n\nhow does this work?\n\nMarie")
    assert "HELP RULES" in answer.text
    assert answer.message["To"].strip("<>") == "marie@players.example"
    assert re.fullmatch(r"judge\+reply\.\w{20}@judge\.example", answer.reply_to)
    assert world.now == START + MINUTE


def test_one_person_has_so_many_games_under_way(world: World) -> None:
    world.section("limits", "open_games = 2")
    for name in ("alpha", "beta"):
        assert "created" in world.say("gm@players.example", f"CREATE {name}").flat
    told = world.say("gm@players.example", "CREATE gamma").flat
    assert "ou have 2 games open, and may have no more" in told
    assert "created" in world.say("other@players.example", "CREATE gamma").flat


def test_the_log_tells_whom_the_master_turned_away(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    world.say(player(1), "JOIN alpha")
    world.say("gm@players.example", f"EJECT {player(1)}", to=world.address("GM"))
    rows = world.rows("SELECT what FROM log WHERE what LIKE '%eject%' OR what LIKE 'seat.lost'")
    assert sorted(what for (what,) in rows) == ["gm.eject", "seat.lost"]
