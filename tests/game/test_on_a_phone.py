"""Mails as somebody reads them on a phone: the news first, each thing once, in plain words."""

import pytest

from tests.game.world import DAY, HOUR, JUDGE, Sent, World

GM = "gm@players.example"


def opening(mail: Sent) -> str:
    """The first lines of a mail, up to the first empty one."""
    return " ".join(mail.text.split("\n\n")[1].split())


def mails_to(sent: list[Sent], who: str) -> list[Sent]:
    return [mail for mail in sent if mail.to == f"{who.lower()}@players.example"]


# --- what is in, and what is to be done


def test_an_answer_says_in_words_that_nothing_is_in(world: World) -> None:
    world.begun()
    answer = world.order("France", "DIARY write to Italy")
    assert answer.subject.endswith("no orders in yet")
    assert opening(answer).startswith("It is in your diary; STATUS shows it to you alone.")
    assert "1 of 3 orders is in." in world.order("France", "A Par H").flat


def test_bids_are_not_counted_as_orders(world: World) -> None:
    world.begun(variant="1930s-world", players=8)
    answer = world.order("Germany", "DRAW")
    assert answer.subject.endswith("your bids are not in yet")
    assert "0 of 1" not in answer.text


def test_what_came_too_late_need_not_be_sent_anew(world: World) -> None:
    world.begun("alpha", "grace=12h", players=2)
    world.order("Austria", "HOLD ALL")
    due = world.due()
    world.run(due)
    for power, hours in (("England", 1), ("Austria", 2)):
        to = world.address(power)
        world.mail(f"{power.lower()}@players.example", "HOLD ALL", to=to, at=due + hours * HOUR)
    answer = mails_to(world.run(due + 3 * HOUR), "Austria")[0]
    assert "Too late: this mail came" in answer.flat
    assert "send it again" not in answer.flat
    assert "want to change an order" not in answer.flat


def test_nothing_can_be_mended_in_a_game_that_is_over(world: World) -> None:
    world.begun()
    world.order("GM", "TERMINATE")
    answer = world.order("France", "A Par - Bur")
    assert "Alpha is over." in answer.flat
    assert "send it again" not in answer.flat


def test_whoever_has_found_a_game_is_not_told_how_to_find_one(world: World) -> None:
    world.say(GM, "CREATE alpha")
    answer = world.say("ann@players.example", "REGISTER Ann\nJOIN alpha")
    assert answer.subject == "[alpha] you have a seat in alpha"
    assert "LIST shows the games" not in answer.flat
    assert "HOW TO PLAY BY MAIL" in answer.text
    assert "\nalpha.\n" not in answer.text


# --- each thing once


def test_the_points_to_bid_are_told_once_in_a_mail(world: World) -> None:
    world.begun("alpha", "remind=1d", "bids=2d", variant="1930s-world", players=8)
    late = mails_to(world.run(world.due() - DAY), "Germany")[0]
    assert late.text.count("Purse: 15 points") == 1
    assert "One bid a line, as in BID 5 " in late.text
    answer = world.order("Germany", "STATUS")
    assert "Nobody has any influence yet." in answer.text


def test_a_tied_order_for_a_minor_is_told_once_to_its_writer(world: World) -> None:
    world.begun(variant="1930s-world", players=8)
    for power in ("Italy", "Russia"):
        world.order(power, "BID 5 Turkey")
    world.run(world.due())
    world.order("Italy", "F Ank - Ags")
    world.order("Russia", "F Ank - Bks")
    (told,) = mails_to(world.run(world.due()), "Italy")
    assert told.text.count("Coalition was tied") == 1


def test_press_of_a_day_comes_without_the_time_that_was_left(world: World) -> None:
    world.begun()
    world.order("France", "SET DIGEST daily")
    for words in ("one", "two"):
        world.order("England", f"PRESS TO FRANCE\n{words}\nENDPRESS")
    (told,) = mails_to(world.run(world.now + DAY), "France")
    assert "ails of today" in told.subject
    assert "hours left" not in told.text
    assert told.text.count("PRESS FROM ENGLAND TO FRANCE") == 2


# --- how it ends


def test_the_winner_is_congratulated(world: World) -> None:
    world.begun("alpha", players=2)
    world.mail("austria@players.example", "CONCEDE England", to=world.address("Austria"))
    ends = {mail.to: mail for mail in world.run() if "is over" in mail.subject}
    assert opening(ends["england@players.example"]).startswith("You have won alpha.")
    assert opening(ends["austria@players.example"]).startswith("alpha is over. Thank you")


def test_who_draws_reads_that_he_shares_it(world: World) -> None:
    world.begun("alpha", players=2)
    world.order("Austria", "DRAW")
    world.mail("england@players.example", "DRAW", to=world.address("England"))
    (told,) = (one for one in mails_to(world.run(), "England") if "over" in one.subject)
    assert "ou share the draw" in opening(told)
    assert "answer" not in opening(told)


# --- names


@pytest.mark.parametrize("variant", ["1926", "1936"])
def test_a_country_has_its_article_in_a_sentence_and_none_in_a_table(
    world: World, variant: str
) -> None:
    world.begun(variant=variant)
    answer = world.order("Soviet Union", "STATUS")
    assert "MOVEMENT (Soviet Union)\n" in answer.text
    assert "\n  Soviet Union  " in answer.text
    world.order("Turkey", "HOLD ALL")
    (told,) = mails_to(world.run(world.due()), "Turkey")
    assert "he Soviet Union" in told.flat
    assert "the the" not in told.flat


def test_press_bears_the_article_in_its_subject(world: World) -> None:
    world.begun(variant="1936")
    to = world.address("Soviet Union")
    world.mail("sovietunion@players.example", "PRESS TO TURKEY\nHello\nENDPRESS", to=to)
    subjects = [mail.subject for mail in world.run() if "press from" in mail.subject]
    assert subjects
    assert all(one.endswith("press from the Soviet Union") for one in subjects)


# --- people


def test_statistics_name_a_game_that_has_just_begun(world: World) -> None:
    world.begun()
    assert "alpha France no orders due yet plays" in world.order("France", "STATS").flat


def test_a_line_that_is_for_nobody_suggests_what_a_master_means(world: World) -> None:
    world.begun()
    assert "EJECT" in world.order("GM", "DUMMY France").flat
    assert "RESIGN" not in world.say(GM, "DUMMY France", to=JUDGE).flat
