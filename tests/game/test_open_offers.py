"""What mails offered stays open till it is answered, and a YES takes all that is told of it."""

import pytest

from tests.game.answers import reply
from tests.game.test_deadlines import all_order
from tests.game.test_wishes import wintered
from tests.game.world import DAY, DEADLINE, Sent, World, mailbox

UNSURE = "Paris to Burgundy would be best, I guess"
OPEN = "Still open from an earlier mail: {}."
DOUBTED = "You are not counted as ready"


@pytest.fixture
def offered(world: World) -> Sent:
    """The answer that offers France A PAR - BUR."""
    world.begun("alpha", "delay=0m", "remind=24h")
    return world.order("France", UNSURE)


def test_a_yes_takes_the_offers_of_several_mails(world: World, offered: Sent) -> None:
    second = world.order("France", "F Bre - Mao please\nPerhaps Marseilles holds")
    assert OPEN.format("A PAR - BUR") in second.flat
    reply(world, second, "yes")
    assert sorted(world.orders("France")) == ["A MAR H", "A PAR - BUR", "F BRE - MAO"]


def test_an_answer_without_offers_tells_of_them_too(world: World, offered: Sent) -> None:
    second = world.order("France", "F Bre - Mao")
    assert "To do: reply YES to take what is still open, or send an order for" in second.flat
    reply(world, second, "Yes please.")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize("line", ["A Par - Pic", "A Par - Bur", "Perhaps Paris to Picardy?"])
def test_an_order_or_offer_for_its_unit_ends_an_offer(
    world: World, offered: Sent, line: str
) -> None:
    assert "Still open" not in world.order("France", line).flat


@pytest.mark.parametrize("line", ["CLEAR", "READY"])
def test_who_says_that_nothing_is_left_ends_them_all(
    world: World, offered: Sent, line: str
) -> None:
    world.order("France", "F Bre - Mao\nA Mar H\nA Par H")
    world.order("France", "Maybe Brest to Picardy")
    world.order("France", line)
    assert "Still open" not in world.order("France", "A Mar - Spa").flat


def test_a_no_ends_an_offer_and_leaves_its_line_in_doubt(world: World, offered: Sent) -> None:
    all_order(world, "France")
    told = world.order("France", "A Par H\nA Mar H\nF Bre H\nMaybe Brest to Picardy, I wonder")
    refused = reply(world, told, "No thanks")[0]
    assert "Still open" not in refused.flat
    assert DOUBTED in refused.flat
    assert "Still open" not in world.order("France", "STATUS").flat
    reply(world, refused, "I'm ready")
    assert world.game().number == 2


def test_what_is_open_keeps_an_early_end_waiting(world: World, offered: Sent) -> None:
    all_order(world, "France")
    world.order("France", "F Bre H\nA Mar H\nA Par H\nBrest to Picardy, perhaps")
    answer = world.order("France", "A Mar - Spa")
    assert OPEN.format("F BRE - PIC") in answer.flat
    assert DOUBTED in answer.flat
    assert world.game().number == 1
    reply(world, answer, "yes")
    assert world.game().number == 2


def test_of_two_places_that_are_asked_about_none_is_taken_unsaid(world: World) -> None:
    world.begun()
    world.order("France", "A Pars - Bur")
    answer = world.order("France", "F Bre - Mao")
    assert "Which is meant? Reply A PAR - BUR or A MAR - BUR" in answer.flat
    assert "Which is meant?" in reply(world, answer, "yes")[0].flat
    assert "Still open" not in world.order("France", "A Mar - Bur").flat
    assert sorted(world.orders("France")) == ["A MAR - BUR", "F BRE - MAO"]


def test_of_two_offers_for_one_unit_a_yes_takes_none(world: World, offered: Sent) -> None:
    both = world.order("France", f"{UNSURE}\nPerhaps Paris to Picardy?\nPerhaps Brest to MAO?")
    asked = reply(world, both, "yes")[0]
    assert "Which is meant? Reply A PAR - BUR or A PAR - PIC" in asked.flat
    assert world.orders("France") == ["F BRE - MAO"]


@pytest.mark.parametrize("remark", ["Great.", "Perfect!", "Sounds good, thanks", "Wunderbar"])
def test_a_remark_above_orders_is_no_yes(world: World, offered: Sent, remark: str) -> None:
    answer = reply(world, offered, f"{remark}\n\nF Bre - Mao")[0]
    assert world.orders("France") == ["F BRE - MAO"]
    assert OPEN.format("A PAR - BUR") in answer.flat
    assert "NOT TAKEN" not in answer.text


