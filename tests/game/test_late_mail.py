"""A late mail is never taken for the next phase; a reply to an old mail may be for the present."""

import re
from datetime import datetime, timedelta

import pytest

from tests.game.test_deadlines import all_order
from tests.game.world import DEADLINE, HOUR, MINUTE, Sent, World

OVER = (
    "Spring 1901 movement is over; these were not used. If you mean them for Fall 1901 movement, "
    "reply TAKE R"
)


def answered(world: World, mail: Sent, lines: str, *, sent: datetime, thread: bool = True) -> Sent:
    """France replies to a mail with these lines, written at ``sent``."""
    world.count += 1
    name = f"<reply{world.count}@players.example>"
    headers = [
        f"Received: from there by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}",
        f"Delivered-To: {world.address('France')}",
        "From: france@players.example",
        f"To: {world.address('France')}",
        f"Subject: Re: {mail.subject}",
        f"Date: {sent:%a, %d %b %Y %H:%M:%S +0000}",
        f"Message-ID: {name}",
    ]
    headers += [f"In-Reply-To: {mail.message['Message-ID']}"] if thread else []
    world.raw("\n".join([*headers, "", lines, ""]).encode())
    (found,) = [one for one in world.run() if one.message["In-Reply-To"] == name]
    return found


def head(mail: Sent) -> str:
    """The first lines of a mail: what happened, until when, what to do."""
    return " ".join(mail.text.split("\n\n")[1].split())


