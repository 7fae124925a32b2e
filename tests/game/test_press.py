"""Press by mail: to whom it goes, how it is signed, what is never sent and never given away."""

import json
import re
from collections.abc import Sequence

import pytest

from judge.game.press.delivery import clean_text
from judge.keeper import keeping
from judge.mail.ours import Ours
from tests.game.world import DEADLINE, MINUTE, POWERS, Sent, World, mailbox

TEXT = "Shall we leave Burgundy empty?"


def press(world: World, power: str, lines: str, name: str = "alpha") -> tuple[Sent, list[Sent]]:
    """Mail press from a seat; return its answer and the mails that it caused."""
    to = world.address(power, name)
    mail = world.mail(mailbox(power), lines, to=to)
    sent = world.run()
    answers = [one for one in sent if one.message["In-Reply-To"] == mail]
    assert len(answers) == 1
    return answers[0], [one for one in sent if one is not answers[0]]


def block(heading: str, text: str = TEXT) -> str:
    verb = "BROADCAST" if "BROADCAST" in heading else "PRESS"
    return f"{heading}\n{text}\nEND{verb}"


def readers(sent: Sequence[Sent]) -> list[str]:
    return [one.to.partition("@")[0] for one in sent]


@pytest.mark.parametrize(
    ("heading", "expected", "shown"),
    [
        ("PRESS TO France, Germany", ["france", "germany"], "FRANCE AND GERMANY"),
        ("press to germany and france:", ["france", "germany"], "FRANCE AND GERMANY"),
        ("PRESS TO French", ["france"], "FRANCE"),
        ("PRESS TO FRA", ["france"], "FRANCE"),
        ("PRESS TO FG", ["france", "germany"], "FRANCE AND GERMANY"),
        ("PRESS TO TA", ["austria", "turkey"], "AUSTRIA AND TURKEY"),
        ("PRESS TO f, g", ["france", "germany"], "FRANCE AND GERMANY"),
        ("PRESS TO ALL", [p.lower() for p in POWERS if p != "England"], "ALL POWERS"),
        (
            "PRESS TO ALL BUT r",
            [p.lower() for p in POWERS if p not in ("England", "Russia")],
            "ALL POWERS BUT RUSSIA",
        ),
        ("PRESS TO master", ["gm"], "THE GAME MASTER"),
        ("PRESS TO GM, France", ["france", "gm"], "FRANCE AND THE GAME MASTER"),
        ("PRESS TO England, France", ["france"], "FRANCE"),
    ],
)
def test_press_goes_to_those_it_names_and_to_nobody_else(
    world: World, heading: str, expected: list[str], shown: str
) -> None:
    world.begun()
    answer, sent = press(world, "England", block(heading))
    assert readers(sent) == expected
    for mail in sent:
        assert mail.subject == "[alpha] Spring 1901 movement: press from England"
        assert f"{TEXT} PRESS FROM ENGLAND TO {shown}" in mail.flat
    assert "signed England" in answer.flat
    assert TEXT in answer.text


def test_a_power_is_named_with_its_article(world: World) -> None:
    world.begun(variant="1936")
    _, (mail,) = press(world, "Soviet Union", block("PRESS TO Germany"))
    assert "PRESS FROM THE SOVIET UNION TO GERMANY" in mail.flat
    _, (mail, _) = press(world, "Germany", block("PRESS TO Soviet Union, Italy"))
    assert re.search("PRESS FROM GERMANY TO (ITALY AND )?THE SOVIET UNION", mail.flat)


def test_a_letter_that_is_two_in_capitals_is_nobodys(world: World) -> None:
    world.begun(variant="1936")
    answer, mails = press(world, "Germany", block("PRESS TO ß"))
    assert "'ß' is nobody in alpha" in answer.flat
    assert not mails


