"""What people and machines get wrong has a clear answer or a logged refusal, and breaks nothing."""

from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.kernel.mail import Mail
from judge.mail.compose import compose
from judge.mail.ours import Ours
from tests.game.world import DEADLINE, HOUR, JUDGE, World, mailbox

SAMPLES = Path(__file__).parent.parent / "mail" / "samples"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("A Con - Bul", "A CON is Turkey's"),
        ("A Bud - Gal", "A BUD is Austria's"),
        ("F Bud H", "What stands in Budapest (BUD) is A BUD (Austria)"),
        ("A Xyz H", "Write for example 'A MAR H', 'A MAR - BUR' or 'A MAR S A PAR - BUR'."),
        ("F Par - Bur", "PAR"),
        ("A Rom H", "ROM"),
        ("A Par R Bur", "retreat"),
        ("A Par B", "adjustment"),
        ("A Par - Lon", "LON"),
        ("A Pariss - Bur", "Did you mean"),
        ("F Bre - liv", "Liverpool"),
    ],
)
def test_an_order_that_cannot_be_is_explained_and_nothing_is_stored(
    world: World, lines: str, told: str
) -> None:
    world.begun()
    answer = world.order("France", lines)
    assert "NOT TAKEN" in answer.text
    assert told.lower() in answer.flat.lower()
    assert world.orders("France") == []


