"""SETUP, EDIT of positions and BECOME: a game master repairs by mail whatever there is."""

from typing import Any

import pytest

from judge.game.terms import tables
from judge.keeper import keeping
from judge.keeper.audit import audit
from tests.game.test_master import gm, to
from tests.game.world import POWERS, Sent, World, mailbox

GM = "gm@players.example"


def edit(world: World, *lines: str) -> list[Sent]:
    """What a change of the position causes once its master has said yes."""
    preview = gm(world, "\n".join(("EDIT", *lines, "ENDEDIT")))
    assert len(preview) == 1, "a preview tells nobody else"
    (line,) = [one.strip() for one in preview[0].text.splitlines() if one.startswith("  YES R")]
    return gm(world, line)


def request(world: World) -> dict[str, Any]:
    """The position as JSON."""
    table = tables.load(world.game())
    return table.engine.request(table.state)


def test_units_and_centres_are_changed_after_a_preview_and_all_are_told(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - MAO")
    answer = gm(world, "EDIT\nFrance: -A Par, +A Gascony\nCENTRES\nFrance: MAR, BRE\nENDEDIT")[0]
    assert "othing is changed yet" in answer.flat
    assert "units France was A MAR, A PAR, F BRE now A GAS, A MAR, F BRE" in answer.flat
    assert "A PAR" in str(request(world)["units"])
    _, *told = edit(world, "France: -A Par, +A Gascony", "CENTRES", "France: MAR, BRE")
    assert request(world)["units"]["France"] == ["A GAS", "A MAR", "F BRE"]
    assert request(world)["centers"]["France"] == ["BRE", "MAR"]
    italy = to(told, "Italy").flat
    assert "THE GAME MASTER HAS CHANGED THE POSITION" in italy
    assert "centres France was BRE, MAR, PAR now BRE, MAR" in italy
    assert "A PAR - BUR" not in italy
    assert "can't be given any more are gone: A PAR - BUR." in to(told, "France").flat
    assert world.orders("France") == ["F BRE - MAO"]
    world.run(world.due())
    assert keeping.verify_game(world.home, "alpha")[1]


def test_a_position_may_be_changed_between_turns_and_the_game_still_verifies(world: World) -> None:
    world.begun()
    world.run(world.due())
    edit(world, "Germany: A MUN", "PHASE S1903M")
    assert world.game().phase.id == "S1903M"  # type: ignore[union-attr]
    edit(world, "Germany: A MUN, F KIE")
    world.run(world.due())
    results, _ = keeping.verify_game(world.home, "alpha")
    assert "All of them agree with what was told." in results
    assert audit(world.home).faults == []
    gm(world, "TERMINATE")
    over = gm(world, "SUMMARY")[0]
    assert over


def test_a_position_that_can_not_be_is_refused_with_the_line(world: World) -> None:
    world.begun()
    for lines, said in (
        ("France: A NTH", "no such unit can stand there"),
        ("Frnce: A PAR", "'Frnce: A PAR': nobody is called 'Frnce' in this game."),
        (
            "France: A PAR, F Brset",
            "there is no place called 'Brset' on this map; did you mean Brest?",
        ),
        ("France: A NTH", "France: 'A NTH': no such unit can stand there"),
        ("France: +A BER", "stands there already"),
        ("France: -A BER", "'France: -A BER': there is no A BER that could be taken away"),
        ("go west", "'go west' is not a row: write 'France: A PAR, F BRE'"),
        ("{nonsense", "That is no JSON"),
        ("France: A MAR, A PAR, F BRE", "That is the position as it is"),
    ):
        answer = gm(world, f"EDIT\n{lines}\nENDEDIT")[0]
        assert said in answer.flat, answer.flat


def test_a_yes_for_a_board_that_has_changed_since_changes_nothing(world: World) -> None:
    world.begun()
    answer = gm(world, "EDIT\nFrance: A PAR\nENDEDIT")[0]
    (line,) = [one.strip() for one in answer.text.splitlines() if one.startswith("  YES R")]
    world.run(world.due())
    before = world.game()
    assert "he position has changed since" in gm(world, line)[0].flat.lower()
    assert world.game() == before
    assert "o change of yours waits" in gm(world, line)[0].flat.lower()


MEMORIES = {
    "1936": ("MOVE TURNS: 3", "move turns was 0 now 3"),
    "1930s-world": (
        "INFLUENCE\nTurkey: Germany 4, Italy 1 for Germany\nCONTROL\nTurkey: Germany",
        "influence Turkey was none now Germany 4, Italy 1 for Germany",
    ),
    "1930": (
        "VALUES\nGermany: 150\nPOINTS\nBelgium: France 3\nOWNERS\nRuhr: France",
        "value Germany was 200 now 150",
    ),
}


@pytest.mark.parametrize("variant", sorted(MEMORIES))
def test_points_influence_pieces_and_values_are_changed_too(world: World, variant: str) -> None:
    world.begun("alpha", variant=variant, players=9)
    lines, said = MEMORIES[variant]
    answer = gm(world, f"EDIT\n{lines}\nENDEDIT")[0]
    assert said in answer.flat, answer.flat
    edit(world, *lines.splitlines())
    world.run(world.due())
    assert keeping.verify_game(world.home, "alpha")[1]


def test_hidden_influence_that_is_changed_is_told_to_whose_it_is_alone(world: World) -> None:
    world.begun("alpha", "hidden=yes", variant="1930s-world", players=8)
    lines = ("INFLUENCE", "Turkey: Germany 4, Italy 1", "CONTROL", "Turkey: Germany")
    _, *told = edit(world, *lines)
    assert "influence Turkey" in to(told, "Germany").flat
    assert "Germany 4" in to(told, "Germany").flat
    assert "Italy 1" not in to(told, "Germany").flat
    assert "Germany" not in to(told, "Italy").flat.partition("CHANGED THE POSITION")[2][:200]
    france = to(told, "France").flat.partition("UNITS")[0]
    assert "What has changed is not for all to see." in france
    assert "Turkey" not in france


def test_the_master_may_write_json(world: World) -> None:
    world.begun()
    edit(world, '{"units": {"France": ["A PAR"]}, "centers": {"France": ["PAR"]}}')
    assert request(world)["units"] == {"France": ["A PAR"]}


# --- SETUP


def full(world: World) -> list[Sent]:
    """All seats of alpha are taken; the mails of the last pass."""
    sent: list[Sent] = []
    for power in POWERS:
        world.mail(mailbox(power), f"REGISTER {power}\nJOIN alpha as {power}")
        sent = world.run()
    return sent


def test_a_game_begins_from_the_position_that_was_set_up(world: World) -> None:
    world.say(GM, "CREATE alpha")
    lines = "SETUP\nPHASE Fall 1905\nFrance: A PAR, F English Channel\nTurkey: A CON\nCENTRES\n"
    answer = gm(world, f"{lines}France: PAR\nTurkey: CON, ANK\nENDSETUP")[0]
    assert "he game begins from this position" in answer.flat
    assert "F ENG" in answer.flat
    joined = world.say("eve@players.example", "STATUS alpha")
    assert "F ENG" in joined.flat
    started = full(world)
    assert world.game().phase.id == "F1905M"  # type: ignore[union-attr]
    assert request(world)["units"] == {"France": ["A PAR", "F ENG"], "Turkey": ["A CON"]}
    assert "ORDER FORM FOR FALL 1905 MOVEMENT" in to(started, "France").flat
    world.order("France", "F ENG - London")
    world.run(world.due())
    assert "F LON" in str(request(world)["units"])


def test_a_position_of_any_game_can_be_set_up_and_taken_back(world: World) -> None:
    world.say(GM, "CREATE alpha 1930")
    gm(world, "SETUP\n1931-04M\nGermany: L5 BER, L3 BER\nFrance: L4 PAR\nENDSETUP")
    gm(world, "SETUP NONE")
    assert world.game().setup == ""
    gm(world, "SETUP\n1931-04M\nGermany: L5 BER, L3 BER\nFrance: L4 PAR\nENDSETUP")
    world.say("ada@players.example", "JOIN alpha as Germany")
    gm(world, "PROCESS")
    assert world.game().phase.id == "1931-04M"  # type: ignore[union-attr]
    assert request(world)["units"]["Germany"] == ["L5 BER", "L3 BER"]


def test_what_is_set_up_wrongly_names_its_line(world: World) -> None:
    world.say(GM, "CREATE alpha")
    assert "o such unit can stand there" in gm(world, "SETUP\nFrance: F PAR\nENDSETUP")[0].flat
    assert "ENDSETUP" in gm(world, "SETUP\nFrance: A PAR")[0].flat
    assert world.game().setup == ""


def test_what_is_set_up_once_a_game_has_begun_is_shown_before_it_counts(world: World) -> None:
    world.begun()
    before = world.game()
    answer = gm(world, "SETUP\nFrance: A PAR\nENDSETUP")[0]
    assert "nothing is changed yet" in answer.flat.lower()
    assert world.game() == before
    (line,) = [one.strip() for one in answer.text.splitlines() if one.startswith("  YES R")]
    gm(world, line)
    units = tables.load(world.game()).engine.units(tables.load(world.game()).state)
    assert {power: len(texts) for power, texts in units.items() if texts} == {"France": 1}


# --- BECOME


def test_a_master_acts_for_a_player_who_is_told(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    answer, *told = gm(world, "BECOME France\nWAIT\nABSENCE 1 Dec to 3 Dec\nBECOME GM\nPAUSE")
    assert "he lines below are done for France" in answer.flat
    assert "A PAR" not in answer.text
    assert world.address("France") not in answer.raw.decode()
    assert world.seat("France").wait
    mine = [mail for mail in told if mail.to == mailbox("France")]
    text = " ".join(mail.flat for mail in mine)
    assert "The game master wrote for you (France): WAIT." in text
    assert "ABSENCE 1 Dec to 3 Dec" in text
    assert world.game().is_paused
    gm(world, "RESUME\nPROCESS")
    deeds = world.rows("SELECT facts FROM log WHERE what = 'gm.become'")
    assert len(deeds) == 2


def test_a_master_who_acts_for_a_player_reads_and_orders_nothing(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    lines = "BECOME France\nSTATUS\nPASSWORD abcdef12\nDIARY\nRECEIPTS\nA Par - Pic"
    answer = gm(world, lines)[0]
    assert "A PAR - BUR" not in answer.text
    assert "5 lines not taken" in answer.subject
    assert "EDIT France" in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_nobody_is_become_who_has_no_player(world: World) -> None:
    world.begun(players=6)
    assert "Nobody plays Turkey." in gm(world, "BECOME Turkey\nWAIT")[0].flat
