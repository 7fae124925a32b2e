"""What happens without orders: late notices, waiting, seats that are lost."""

import pytest

from judge.game.books import proof
from judge.game.terms import tables
from tests.game.test_deadlines import all_order
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, Sent, World, mailbox

HOLDS = "HOLD ALL"


def names(sent: list[Sent]) -> list[str]:
    """Who got mails, without the part behind the @."""
    return sorted(mail.to.partition("@")[0] for mail in sent)


def all_but(world: World, *powers: str) -> None:
    """Everybody but ``powers`` sends complete orders, and gets his answer."""
    all_order(world, *powers)
    world.run()


def to(sent: list[Sent], name: str) -> Sent:
    """The one mail to somebody."""
    (mail,) = [mail for mail in sent if mail.to.startswith(name)]
    return mail


def test_all_are_told_whose_orders_are_late(world: World) -> None:
    world.begun("alpha", "grace=12h")
    all_but(world, "Turkey", "France")
    sent = world.run(DEADLINE)
    assert names(sent) == sorted([*map(str.lower, POWERS), "gm"])
    assert (
        "Orders of France and Turkey for Spring 1901 movement are still to come"
        in to(sent, "austria").flat
    )
    late = to(sent, "turkey")
    assert "The game waits for you until" in late.flat
    assert "Orders of Turkey" not in late.flat
    assert "ORDER FORM" in late.text
    assert world.run(DEADLINE + MINUTE) == []


def test_a_late_receipt_says_until_when_orders_count(world: World) -> None:
    world.begun("alpha", "grace=12h")
    assert "late orders count" not in world.order("France", "A Par - Bur").flat
    world.run(DEADLINE)
    answer = world.order("France", "A Mar - Spa")
    assert "the time is up; late orders count until Fri 6 Nov, 06:00 UTC" in answer.flat


def test_all_are_told_without_names_where_the_game_hides_them(world: World) -> None:
    """The game master knows them all the same."""
    world.begun("alpha", "grace=12h", "late=unnamed")
    all_but(world, "Turkey", "France")
    sent = world.run(DEADLINE)
    assert len(sent) == 8
    told = to(sent, "austria").flat
    assert "Some orders for Spring 1901 movement are still to come" in told
    assert "Turkey" not in told
    assert "Orders of France and Turkey" in to(sent, "gm").flat


def test_a_reply_to_a_late_notice_with_orders_works(world: World) -> None:
    world.begun("alpha", "grace=12h")
    all_but(world, "Turkey")
    late = to(world.run(DEADLINE), "turkey")
    world.mail("turkey@players.example", HOLDS, to=late.reply_to)
    world.run()
    assert world.game().number == 2


def test_after_a_day_the_late_and_the_master_are_told_again(world: World) -> None:
    world.begun("alpha", "grace=3d")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    assert names(world.run(DEADLINE + DAY)) == ["gm", "turkey"]
    assert world.run(DEADLINE + DAY + MINUTE) == []
    assert names(world.run(DEADLINE + 2 * DAY)) == ["gm", "turkey"]