@pytest.mark.parametrize(
    ("heading", "reason"),
    [
        ("PRESS", "to whom?"),
        ("PRESS TO", "to whom?"),
        ("PRESS TO Frnace", "'Frnace' is nobody in alpha"),
        ("PRESS TO France and Narnia", "'Narnia' is nobody in alpha"),
        ("PRESS TO Turky", "this would work: PRESS TO Turkey"),
        ("PRESS TO IT", "'IT' may be the beginning of a name or letters"),
        ("PRESS TO GE", "PRESS TO Germany or PRESS TO Germany, England"),
        ("PRESS TO fr", "may be the beginning of a name"),
        ("PRESS TO FAIR", "is not read letter by letter"),
        ("PRESS TO TIGER", "is not read letter by letter"),
        ("PRESS TO efg", "is not read letter by letter"),
        ("PRESS TO tea", "is not read letter by letter"),
        ("PRESS TO England", "nobody but you would get it"),
        ("PRESS AS Turkey TO France", "do not speak for Turkey"),
        ("PRESS FAKE FROM Turkey TO France", "do not speak for Turkey"),
        ("PRESS FROM Narnia TO France", "'Narnia' is nobody in alpha"),
        ("PRESS GREY TO France", "signed with the power that wrote it"),
        ("BROADCAST TO France", "a broadcast goes to all"),
    ],
)
def test_press_that_is_not_clearly_addressed_is_not_sent_to_anybody(
    world: World, heading: str, reason: str
) -> None:
    world.begun()
    answer, sent = press(world, "England", block(heading))
    assert sent == []
    assert reason.lower() in answer.flat.lower()
    assert f"NOT SENT {TEXT}" in answer.flat
    assert world.rows("SELECT * FROM press") == []


def test_press_without_words_is_not_sent(world: World) -> None:
    world.begun()
    answer, sent = press(world, "England", "PRESS TO France\n\n> only a quote\nENDPRESS")
    assert sent == []
    assert "here is nothing in it" in answer.flat.lower()


def test_nobody_is_flooded_with_press(world: World) -> None:
    world.begun()
    for _ in range(65):
        world.mail("france@players.example", block("PRESS TO Italy"), to=world.address("France"))
    assert len([mail for mail in world.run() if mail.to.startswith("italy")]) == 60
    _, sent = press(world, "Germany", block("PRESS TO Italy"))
    assert len(sent) == 1


def test_a_stranger_writes_no_press(world: World) -> None:
    world.begun()
    answer = world.say("france@players.example", block("PRESS TO Germany"))
    assert "nothing in this mail proves" in answer.flat.lower()
    assert world.rows("SELECT * FROM press") == []


# --- blocks and orders


