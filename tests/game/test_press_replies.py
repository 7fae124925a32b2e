"""A reply to press is press: whom it reaches, what of it, and that nothing in it is an order."""

import re

import pytest
from msgspec.structs import replace

from judge.store import seats
from tests.game import answers
from tests.game.world import DAY, DEADLINE, HOUR, Sent, World, mailbox

HOW = "Reply, and what you write above the quote goes to"


def pressed(world: World, heading: str = "PRESS TO France, Italy", *options: str) -> Sent:
    """What France gets when Germany writes."""
    world.begun("alpha", *options)
    return written(world, heading, "Shall we leave Burgundy empty?\nI would.")


def written(world: World, heading: str, words: str, writer: str = "Germany") -> Sent:
    """What France gets of press."""
    closer = "ENDBROADCAST" if heading.startswith("BROADCAST") else "ENDPRESS"
    world.mail(mailbox(writer), f"{heading}\n{words}\n{closer}", to=world.address(writer))
    return next(mail for mail in world.run() if mail.to == mailbox("France"))


def reply(
    world: World, mail: Sent, lines: str, sender: str = "", *headers: str
) -> tuple[Sent, dict[str, Sent]]:
    """The receipt of a reply, and what it brings to others, by the name of who gets it."""
    sender = sender or mail.to
    thread = f"In-Reply-To: {mail.message['Message-ID']}"
    name = world.mail(sender, lines, to=mail.reply_to, headers=[thread, *headers])
    receipt, others = None, {}
    for sent in world.run():
        if sent.head["In-Reply-To"] == name:
            receipt = sent
        else:
            others[sent.to.partition("@")[0]] = sent
    assert receipt is not None
    return receipt, others


def words(mail: Sent) -> str:
    """What a press mail says, without how to answer it."""
    return mail.text.partition("\n\nPRESS FROM")[0]


def head(mail: Sent) -> str:
    """The first line of a receipt."""
    return " ".join(mail.text.split("\n\n")[1].split()).partition(" Deadline")[0]


# --- to whom it goes


def test_a_reply_goes_to_who_wrote_and_its_receipt_is_one_line(world: World) -> None:
    receipt, others = reply(world, pressed(world), "Yes, gladly. I stay out of it.")
    assert list(others) == ["germany"]
    assert words(others["germany"]) == "Yes, gladly. I stay out of it."
    assert "PRESS FROM FRANCE TO GERMANY" in others["germany"].text
    assert head(receipt) == "Sent to Germany, signed France, and can't be taken back."
    assert "YOUR MAIL" not in receipt.text
    assert "Yes, gladly" not in receipt.text


def test_all_alone_on_the_first_line_sends_it_to_all_who_got_it(world: World) -> None:
    receipt, others = reply(world, pressed(world), "ALL\n\nYes, gladly.")
    assert sorted(others) == ["germany", "italy"]
    assert words(others["italy"]) == "Yes, gladly."
    assert head(receipt).startswith("Sent to Germany and Italy, signed France")


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("PRESS TO France", []),
        ("PRESS TO France, GM", ["germany", "gm"]),
        ("PRESS TO ALL BUT Russia, Turkey", ["austria", "england", "germany", "italy"]),
        (
            "BROADCAST",
            ["austria", "england", "germany", "gm", "italy", "russia", "turkey"],
        ),
    ],
)
def test_all_are_those_whom_the_reader_was_told_of(
    world: World, heading: str, expected: list[str]
) -> None:
    receipt, others = reply(world, pressed(world, heading), "ALL\nYes.")
    assert sorted(others) == expected
    if not expected:
        assert "without ALL it goes to who wrote it" in receipt.flat


def test_a_reply_is_to_the_press_that_it_answers_and_to_no_other(world: World) -> None:
    first = pressed(world)
    second = written(world, "PRESS TO France", "And we?", "Italy")
    assert list(reply(world, first, "Gladly.")[1]) == ["germany"]
    assert list(reply(world, second, "Gladly.")[1]) == ["italy"]


def test_a_talk_goes_on_by_replies(world: World) -> None:
    _, others = reply(world, pressed(world), "And Belgium?")
    _, others = reply(world, others["germany"], "Take it.")
    assert words(others["france"]) == "Take it."
    assert "PRESS FROM GERMANY TO FRANCE" in others["france"].text