def headed(world: World, subject: str, lines: str) -> Sent:
    """France sends a mail with a Subject of its own."""
    to, stamp = world.address("France"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    world.raw(
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: france@players.example\nTo: {to}\nSubject: {subject}\n\n{lines}\n".encode()
    )
    (answer,) = world.run()
    return answer


def of_spring(world: World) -> tuple[Sent, Sent]:
    """A receipt of spring, and the results that opened fall."""
    world.begun()
    receipt = world.order("France", "A Par - Bur")
    (results,) = [one for one in world.run(DEADLINE) if one.to.startswith("france")]
    return receipt, results


@pytest.mark.parametrize("thread", [True, False], ids=["by its thread", "by its subject"])
def test_a_reply_that_left_before_the_results_is_late(world: World, *, thread: bool) -> None:
    receipt, _ = of_spring(world)
    answer = answered(world, receipt, "A Bur - Mun\nA Mar H", sent=DEADLINE - HOUR, thread=thread)
    assert OVER in answer.flat
    assert "NOT TAKEN line 2: A Mar H As said above." in answer.flat
    number = answer.flat.partition("reply TAKE ")[2].partition(" ")[0]
    assert "2 orders came too late: not used." in head(answer)
    assert f"To do: reply TAKE {number} if you mean them for Fall 1901 movement, or" in head(answer)
    assert "anew" not in head(answer)
    assert answer.subject.endswith("no orders in yet, 2 orders not used")
    assert world.orders("France") == []


@pytest.mark.parametrize("later", [timedelta(), MINUTE], ids=["with them", "after them"])
def test_a_reply_that_left_after_the_results_is_for_the_present_phase(
    world: World, later: timedelta
) -> None:
    receipt, _ = of_spring(world)
    answer = answered(world, receipt, "A Bur - Mun", sent=DEADLINE + later)
    told = "You answered a mail of Spring 1901 movement: your orders are taken for Fall 1901"
    assert told in answer.flat
    assert world.orders("France") == ["A BUR - MUN"]


def test_a_reply_to_the_results_is_for_the_phase_that_they_open(world: World) -> None:
    _, results = of_spring(world)
    for thread in (True, False):
        answer = answered(world, results, "A Bur - Mun", sent=DEADLINE - HOUR, thread=thread)
        assert "is over" not in answer.flat.replace("[alpha]", "")
        assert "You answered" not in answer.flat
    assert world.orders("France") == ["A BUR - MUN"]


def test_the_first_received_line_makes_a_mail_late_and_a_date_never_makes_it_early(
    world: World,
) -> None:
    receipt, _ = of_spring(world)
    first = f"Received: from home by their.example; {DEADLINE - HOUR:%a, %d %b %Y %H:%M:%S +0000}"
    reply = [f"In-Reply-To: {receipt.message['Message-ID']}", first]
    answer = world.order("France", "A Bur - Mun", headers=reply)
    assert OVER in answer.flat


def test_a_mail_whose_own_words_name_a_phase_that_is_over_is_late(world: World) -> None:
    of_spring(world)
    answer = world.order("France", "PHASE S1901M\nA Bur - Mun\nA Mar H")
    assert OVER in answer.flat
    assert "2 orders came too late: not used." in head(answer)
    assert "To do: reply TAKE R" in head(answer)
    assert "not taken" not in head(answer)
    assert world.orders("France") == []


NAMED = (
    "orders for Spring 1901", "[gam] Spring 1901 orders France", "Spring 1901", "S1901M",
    "[alpha] Spring 1901: France", "Re: orders for spring 1901", "My orders for spring 01",
    "[alpha] Fall 1900",
)  # fmt: skip


@pytest.mark.parametrize("subject", NAMED)
def test_a_mail_whose_own_subject_names_a_phase_that_is_over_is_late(
    world: World, subject: str
) -> None:
    of_spring(world)
    answer = headed(world, subject, "A Bur - Mun\nA Mar H\nF Bre - Mao")
    assert "is over; these were not used. If you mean them for Fall 1901 movement" in answer.flat
    assert "3 orders came too late: not used." in head(answer)
    assert world.orders("France") == []
    world.order("France", re.findall(r"TAKE R\d+", answer.flat)[0])
    assert len(world.orders("France")) == 3


OURS = (
    "Re: [alpha] Spring 1901 movement: 1 of 3 orders in",
    "Re: [alpha] Spring 1901 movement: no orders in yet, 1 line not taken",
    "AW: [alpha] Spring 1901 movement: the game begins", "[alpha] Spring 1901 movement:",
    "[alpha] Spring 1901 movement: results", "orders for Fall 1901", "Fall orders",
    "[alpha] Fall 1901 movement:", "Question about Spring 1901", "What a spring!",
)  # fmt: skip


@pytest.mark.parametrize("subject", OURS)
def test_a_subject_of_ours_or_of_the_present_makes_no_mail_late(world: World, subject: str) -> None:
    of_spring(world)
    headed(world, subject, "A Bur - Mun")
    assert world.orders("France") == ["A BUR - MUN"]


def test_a_heading_in_the_mail_counts_more_than_its_subject(world: World) -> None:
    of_spring(world)
    headed(world, "orders for Spring 1901", "Fall 1901:\nA Bur - Mun")
    assert world.orders("France") == ["A BUR - MUN"]
    world.order("France", "CLEAR")
    headed(world, "orders for Spring 1902", "Fall 1901:\nA Bur - Mun")
    assert world.orders("France") == ["A BUR - MUN"]


@pytest.mark.parametrize("subject", ["orders for Fall 1901", "[alpha] fall orders", "F1901M"])
def test_a_subject_that_names_a_later_phase_heads_the_orders_below(
    world: World, subject: str
) -> None:
    world.begun()
    answer = headed(world, subject, "A Bur - Mun\nA Mar - Spa")
    assert "WAITING FOR FALL 1901 MOVEMENT" in answer.text
    assert "2 lines wait for Fall 1901 movement." in answer.flat
    assert world.orders("France") == []


def test_a_subject_that_names_a_later_phase_says_nothing_where_no_orders_follow(
    world: World,
) -> None:
    world.begun()
    answer = headed(world, "Fall 1901", "STATUS\nHello judge")
    assert "what follows waits" not in answer.flat.lower()


def test_what_came_after_the_deadline_is_said_to_be_late_and_nothing_is_offered(
    world: World,
) -> None:
    world.begun("alpha", "hold=yes")
    world.now = DEADLINE + MINUTE
    answer = world.order("France", "A Par - Bur\nA Mar H")
    assert "2 orders came too late: not used." in head(answer)
    assert "To do: reply" not in head(answer)


def test_a_late_mail_that_names_the_present_phase_is_for_it(world: World) -> None:
    receipt, _ = of_spring(world)
    answered(world, receipt, "PHASE F1901M\nA Bur - Mun", sent=DEADLINE - HOUR)
    assert world.orders("France") == ["A BUR - MUN"]


def test_take_takes_the_lines_of_a_mail_that_were_not_used(world: World) -> None:
    receipt, _ = of_spring(world)
    late = answered(world, receipt, "PHASE S1901M\nA Bur - Mun\nSTATUS", sent=DEADLINE - HOUR)
    name = late.flat.partition("reply TAKE ")[2].partition(".")[0].split()[0]
    answer = world.order("France", f"TAKE {name}")
    assert "1 order of that mail" in answer.flat
    assert "STATUS OF" not in answer.text
    assert world.orders("France") == ["A BUR - MUN"]


def test_nobody_takes_another_seat_s_mail(world: World) -> None:
    receipt, _ = of_spring(world)
    answered(world, receipt, "A Bur - Mun", sent=DEADLINE - HOUR)
    answer = world.order("Germany", "TAKE R2")
    assert "You have no receipt R2 here." in answer.flat
    assert "BUR" not in answer.flat.partition("YOUR ORDERS")[0]


def test_lines_for_a_later_phase_are_not_taken_for_the_present_one(world: World) -> None:
    receipt, _ = of_spring(world)
    lines = "A Bur - Mun\nPHASE S1902M\nA Mun - Ber"
    late = answered(world, receipt, lines, sent=DEADLINE - HOUR)
    (take,) = set(re.findall(r"TAKE R\d+", late.flat))
    world.order("France", take)
    assert world.orders("France") == ["A BUR - MUN"]


def test_take_that_names_no_receipt_is_prose(world: World) -> None:
    world.begun()
    assert "NOT TAKEN" not in world.order("France", "take care").text


@pytest.mark.parametrize(
    ("late", "to_france", "to_master"),
    [
        ("names", "England and Italy sent no orders.", "England and Italy sent no orders."),
        ("unnamed", "2 powers sent no orders.", "England and Italy sent no orders."),
        ("self", "", "England and Italy sent no orders."),
    ],
)
def test_results_tell_who_sent_nothing_as_the_game_tells_of_the_late(
    world: World, late: str, to_france: str, to_master: str
) -> None:
    world.begun("alpha", f"late={late}")
    all_order(world, "England", "Italy")
    sent = {one.to.partition("@")[0]: one.flat for one in world.run(DEADLINE)[-8:]}
    assert (to_france or "sent no orders") in sent["france"] or not to_france
    assert ("sent no orders" in sent["france"]) == bool(to_france)
    assert to_master in sent["gm"]
    assert "You sent no orders: all held." in sent["italy"]
    assert "worked" not in sent["italy"].partition("ORDERS AND RESULTS")[0]


def test_the_preview_of_held_results_tells_who_sent_nothing(world: World) -> None:
    world.begun("alpha", "hold=yes", "late=self")
    all_order(world, "England")
    (preview,) = [one for one in world.run(DEADLINE) if "preview" in one.subject]
    assert "England sent no orders." in preview.flat
    assert timedelta() == world.now - DEADLINE