def test_orders_around_press_are_taken_and_orders_inside_are_not(world: World) -> None:
    world.begun()
    lines = f"A Par - Bur\n{block('PRESS TO Italy', 'I will play A Mar - Pie')}\nF Bre - Mao"
    press(world, "France", lines)
    assert world.orders("France") == ["A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize("end", ["", "ENDPERSS NOW PLEASE DO IT", "endp"])
def test_a_block_without_its_end_sends_nothing_orders_nothing_and_shows_all(
    world: World, end: str
) -> None:
    world.begun()
    world.order("France", "A Par H")
    lines = f"F Bre - Mao\nPRESS TO Italy\nHello Marco\n{end}\nA Par - Bur\nA Mar S A Par - Bur"
    answer, sent = press(world, "France", lines)
    assert sent == []
    assert world.orders("France") == ["A PAR H", "F BRE - MAO"]
    assert "PRESS has no ENDPRESS below it" in answer.flat
    assert "Put ENDPRESS on a line of its own where it ends." in answer.flat
    assert answer.flat.count("not read.") == 2
    assert "Hello Marco" in answer.text.partition("NOT SENT")[2]
    assert "A Par - Bur" in answer.text.partition("NOT SENT")[2]


def test_a_second_block_is_never_swallowed_by_a_first_one_left_open(world: World) -> None:
    world.begun()
    for second in ("PRESS TO Germany", "press to germany", "BROADCAST"):
        lines = f"PRESS TO Italy\nabout Germany\n{block(second, 'about Italy')}"
        answer, sent = press(world, "France", lines)
        assert sent == []
        assert "has no ENDPRESS" in answer.flat


@pytest.mark.parametrize("end", ["endpress", "End press.", "ENDPRES", "END PRESS", "end"])
def test_an_end_that_is_a_little_mistyped_still_ends_the_block(world: World, end: str) -> None:
    world.begun()
    _, sent = press(world, "France", f"PRESS TO Italy\n{TEXT}\n{end}\nA Par - Bur")
    assert readers(sent) == ["italy"]
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("opener", ["PRESSTO Italy", "PRES TO Italy", "Italy:"])
def test_an_end_without_a_beginning_says_that_nothing_was_sent(world: World, opener: str) -> None:
    world.begun()
    answer, sent = press(world, "France", f"{opener}\nHello Marco\nENDPRESS")
    assert sent == []
    assert "No PRESS above it opens a block, so nothing was sent or tried" in answer.flat


def test_a_question_to_a_power_in_small_letters_is_press(world: World) -> None:
    """It is not sent without its end, and never taken for talk without a word."""
    world.begun()
    answer, sent = press(world, "France", "Press to Germany: shall we?")
    assert sent == []
    assert "PRESS has no ENDPRESS below it" in answer.flat
    _, sent = press(world, "France", "Press to Germany: shall we?\nendpress")
    assert readers(sent) == ["germany"]


# --- kinds of press


def test_a_broadcast_reaches_players_master_and_observers(world: World) -> None:
    world.begun()
    world.say("olga@players.example", "OBSERVE alpha")
    _, sent = press(world, "France", block("BROADCAST"))
    assert readers(sent) == [*(p.lower() for p in POWERS if p != "France"), "gm", "olga"]
    assert all("PRESS FROM FRANCE TO ALL" in mail.text for mail in sent)


def test_grey_press_tells_nobody_who_wrote_it(world: World) -> None:
    world.begun("alpha", "press=grey")
    answer, sent = press(world, "France", block("PRESS TO Italy"))
    assert "not signed" in answer.flat
    (mail,) = sent
    assert mail.subject.endswith("movement: press")
    assert "PRESS FROM AN UNNAMED POWER TO ITALY" in mail.text
    assert "France" not in str(mail.message).replace("PRESS TO France", "")


@pytest.mark.parametrize(
    ("kind", "heading", "signed"),
    [
        ("white/grey", "PRESS TO Italy", True),
        ("both", "PRESS GREY TO Italy", False),
        ("grey/white", "PRESS TO Italy", False),
        ("grey-white", "PRESS WHITE TO Italy", True),
        ("white/grey", "PRESS TO Italy, anonymous", False),
        ("white/grey", "GREY PRESS TO Italy", False),
        ("white/grey", "Gray press to Italy", False),
        ("grey/white", "WHITE PRESS TO Italy", True),
    ],
)
def test_where_the_writer_chooses_the_game_has_a_usual_colour(
    world: World, kind: str, heading: str, signed: bool
) -> None:
    world.begun("alpha", f"press={kind}")
    _, (mail,) = press(world, "France", block(heading))
    assert ("PRESS FROM FRANCE" in mail.text) is signed


def test_a_list_of_all_others_would_name_the_writer_so_it_reads_all(world: World) -> None:
    world.begun("alpha", "press=grey")
    _, sent = press(world, "France", block("PRESS TO AEGIRT"))
    assert {mail.text.count("TO ALL POWERS") for mail in sent} == {1}


def test_a_game_without_press_has_press_to_its_master_only(world: World) -> None:
    world.begun("alpha", "press=none")
    for heading in ("PRESS TO Italy", "BROADCAST"):
        answer, sent = press(world, "France", block(heading))
        assert sent == []
        assert "has no press; PRESS TO GM works" in answer.flat
    _, sent = press(world, "France", block("PRESS TO GM"))
    assert readers(sent) == ["gm"]
    _, sent = press(world, "GM", block("PRESS TO France"))
    assert readers(sent) == ["france"]
    assert "PRESS FROM THE GAME MASTER" in sent[0].text


def test_fake_press_is_sent_only_where_the_game_says_so(world: World) -> None:
    world.begun("alpha", "fake=yes")
    answer, (mail,) = press(world, "France", block("PRESS FAKE FROM Turkey TO Italy"))
    assert "PRESS FROM TURKEY TO ITALY" in mail.text
    assert "signed Turkey" in answer.flat
    assert "believe no signature" in world.order("Italy", "STATUS").flat


def test_press_may_have_to_go_to_all(world: World) -> None:
    world.begun("alpha", "partial=no")
    answer, sent = press(world, "France", block("PRESS TO Italy"))
    assert sent == []
    assert "BROADCAST" in answer.text
    for heading in ("BROADCAST", "PRESS TO ALL", "PRESS TO GM"):
        assert press(world, "France", block(heading))[1] != []


@pytest.mark.parametrize("option", ["postal=yes", "press=postal"])
def test_postal_press_comes_with_the_results(world: World, option: str) -> None:
    world.begun("alpha", option)
    answer, sent = press(world, "Turkey", block("PRESS TO Italy", "from the sultan"))
    assert sent == []
    assert "goes with the results to Italy" in answer.flat.replace("Goes", "goes")
    press(world, "France", block("PRESS TO Italy, Germany", "from Paris"))
    results = {mail.to.partition("@")[0]: mail.text for mail in world.run(DEADLINE)}
    assert results["italy"].index("from Paris") < results["italy"].index("from the sultan")
    assert "from Paris" in results["germany"]
    assert "sultan" not in results["germany"]
    assert "from Paris" not in results["france"] + results["gm"]
    assert not any("from Paris" in mail.text for mail in world.run(DEADLINE + 5 * 24 * 60 * MINUTE))


def test_postal_press_comes_with_the_end_too(world: World) -> None:
    world.begun("alpha", "postal=yes")
    press(world, "Turkey", block("PRESS TO Italy", "farewell"))
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "DRAW", to=world.address(power))
    over = [mail for mail in world.run() if mail.to.startswith("italy") and "over" in mail.subject]
    assert "farewell" in over[0].text


