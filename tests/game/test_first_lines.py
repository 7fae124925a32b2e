"""The first lines of results say what happened to what the reader sent, in every kind of phase."""

import json

import pytest

from tests.game.test_deadlines import all_order
from tests.game.test_ending import near_the_end
from tests.game.test_positions import edit
from tests.game.world import Sent, World, mailbox


def results(world: World, power: str) -> Sent:
    """What a power reads when the present phase has ended."""
    (found,) = [mail for mail in world.run(world.due()) if mail.to == mailbox(power)]
    return found


def head(mail: Sent) -> str:
    """What happened: the line above the deadline."""
    return mail.text.split("\n")[2]


@pytest.mark.parametrize("option", ["hidden=no", "hidden=yes"])
def test_a_bidding_says_what_came_of_the_bids(world: World, option: str) -> None:
    world.begun("alpha", option, variant="1930s-world", players=8)
    world.order("Germany", "BID 3 Tailandia\nBID 2 Finnland")
    assert head(results(world, "Germany")) == "Both of your orders worked."


def test_who_bid_nothing_reads_so(world: World) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    assert head(results(world, "France")) == "You sent no orders."


def test_a_deployment_that_is_not_complete_is_dropped_as_a_whole_before_and_after(
    world: World,
) -> None:
    world.begun("alpha", variant="1930", players=5)
    warned = world.order("Germany", "DEPLOY L5 BER\nDEPLOY L3 MUN").flat
    assert "Your list is not complete: as it stands, all of it will be dropped" in warned
    told = results(world, "Germany")
    assert head(told) == "None of your 2 orders worked."
    assert (
        told.flat.count("All of the list was dropped and the standard list deployed instead") == 1
    )


def test_a_coalition_s_tie_is_no_order_that_worked(world: World) -> None:
    """Warned of before, as far as it can be, and told after, in the first line too."""
    world.begun("alpha", variant="1930s-world", players=8)
    for power in ("Germany", "Russia"):
        world.order(power, "BID 5 Poland")
    world.run(world.due())
    warned = world.order("Germany", "A WAR - SIL\nA BER H").flat
    world.order("Russia", "A WAR - POC")
    assert "Poland is run by a Coalition" in warned
    assert "in a tie a unit holds" in warned
    told = results(world, "Germany")
    assert head(told) == "1 of your 2 orders worked."
    assert "A WAR - SIL: Poland's Coalition was tied, so it holds" in told.flat


def test_units_that_were_forgotten_are_named_and_are_no_orders_that_worked(world: World) -> None:
    world.begun("alpha")
    world.order("France", "A Par - Bur")
    sent = world.run(world.due())
    (told,) = [mail for mail in sent if mail.to == mailbox("France")]
    assert head(told) == "Your order worked."
    assert "There was no order for A MAR and F BRE, so they held." in told.flat
    assert sum("There was no order for" in mail.flat for mail in sent) == 1


def test_who_alone_sent_nothing_reads_so_once_and_the_others_below(world: World) -> None:
    world.begun("alpha")
    all_order(world, "France")
    world.run()
    told = {mail.to: mail.flat for mail in world.run(world.due())}
    assert "You sent no orders: all held." in told[mailbox("France")]
    assert "France sent no orders." not in told[mailbox("France")]
    assert "France sent no orders." in told[mailbox("Italy")]
    all_order(world, "France", "Italy")
    world.run()
    assert "France and Italy sent no orders." in results(world, "France").flat


def test_who_sent_nothing_in_the_last_phase_reads_so_as_the_others_do(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    told = {mail.to: mail.flat for mail in world.run(world.due()) if "results" in mail.subject}
    for power in ("Turkey", "Italy"):
        assert "France wins the game." in told[mailbox(power)]
        assert "Turkey sent no orders." in told[mailbox(power)]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("ALLOCATE 500 Poland", "Your order did not work."),
        ("ALLOCATE 25 Poland", "Your order worked."),
        ("HOLD ALL\nALLOCATE 500 Poland", "12 of your 13 orders worked."),
        ("L5 BER H\nALLOCATE 25 Poland", "Both of your orders worked."),
    ],
)
def test_pieces_that_were_forgotten_are_no_orders_that_worked_and_politics_are_orders(
    world: World, lines: str, told: str
) -> None:
    world.begun("alpha", variant="1930", players=5)
    world.run(world.due())
    world.run(world.due())
    world.order("Germany", lines)
    assert head(results(world, "Germany")) == told


def test_who_only_spent_points_reads_of_these(world: World) -> None:
    world.begun("alpha", variant="1936")
    world.order("Italy", "DP 9: A Aus H")
    told = results(world, "Italy")
    assert "worked" not in head(told)
    assert "All your points were forfeited." in head(told)


@pytest.mark.parametrize(
    ("power", "told"),
    [
        ("France", "All 5 of your orders worked."),
        ("Germany", "All 3 of your orders worked. Your points did not bring about A BEL - NET."),
        ("Italy", "All 5 of your orders worked. All your points were forfeited."),
        ("Turkey", "All 3 of your orders worked. Your points did not bring about A BUL - RUM."),
        ("Poland", "You sent no orders: all held."),
    ],
)
def test_points_that_brought_nothing_about_are_told_first(
    world: World, power: str, told: str
) -> None:
    world.begun("alpha", variant="1936")
    world.order("France", "HOLD ALL\nDP 2: A Bel H")
    world.order("Germany", "HOLD ALL\nDP 2: A Bel - Net")
    world.order("Italy", "HOLD ALL\nDP 9: A Aus H")
    world.order("Turkey", "HOLD ALL\nDP 1: F Gre H\nDP 1: A Bul H\nDP 1: A Bul - Rum")
    assert head(results(world, power)) == told


@pytest.mark.parametrize(
    ("orders", "disbanded"),
    [
        ({"France": "A Bur D", "Italy": "A Tyr D"}, ""),
        ({"France": "A Bur D", "Italy": "A Tyr R Boh"}, ""),
        (
            {"France": "A Bur D", "Italy": "A Tyr R Boh", "Austria": "A Mun R Boh"},
            (
                "DISBANDED France: A BUR: as ordered Italy: A TYR: its retreat met another "
                "Austria: A MUN: its retreat met another"
            ),
        ),
    ],
)
def test_units_that_were_disbanded_are_named_if_not_all_were_ordered_to(
    world: World, orders: dict[str, str], disbanded: str
) -> None:
    world.begun("alpha")
    dislodged = {"France: A BUR": ["PIC"], "Italy: A TYR": ["BOH"], "Austria: A MUN": ["BOH"]}
    lost = {unit: ways for unit, ways in dislodged.items() if unit.partition(":")[0] in orders}
    units = {"Germany": [unit.partition(": ")[2] for unit in lost]}
    edit(world, json.dumps({"phase": "F1901R", "units": units, "dislodged": lost}))
    for power, line in orders.items():
        world.mail(mailbox(power), line, to=world.address(power))
    sent = [mail for mail in world.run() if "retreats: results" in mail.subject]
    (told,) = [mail for mail in sent if mail.to == mailbox("France")]
    assert "A BUR D succeeds: disbanded as ordered" in told.flat
    assert told.flat.count("DISBANDED") == bool(disbanded)
    assert disbanded in told.flat
