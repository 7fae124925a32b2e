"""Strangers: what waits for a reply, what a link is worth, and what nobody's flood can do."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from judge.keeper.audit import audit
from judge.kernel import limits
from judge.letters.commands.verbs import VERBS
from tests.game.world import DAY, DEADLINE, HOUR, JUDGE, MINUTE, START, Sent, World

ARMY = "A Par - Bur"
FRANCE = "france@players.example"
MARIA, OTTO, MALLORY = "maria@new.example", "otto@new.example", "mallory@elsewhere.example"
LINK = f"SIGNON France@alpha\n{ARMY}"
ONCE = re.compile(r"judge\+reply\.[a-z2-7]{20}@judge\.example")
SCREEN = 50


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[World]:
    """A judge as `judge init` makes it: unknown addresses are asked for a reply."""
    world = World(tmp_path / "strict")
    toml = world.home / "judge.toml"
    toml.write_text(toml.read_text().replace('confirm = "no"', 'confirm = "yes"'))
    yield world
    assert audit(world.home).faults == []


def reply(world: World, mail: Sent, lines: str = "", sender: str = "") -> Sent:
    """Answer a mail as its reader's program does, and return the answer to that."""
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    named = [f"In-Reply-To: {mail.head['Message-ID']}"]
    return world.say(sender or mail.to, f"{lines}\n\n{quoted}", to=mail.reply_to, headers=named)


def people(world: World) -> list[tuple[str, ...]]:
    return world.rows("SELECT address, name FROM people ORDER BY address")


# --- what waits


@pytest.mark.parametrize(
    "line", ["CREATE beta", "JOIN alpha WAITING", "OBSERVE alpha", "REGISTER Maria", "JOIN WAITING"]
)
def test_an_unknown_address_is_written_into_no_book_before_it_replies(
    strict: World, line: str
) -> None:
    strict.begun()
    before = people(strict)
    asked = strict.say(MARIA, line)
    assert asked.to == MARIA
    assert ONCE.fullmatch(asked.reply_to)
    assert line in asked.text
    assert "reply with the one word Yes if it was you, or No if it was not." in asked.flat
    assert people(strict) == before
    done = reply(strict, asked)
    assert done.to == MARIA
    assert [address for address, _ in people(strict)] == sorted(
        [MARIA, *(address for address, _ in before)]
    )


def test_all_commands_of_a_mail_wait_together_for_one_reply(strict: World) -> None:
    strict.begun()
    asked = strict.say(MARIA, "REGISTER Maria, Europe/Rome\nCREATE beta\nLIST")
    assert all(line in asked.text for line in ("REGISTER Maria", "CREATE beta", "LIST"))
    done = reply(strict, asked)
    assert done.reply_to == strict.address("GM", "beta")
    assert "welcome" in done.flat.lower()
    assert (MARIA, "Maria") in people(strict)


def test_a_known_address_waits_no_more(strict: World) -> None:
    strict.begun()
    reply(strict, strict.say(MARIA, "REGISTER Maria"))
    assert "ou are the game master of beta" in strict.say(MARIA, "CREATE beta").flat.lower()


def test_a_reply_to_help_makes_an_address_known(strict: World) -> None:
    helped = strict.say(MARIA, "HELP")
    assert "welcome" in reply(strict, helped, "REGISTER Maria").flat.lower()
    assert people(strict) == [(MARIA, "Maria")]


def test_a_players_own_reply_to_his_seat_makes_his_address_known(strict: World) -> None:
    strict.begun()
    assert ONCE.fullmatch(strict.say(FRANCE, "CREATE beta").reply_to)
    strict.order("France", "HOLD ALL")
    assert "ou are the game master" in strict.say(FRANCE, "CREATE beta").flat.lower()


def test_what_the_reply_says_itself_is_done_after_what_waited(strict: World) -> None:
    strict.begun()
    asked = strict.say(MARIA, "REGISTER Maria")
    strict.mail(MARIA, "OBSERVE alpha", to=asked.reply_to)
    first, second = strict.run()
    assert "welcome" in first.flat.lower()
    assert "ou get the public mails of alpha" in second.flat.lower()