def test_the_masters_copy_is_said_openly_and_names_the_writer(world: World) -> None:
    world.begun("alpha", "gmpress=yes", "press=grey")
    answer, sent = press(world, "France", block("PRESS TO Italy"))
    assert readers(sent) == ["italy", "gm"]
    assert "t was written by France" in sent[1].flat
    assert "France" not in sent[0].text
    assert "he game master gets a copy" in answer.flat
    assert "gets a copy of all press" in world.order("Italy", "STATUS").flat


def test_without_that_option_the_master_reads_nothing(world: World) -> None:
    world.begun()
    _, sent = press(world, "France", block("PRESS TO Italy"))
    assert readers(sent) == ["italy"]


def test_observers_write_only_where_the_game_lets_them(world: World) -> None:
    for name, option in (("alpha", "obspress=no"), ("beta", "obspress=yes")):
        world.begun(name, option)
    seen = {}
    for name in ("alpha", "beta"):
        to = world.say("olga@players.example", f"OBSERVE {name}").reply_to
        world.mail("olga@players.example", block("BROADCAST"), to=to)
        seen[name] = [mail for mail in world.run() if mail.to != "olga@players.example"]
    assert seen["alpha"] == []
    assert len(seen["beta"]) == 8
    assert "PRESS FROM AN OBSERVER TO ALL" in seen["beta"][0].text


def test_from_alone_makes_no_observer(world: World) -> None:
    world.begun("alpha", "obspress=yes")
    world.say("olga@players.example", "OBSERVE alpha")
    answer = world.say("olga@players.example", block("BROADCAST"))
    assert "nothing in this mail proves" in answer.flat.lower()


def test_a_vacant_power_is_named_in_the_answer(world: World) -> None:
    world.begun(players=6)
    answer, sent = press(world, "France", block("PRESS TO Turkey"))
    assert sent == []
    assert "obody plays Turkey now" in answer.flat