def test_a_reply_to_our_open_address_is_one_where_our_server_vouches_for_it(world: World) -> None:
    path = world.home / "judge.toml"
    path.write_text(f'authserv = "mx.judge.example"\n{path.read_text()}')
    mail = pressed(world)
    stamped = (
        "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example\n"
        "Received: from there by mx.judge.example; Mon, 2 Nov 2026 10:05:00 +0000\n"
        f"From: {mail.to}\nTo: judge@judge.example\nIn-Reply-To: {mail.message['Message-ID']}\n"
    )
    world.raw(f"{stamped}\nYes, A Par - Bur.\n".encode())
    assert {mail.to, mailbox("Germany")} <= {one.to for one in world.run()}
    world.raw(f"{stamped}\nSIGNON France@alpha\nA Par - Bur, I hope\n".encode())
    assert {one.to for one in world.run()} == {mail.to}


def test_a_reply_to_the_seat_s_own_address_is_one_by_its_thread(world: World) -> None:
    thread = f"In-Reply-To: {pressed(world).message['Message-ID']}"
    to = world.address("France")
    world.mail(mailbox("France"), "Yes, A Par - Bur.", to=to, headers=[thread])
    assert mailbox("Germany") in {one.to for one in world.run()}
    assert world.orders("France") == []
    world.order("France", "A Par - Bur\nF Bre - Mao")
    assert len(world.orders("France")) == 2


def test_the_game_master_and_his_copies_are_answered_too(world: World) -> None:
    mail = pressed(world, "PRESS TO GM, France")
    _, others = reply(world, mail, "ALL\nMay we?")
    _, others = reply(world, others["gm"], "You may.")
    assert "PRESS FROM THE GAME MASTER TO FRANCE" in others["france"].text


def test_the_game_master_answers_who_wrote_what_he_reads_along(world: World) -> None:
    world.begun("alpha", "press=grey", "gmpress=yes")
    world.mail(mailbox("Germany"), "PRESS TO France\nHello\nENDPRESS", to=world.address("Germany"))
    (copy,) = [one for one in world.run() if one.to.startswith("gm@")]
    _, others = reply(world, copy, "Careful.")
    assert list(others) == ["germany"]


def test_who_speaks_for_a_minor_answers_as_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "judge.rules.dip.build.DipEngine.press_names", lambda *_: {"Belgium": ("France",)}
    )
    world.begun()
    mail = written(world, "PRESS TO Belgium", "Join us!", "Italy")
    assert f"{HOW} Italy, signed Belgium." in mail.flat
    receipt, others = reply(world, mail, "No.")
    assert "PRESS FROM BELGIUM TO ITALY" in others["italy"].text
    assert "france" not in others["italy"].raw.decode().lower()
    assert "signed Belgium" in head(receipt)


# --- what goes


QUOTE = "On Mon, 2 Nov 2026 at 10:00, The Judge <judge@judge.example> wrote:"
SAID = (
    ("Yes.\n\n{0}\n> Shall we leave Burgundy empty?\n> I would.", "Yes."),
    ("{0}\n> Shall we leave Burgundy empty?\n> I would.\n>\n> PRESS FROM\n\nYes.", "Yes."),
    (
        "{0}\n> Shall we leave Burgundy empty?\n\nYes.\n\n> I would.\n> \n> PRESS FROM\n\nMe too.",
        "> Shall we leave Burgundy empty?\nYes.\n\nMe too.",
    ),
    (
        "> Shall we leave Burgundy empty?\nYes.\n> I would.\nMe too.\n-- \nPaolo",
        "> Shall we leave Burgundy empty?\nYes.\n\n> I would.\nMe too.",
    ),
    ("> Italy told me that you lie\nThat's not true.", "That's not true."),
    ("Yes.\nShall we leave Burgundy empty?\nI would.", "Yes."),
    ("Hi Fritz,\nyes.\n\nBest regards\nPaolo", "Hi Fritz,\nyes."),
    ("yes.\n\nP2\nTel. 0123 456\nHouse 7, Torino", "yes."),
    ("Cheers!", "Cheers!"),
    ("Yes.\nSent from my iPhone", "Yes."),
    ("SIGNON France@alpha secret\nYes.", "Yes."),
    ("wait", "wait"),
    ("STATUS of our talks: good", "STATUS of our talks: good"),
    ("LET'S ATTACK ENGLAND", "LET'S ATTACK ENGLAND"),
    ("build a fleet in Kiel", "build a fleet in Kiel"),
    ("Thanks!", "Thanks!"),
)


