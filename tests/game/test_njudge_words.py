"""Commands as njudge's players write them, and commands in any case of letters."""

import pytest

from judge import __version__
from tests.game.world import Sent, World

ANN, BOB, EVE = "ann@players.example", "bob@players.example", "eve@players.example"


def wishes(world: World, address: str) -> str:
    """What somebody who has joined would like to play."""
    ((powers,),) = world.rows(
        "SELECT seats.wishes FROM seats JOIN people ON people.id = seats.person "
        f"WHERE people.address = '{address}'"
    )
    return str(powers)


def test_a_private_game_is_joined_with_its_code_and_wishes_in_one_line(world: World) -> None:
    created = world.say(BOB, "CREATE club standard private=yes").text
    code = created.partition("JOIN club CODE ")[2].split()[0]
    answer = world.say(ANN, f"JOIN club CODE {code} as England, France")
    assert "ou have a seat in club" in answer.flat
    assert wishes(world, ANN) == '["England","France"]'
    assert "ou have a seat" in world.say(EVE, f"JOIN club as Italy CODE {code}").flat
    assert world.seat("Italy", "club").person is not None


def test_brackets_and_a_star_are_wishes(world: World) -> None:
    world.say(BOB, "CREATE alpha standard")
    world.say(ANN, "SIGNON ?alpha sesame7 standard\nSET PREFERENCE E[FG]RIT")
    liked = '["England","France","Germany","Russia","Italy","Turkey"]'
    assert wishes(world, ANN) == liked
    world.say(EVE, "JOIN alpha as e[fg]*")
    assert wishes(world, EVE) == '["England","France","Germany"]'


def test_a_question_mark_alone_joins_whatever_forms_next(world: World) -> None:
    world.say(BOB, "CREATE alpha 1936")
    answer = world.say(ANN, "SIGNON ? sesame7")
    assert "he next one is alpha" in answer.flat
    assert "now speaks for your seat" in answer.flat
    assert "no such game is forming" in world.say(EVE, "SIGNON ? sesame7 standard").flat.lower()
    assert "he next one is alpha" in world.say(EVE, "SIGNON ? sesame7 1936").flat


@pytest.mark.parametrize(
    ("line", "signed"),
    [
        ("GREY BROADCAST", "not signed"),
        ("broadcast grey", "not signed"),
        ("BROADCAST FAKE FROM I", "signed Italy"),
        ("FAKE BROADCAST FROM Italy", "signed Italy"),
    ],
)
def test_the_colour_of_a_broadcast_stands_before_or_behind_it(
    world: World, line: str, signed: str
) -> None:
    world.begun("alpha", "press=white/grey", "fake=yes")
    answer = world.order("France", f"{line}\nBeware of Turkey.\nENDBROADCAST")
    assert f"ent to all, {signed}" in answer.flat


@pytest.mark.parametrize("line", ["PRESS TO G FAKE FROM I", "PRESS FAKE FROM Italy TO Germany"])
def test_press_is_faked_in_its_own_line(world: World, line: str) -> None:
    world.begun("alpha", "fake=yes")
    answer = world.order("France", f"{line}\nBeware of Turkey.\nENDPRESS")
    assert "ent to Germany, signed Italy" in answer.flat


@pytest.mark.parametrize(
    "lines",
    [
        "FAKE FROM Italy\nPRESS TO Germany",
        "PRESS TO Germany\nFAKE FROM Italy",
        "A Par - Bur\nfake from I\npress to g",
    ],
)
def test_a_fake_may_stand_on_a_line_of_its_own(world: World, lines: str) -> None:
    world.begun("alpha", "fake=yes")
    answer = world.order("France", f"{lines}\nBeware of Turkey.\nENDPRESS")
    assert "ent to Germany, signed Italy" in answer.flat


@pytest.mark.parametrize("lines", ["FAKE FROM Italy", "FAKE FROM Italy\n\nPRESS TO Germany: Hi"])
def test_a_fake_that_stands_alone_never_goes_out_under_the_true_name(
    world: World, lines: str
) -> None:
    world.begun("alpha", "fake=yes")
    text = f"{lines}\nBeware of Turkey.\nENDPRESS"
    world.mail("france@players.example", text, to=world.address("France"))
    assert [mail.to for mail in world.run()] == ["france@players.example"]


def titles(answer: Sent) -> list[str]:
    """The phases that a history shows."""
    lines = answer.text.partition("HISTORY OF ALPHA")[2].partition("\n\n")[0].splitlines()
    return [line.strip() for line in lines if line.strip()]