def test_a_replayed_reply_does_nothing_again(strict: World) -> None:
    asked = strict.say(MARIA, "CREATE beta")
    reply(strict, asked)
    strict.mail(MARIA, "yes", to=asked.reply_to, at=START)
    strict.mail(MARIA, "yes, again", to=asked.reply_to)
    strict.run()
    assert strict.rows("SELECT count(*) FROM games") == [(1,)]


def test_a_reply_in_the_last_moment_of_the_week_counts(strict: World) -> None:
    asked = strict.say(MARIA, "CREATE beta")
    until = strict.now + 7 * DAY
    strict.mail(MARIA, "yes", to=asked.reply_to)
    strict.run(until)
    assert strict.rows("SELECT name FROM games") == [("beta",)]


def test_a_reply_after_a_week_is_too_late(strict: World) -> None:
    asked = strict.say(MARIA, "CREATE beta")
    strict.run(strict.now + 8 * DAY)
    late = strict.say(MARIA, "yes", to=asked.reply_to)
    assert "used up or too old" in late.flat
    assert strict.rows("SELECT count(*) FROM games") == [(0,)]


def test_the_reply_counts_for_the_mailbox_that_was_asked_wherever_it_comes_from(
    strict: World,
) -> None:
    asked = strict.say(MARIA, "REGISTER Maria")
    strict.mail("maria@phone.example", "yes", to=asked.reply_to)
    (done,) = strict.run()
    assert done.to == MARIA
    assert people(strict) == [(MARIA, "Maria")]


def test_a_forged_from_renames_nobody(strict: World) -> None:
    reply(strict, strict.say(MARIA, "CREATE alpha"))
    asked = strict.say(MARIA, "REGISTER Mallory")
    ((address, name),) = people(strict)
    assert (address, name.split()[0]) == (MARIA, "Player")
    assert "welcome" not in asked.flat.lower()
    reply(strict, asked)
    assert people(strict) == [(MARIA, "Mallory")]


def test_a_forged_create_above_it_proves_nothing_for_the_lines_below(world: World) -> None:
    world.begun()
    world.say(FRANCE, "CREATE beta\nREGISTER Mallory in Asia/Tokyo")
    assert (FRANCE, "P2") in people(world)


def test_help_list_and_orders_by_a_seats_address_never_wait(strict: World) -> None:
    strict.begun()
    assert "HELP JOINING" in strict.say(MARIA, "HELP").text
    assert "alpha" in strict.say(MARIA, "LIST").text
    strict.order("France", ARMY)
    assert strict.orders("France") == ["A PAR - BUR"]


def test_a_stamp_needs_no_reply(strict: World) -> None:
    toml = strict.home / "judge.toml"
    toml.write_text(toml.read_text() + 'authserv = "mx.judge.example"\n')
    strict.raw(
        b"Authentication-Results: mx.judge.example; dkim=pass header.d=new.example\n"
        b"Received: from x by mx.judge.example; Mon, 02 Nov 2026 10:00:00 +0000\n"
        b"From: maria@new.example\nTo: judge@judge.example\n\nREGISTER Maria\n"
    )
    strict.run()
    assert people(strict) == [(MARIA, "Maria")]


# --- links


def button(mail: Sent) -> tuple[str, str]:
    """Address and body of the link that a mail's HTML part opens."""
    part = mail.message.get_body(("html",))
    assert part is not None
    found = re.search(r'href="mailto:([^?"]+)\?[^"]*body=([^"]+)"', str(part.get_content()))
    assert found
    return unquote(found[1]), unquote(found[2])


def test_the_button_names_the_seat_and_holds_no_power(world: World) -> None:
    world.begun("alpha", "remind=24h")
    mails = {mail.to: mail for mail in world.run(DEADLINE - DAY)}
    to, body = button(mails[FRANCE])
    assert to == JUDGE
    assert body.splitlines()[0] == "SIGNON France@alpha"
    asked = world.say(FRANCE, body.replace("F BRE", "F Bre - Eng") + ARMY)
    assert world.orders("France") == []
    assert "A PAR - BUR" in asked.text
    done = reply(world, asked)
    assert "A PAR - BUR" in world.orders("France")
    assert done.reply_to == world.address("France")


