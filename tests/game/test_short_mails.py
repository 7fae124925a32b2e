"""What a mail leaves out because it stands elsewhere in it, or came before."""

from tests.game.test_master import to
from tests.game.world import DEADLINE, POWERS, World


def test_a_page_comes_without_the_line_that_asked_for_it(world: World) -> None:
    world.begun()
    page = world.order("France", "HELP ORDERS")
    assert page.text.count("HELP ORDERS") == 0
    assert "HOW TO WRITE ORDERS" in page.text
    assert "YOUR MAIL" not in page.text
    both = world.order("France", "HELP ORDERS\nA Par - Bur")
    assert "HOW TO WRITE ORDERS" in both.text
    assert "see below" not in both.text


def test_an_answer_begins_with_done_only_where_all_was_done(world: World) -> None:
    world.begun()
    to_gm = world.address("GM")
    done = world.say("gm@players.example", "SET grace 3h", to=to_gm)
    assert "\ngrace=3h from now on (it was 0h); the present deadline stays.\n" in done.text
    talk = world.say("gm@players.example", "What a fine day for a game.", to=to_gm)
    assert "\nDone.\n" not in talk.text
    half = world.say("gm@players.example", "SET grace 4h\nSET grace blue", to=to_gm)
    assert "\nDone.\n" not in half.text
    assert half.text.count("from now on") == 1
    assert "1 line was not taken" in half.flat


def test_who_sent_nothing_reads_so_once_and_the_others_read_who_it_was(world: World) -> None:
    world.begun()
    for power in POWERS:
        if power != "Italy":
            world.order(power, "HOLD ALL")
    told = world.run(DEADLINE)
    assert to(told, "Italy").flat.count("sent no orders") == 1
    assert "You sent no orders: all held." in to(told, "Italy").flat
    assert "Italy sent no orders." in to(told, "France").flat


def test_results_give_a_reason_only_where_it_says_more_than_the_order(world: World) -> None:
    world.begun()
    world.order("Italy", "A Ven - Tri\nA Rom - Apu")
    told = to(world.run(DEADLINE), "Italy").text
    assert "\nItaly     A ROM - APU             succeeds\n" in told
    assert "          A VEN - TRI             fails: bounced off F TRI, 1 against 1\n" in told


def test_orders_that_all_failed_are_none_and_not_nought_of_some(world: World) -> None:
    world.begun()
    world.order("Italy", "A Ven - Tri\nA Rom - Ven\nF Nap - Rom")
    assert "None of your 3 orders worked." in to(world.run(DEADLINE), "Italy").flat


def test_terms_and_the_card_come_with_the_seat_and_not_again_with_the_beginning(
    world: World,
) -> None:
    world.say("gm@players.example", "REGISTER Ruth\nCREATE alpha standard players=1 start=hand")
    seat = world.say("ann@players.example", "REGISTER Ann\nJOIN alpha as France")
    assert seat.text.count("HOW TO PLAY BY MAIL") == seat.text.count("TERMS OF ALPHA") == 1
    world.mail("gm@players.example", "PROCESS", to=world.address("GM"))
    (begun,) = [one for one in world.run() if "begins" in one.subject and "ann" in one.to]
    assert "HOW TO PLAY BY MAIL" not in begun.text
    assert "TERMS OF ALPHA" not in begun.text


def test_a_build_without_an_order_is_told_of_once(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - Mao\nA Mar - Spa")
    world.run(DEADLINE)
    world.order("France", "F Mao - Por")
    world.run(world.game().deadline)
    answer = world.order("France", "Build A Par")
    assert "build 2 of 2            no order: is waived" in answer.text
    assert answer.flat.count("waived") == 1
    assert "look again" not in answer.subject
