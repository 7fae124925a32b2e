"""Rule switches by mail: told, kept to, and refused where the rules of a board forbid them."""

import pytest

from tests.game.test_press import block, press, readers
from tests.game.world import World

GM = "gm@players.example"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("OPTIONS standard", "victory=18 centres that win: 5 to 34"),
        ("OPTIONS hundred", "building=anywhere where powers build"),
        ("OPTIONS 1900", "building=home fixed here. R24: units are built in home centres only."),
        ("OPTIONS 1930!", "victory=fixed fixed here. R63: a value of 805"),
        ("OPTIONS 1926", "reveal=no whether all are told in the end"),
        ("OPTIONS nosuch", "there is no game 'nosuch'"),
    ],
)
def test_the_switches_of_every_board_are_listed_with_a_sentence_each(
    world: World, asked: str, told: str
) -> None:
    assert told.lower() in world.say(GM, asked).flat.lower()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1900 builds=anywhere", "Option building: it can't be chosen here. R24: units are built"),
        ("1930 victory=700", "Option victory: it can't be chosen here. R63: a value of 805"),
        ("1936 shared=yes", "R22: one power wins, with more centres than every other."),
        ("1926 allied=2", "Option allied: it can't be chosen here. R15: one power wins"),
        ("1930s-world victory=30", "W14: 38 centres win, or 42"),
        ("standard victory=4", "it has to be a number from 5 to 34. OPTIONS standard shows"),
        ("standard last-year=1900", "'1900' must be none, or a year from 1901 on."),
        ("standard building=abroad", "'abroad' must be home or anywhere."),
        ("standard nopress=monsoon", "'monsoon' is none of spring, fall, winter, moves, retreats"),
    ],
)
def test_what_a_board_forbids_is_refused_with_its_ruling(
    world: World, typed: str, told: str
) -> None:
    assert told in world.say(GM, f"CREATE alpha {typed}").flat


def test_the_usual_value_may_be_said_on_every_board(world: World) -> None:
    assert "alpha is created" in world.say(GM, "CREATE alpha 1900 builds=home").flat.lower()


def test_what_was_chosen_stands_in_terms_and_rules(world: World) -> None:
    chosen = "builds=anywhere builds=2d victory=15 last-year=1910 shared=yes"
    gm = world.say(GM, f"CREATE alpha standard {chosen}").reply_to
    terms = world.say("eve@x.example", "STATUS alpha").flat
    for told in (
        "builds 2 days.",
        "Whoever has 15 centres after a fall wins.",
        "Who has more centres than units builds in any centre of his that is empty.",
        "The game ends with the year 1910 at the latest",
        "Several who have enough at once win together.",
    ):
        assert told in terms
    rules = world.say(GM, "RULES", to=gm)
    (attached,) = rules.message.iter_attachments()
    assert "Whoever has 15 centres after a fall wins." in " ".join(attached.get_content().split())
    assert "Option last_year" in world.say(GM, "SET last year 1850", to=gm).flat
    assert "last_year=1912 from now on" in world.say(GM, "SET last-year 1912", to=gm).flat


def test_a_switch_is_fixed_when_the_game_begins(world: World) -> None:
    world.begun("alpha", "victory=15")
    answer = world.say(GM, "SET victory 20", to=world.address("GM"))
    assert "victory is fixed when the game begins." in answer.flat.lower()


def test_a_power_builds_in_every_centre_that_it_owns(world: World) -> None:
    world.begun("alpha", "builds=anywhere", "early=no", players=1)
    for orders in ("A Vie - Bud\nA Bud - Ser", "", "A Vie B", "A Ser - Bul", ""):
        world.order("Austria", orders or "A Bud H")
        world.run(world.due())
    answer = world.order("Austria", "A Ser B")
    assert "A SER B" in answer.flat


def test_all_who_have_enough_win_together(world: World) -> None:
    world.begun("alpha", "victory=5", "shared=yes")
    world.order("France", "A Mar - Spa\nA Par - Bur\nF Bre - Mao")
    world.order("Germany", "F Kie - Den\nA Ber - Kie\nA Mun - Ruh")
    world.run(world.due())
    world.order("France", "A Bur - Bel\nF Mao - Por")
    world.order("Germany", "A Ruh - Hol")
    world.run(world.due())
    assert world.game().winners == ("France", "Germany")


def test_the_last_year_ends_the_game_for_who_leads(world: World) -> None:
    world.begun("alpha", "last-year=1901")
    world.order("France", "A Mar - Spa")
    world.run(world.due())
    world.run(world.due())
    assert world.game().winners == ("France", "Russia")


def test_nobody_writes_in_a_quiet_season(world: World) -> None:
    world.begun("alpha", "nopress=fall, builds")
    assert "no press in fall and builds" in world.order("France", "STATUS").flat
    _, spring = press(world, "France", block("PRESS TO Italy"))
    assert readers(spring) == ["italy"]
    world.run(world.due())
    for line in ("PRESS TO Italy", "BROADCAST"):
        answer, sent = press(world, "France", block(line))
        assert sent == []
        assert "There is no press in Fall 1901 movement; PRESS TO GM works." in answer.flat
    _, sent = press(world, "France", block("PRESS TO GM"))
    assert readers(sent) == ["gm"]
    late = world.say("italy@players.example", "Gladly, then.", to=spring[0].reply_to)
    assert "There is no press in Fall 1901 movement" in late.flat


def test_allies_win_together_with_the_centres_of_a_victory(world: World) -> None:
    world.begun("alpha", "allied=2", "victory=7")
    assert "Up to 2 powers win together" in world.order("France", "STATUS").flat
    answer = world.order("France", "DRAW France, Russia")
    assert "a victory of France and Russia in this phase: it comes about once" in answer.flat
    assert "have 7 centres between them; nobody is told unless all of them do" in answer.flat
    world.order("Italy", "DRAW Italy, Austria")
    world.order("Austria", "DRAW Italy, Austria")
    assert world.game().winners == ()
    world.mail("russia@players.example", "DRAW France, Russia", to=world.address("Russia"))
    assert any("France and Russia win the game." in mail.flat for mail in world.run())
    assert (world.game().outcome, world.game().winners) == ("allied", ("France", "Russia"))


@pytest.mark.parametrize("vote", ["DRAW England, France, Russia", "DRAW England, Russia"])
def test_no_more_than_the_game_allows_are_allies_and_nobody_else_makes_them(
    world: World, vote: str
) -> None:
    world.begun("alpha", "allied=2", "victory=7")
    told = world.order("France", vote).flat
    assert "A draw here is one of all who are left; up to 2 may win as allies" in told


def test_two_who_are_left_with_seats_of_nobody_draw_with_all_or_not_at_all(world: World) -> None:
    world.begun("alpha", "allied=2", players=2)
    world.order("Austria", "DRAW Austria, England")
    world.order("England", "DRAW Austria, England")
    assert world.game().winners == ()


def test_a_board_without_centres_to_count_has_no_allies(world: World) -> None:
    world.begun("alpha", "dias=no", variant="1930", players=5)
    world.order("Germany", "DRAW Germany, France")
    world.order("France", "DRAW Germany, France")
    assert world.game().winners == ()