def test_a_link_mail_from_elsewhere_asks_the_player_at_his_own_address(world: World) -> None:
    world.begun()
    name = world.mail(MALLORY, LINK)
    sent = {mail.to: mail for mail in world.run()}
    assert set(sent) == {MALLORY, FRANCE}
    assert sent[MALLORY].message["In-Reply-To"] == name
    assert FRANCE not in str(sent[MALLORY].message)
    assert f"came from {MALLORY}" in sent[FRANCE].flat
    assert world.orders("France") == []
    reply(world, sent[FRANCE])
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_stranger_learns_nothing_by_a_link(world: World) -> None:
    world.begun(players=6)
    told = set()
    for seat in ("France@alpha", "Turkey@alpha", "Narnia@alpha", "France@omega"):
        name = world.mail(MALLORY, f"SIGNON {seat}\n{ARMY}")
        (answer,) = (mail for mail in world.run() if mail.message["In-Reply-To"] == name)
        told.add(re.sub(r"Receipt: R\d+", "", answer.text.replace(seat, "SEAT")))
    assert len(told) == 1


def test_orders_of_a_link_count_from_their_own_time(world: World) -> None:
    """What came later from the seat itself is not put back by a reply to an older mail."""
    world.begun()
    asked = world.say(FRANCE, LINK)
    world.order("France", "A Par - Pic")
    reply(world, asked)
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_reply_after_the_deadline_is_too_late(world: World) -> None:
    world.begun("alpha", "grace=0h", "nmr=hold")
    asked = world.say(FRANCE, LINK, at=DEADLINE - HOUR)
    world.mail(FRANCE, "yes", to=asked.reply_to, at=DEADLINE + MINUTE)
    sent = world.run(DEADLINE + HOUR)
    (answer,) = (mail for mail in sent if "Too late: the reply that it waited for" in mail.flat)
    assert answer.to == FRANCE
    assert "A PAR - BUR" not in str(world.rows("SELECT orders FROM turns"))