@pytest.mark.parametrize(("lines", "expected"), SAID)
def test_what_goes_is_what_stands_above_the_quote_or_answers_its_lines(
    world: World, lines: str, expected: str
) -> None:
    _, others = reply(world, pressed(world), lines.format(QUOTE))
    assert words(others["germany"]) == expected


def test_signature_and_attachments_are_left_out_and_that_is_told(world: World) -> None:
    mail = pressed(world)
    parts = (
        "--b\nContent-Type: text/plain\n\nYes.\n-- \nPaolo Rossi, Torino\n"
        "--b\nContent-Type: image/jpeg; name=me.jpg\n\nEXIF GPS 45.07\n--b--"
    )
    kind = 'Content-Type: multipart/mixed; boundary="b"'
    receipt, others = reply(world, mail, parts, "", "MIME-Version: 1.0", kind)
    raw = others["germany"].raw.decode()
    assert words(others["germany"]) == "Yes."
    assert "Rossi" not in raw
    assert "me.jpg" not in raw
    assert "Not sent: your signature and an attachment." in receipt.flat


def test_an_empty_reply_is_sent_to_nobody(world: World) -> None:
    receipt, others = reply(world, pressed(world), f"{QUOTE}\n> I would.")
    assert others == {}
    assert "Your reply was not sent." in receipt.flat
    assert "There is nothing above the quote." in receipt.flat


def test_press_in_a_reply_goes_to_whom_it_names_and_nothing_else_goes(world: World) -> None:
    mail = pressed(world)
    lines = "Look at this\nPRESS TO ITALY\nHe lies.\nENDPRESS\nA Par - Bur\nORDERS:\nA Mar H"
    receipt, others = reply(world, mail, lines)
    assert list(others) == ["italy"]
    assert words(others["italy"]) == "He lies."
    assert "it stands beside PRESS, in a reply to press" in receipt.flat
    assert world.orders("France") == ["A MAR H"]
    receipt, others = reply(world, mail, "PRESS TO ITALY\nHe lies.")
    assert others == {}
    assert "ENDPRESS was missing below it" in receipt.flat


# --- orders


def test_orders_count_below_a_line_orders_and_nowhere_else(world: World) -> None:
    lines = "Deal: A Par - Bur, A Mun - Ruh.\nA Mar - Spa\n\nORDERS:\nA Par - Pic\nREADY"
    receipt, others = reply(world, pressed(world), lines)
    assert world.orders("France") == ["A PAR - PIC"]
    assert words(others["germany"]) == "Deal: A Par - Bur, A Mun - Ruh.\nA Mar - Spa"
    assert "Sent to Germany, signed France, and can't be taken back." in receipt.flat
    assert "1 of 3 orders is in." in receipt.flat


def test_below_orders_alone_nothing_is_sent(world: World) -> None:
    receipt, others = reply(world, pressed(world), "ORDERS:\nA Par - Pic")
    assert others == {}
    assert world.orders("France") == ["A PAR - PIC"]
    assert "not sent" not in receipt.flat.lower()


@pytest.mark.parametrize("intro", ["Der Richter meint:", "Od: The Judge\nKomu: P2", ""])
def test_what_a_quote_says_that_nothing_marks_is_not_its_readers(world: World, intro: str) -> None:
    """Whoever wrote the message knows how its reader's program quotes."""
    world.begun()
    mail = written(world, "PRESS TO FRANCE", "ORDERS:\nA Par - Pic\nRESIGN")
    _, others = reply(world, mail, f"Yes.\n{intro}\n\n{mail.text}")
    assert list(others) == ["germany"]
    assert words(others["germany"]).startswith("Yes.")
    assert world.orders("France") == []
    _, others = reply(world, mail, "ORDERS:\nA Par - Pic")
    assert world.orders("France") == ["A PAR - PIC"]


def test_who_speaks_of_press_quotes_nothing(world: World) -> None:
    world.begun()
    for words_written in ("Ok?", "?"):
        mail = written(world, "PRESS TO FRANCE", words_written)
        said = "Ok: press from Turkey says so.\nI had press from Italy, too."
        _, others = reply(world, mail, f"{said} {words_written}")
        assert words(others["germany"]).startswith(said)