def test_before_the_game_begins_only_its_master_can_be_written_to(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    joined = world.say("marie@players.example", "JOIN alpha")
    answer = world.say("marie@players.example", block("BROADCAST"), to=joined.reply_to)
    assert "PRESS TO GM works already" in answer.flat
    world.mail("marie@players.example", block("PRESS TO GM"), to=joined.reply_to)
    told = [mail for mail in world.run() if mail.to.startswith("gm")]
    assert "PRESS FROM A PLAYER TO THE GAME MASTER" in told[0].text


def test_the_terms_of_press_come_with_the_seat(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha standard press=grey gmpress=yes")
    joined = world.say("p0@players.example", "JOIN alpha")
    assert "obody is told which power wrote it" in joined.flat
    assert "gets a copy of all press" in joined.flat


@pytest.mark.parametrize(
    "word", ["press=black", "press=", "postal=perhaps", "fake=2", "gmpress=x", "anonymous=x"]
)
def test_an_option_of_press_that_makes_no_sense_is_refused(world: World, word: str) -> None:
    world.say("gm@players.example", f"CREATE alpha standard {word}")
    assert world.rows("SELECT * FROM games") == []


# --- the text


OURS = Ours("judge@judge.example", b"secret")


def text(*lines: str) -> str:
    return clean_text(lines, "alpha", OURS)


WRAPPED = (
    "I have thought about your plan for the spring, and I like the first half",
    "of it: if you leave Burgundy empty, then so will I. But what shall we do",
    "about England?",
)


def test_lines_that_a_mail_program_broke_are_whole_again() -> None:
    assert text(*WRAPPED) == text(" ".join(WRAPPED))


def test_lines_that_were_meant_stay() -> None:
    plan = ("A Par - Bur", "A Mar S A Par - Bur", "", "- one", "- two", "then")
    assert text(*plan) == "\n".join(plan)


def test_typographic_signs_and_blank_lines_do_not_tell_programs_apart() -> None:
    assert text("“It’s” – well…", "", "", "", "yes  ") == '"It\'s" - well...\n\nyes'


@pytest.mark.parametrize(
    "typed", ["One.  Two", "  One. Two", "One.\u00a0Two", "One.\tTwo", "One. \u2003Two "]
)
def test_blanks_do_not_tell_programs_apart(typed: str) -> None:
    """What is typed as two blanks is one where a mail program writes HTML."""
    assert text(typed) == "One. Two"


@pytest.mark.parametrize("typed", ["- one", "* one", "\u2022 one", "  * one"])
def test_bullets_do_not_either(typed: str) -> None:
    assert text(typed) == "- one"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("write to judge+alpha.france.abcdefghijklmnop@judge.example", "judge@judge.example"),
        ("SIGNON France@alpha sesame7", "SIGNON France@alpha ******"),
        ("sign on Falpha sesame7 ok", "sign on Falpha ****** ok"),
        ("PASSWORD sesame7", "PASSWORD ******"),
        ("I forgot the password yesterday", "I forgot the password yesterday"),
    ],
)
def test_secrets_of_a_seat_do_not_go_along(line: str, kept: str) -> None:
    assert text(line).endswith(kept)
    assert "abcdefghijklmnop" not in text(line)


def test_quotes_signatures_and_headers_do_not_go_along(world: World) -> None:
    world.begun()
    lines = [
        "Yes.",
        "On Mon, Nov 2, 2026 at 9:00 AM Marie Dupont <marie@private.example> wrote:",
        "> Shall we?",
        "From: Marie Dupont <marie@private.example>",
        "Sent: Monday",
        "To: Jonas",
        "Subject: secret",
        "No.",
        "-- ",
        "Marie",
    ]
    _, (mail,) = press(world, "France", block("PRESS TO Italy", "\n".join(lines)))
    told = mail.text.partition("PRESS FROM")[0]
    assert told.split() == ["Yes.", "No."]


# --- press that was lost