@pytest.mark.parametrize("word", ["Yes.", "Yes please", "Ja, gerne."])
def test_a_clear_yes_above_orders_is_one(world: World, offered: Sent, word: str) -> None:
    reply(world, offered, f"{word}\n\nF Bre - Mao")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize("word", ["Yes, I saw that coming.", "No, he won't like that.", "Great."])
def test_beside_orders_what_is_settled_has_no_yes(world: World, offered: Sent, word: str) -> None:
    reply(world, offered, "yes")
    answer = world.order("France", f"{word}\nA Mar - Spa")
    assert sorted(world.orders("France")) == ["A MAR - SPA", "A PAR - BUR"]
    assert "NOT TAKEN" not in answer.text
    assert "offered" not in answer.flat


def test_beside_orders_a_phase_that_is_over_has_no_late_yes(world: World, offered: Sent) -> None:
    world.run(DEADLINE)
    answer = reply(world, offered, "Yes, I see.\nA Mar - Spa")[0]
    assert world.orders("France") == ["A MAR - SPA"]
    assert "NOT TAKEN" not in answer.text


@pytest.mark.parametrize("words", ["Great, I'm ready.", "Fine. Ready!"])
def test_ready_beside_a_remark_is_heard(world: World, offered: Sent, words: str) -> None:
    all_order(world, "France")
    reply(world, offered, f"A Par H\nF Bre H\nA Mar H\n{words}")
    assert world.game().number == 2


def test_what_is_offered_anew_ends_the_offer_of_an_earlier_mail(world: World) -> None:
    world.begun()
    world.order("France", f"{UNSURE}\nMaybe Brest to Picardy, I wonder")
    second = world.order("France", "Brest to the Mid-Atlantic, perhaps")
    assert OPEN.format("A PAR - BUR") in second.flat
    reply(world, second, "yes, both")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize("words", ["YES for the rest.", "Yes to all the others", "yes"])