SHEETS = (
    "A Par - Bur",
    "Paris to Burgundy",
    "Hello judge,\nA Par - Bur\nF Bre - Mao\nThanks!\nP2",
    "My orders: A Par - Bur; F Bre - Mao",
    "Here are my orders\nA Par - Bur",
    "FRANCE:\n1. A Par - Bur\n2. A Mar - Munich",
    "Spring 1901\nA Par - Bur and F Bre - Mao",
    "A Par - Burgandi",
    "Marsielle goes to Spian please",
    "Parris to Burgandy",
    "Paris to Atlantis",
    "Paris -> Burgundyy Munich",
    "A Par S A Mun - Bur",
    "HOLD ALL",
    "A Par - Bur\nREADY",
    "A Mar (Marseilles) S A Par - Bur (cover)",
    "Hi Germany,\nA Par - Bur\nF Bre - Mao\n\nJean-Luc Dupont",
    "A Par - Bur (cover)\nF Bre - Mao (then to Portugal)",
    "A Par - Bur (as we said)\nA Mar S A Par - Bur (just in case)",
    "(for the judge alone)\nA Par - Bur (if they let me)\n(F Bre stays at home)",
    "A Par - Bur # to keep them out\nF Bre - Mao // or so",
    "A Par - Bur ; to keep them out\nF Bre - Mao <- or so\nA Mar - Spa -- not Pie",
    "IF NOT German A BUR THEN A Par - Bur",
)


@pytest.mark.parametrize("lines", SHEETS)
def test_nothing_but_own_orders_is_neither_sent_nor_taken(world: World, lines: str) -> None:
    receipt, others = reply(world, pressed(world), lines)
    assert others == {}
    assert world.orders("France") == []
    assert "in a reply to press: neither taken nor sent." in receipt.flat
    assert re.search(r"To do: reply ORDERS to take \w+ as your orders, or SEND", receipt.flat)


COMMANDS = ("READY", "HELP", "STATUS", "map", "Hello,\nHELP RULES\nThanks", "WAIT", "History")


@pytest.mark.parametrize("lines", COMMANDS)
def test_a_command_alone_is_neither_sent_nor_done(world: World, lines: str) -> None:
    receipt, others = reply(world, pressed(world), lines)
    assert others == {}
    assert "is this for me, or for who wrote to you?" in receipt.flat
    done = world.order("France", "ORDERS")
    assert "NOT TAKEN" not in done.text
    assert "neither" not in done.flat


PLANS = (
    "draw",
    "Help!",
    "Ready?",
    "A Par - Bur\nA Mun - Ruh",
    "A Mun - Bur",
    "France: A Par - Pic\nGermany: A Mun - Bur",
    "I will move Paris to Burgundy",
    "I suggest you move A Mun - Ruh and I order A Par - Bur",
    "A Par - Bur?",
    "Yes\nA Par - Bur",
    "Agreed.\nA Par - Bur\nF Bre - Mao",
    "ok, A Mar - Pie and A Par - Bur then?",
    "My orders are in your interest\nA Par - Bur",
    "A Par - Bur (will you support it?)",
    "A Par - Bur\nDeal?",
    "A Par - Bur\nA deal",
    "A Par - Bur\n(what do you think?)",
    "A Par - Bur or A Par - Pic",
    "if you support me: A Par - Bur",
    "If you support me:\nA Par - Bur\nA Mar S A Par - Bur",
    "A Par - Bur\nOK?",
)


@pytest.mark.parametrize("lines", PLANS)
def test_words_and_plans_for_two_are_sent_and_are_no_orders(world: World, lines: str) -> None:
    _, others = reply(world, pressed(world), lines)
    assert list(others) == ["germany"]
    assert world.orders("France") == []


@pytest.mark.parametrize("word", ["ORDERS", "orders.", "Orders\n\nThanks, P2", "ORDERS {}"])
def test_orders_by_reply_takes_them(world: World, word: str) -> None:
    reply(world, pressed(world), "A Par - Bur\nF Bre - Mao\nREADY")
    answer = world.order("France", word.format(world.receipt(2)))
    assert world.orders("France") == ["A PAR - BUR", "F BRE - MAO"]
    assert "2 of 3 orders are in." in answer.flat