def test_a_reply_while_the_phase_is_still_open_counts(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    asked = world.say(FRANCE, LINK)
    world.run(DEADLINE + MINUTE)
    reply(world, asked)
    assert world.orders("France") == ["A PAR - BUR"]


def test_the_game_masters_link_needs_his_reply_too(world: World) -> None:
    world.begun()
    asked = world.say("gm@players.example", "SIGNON GM@alpha\nDEADLINE 6 Nov 12:00")
    assert world.due() == DEADLINE
    reply(world, asked)
    assert world.due() == DEADLINE + 18 * HOUR


# --- a secret address from elsewhere


@pytest.mark.parametrize(
    "line",
    [
        "PASSWORD sesame7",
        "CLEAR",
        "DRAW",
        "RESIGN",
        "CONCEDE Italy",
        "NOWAIT",
        "REGISTER Mallory",
        "PAUSE",
        "EXTEND 1d",
        "SUBSTITUTE mallory@elsewhere.example from 3 Nov to 6 Nov",
        "ADDRESS mallory@elsewhere.example",
        "PRESS TO Germany\nlet us be friends\nENDPRESS",
        "FORGET ME",
    ],
)
def test_a_secret_address_from_elsewhere_gives_orders_and_nothing_more(
    world: World, line: str
) -> None:
    world.begun()
    registered = people(world)
    before = world.rows("SELECT person, password, epoch, wait, vote FROM seats ORDER BY id")
    world.order("France", "A Mar H")
    world.mail(MALLORY, f"{line}\n{ARMY}", to=world.address("France"))
    (answer,) = world.run()
    assert answer.to == FRANCE
    assert f"rom {MALLORY}" in answer.flat.lower()
    assert f"I AM ALSO {MALLORY}" in answer.flat
    assert world.orders("France") == ["A MAR H", "A PAR - BUR"]
    assert world.rows("SELECT person, password, epoch, wait, vote FROM seats ORDER BY id") == before
    assert people(world) == registered


def test_every_command_is_refused_from_elsewhere_unless_it_only_shows(world: World) -> None:
    for verb in ("password", "clear", "draw", "resign", "address", "press"):
        assert not VERBS[verb].anywhere
        assert not VERBS[verb].shows


def test_a_password_in_the_mail_makes_it_the_players_own(world: World) -> None:
    world.begun()
    world.order("France", "PASSWORD sesame7")
    to = world.address("France")
    world.mail(MALLORY, "SIGNON France@alpha sesame7\nDRAW", to=to)
    world.run()
    assert world.seat("France").vote == "draw"


def test_a_further_address_is_the_players_own(world: World) -> None:
    world.begun()
    world.mail(FRANCE, "I AM ALSO fay@work.example")
    halves = [re.search(r"ALSO fay@work.example (\S+)", mail.text) for mail in world.run()]
    typed = sorted(found[1] for found in halves if found and "?" in found[1])
    code = next(t[:6] for t in typed if t.endswith("?")) + next(
        t[6:] for t in typed if t.startswith("?")
    )
    world.mail("fay@work.example", f"I AM ALSO fay@work.example {code}")
    world.run()
    world.mail("fay@work.example", "DRAW", to=world.address("France"))
    world.run()
    assert world.seat("France").vote == "draw"


def test_the_game_masters_address_gives_nothing_from_elsewhere(world: World) -> None:
    world.begun()
    world.mail(MALLORY, "TERMINATE\nDEADLINE 6 Nov 12:00", to=world.address("GM"))
    (answer,) = world.run()
    assert answer.to == "gm@players.example"
    assert world.due() == DEADLINE


def test_a_substitute_at_the_players_address_is_a_substitute(world: World) -> None:
    world.begun()
    world.say(MARIA, "REGISTER Maria")
    world.order("France", f"SUBSTITUTE {MARIA} from 2 Nov to 6 Nov")
    world.mail(MARIA, f"RESIGN\n{ARMY}", to=world.address("France"))
    sent = world.run()
    assert world.orders("France") == ["A PAR - BUR"]
    assert world.seat("France").person is not None
    assert {mail.to for mail in sent} == {MARIA, FRANCE}


# --- floods


def test_forged_mails_use_up_nobodys_answers(world: World) -> None:
    world.begun()
    for number in range(25):
        world.mail(FRANCE, f"STATUS\nHistory {number}")
    assert len(world.run()) == world.house().config.limits.unproven_answers_an_hour
    assert "A PAR - BUR" in world.order("France", ARMY).text


def test_nobody_is_asked_without_end_whether_a_letter_is_his(strict: World) -> None:
    strict.begun()
    most = strict.house().config.limits.unproven_answers_an_hour
    for number in range(most + 5):
        strict.mail(MARIA, f"CREATE game{number}")
    assert len(strict.run()) == most
    for number in range(most + 5):
        strict.mail(MALLORY, f"{LINK}\nHISTORY {1901 + number}")
    asked = [mail for mail in strict.run() if mail.to == FRANCE]
    assert len(asked) == most
    strict.mail(MARIA, "CREATE last")
    assert len(strict.run(strict.now + HOUR)) == 1


def test_an_answer_that_is_due_late_is_still_sent(world: World) -> None:
    world.begun()
    for number in range(23):
        world.mail(FRANCE, f"STATUS\nHISTORY {1901 + number}", to=world.address("France"))
    assert len(world.run()) == 20
    assert len(world.run(world.now + HOUR)) == 3


@pytest.mark.parametrize("line", ["STATUS alpha", "HELP orders", "LIST", "HISTORY alpha", "junk x"])
@pytest.mark.parametrize("proven", [False, True])
def test_the_same_line_is_answered_once(world: World, line: str, *, proven: bool) -> None:
    world.begun()
    to = world.address("France") if proven else JUDGE
    answer = world.say(FRANCE, "\n".join([line] * 999), to=to)
    assert len(answer.message.as_bytes()) < 30_000
    if not proven:
        assert answer.text.count("\n") <= SCREEN
        assert len(answer.message.as_bytes()) < 6_000


def test_different_questions_are_answered_up_to_a_number(world: World) -> None:
    world.begun()
    lines = "\n".join(f"HISTORY S{1901 + number}M" for number in range(99))
    answer = world.order("France", lines)
    assert "one mail gets 10 questions answered" in answer.flat


def test_a_list_of_many_games_is_shown_piece_by_piece(world: World) -> None:
    for number in range(12):
        world.mail(f"gm{number}@players.example", f"CREATE game{number:02} standard")
    world.run()
    answer = world.say(MARIA, "LIST")
    assert "game09" in answer.text
    assert "game10" not in answer.text
    assert "12 games in all: LIST 11 shows those that follow." in answer.flat
    assert answer.text.count("\n") <= SCREEN
    assert "game11" in world.say(MARIA, "LIST 11").text
    assert "game11" in reply(world, answer).text


def test_what_does_not_fit_a_screen_comes_with_a_reply(world: World) -> None:
    world.begun()
    answer = world.say(MARIA, "STATUS alpha\nHISTORY alpha\nHELP COMMANDS")
    assert answer.text.count("\n") <= SCREEN
    assert "more lines: reply YES to this mail" in answer.flat
    whole = reply(world, answer)
    assert whole.text.count("\n") > SCREEN


def test_nobody_makes_games_without_end(world: World) -> None:
    lines = "\n".join(f"CREATE game{number}" for number in range(900))
    world.mail(MARIA, lines)
    world.run()
    assert world.rows("SELECT count(*) FROM games") == [(5,)]
    answer = world.say(MARIA, lines.replace("game", "more"), to=world.address("GM", "game0"))
    assert "ou have 10 games open" in answer.flat
    assert world.rows("SELECT count(*) FROM games") == [(10,)]


def test_what_nobody_understands_draws_help_once_a_day(world: World) -> None:
    for _ in range(3):
        world.mail(MARIA, "Cheap watches!")
    assert len(world.run()) == 1
    world.mail(MARIA, "Cheaper watches!")
    assert world.run(world.now + HOUR) == []
    world.mail(MARIA, "Hello?")
    assert len(world.run(world.now + DAY)) == 1


def test_who_asks_again_the_same_day_is_answered_without_the_welcome(world: World) -> None:
    assert "WELCOME" in world.say(MARIA, "What do I need to do to join a game?").text
    again = world.say(MARIA, "Thank you so much. So how do I play against computers?").text
    assert ("HELP COMPUTERS" in again, "WELCOME" in again) == (True, False)
    for _ in range(12):
        world.mail(MARIA, "How do I join a game?")
    assert len(world.run()) == limits.HELPS_A_DAY - 2


@pytest.mark.parametrize(
    ("said", "is_answered"),
    [
        ("Yes please, I would like to be in!", True),
        ("Sign me up for something nice.", True),
        ("Thank you for your help!\n\nMaria", False),
        ("Thanks for the quick reply.", False),
    ],
)
def test_talk_in_a_reply_is_answered_and_thanks_are_not(
    world: World, said: str, *, is_answered: bool
) -> None:
    first = world.say(MARIA, "What do I need to do to join a game?")
    references = [f"References: {first.head['Message-ID']}"]
    world.mail(MARIA, said, to=first.reply_to, headers=references)
    assert len(world.run()) == is_answered


# --- several games in one mail


def test_each_game_that_a_mail_leads_into_has_its_reply_address(world: World) -> None:
    world.mail(MARIA, "CREATE alpha standard\nCREATE beta standard")
    sent = world.run()
    assert {mail.reply_to for mail in sent} == {
        world.address("GM", "alpha"),
        world.address("GM", "beta"),
    }
    world.mail(OTTO, "JOIN alpha as France\nJOIN beta as Italy")
    replies = {mail.reply_to for mail in world.run() if mail.to == OTTO}
    assert replies == {world.address("France", "alpha"), world.address("Italy", "beta")}
    world.begun("gamma")
    world.begun("delta")
    world.mail("eva@new.example", "OBSERVE gamma\nOBSERVE delta")
    watching = [mail.reply_to for mail in world.run() if mail.to == "eva@new.example"]
    assert len({address.partition(".")[0] for address in watching}) == 2