def test_a_bad_line_leaves_the_good_ones_and_the_earlier_ones(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - MAO")
    answer = world.order("France", "A Mar - Spa\nA Par - Moscow\nF Bre -")
    assert sorted(world.orders("France")) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    assert "All your orders are in" in answer.text
    assert "NOT TAKEN" in answer.text


def test_the_last_of_several_orders_for_a_unit_counts(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur\nA Par - Pic\nA Par - Gas")
    assert "Line 2 orders this unit anew, and the last order counts" in answer.flat
    assert "Line 3 orders this unit anew, and the last order counts" in answer.flat
    assert world.orders("France") == ["A PAR - GAS"]


def test_orders_are_cleared_all_or_one(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur, A Mar - Spa, F Bre - Mao")
    assert "1 order for A PAR forgotten" in world.order("France", "CLEAR A Par").flat
    assert sorted(world.orders("France")) == ["A MAR - SPA", "F BRE - MAO"]
    assert "here is no order for A PAR" in world.order("France", "CLEAR A Par").flat.replace(
        "There is", "there is"
    )
    assert "2 orders forgotten" in world.order("France", "CLEAR").flat
    assert world.orders("France") == []


def test_words_that_take_back_an_order_of_their_own_mail_have_done_their_work(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur\nA Mar - Spa\nno wait, forget the last one")
    assert "the order for MAR is taken back" in answer.flat
    assert "NOT TAKEN" not in answer.text
    assert world.orders("France") == ["A PAR - BUR"]
    again = world.order("France", "CLEAR Mar")
    assert "There is no order for MAR." in again.flat


def test_orders_above_clear_are_forgotten_and_those_below_it_are_not(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nCLEAR\nA Mar - Spa")
    assert world.orders("France") == ["A MAR - SPA"]


def test_what_stands_below_signoff_is_not_read(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur\nSIGNOFF\nA Par - Pic")
    assert world.orders("France") == ["A PAR - BUR"]
    assert "below SIGNOFF" in answer.flat


def test_a_complete_set_undone_makes_the_phase_wait_again(world: World) -> None:
    world.begun()
    world.order("France", "HOLD ALL")
    world.order("France", "CLEAR")
    assert world.rows("SELECT complete FROM sheets WHERE power = 'France'") == [(0,)]


def test_words_of_other_judges_that_this_one_lacks_are_answered(world: World) -> None:
    world.begun()
    answer = world.order("France", "SET strict wait\nSET gunboat on")
    assert "NOT TAKEN" in answer.text


def test_an_unknown_game_is_named(world: World) -> None:
    for line in ("STATUS omega", "HISTORY omega", "OBSERVE omega", "JOIN omega"):
        assert "o game 'omega'" in world.say("a@players.example", line).flat, line


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe" * 5000,
        bytes(range(256)) * 40,
        b"From: a@players.example\n",
        b"From: a@players.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n--x\n",
        b"\xef\xbb\xbfFrom: a@players.example\n\nHELP\n",
        b"From: a@players.example\nContent-Type: text/plain; charset=klingon\n\nHELP\n",
        b"From: a@players.example\nContent-Transfer-Encoding: base64\n\n!!!!\n",
        b"From: a@players.example\n" + b"X-Long: " + b"x" * 70_000 + b"\n\nHELP\n",
        b"From: a@players.example\n\n" + b"\xff" * 10_000,
        b"From " * 1000,
    ],
)
def test_junk_is_taken_and_hurts_nobody(world: World, raw: bytes) -> None:
    world.begun()
    world.raw(raw)
    world.mail("france@players.example", "A Par - Bur", to=world.address("France"))
    world.run()
    assert world.orders("France") == ["A PAR - BUR"]
    assert world.rows("SELECT count(*) FROM letters WHERE status IN ('done', 'silent')") == [(2,)]


def test_a_mail_of_twenty_megabytes_is_refused_with_an_answer(world: World) -> None:
    world.begun()
    head = f"From: france@players.example\nTo: {world.address('France')}\nMessage-ID: <big@x>\n\n"
    world.raw(head.encode() + b"A Par - Bur\n" * 1_700_000)
    (answer,) = world.run()
    assert "larger than 1,000 KB" in answer.flat
    assert answer.to == "france@players.example"
    assert world.orders("France") == []
    archived = [path.stat().st_size for path in (world.home / "archive").iterdir()]
    assert archived == [65536]


def test_ten_thousand_lines_are_read_down_to_a_limit(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur\n" + "blah blah\n" * 9_998 + "A Par - Pic")
    assert world.orders("France") == ["A PAR - BUR"]
    assert len(answer.text) < 20_000
    assert "a mail is read up to line 1000" in answer.flat


def test_ten_thousand_wrong_orders_get_a_short_answer(world: World) -> None:
    world.begun()
    answer = world.order("France", "A Nowhere - Nirgends\n" * 10_000)
    assert len(str(answer.message)) < 600_000


def test_an_html_mail_is_read(world: World) -> None:
    world.begun()
    mail = EmailMessage()
    mail["From"], mail["To"] = "france@players.example", world.address("France")
    mail["Message-ID"] = "<html@players.example>"
    mail.set_content("<p>A Par &rarr; Bur<br>F Bre&nbsp;-&nbsp;MAO</p>", subtype="html")
    world.raw(mail.as_bytes())
    world.run()
    assert sorted(world.orders("France")) == ["A PAR - BUR", "F BRE - MAO"]


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Return-Path: <>",
        f"X-Loop: {JUDGE}",
    ],
)
def test_automatic_mail_is_neither_answered_nor_obeyed(world: World, header: str) -> None:
    world.begun()
    world.mail(
        "france@players.example", "A Par - Bur", to=world.address("France"), headers=[header]
    )
    assert world.run() == []
    assert world.orders("France") == []
    assert world.rows("SELECT status FROM letters") == [("silent",)]


@pytest.mark.parametrize("sender", [JUDGE, "mailer-daemon@players.example", "no-reply@x.example"])
def test_the_judge_does_not_answer_itself_nor_robots(world: World, sender: str) -> None:
    world.mail(sender, "HELP")
    assert world.run() == []


def test_our_own_mail_sent_back_to_us_causes_none(world: World) -> None:
    world.begun()
    for sent in world.run(DEADLINE):
        world.raw(sent.message.as_bytes())
    assert world.run() == []


def test_one_address_gets_twenty_answers_an_hour_but_is_obeyed(world: World) -> None:
    world.begun()
    to = world.address("France")
    for number in range(30):
        world.mail("france@players.example", "A Par - Bur" if number < 29 else "A Par H", to=to)
    assert len(world.run()) == 20
    assert world.orders("France") == ["A PAR H"]
    assert world.order("Turkey", "A Con H").to == "turkey@players.example"
    assert world.run() == []
    assert len(world.run(world.now + HOUR)) == 10  # every change of orders is confirmed


def test_a_robot_gets_no_more_answers_than_its_share(world: World) -> None:
    for _ in range(30):
        world.mail("robot@players.example", "HELP")
    assert len(world.run()) == 20
    assert world.run(world.now + HOUR) == []
    world.mail("robot@players.example", "HELP")
    assert len(world.run()) == 1


def test_talk_beyond_the_share_of_answers_gets_none_later_either(world: World) -> None:
    world.begun()
    for number in range(25):
        world.mail("france@players.example", f"I liked game {number}.", to=world.address("France"))
    assert len(world.run()) == 20
    assert world.run(world.now + HOUR) == []


def test_results_are_sent_to_an_address_that_has_had_its_answers(world: World) -> None:
    world.begun()
    for _ in range(25):
        world.mail("france@players.example", "HELP", to=world.address("France"))
    world.run(DEADLINE - (DEADLINE - world.now) / 1000)
    assert len(world.run(DEADLINE)) == 8


def test_a_seat_sees_its_own_orders_and_no_others(world: World) -> None:
    world.begun()
    world.order("Turkey", "A Con - Bul")
    told = [
        world.order("France", "STATUS\nHISTORY").text,
        world.say("gm@players.example", "STATUS", to=world.address("GM")).text,
        world.say("x@players.example", "STATUS alpha\nLIST\nHISTORY alpha").text,
    ]
    assert not any("A CON - BUL" in text for text in told)
    assert "A CON - BUL" in world.order("Turkey", "STATUS").text


def test_a_players_name_is_no_order_though_it_looks_like_a_place(world: World) -> None:
    world.begun()
    world.say(mailbox("Austria"), "REGISTER Nora Alba", to=world.address("Austria"))
    for name in ("Nora", "nora alba"):
        told = world.order("Austria", f"A Vie - Gal\n{name}").text
        assert "NOT TAKEN" not in told
        assert f'"{name}"' in told.rpartition("Not read as orders: ")[2]
    told = world.order("Austria", "Nora H\nPar").flat
    assert told.count("NOT TAKEN") == 1


def test_what_another_power_said_is_no_order_and_is_told_to_be_passed_over(world: World) -> None:
    world.begun()
    told = world.order("France", "A Par - Bur\nGermany says: A Mun - Ruh.").flat
    assert world.orders("France") == ["A PAR - BUR"]
    assert 'another\'s words ("Germany says: A Mun - Ruh.")' in told


def test_a_player_who_is_named_as_a_command_may_give_it(world: World) -> None:
    world.begun()
    world.order("Austria", "REGISTER Clear Waters")
    world.order("Austria", "A Vie - Gal")
    world.order("Austria", "CLEAR")
    assert world.orders("Austria") == []


def test_an_answer_that_can_not_be_written_is_told_the_keeper_and_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compose_for_others(mail: Mail, ours: Ours, now: datetime) -> bytes:
        if mail.to == mailbox("France"):
            raise ValueError("no words")
        return compose(mail, ours, now)

    world.begun()
    monkeypatch.setattr("judge.run.groups.compose", compose_for_others)
    for power in ("France", "Turkey"):
        world.mail(mailbox(power), "STATUS", to=world.address(power))
    report, sent = world.passed()
    (line,) = report.lines
    assert line.startswith("Mails can't be written: ValueError in test_bad_input.py line ")
    assert [mail.to for mail in sent] == [mailbox("Turkey"), "keeper@judge.example"]
    monkeypatch.undo()
    assert [mail.to for mail in world.passed()[1]] == [mailbox("France"), "keeper@judge.example"]