@pytest.mark.parametrize("word", ["SEND", "Send", "Hello\nsend!\nBest regards\nPaolo", "SEND {}"])
def test_send_by_reply_sends_it(world: World, word: str) -> None:
    reply(world, pressed(world), "ALL\nA Par - Bur\nF Bre - Mao")
    world.mail(mailbox("France"), word.format(world.receipt(2)), to=world.address("France"))
    receipt, *others = world.run()
    assert sorted(one.to for one in others) == [mailbox("Germany"), mailbox("Italy")]
    assert words(others[0]) == "A Par - Bur\nF Bre - Mao"
    assert world.orders("France") == []
    assert "Sent to Germany and Italy, signed France, and can't be taken back." in receipt.flat
    assert "was sent before" in world.order("France", f"SEND {world.receipt(2)}").flat


def test_the_word_counts_in_a_reply_to_the_press_as_well(world: World) -> None:
    mail = pressed(world)
    reply(world, mail, "A Par - Bur")
    _, others = reply(world, mail, "ORDERS")
    assert others == {}
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("between", ["yes", "no", "hm?", "STATUS"])
def test_the_word_counts_though_something_else_was_said_between(world: World, between: str) -> None:
    asked, _ = reply(world, pressed(world), "A Par - Bur")
    receipt, *_ = answers.reply(world, asked, between)
    sent = answers.reply(world, receipt, "ORDERS")
    assert world.orders("France") == ["A PAR - BUR"]
    assert [one.to for one in sent] == [mailbox("France")]
    assert between != "yes" or "Which is meant? Reply ORDERS or SEND." in receipt.flat
    again, *others = answers.reply(world, sent[0], "SEND")
    assert others == [], "what was taken as orders waits no longer"
    assert "Sent to" not in again.flat


def test_where_nothing_waits_the_words_are_only_words(world: World) -> None:
    mail = pressed(world)
    _, others = reply(world, mail, "Send")
    assert words(others["germany"]) == "Send"
    world.order("France", "orders")
    assert world.orders("France") == []


def test_a_sheet_that_waits_keeps_its_writer_from_being_ready(world: World) -> None:
    mail = pressed(world)
    world.order("France", "HOLD ALL")
    receipt, _ = reply(world, mail, "A Par - Bur")
    assert "You are not counted as ready: line 1 is still in doubt." in receipt.flat
    world.mail(mailbox("France"), "SEND", to=world.address("France"))
    world.run()
    assert "line 1" not in world.order("France", "STATUS").flat


def test_of_a_phase_that_is_over_no_orders_are_taken(world: World) -> None:
    mail = pressed(world)
    reply(world, mail, "A Par - Bur")
    world.run(DEADLINE)
    answer = world.order("France", f"ORDERS {world.receipt(2)}")
    assert "S1901M is over" in answer.flat
    assert world.orders("France") == []


# --- machines


def test_whatever_only_looks_automatic_is_sent_to_nobody(world: World) -> None:
    mail = pressed(world)
    thread = f"In-Reply-To: {mail.message['Message-ID']}"
    headers = ["X-Auto-Response-Suppress: All", thread]
    world.mail(mail.to, "I am away.", to=mail.reply_to, headers=headers)
    assert world.run() == []


AWAY = "I am away until Monday and shall read your mail then."


def test_a_repeated_text_waits_for_the_master(world: World) -> None:
    reply(world, pressed(world), AWAY)
    receipt, others = reply(world, written(world, "PRESS TO France", "And?", "Italy"), AWAY)
    assert list(others) == ["gm"]
    assert "1 reply waits for the game master." in receipt.flat
    asked = others["gm"]
    assert AWAY not in asked.flat
    assert "it says what an earlier reply said" in asked.flat
    name = world.receipt(4)
    assert f"reply SEND {name}" in asked.flat
    world.mail("gm@players.example", f"SEND {name}", to=asked.reply_to)
    sent = {one.to: one for one in world.run()}
    assert sorted(sent) == [mailbox("France"), "gm@players.example", mailbox("Italy")]
    assert words(sent[mailbox("Italy")]) == AWAY
    assert "Italy" not in sent["gm@players.example"].flat
    assert "sent to Italy, signed France" in sent[mailbox("France")].flat


def test_a_yes_of_the_master_lets_a_reply_go(world: World) -> None:
    reply(world, pressed(world), AWAY)
    _, others = reply(world, written(world, "PRESS TO France", "And?", "Italy"), AWAY)
    _, others = reply(world, others["gm"], "ok")
    assert words(others["italy"]) == AWAY