def test_an_order_beside_a_yes_is_what_its_unit_does(
    world: World, offered: Sent, words: str
) -> None:
    answer = world.order("France", f"{UNSURE}\nMarseilles to Spain I think\nPerhaps Brest to MAO")
    reply(world, answer, f"A Mar - Pie\n{words}")
    assert sorted(world.orders("France")) == ["A MAR - PIE", "A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize("words", ["Yes, the second", "Yes, Paris", "Yes please, the last one"])
def test_a_yes_that_chooses_what_is_ordered_beside_it_takes_no_more(
    world: World, offered: Sent, words: str
) -> None:
    answer = world.order("France", f"Marseilles to Spain I think\n{UNSURE}")
    reply(world, answer, f"{words}\nA Par - Pic")
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_yes_in_doubt_is_told_what_works(world: World, offered: Sent) -> None:
    answer = reply(world, offered, "Yes, but not the second")[0]
    assert "Reply YES or NO, and nothing else, or send the orders that you want" in answer.flat


def test_a_yes_that_says_one_of_them_again_takes_that_alone(world: World, offered: Sent) -> None:
    second = world.order("France", "Perhaps Marseilles holds\nBrest to Mao, I guess")
    reply(world, second, "Thanks! Yes, Paris to Burgundy is what I want.")
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("line", ["No, Paris stays", "no - Paris holds", "Nein, Paris hält"])
def test_a_no_that_orders_is_said_of_that_unit(world: World, offered: Sent, line: str) -> None:
    both = world.order("France", "Perhaps Marseilles holds")
    answer = reply(world, both, line)[0]
    assert OPEN.format("A MAR H") in answer.flat
    assert world.orders("France") == ["A PAR H"]


def test_talk_behind_a_yes_is_passed_over_alone(world: World, offered: Sent) -> None:
    answer = reply(world, offered, "Perfect. See you next turn")[0]
    assert world.orders("France") == ["A PAR - BUR"]
    assert 'Not read as orders: "See you next turn"' in answer.flat


def test_a_yes_tells_of_what_was_ordered_since_where_nothing_is_left(
    world: World, offered: Sent
) -> None:
    world.order("France", "A Par - Pic")
    answer = reply(world, offered, "yes")[0]
    assert "A PAR - BUR was offered, and you ordered A PAR - PIC since: that stays" in answer.flat
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_reminder_tells_of_what_is_open_and_a_yes_to_it_takes_that(
    world: World, offered: Sent
) -> None:
    world.order("France", "F Bre - Mao")
    mails = world.run(DEADLINE - DAY)
    (reminder,) = [mail for mail in mails if mail.to == mailbox("France")]
    assert OPEN.format("A PAR - BUR") in reminder.flat
    assert not any("Still open" in mail.flat for mail in mails if mail.to != mailbox("France"))
    reply(world, reminder, "Yes please")
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


def test_who_is_late_is_told_of_it_too(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    world.order("France", UNSURE)
    (late,) = [mail for mail in world.run(DEADLINE) if mail.to == mailbox("France")]
    assert OPEN.format("A PAR - BUR") in late.flat
    reply(world, late, "yes")
    assert world.orders("France") == ["A PAR - BUR"]


def test_an_offer_of_what_stands_already_is_none(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    answer = world.order("France", "No. Leave Paris at Burgundy after all")
    assert "A PAR - BUR stands already" in answer.flat
    assert "NOT TAKEN" not in answer.text


def test_who_cancels_all_takes_back_what_is_in(world: World, offered: Sent) -> None:
    both = world.order("France", "A Mar H")
    reply(world, both, "cancel all")
    assert world.orders("France") == []


@pytest.mark.parametrize("word", ["Oui pour tout.", "Ja zu allem", "yes to all"])
def test_a_yes_to_all_is_one(world: World, offered: Sent, word: str) -> None:
    reply(world, offered, word)
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_question_of_ours_in_the_quote_is_not_answered(world: World) -> None:
    world.begun()
    asked = world.order("Germany", "Kiel to Dutchland, Berlin to Kiel, Munich to Ruhr")
    assert "\n      KIE - HOL?\n" in asked.text
    answer = reply(world, asked, "yes")[0]
    assert "Which is meant? Reply F KIE - HEL or F KIE - HOL" in answer.flat
    assert "Your question" not in answer.flat


THREE = "Perhaps Paris to Burgundy\nPerhaps Brest to MAO\nPerhaps Marseilles to Spain"
PAR, BRE, MAR = "A PAR - BUR", "F BRE - MAO", "A MAR - SPA"


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("Yes, but not the second", [PAR, MAR]),
        ("yes, except Brest", [PAR, MAR]),
        ("All of them but the last, please", [PAR, BRE]),
        ("only the first two", [PAR, BRE]),
        ("Just Paris and Brest please", [PAR, BRE]),
        ("Yes to Marseilles", [MAR]),
        ("The second one please", [BRE]),
        ("the first and the last", [PAR, MAR]),
        ("no to the second, yes to the rest", [PAR, MAR]),
        ("Yes, but Marseilles to Gascony", [PAR, BRE, "A MAR - GAS"]),
        ("Yes, and A Par - Pic", [BRE, MAR, "A PAR - PIC"]),
        ("Ja, nur nicht Brest", [PAR, MAR]),
        ("oui, sauf la troisième", [PAR, BRE]),
        ("sí, pero no el primero", [BRE, MAR]),
        ("sì, tranne l'ultimo", [PAR, BRE]),
        ("ja, behalve de tweede", [PAR, MAR]),
    ],
)
def test_a_part_of_what_was_offered_can_be_taken(world: World, said: str, taken: list[str]) -> None:
    world.begun()
    answer = reply(world, world.order("France", THREE), said)[0]
    assert sorted(world.orders("France")) == sorted(taken)
    left = [one for one in (PAR, BRE, MAR) if one not in taken and one[2:5] not in said.upper()]
    assert all("Still open" in answer.flat and one in answer.flat for one in left)


@pytest.mark.parametrize(
    "said",
    [
        "Yes, but what about Brest?",
        "yes but only if Italy agrees",
        "Yes, but Italy must agree first, perhaps",
        "the second one?",
        "Not the last one",
        "all but the tenth",
        "only the brave",
        "First, thanks!",
        "Thanks for the first!",
        "Sorry for the last one",
        "Second that.",
        "Only the best, Paris",
        "Primero, gracias",
    ],
)
def test_words_that_choose_nothing_for_certain_take_nothing(world: World, said: str) -> None:
    world.begun()
    answer = reply(world, world.order("France", THREE), said)[0]
    assert world.orders("France") == []
    assert "Still open" in answer.flat


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("Yes, but not Paris", ["WAIVE"]),
        ("Yes to Paris", ["A PAR B"]),
        ("Hello there, my dear judge\n\nBuild A Par\nBuild F Mar", ["A PAR B", "F MAR B"]),
        (f"yes to {'7' * 5000}", []),
    ],
)
def test_an_offer_may_name_no_unit(world: World, said: str, taken: list[str]) -> None:
    wintered(world)
    told = world.order("France", "Perhaps waive a build\nPerhaps build A Par")
    reply(world, told, said)
    assert world.orders("France") == taken


def test_places_are_counted_as_the_mail_told_them(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - Mao")
    told = world.order("France", f"{THREE}")
    reply(world, told, "Yes, but not the second")
    assert sorted(world.orders("France")) == sorted([MAR, PAR, BRE])
    world.order("France", "A Par - Pic")
    reply(world, told, "only the first please")
    assert "A PAR - PIC" in world.orders("France")
    assert PAR not in world.orders("France")