def test_a_game_may_wait_for_those_who_sent_nothing(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    all_but(world, "Turkey")
    sent = world.run(DEADLINE)
    assert "The game waits for you." in to(sent, "turkey").flat
    assert world.game().number == 1
    world.run(DEADLINE + 9 * DAY)
    assert world.game().number == 1
    world.order("Turkey", "A Con - Bul")
    assert world.game().number == 2
    orders = world.rows("SELECT orders FROM turns")[0][0]
    assert "A CON - BUL" in orders


def test_a_game_does_not_wait_for_what_is_missing_of_some_orders(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    all_but(world, "Turkey")
    world.order("Turkey", "A Con - Bul")
    world.run(DEADLINE)
    assert world.game().number == 2


def test_while_a_game_waits_others_may_change_their_orders(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    answer = world.order("France", "A Par - Bur")
    assert "1 line was not taken" not in answer.flat
    assert "A PAR - BUR" in world.orders("France")


def test_a_waiting_judge_sleeps_until_the_next_day(world: World) -> None:
    world.begun("alpha", "nmr=wait")
    all_but(world, "Turkey")
    world.run(DEADLINE)
    assert (world.home / "wake").read_text() == (DEADLINE + DAY).isoformat()


def test_a_seat_is_lost_after_so_many_phases_without_orders(world: World) -> None:
    world.begun("alpha", "nmr=disorder 2", "moves=1d")
    for count in range(2):
        all_but(world, "Turkey")
        sent = world.run(world.due())
        assert (world.seat("Turkey").person is None) == (count == 1)
    (free, results) = [mail for mail in sent if mail.to.startswith(("turkey", "france"))]
    assert free.subject == "[alpha] Fall 1901 movement: your seat is free"
    assert "You sent no orders for 2 phases in a row" in free.flat
    assert "The player of Turkey has sent no orders for 2 phases in a row" in results.flat
    assert "turkey" not in names(world.run(world.due()))


def test_orders_once_in_a_while_keep_a_seat(world: World) -> None:
    world.begun("alpha", "nmr=disorder 2", "moves=1d")
    for phase in range(4):
        all_but(world, "Turkey")
        if phase % 2:
            world.order("Turkey", "A Con H")
        world.run(world.due())
    assert world.seat("Turkey").person is not None


def test_a_phase_with_nothing_to_decide_is_not_missed(world: World) -> None:
    """Neither counted nor forgiven: only phases that ask for orders matter."""
    world.begun("alpha", "nmr=disorder 2", "moves=1d")
    all_but(world, "Turkey", "Italy")
    world.order("Italy", "A Ven - Tri\nA Rom H\nF Nap H")
    world.run(world.due())
    assert world.seat("Turkey").missed == 1
    assert world.seat("Italy").missed == 0


def test_the_units_of_a_lost_seat_hold(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1", "moves=1d")
    all_but(world, "Turkey")
    world.run(world.due())
    assert world.seat("Turkey").person is None
    all_but(world, "Turkey")
    world.run()
    assert world.game().number == 3
    assert '"A CON"' in world.rows("SELECT events FROM turns WHERE number = 2")[0][0]


def test_a_game_whose_last_player_lost_his_seat_is_over(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1", players=1)
    sent = world.run(DEADLINE)
    assert world.game().status == "over"
    assert "your seat is free" in sent[0].subject


def test_the_secret_address_of_a_lost_seat_is_worthless(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1", "moves=1d")
    old = world.address("Turkey")
    all_but(world, "Turkey")
    world.run(world.due())
    answer = world.say("turkey@players.example", "A Con - Bul", to=old)
    assert "nothing in this mail proves" in answer.flat.lower()


def test_a_great_power_that_is_lost_falls_apart_where_the_rules_say_so(world: World) -> None:
    """In 1926 its units leave the board and its centres become minors."""
    world.begun("alpha", "nmr=disorder 1", "moves=1d", variant="1926")
    fallen, *others = tables.load(world.game()).powers
    for power in others:
        world.order(power, HOLDS)
    sent = world.run(world.due())
    told = to(sent, mailbox(others[0]))
    assert f"Nobody plays {fallen} any more" in told.flat


def test_the_log_tells_who_missed_a_phase_and_who_was_late(world: World) -> None:
    world.begun("alpha", "grace=12h")
    all_but(world, "Turkey", "France")
    world.run(DEADLINE)
    world.mail("france@players.example", "A Par H", to=world.address("France"))
    world.run(DEADLINE + HOUR)
    world.run(DEADLINE + 12 * HOUR)
    rows = world.rows("SELECT what, facts FROM log WHERE what LIKE 'orders.%' ORDER BY id")
    assert [(what, '"France"' in facts) for what, facts in rows] == [
        ("orders.late", True),
        ("orders.missed", False),
    ]


@pytest.mark.parametrize("nmr", ["hold", "disorder 9"])
def test_without_grace_nobody_is_told_of_late_orders(world: World, nmr: str) -> None:
    world.begun("alpha", f"nmr={nmr}")
    assert all("results" in mail.subject for mail in world.run(DEADLINE))


def test_turns_in_which_a_seat_was_lost_can_be_played_again(world: World) -> None:
    world.begun("alpha", "nmr=disorder 1", "moves=1d", variant="1926")
    for power in tables.load(world.game()).powers[1:]:
        world.mail(mailbox(power), HOLDS, to=world.address(power))
    world.run(world.due())
    game = world.game()
    with world.engine().begin() as db:
        assert proof.prove(db, game).faults == ()