def test_a_player_reads_again_what_he_wrote_and_got_and_nothing_else(world: World) -> None:
    world.begun()
    press(world, "France", block("PRESS TO Italy", "from France"))
    press(world, "Italy", block("PRESS TO France", "from Italy"))
    press(world, "Germany", block("PRESS TO Italy", "from Germany"))
    press(world, "Turkey", block("BROADCAST", "from Turkey"))
    text = world.order("France", "HISTORY PRESS").text
    for name, there in (("France", True), ("Italy", True), ("Germany", False), ("Turkey", True)):
        assert (f"from {name}" in text) is there
    public = world.say("stranger@elsewhere.example", "HISTORY alpha PRESS").text
    assert "from Turkey" in public
    assert "from France" not in public
    assert "here is none" in world.order("France", "HISTORY PRESS F1901M").flat.lower()


def test_press_that_waits_is_not_read_before_the_results(world: World) -> None:
    world.begun("alpha", "postal=yes")
    press(world, "France", block("BROADCAST", "from France"))
    assert "from France" not in world.order("Italy", "HISTORY PRESS").text
    world.run(DEADLINE)
    assert "from France" in world.order("Italy", "HISTORY PRESS S1901M").text


def test_the_history_of_ones_own_game_needs_no_name(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    for asked in ("S1901M", "1901", "spring 1901"):
        answer = world.order("France", f"HISTORY {asked}")
        assert "ORDERS AND RESULTS, SPRING 1901 MOVEMENT" in answer.text, asked
    assert "here is no game" in world.order("France", "HISTORY omega").flat.lower()


# --- the end of the game


def ended(world: World, *consenting: str) -> list[dict[str, object]]:
    """What may be published of a game in which two wrote to one power and one to all."""
    world.begun("alpha", "fake=yes")
    press(world, "France", block("PRESS FROM Turkey TO Italy", "from France"))
    press(world, "Germany", block("PRESS TO Italy", "from Germany"))
    press(world, "Italy", block("BROADCAST", "from Italy"))
    for power in consenting:
        world.order(power, "PUBLISH")
    assert json.loads(keeping.export_game(world.home, "alpha", secret=False))["press"] == []
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "DRAW", to=world.address(power))
    world.run()
    found = json.loads(keeping.export_game(world.home, "alpha", secret=False))["press"]
    assert isinstance(found, list)
    return found


def test_when_the_game_is_over_broadcasts_are_published_and_what_its_writers_let(
    world: World,
) -> None:
    assert [message["text"] for message in ended(world, "Germany")] == [
        "from Germany",
        "from Italy",
    ]


def test_what_is_published_names_its_true_writer(world: World) -> None:
    first = ended(world, "France")[0]
    assert (first["author"], first["signed"], first["text"]) == ("France", "Turkey", "from France")


def test_consent_is_taken_back_like_it_was_given(world: World) -> None:
    world.begun()
    world.order("Germany", "PUBLISH")
    assert world.seat("Germany").consents
    world.order("Germany", "NO PUBLISH")
    assert not world.seat("Germany").consents


def test_the_keeper_exports_all_press_with_the_secrets_only(world: World) -> None:
    world.begun()
    press(world, "Germany", block("PRESS TO Italy", "from Germany"))
    told = json.loads(keeping.export_game(world.home, "alpha", secret=True))["press"]
    assert [message["text"] for message in told] == ["from Germany"]


# --- players without names


def test_an_anonymous_game_tells_who_plays_when_it_is_over(world: World) -> None:
    world.begun("alpha", "anonymous=yes")
    public = world.say("stranger@elsewhere.example", "STATUS alpha").text
    assert "P2" not in public + world.order("Italy", "STATUS").text
    assert "France          a player" in public
    assert "France          P2" in world.order("GM", "STATUS").text
    assert b'"P2"' not in keeping.export_game(world.home, "alpha", secret=False)
    for power in POWERS:
        world.mail(f"{power.lower()}@players.example", "DRAW", to=world.address(power))
    over = [mail for mail in world.run() if "over" in mail.subject]
    assert all("France          P2" in mail.text for mail in over)


def test_an_anonymous_game_stays_one(world: World) -> None:
    world.begun("alpha", "anonymous=yes")
    answer = world.order("GM", "SET anonymous no")
    assert "he players have relied on it" in answer.flat
