"""TEST ... ENDTEST: orders tried out on the present position."""

import pytest

from judge.game.terms import tables
from tests import folders
from tests.game.world import DAY, DEADLINE, POWERS, START, Sent, World, mailbox


def tried(world: World, lines: str, power: str = "France", **more: object) -> Sent:
    """The answer to a test."""
    return world.order(power, f"TEST\n{lines}\nENDTEST", **more)  # type: ignore[arg-type]


def inside(sent: Sent) -> str:
    """What stands between the beginning and the end of the test, on one line."""
    text = sent.flat.partition("NOTHING OF IT IS KEPT")[2]
    assert "END OF THE TEST" in text
    return text.rpartition("END OF THE TEST")[0]


def test_typed_orders_are_adjudicated_on_the_present_position(world: World) -> None:
    world.begun()
    told = inside(tried(world, "A Par - Bur\nA Mar S A Par - Bur\nA Mun - Bur"))
    assert "A PAR - BUR succeeds" in told
    assert "A MUN - BUR fails" in told
    assert "1 against 2" in told


def test_nothing_of_a_test_is_kept(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Pic")
    tried(world, "A Par - Bur\nA Mar H\nF Bre H")
    assert world.orders("France") == ["A PAR - PIC"]
    world.run(DEADLINE)
    assert "A PAR - BUR" not in world.rows("SELECT orders FROM turns")[0][0]


def test_nobody_but_the_sender_learns_of_a_test(world: World) -> None:
    world.begun()
    before = world.rows("SELECT count(*) FROM outbox")[0][0]
    tried(world, "A Par - Bur")
    assert world.rows("SELECT count(*) FROM outbox")[0][0] == before + 1
    assert world.rows("SELECT facts FROM log WHERE facts LIKE '%PAR%'") == []


def test_orders_stand_under_the_powers_that_give_them(world: World) -> None:
    world.begun()
    lines = "GERMANY:\nA Mun - Bur\nA Ber - Mun\n\nFRANCE\nA Par - Bur"
    told = inside(tried(world, lines, "Italy"))
    assert "A MUN - BUR fails" in told
    assert "A BER - MUN fails" in told
    assert "A PAR - BUR fails" in told


def test_a_unit_under_the_wrong_heading_is_not_tried(world: World) -> None:
    world.begun()
    told = inside(tried(world, "GERMANY:\nA Par - Bur\nA Mun - Bur"))
    assert "NOT TRIED A Par - Bur" in told
    assert "A MUN - BUR succeeds" in told


def test_the_writers_own_stored_orders_play_no_part(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    assert "A MUN - BUR succeeds" in inside(tried(world, "A Mun - Bur"))


def test_others_stored_orders_play_no_part(world: World) -> None:
    world.begun()
    world.order("Germany", "A Mun - Bur")
    assert "A PAR - BUR succeeds" in inside(tried(world, "A Par - Bur"))


def test_what_cannot_be_tried_is_named_and_the_rest_is_tried(world: World) -> None:
    world.begun()
    told = inside(tried(world, "A Par - Mun\nA Xyz H\nWAIT\nA Mar - Bur"))
    assert "NOT TRIED A Par - Mun" in told
    assert "NOT TRIED A Xyz H" in told
    assert "NOT TRIED WAIT Commands are not obeyed in a test." in told
    assert "A MAR - BUR succeeds" in told
    assert not world.seat("France").wait


def test_a_test_without_orders_is_none(world: World) -> None:
    world.begun()
    answer = tried(world, "Hello\n")
    assert "here is no order in it that could be tried" in answer.flat
    assert world.rows("SELECT * FROM trials") == []


def test_hold_all_and_conditions_may_be_tried(world: World) -> None:
    world.begun()
    told = inside(tried(world, "HOLD ALL\nIF A BUR THEN\nA Mun H\nELSE\nA Mun - Bur\nENDIF"))
    assert "A MUN - BUR succeeds" in told


def test_orders_beside_a_test_are_taken_as_usual(world: World) -> None:
    world.begun()
    world.order("France", "A Mar H\nTEST\nA Mar - Bur\nENDTEST\nF Bre H")
    assert world.orders("France") == ["A MAR H", "F BRE H"]


def test_a_test_that_nothing_closes_is_neither_tried_nor_ordered(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Mar H\nTEST\nA Par - Bur")
    assert "TEST has no ENDTEST below it" in answer.flat
    assert world.orders("France") == ["A MAR H"]


def test_builds_and_retreats_can_be_tried_in_their_phases(world: World) -> None:
    world.begun("alpha", "moves=1d", "builds=1d")
    world.order("Russia", "F Stp - Bot")
    world.run(world.due())
    world.order("Russia", "F Bot - Swe")
    world.run(world.due())
    told = inside(tried(world, "Build A Mos\nBuild A Stp", "Turkey"))
    assert "A STP" in told
    assert "NOT TRIED Build A Mos" in told


def test_there_are_so_many_tests_a_day_and_no_more(world: World) -> None:
    world.begun()
    toml = (world.home / "judge.toml").read_text()
    (world.home / "judge.toml").write_text(toml + "\n[limits]\ntests_a_day = 2\n")
    assert "1 more test today" in tried(world, "A Par H").flat
    assert "o more tests today" in tried(world, "A Par H").flat
    answer = tried(world, "A Par H")
    assert "ou have had 2 tests today; there are more tomorrow" in answer.flat
    assert "NOTHING OF IT IS KEPT" not in answer.flat
    world.now = START + DAY
    inside(tried(world, "A Par H"))


def test_the_game_master_and_observers_may_test(world: World) -> None:
    world.begun()
    test = "TEST\nA Par - Bur\nENDTEST"
    master = world.say("gm@players.example", test, to=world.address("GM"))
    assert "A PAR - BUR succeeds" in inside(master)
    watching = world.say("ann@players.example", "OBSERVE alpha")
    told = world.say("ann@players.example", test, to=watching.reply_to)
    assert "A PAR - BUR succeeds" in inside(told)


def test_a_stranger_may_not(world: World) -> None:
    world.begun()
    answer = world.say("new@players.example", "TEST\nA Par - Bur\nENDTEST")
    assert "NOTHING OF IT IS KEPT" not in answer.flat


def test_there_is_nothing_to_test_before_a_game_has_begun(world: World) -> None:
    world.say("gm@players.example", "CREATE beta")
    answer = world.say(
        "gm@players.example", "TEST\nA Par H\nENDTEST", to=world.address("GM", "beta")
    )
    assert "eta is not being played" in answer.flat


# --- secrets


def test_a_test_betrays_nobodys_secret_influence(world: World) -> None:
    """Two worlds that differ in Italy's secret bids alone give England's test the same answer."""
    answers = []
    for game, bid in (("alpha", "BID 4 Turkey"), ("beta", "BID 4 Poland")):
        world.begun(game, "hidden=yes", "influence=1d", variant="1930s-world")
        world.order("Italy", bid, game)
        world.run(world.due(game))
        lines = "ITALY:\nA War - Lit\nA Ank - Smy\nA Rom - Ven\nENGLAND:\nF Lon - Nth"
        answers.append(inside(tried(world, lines, "England", name=game)).replace(game, "alpha"))
    assert answers[0] == answers[1]


def test_a_test_betrays_nobodys_secret_points(world: World) -> None:
    """In 1936 everybody's points are what his centres give him; bids of others are unknown."""
    answers = []
    for game, bid in (("alpha", "DP 1: A Aus H"), ("beta", "")):
        world.begun(game, variant="1936")
        if bid:
            world.order("Italy", bid, game)
        answers.append(inside(tried(world, "A Ber - Sil", "Germany", name=game)))
    assert answers[0] == answers[1]


def test_a_test_throws_other_dice_than_the_game(world: World) -> None:
    """Else a test would tell what the throws of the turn will be."""
    world.begun("alpha", "deployment=1d", "moves=1d", variant="1930")
    for _ in range(2):
        world.run(world.due())
    state = tables.load(world.game()).state
    assert state.phase == "1930-01M"
    told = inside(world.order("France", "TEST\nHOLD ALL\nENDTEST"))
    assert "The dice are thrown for this test alone" in told


@pytest.mark.parametrize("variant", folders.ALL)
def test_every_variant_can_be_tried_out(world: World, variant: str) -> None:
    world.begun("alpha", variant=variant)
    power = tables.load(world.game()).powers[0]
    phase = world.game().phase
    assert phase is not None
    line = {"influence": "BID 1 Turkey", "deployment": "DEPLOY L5 LON"}.get(phase.kind, "HOLD ALL")
    answer = world.say(mailbox(power), f"TEST\n{line}\nENDTEST", to=world.address(power))
    assert "NOTHING OF IT IS KEPT" in answer.flat


def test_powers_are_seven(world: World) -> None:
    """A test may order all units of all of them."""
    world.begun()
    lines = "\n".join(f"{power.upper()}:\nHOLD ALL" for power in POWERS)
    told = inside(tried(world, lines))
    assert told.count(" holds") == 22