def test_thanks_may_be_said_twice_but_not_to_the_same(world: World) -> None:
    mail = pressed(world)
    assert list(reply(world, mail, "Thanks!")[1]) == ["germany"]
    other = written(world, "PRESS TO France", "And?", "Italy")
    assert list(reply(world, other, "Thanks!")[1]) == ["italy"]
    assert list(reply(world, mail, "Thanks!")[1]) == ["gm"]


def test_more_than_twenty_replies_a_day_wait_for_the_master(world: World) -> None:
    mail = pressed(world)
    for number in range(20):
        assert list(reply(world, mail, f"Idea {number}")[1]) == ["germany"]
        world.now += HOUR / 10
    receipt, others = reply(world, mail, "One more")
    assert list(others) == ["gm"]
    assert "there were 20 replies within a day before it" in receipt.flat
    world.now += DAY
    assert list(reply(world, mail, "Another")[1]) == ["germany"]


# --- who may


def test_from_a_strange_address_nothing_is_sent(world: World) -> None:
    mail = pressed(world)
    receipt, others = reply(world, mail, "Yes.", "mallory@elsewhere.example")
    assert others == {}
    assert receipt.to == mail.to
    assert "only orders count" in receipt.flat


@pytest.mark.parametrize("spoil", ["token", "power", "reset"])
def test_a_guessed_or_void_address_is_our_plain_one(world: World, spoil: str) -> None:
    mail = pressed(world)
    to = mail.reply_to
    if spoil == "token":
        name, _, domain = to.partition("@")
        to = f"{name[:-16]}{'a' * 16}@{domain}"
    if spoil == "power":
        to = to.replace(".france.", ".italy.")
    if spoil == "reset":
        seat = world.seat("France")
        with world.engine().begin() as db:
            seats.save(db, replace(seat, epoch=seat.epoch + 1))
    before = world.rows("SELECT count(*) FROM press")
    world.mail("mallory@elsewhere.example", "Yes.\nORDERS:\nA Par - Bur", to=to)
    assert {one.to for one in world.run()} <= {"mallory@elsewhere.example"}
    assert world.rows("SELECT count(*) FROM press") == before
    assert world.orders("France") == []


def test_the_address_tells_nothing_and_is_another_one_for_each_message(world: World) -> None:
    first = pressed(world)
    second = written(world, "PRESS TO France", "And?", "Italy")
    shape = r"judge\+alpha\.france\.press\.[a-z2-7]{16}@judge\.example"
    assert re.fullmatch(shape, first.reply_to)
    assert re.fullmatch(shape, second.reply_to)
    assert first.reply_to != second.reply_to


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("must-order=yes", "press is for players whose orders are all in"),
        ("partial=no", "press goes to all here"),
    ],
)
def test_the_master_s_switches_hold(world: World, option: str, reason: str) -> None:
    world.begun("alpha", option, "early=no")
    mail = written(world, "BROADCAST", "Hello", "Germany") if option != "must-order=yes" else None
    if mail is None:
        world.order("Germany", "HOLD ALL")
        mail = written(world, "PRESS TO France", "Hello")
    receipt, others = reply(world, mail, "And now?")
    assert others == {}
    assert reason in receipt.flat.lower()
    assert "And now?" in receipt.text


def test_after_the_deadline_late_press_is_refused(world: World) -> None:
    mail = pressed(world, "PRESS TO France", "latepress=no", "grace=12h")
    world.run(DEADLINE)
    world.now = DEADLINE + HOUR
    receipt, others = reply(world, mail, "Yes")
    assert others == {}
    assert "There is no press after the deadline, until the results are out." in receipt.flat


def test_where_press_stops_replies_do(world: World) -> None:
    mail = pressed(world)
    world.say("gm@players.example", "SET press none", to=world.address("GM"))
    receipt, others = reply(world, mail, "Yes")
    assert others == {}
    assert "Alpha has no press" in receipt.flat


# --- unsigned press


def test_unsigned_press_has_no_answer_to_its_writer(world: World) -> None:
    mail = pressed(world, "PRESS TO France, Italy", "press=grey")
    assert "It is not signed, so its writer can't be answered." in mail.flat
    assert "With ALL alone on the first line it goes to Italy." in mail.flat
    receipt, others = reply(world, mail, "ok deal")
    assert others == {}
    assert "it is not signed, so its writer can't be answered" in receipt.flat.lower()
    assert "germany" not in receipt.flat.lower()
    _, others = reply(world, mail, "ALL\nok deal")
    assert list(others) == ["italy"]