SPRING, FALL = "Spring 1901 movement", "Fall 1901 movement"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("FROM S1901M TO F1901M", [SPRING, FALL]),
        ("alpha FROM spring 1901 TO fall 1901", [SPRING, FALL]),
        ("FROM F1901M", [FALL, "Spring 1902 movement"]),
        ("TO S1901M", [SPRING]),
        ("FROM 1901 TO 1901 LINES 40", [SPRING, FALL]),
        ("S1901M F1901M", [SPRING, FALL]),
        ("1902", ["Spring 1902 movement"]),
        ("FROM 6 Nov", [FALL, "Spring 1902 movement"]),
        ("FROM 1 Nov 2026 TO 5 Nov 2026", [SPRING]),
        ("LINES 40", [SPRING, FALL, "Spring 1902 movement"]),
        ("FROM F1910M", ["Nothing has happened yet."]),
    ],
)
def test_history_goes_from_one_phase_or_day_to_another(
    world: World, asked: str, shown: list[str]
) -> None:
    world.begun("alpha", "grace=0h", "nmr=hold")
    for _ in range(3):
        world.run(world.due())
    assert titles(world.order("France", f"HISTORY {asked}")) == shown


def test_history_of_press_has_ends_as_well(world: World) -> None:
    world.begun("alpha", "grace=0h", "nmr=hold")
    world.order("France", "BROADCAST\nThe first word.\nENDBROADCAST")
    world.run(world.due())
    world.order("France", "BROADCAST\nThe second word.\nENDBROADCAST")
    told = world.order("Italy", "HISTORY PRESS FROM F1901M").flat
    assert "The second word." in told
    assert "The first word." not in told
    assert "The first word." in world.order("Italy", "HISTORY BROAD").flat


def test_version_names_the_program(world: World) -> None:
    assert f"Judge {__version__}" in world.say(ANN, "VERSION").flat


def test_list_and_a_name_list_that_game(world: World) -> None:
    world.say(BOB, "CREATE alpha standard")
    world.say(BOB, "CREATE beta 1936")
    told = world.say(ANN, "LIST beta").text
    assert "beta" in told
    assert "alpha" not in told
    assert "alpha" in world.say(EVE, "LIST FULL").text
    assert "there is no game 'gamma'" in world.say(EVE, "LIST gamma").flat.lower()


# --- any case of letters


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("Comment The deadline moves.", "t goes on top of the next results"),
        ("comment: be nice to each other, please, all of you", "t goes on top"),
        ("Eject Turkey", "Turkey is free"),
        ("Edit France A Par - Bur", "France now orders A PAR - BUR"),
        ("Rule A fleet in Kiel may go both ways.", "RULES and STATUS show it"),
        ("Process S1901M", "he results are out"),
    ],
)
def test_a_master_writes_commands_in_any_case(world: World, line: str, answer: str) -> None:
    world.begun()
    told = world.say("gm@players.example", line, to=world.address("GM"))
    assert answer in told.flat


@pytest.mark.parametrize(
    "line", ["Process is slow today", "Terminate the lease", "Remind me of this"]
)
def test_what_can_not_be_done_as_it_stands_is_talk(world: World, line: str) -> None:
    world.begun()
    before = world.game()
    told = world.say("gm@players.example", line, to=world.address("GM"))
    assert "NOT TAKEN" not in told.text
    assert world.game() == before


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("Diary Italy lies.", "t is in your diary"),
        ("Remind 6h", "ou are reminded 6 hours before each deadline"),
        ("Reach A Par", "A PAR OF FRANCE"),
    ],
)
def test_a_player_writes_commands_in_any_case(world: World, line: str, answer: str) -> None:
    world.begun()
    assert answer in world.order("France", line).flat


@pytest.mark.parametrize(
    "line", ["Comment is free", "Reach the sea first", "Rule Britannia", "Promote peace"]
)
def test_a_players_sentences_stay_talk(world: World, line: str) -> None:
    world.begun()
    told = world.order("France", f"A Par - Bur\n{line}")
    assert "NOT TAKEN" not in told.text


# --- help that a game has not


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("HELP CHECK", "A SCRIPT THAT CHECKS THE DICE"),
        ("HELP DICE", "DICE THAT NOBODY CAN DOUBT"),
        ("HELP RULINGS", "where the rules"),
        ("HELP RULINGS 1936", "1936: how this judge plays it"),
        ("HELP RULINGS 1930s World Diplomacy", "1930s World"),
    ],
)
def test_help_of_another_games_topic_needs_no_game(world: World, line: str, title: str) -> None:
    assert title.lower() in world.say(ANN, line).flat.lower()
