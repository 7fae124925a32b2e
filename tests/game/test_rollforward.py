"""ROLLBACK over several phases keeps what came later; a game that is over may go on again."""

from tests.game.world import DAY, POWERS, Sent, World

GM = "gm@players.example"


def gm(world: World, lines: str) -> Sent:
    """What the game master is answered."""
    return world.say(GM, lines, to=world.address("GM"))


def played(world: World) -> None:
    """A spring and a fall, and a winter whose builds are ordered."""
    world.begun()
    world.order("France", "A Par - Pic\nA Mar - Spa\nF Bre - Mao")
    world.order("Germany", "A Mun - Ruh")
    world.run(world.due())
    world.order("France", "A Pic - Bel\nF Mao - Por")
    world.run(world.due())
    world.order("France", "Build A Par")


def test_going_back_over_several_phases_is_told_before_it_is_done(world: World) -> None:
    played(world)
    told = gm(world, "ROLLBACK S1901M").flat
    assert "This takes back 2 phases: Spring 1901 movement, Fall 1901 movement." in told
    assert "ROLLBACK S1901M NOW" in told
    assert world.game().number == 3


def test_later_orders_are_given_again_phase_by_phase(world: World) -> None:
    played(world)
    gm(world, "ROLLBACK S1901M NOW")
    assert world.orders("France") == ["A PAR - PIC", "A MAR - SPA", "F BRE - MAO"]
    world.mail(GM, "EDIT France A Mar H\nPROCESS", to=world.address("GM"))
    news = {mail.to: mail.flat for mail in world.run()}
    assert "ROLLFORWARD gives them" in news["france@players.example"]
    assert "ROLLFORWARD gives them" not in news["germany@players.example"]
    told = world.order("France", "ROLLFORWARD")
    assert "he old orders are given again: 2" in told.flat.lower()
    assert world.orders("France") == ["A PIC - BEL", "F MAO - POR"]
    gm(world, "PROCESS\nRELEASE")
    told = gm(world, "ROLLFORWARD")
    assert world.orders("France") == ["A PAR B"]
    assert "for France" in told.flat


def test_what_can_t_be_given_any_more_is_left_out(world: World) -> None:
    played(world)
    gm(world, "ROLLBACK S1901M NOW")
    gm(world, "EDIT France A Par H\nPROCESS")
    told = world.order("France", "ROLLFORWARD")
    assert "1 of 2 old orders are given again" in told.flat
    assert world.orders("France") == ["F MAO - POR"]


def test_others_read_nothing_of_kept_orders(world: World) -> None:
    played(world)
    gm(world, "ROLLBACK S1901M NOW")
    gm(world, "PROCESS\nRELEASE")
    told = world.order("Germany", "ROLLFORWARD")
    assert "No orders of this phase are kept" in told.flat


def test_the_end_that_the_game_master_made_can_be_undone_for_a_week(world: World) -> None:
    played(world)
    gm(world, "TERMINATE")
    world.mail("gm@players.example", "ROLLBACK", to=world.address("GM"))
    _, *told = world.run()
    assert "taken back the end of the game: it goes on in Winter 1901" in told[0].flat
    assert "no longer counts" not in told[0].flat
    game = world.game()
    assert (game.status, game.outcome, game.number) == ("running", "", 3)
    assert world.orders("France") == ["A PAR B"]
    assert "on time" in world.order("France", "STATS").flat
    gm(world, "TERMINATE")
    world.run(world.now + 8 * DAY)
    assert "over for more than 7 days" in gm(world, "ROLLBACK").flat


def test_a_game_that_is_over_is_taken_back_to_the_phase_that_is_named(world: World) -> None:
    played(world)
    gm(world, "TERMINATE")
    gm(world, "ROLLBACK S1901M NOW")
    assert (world.game().status, world.game().number) == ("running", 1)


def test_a_game_with_published_dice_stays_over(world: World) -> None:
    world.begun("alpha", variant="1930")
    world.run(world.due())
    for power in ("Great Britain", "Germany", "France", "Italy", "Russia"):
        world.order(power, "DRAW")
    assert world.game().outcome == "draw"
    assert "he secret of its dice is published" in gm(world, "ROLLBACK").flat


def test_a_game_that_goes_on_again_has_forgotten_the_votes_that_ended_it(world: World) -> None:
    played(world)
    for power in POWERS:
        world.order(power, "DRAW")
    assert world.game().outcome == "draw"
    gm(world, "ROLLBACK")
    assert world.game().status == "running"
    assert {world.seat(power).vote for power in POWERS} == {""}
    world.order("France", "DRAW")
    assert world.game().status == "running"