def test_where_the_game_allows_it_an_unsigned_answer_goes_back(world: World) -> None:
    mail = pressed(world, "PRESS TO France, Italy", "press=white/grey", "answers=yes")
    grey = written(world, "PRESS GREY TO France, Italy", "Psst!")
    assert f"{HOW} its writer, unsigned as well." in grey.flat
    receipt, others = reply(world, grey, "Who is it?")
    assert list(others) == ["germany"]
    assert "france" not in others["germany"].text.lower()
    assert "germany" not in receipt.text.lower()
    assert head(receipt).startswith("Sent to the writer of unsigned press, not signed")
    _, others = reply(world, others["germany"], "A friend.")
    assert "germany" not in others["france"].text.lower()
    assert list(reply(world, mail, "ok")[1]) == ["germany"]


@pytest.mark.parametrize("option", ["answers=yes", "answers=no"])
def test_a_reply_to_unsigned_press_tells_nobody_who_wrote_it(option: str, tmp_path: object) -> None:
    """Two worlds in which another power wrote: the mails to France and to others are the same."""
    seen = []
    for number, writer in enumerate(("Germany", "Russia")):
        world = World(tmp_path / f"spool{number}")  # type: ignore[operator]
        world.begun("alpha", "press=grey", option)
        mail = written(world, "PRESS TO France, Italy", "Psst!", writer)
        receipt, others = reply(world, mail, "Who is it?")
        answered = others.pop(writer.lower(), None)
        assert (answered is not None) == (option == "answers=yes")
        seen.append((mail.raw, receipt.raw, {name: one.raw for name, one in others.items()}))
    assert seen[0] == seen[1]


def test_hidden_readers_are_not_written_to_by_all(world: World) -> None:
    mail = pressed(world, "PRESS TO France, Italy", "recipients=no")
    assert "With ALL" not in mail.flat
    receipt, others = reply(world, mail, "ALL\nYes")
    assert others == {}
    assert "italy" not in receipt.flat.lower()


# --- the mail


def test_the_words_come_first_and_how_to_answer_last(world: World) -> None:
    mail = pressed(world)
    first, *_, last = mail.text.split("\n\n")
    assert first == "Shall we leave Burgundy empty?\nI would."
    assert last.splitlines() == [
        f"{HOW} Germany.",
        "With ALL alone on the first line it goes to Italy as well.",
        "Orders in it count only below a line ORDERS: (HELP PRESS tells more).",
        "Deadline: Thu 5 Nov, 18:00 UTC, 3 days 8 hours left.",
    ]
    part = mail.message.get_body(("html",))
    assert part is not None
    body = re.sub(r"<[^>]+>", "", str(part.get_content()).partition("<body")[2]).split(">", 1)[1]
    assert body.strip().startswith("Shall we leave Burgundy empty?")


def test_with_the_results_it_comes_with_its_lines(world: World) -> None:
    world.begun("alpha", "postal=yes")
    to = world.address("Germany")
    world.mail(mailbox("Germany"), "PRESS TO France, Italy\nHello\nENDPRESS", to=to)
    world.run()
    results = next(one for one in world.run(DEADLINE) if one.to == mailbox("France"))
    lines = [" ".join(line.split()) for line in results.text.splitlines() if "Answer to" in line]
    assert lines == [
        "PRESS TO GERMANY Answer to Germany",
        "PRESS TO GERMANY, ITALY Answer to all of these",
    ]
    assert ".press." not in results.reply_to


def test_an_observer_replies_where_observers_may_write(world: World) -> None:
    world.begun("alpha", "obspress=yes")
    world.say("watcher@players.example", "REGISTER Vera, UTC\nOBSERVE alpha")
    world.mail(mailbox("Germany"), "BROADCAST\nHello\nENDBROADCAST", to=world.address("Germany"))
    (mail,) = [one for one in world.run() if one.to.startswith("watcher")]
    _, others = reply(world, mail, "ALL\nHello")
    assert "PRESS FROM AN OBSERVER" in others["france"].text
    receipt, others = reply(world, mail, "Only you")
    assert others == {}
    assert "press goes to all here" in receipt.flat.lower()
    mail = reply(world, mail, "ALL\nHello again")[1]["france"]
    receipt, others = reply(world, mail, "And you?")
    assert others == {}
    assert "an observer can't be answered" in receipt.flat.lower()
