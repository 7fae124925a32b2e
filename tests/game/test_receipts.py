"""Receipts and audits: what settles a dispute, and what they never show."""

import re

import pytest

from tests.game.world import DEADLINE, MINUTE, Sent, World

FRANCE = "france@players.example"


def number(answer: Sent) -> str:
    found = re.search(r"Receipt: (R\d+)\.", answer.text)
    assert found
    return found[1]


def test_every_answer_has_its_receipt_number_and_results_name_those_of_the_orders(
    world: World,
) -> None:
    world.begun()
    first = number(world.order("France", "A Par - Bur\nA Mar H"))
    world.order("France", "STATUS")
    second = number(world.order("France", "A Mar - Spa\nF Bre - Mao"))
    results = next(mail for mail in world.run(DEADLINE) if mail.to == FRANCE)
    assert f"Receipts of the orders used: {first}, {second}." in results.text


def test_each_order_is_stored_with_its_receipt(world: World) -> None:
    world.begun()
    receipt = number(world.order("France", "A Par - Bur"))
    ((entries,),) = world.rows("SELECT entries FROM sheets WHERE power = 'France'")
    assert f'"receipt":"{receipt}"' in entries


def test_receipts_lists_a_seats_mails_and_which_of_them_count(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.say("cafe@elsewhere.example", "A Par - Pic\nA Mars - Spa", to=world.address("France"))
    world.order("Turkey", "A Con H")
    text = world.order("France", "RECEIPTS").text
    assert re.search(
        rf"{world.receipt(1)} +S1901M .*\n +1 order taken; from france@players.example", text
    )
    assert re.search(rf"{world.receipt(2)} +S1901M .*\n.*, used; from cafe@elsewhere.example", text)
    assert "turkey@players.example" not in text


def test_receipts_of_an_earlier_phase_are_found_by_its_name(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    world.order("France", "A Bur - Mun")
    for typed in ("S1901M", "spring 1901"):
        text = world.order("France", f"RECEIPTS {typed}").text.partition("RECEIPTS\n")[2]
        assert re.findall(r"^  (R\d+)", text, re.MULTILINE) == [world.receipt(1)]
        assert "used" in text


def test_a_receipt_shows_how_the_mail_was_read(world: World) -> None:
    world.begun()
    world.order("France", "Hello\nA Par - Bur\nA Xyz - Mun\nPASSWORD sesame7")
    receipt = world.receipt(1)
    text = world.order("France", f"RECEIPTS {receipt}").text.partition(f"RECEIPT {receipt}")[2]
    assert "line 2    taken     A PAR - BUR" in text
    assert "line 3    problem   A Xyz - Mun" in text
    assert "sesame7" not in text


def test_nobody_reads_the_receipt_of_another(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    for power in ("Turkey", "GM"):
        answer = world.order(power, f"RECEIPTS {world.receipt(1)}")
        assert f"ou have no receipt {world.receipt(1)}" in answer.flat.replace("You", "you")
        assert "BUR" not in answer.text
    answer = world.say(FRANCE, f"RECEIPTS {world.receipt(1)}")
    assert "nothing in this mail proves" in answer.flat.lower()


# --- AUDIT


def audit(world: World, lines: str = "AUDIT France") -> str:
    return world.order("GM", lines).text


def test_an_audit_shows_headers_and_readings_of_a_phase_that_is_over(world: World) -> None:
    world.begun()
    world.order(
        "France",
        "Dear judge\nA Par - Bur\nA Mars - Xyz",
        headers=["X-Mailer: Quill 1.0", "X-Originating-IP: 192.0.2.7"],
    )
    world.run(DEADLINE)
    text = audit(world)
    assert f"{world.receipt(1)}, S1901M" in text
    assert "| X-Originating-IP: 192.0.2.7" in text
    assert "| From: france@players.example" in text
    assert "taken     A PAR - BUR" in text
    assert "problem   A Mars - Xyz" in text
    assert "Dear judge" not in text


DATED = (
    "Date: Mon, 02 Nov 2026 12:34:56 +0000",
    "Received: from a by b with ESMTP id 20261102123456; Mon, 02 Nov 2026 12:34:56 +0000",
    "Return-Path: <SRS0=aBcD=K7=players.example=france@relay.example>",
    "Return-Path: <prvs=1234567890=france@players.example>",
    "Resent-Date: Mon, 02 Nov 2026 12:34:56 +0000",
    "X-Originating-Time: 20261102123456",
)
"""Headers that tell when a mail was written."""


@pytest.mark.parametrize("header", DATED)
def test_an_audit_does_not_tell_when_a_letter_came(world: World, header: str) -> None:
    """A letter with orders may have asked for more time, or held press that nobody signed."""
    world.begun()
    name = "<20261102123456.AB12@players.example>"
    line = "A Par - Bur\nEXTEND 1 day"
    world.order("France", line, headers=[header], message_id=name)
    world.run(world.due())
    text = audit(world).partition("AUDIT OF")[2].partition("Send HELP")[0]
    assert "taken     A PAR - BUR" in text
    assert not re.search(r"\d\d:\d\d|2 Nov|2026|mail\d|K7|12345", text)


def test_an_audit_tells_that_a_letter_was_late_and_not_by_how_much(world: World) -> None:
    """Nobody may set his writer's press beside it that came in the same minute."""
    world.begun()
    world.mail(FRANCE, "A Par - Bur", to=world.address("France"), at=DEADLINE + 7 * MINUTE)
    told = [sent.flat for sent in world.run(DEADLINE + 10 * MINUTE) if sent.to == FRANCE]
    assert "7 minutes after the deadline" in " ".join(told)
    text = audit(world)
    assert "problem   A Par - Bur: too late\n" in text
    assert "7 minutes" not in text


def test_an_audit_seals_the_orders_of_the_open_phase(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nA Mars - Xyz")
    text = audit(world)
    assert text.count("sealed until the phase is over") == 1
    assert not re.search(r"bur|mars|xyz|taken|problem|line \d", text, re.IGNORECASE)


def test_an_audit_seals_letters_of_the_open_phase_where_the_master_sees_orders_too(
    world: World,
) -> None:
    """Two audits with a minute between them would tell whose the press of that minute was."""
    world.begun("alpha", "gmorders=yes", "press=grey")
    world.order("France", "A Par - Bur")
    before = world.order("GM", "AUDIT France").flat
    world.order("France", "A Par - Bur\nPRESS TO ALL\nhello\nENDPRESS")
    after = world.order("GM", "AUDIT France").flat
    assert "sealed until the phase is over. STATUS ALL shows the orders that are in." in after
    assert _undated(after) == _undated(before)
    assert "A PAR - BUR" in world.order("GM", "STATUS ALL").text


def _undated(text: str) -> str:
    return re.sub(r"R\d{5}|\d+ hours", "", text)


def test_an_audit_does_not_tell_of_orders_ahead_in_a_letter_of_a_phase_that_is_over(
    world: World,
) -> None:
    """Nor, by what it tells next, that they were changed a moment ago."""
    world.begun()
    world.order("France", "A Par - Bur\nPHASE F1901M\nA Pic - Bel")
    world.order("France", "A Par - Pic")
    world.run(DEADLINE)
    assert world.orders("France") == ["A PIC - BEL"]
    shown = audit(world).partition("AUDIT OF")[2].partition("Receipt:")[0]
    assert shown.count("some of its orders are used") == 1
    world.order("France", "A Pic - Bur")
    assert audit(world).partition("AUDIT OF")[2].partition("Receipt:")[0] == shown


def test_an_audit_shows_no_secret_address_no_subject_and_no_password(world: World) -> None:
    world.begun()
    to = world.address("France")
    world.raw(
        f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"To: <{to}>\nDelivered-To: {to}\nFrom: {FRANCE}\n"
        "Subject: my plan is\n\tA Par - Gas\nThread-Topic: my plan is\n\tA Par - Gas\n"
        "Cc: italy@players.example\nX-Mailer: Quill\nX-Plan: A Par - Gas\n\n"
        "PASSWORD sesame7\nA Par - Bur\n".encode()
    )
    world.run()
    world.run(DEADLINE)
    text = audit(world)
    token = to.partition("@")[0].rpartition(".")[2]
    assert "| X-Mailer: Quill" in text
    assert "| Delivered-To: judge@judge.example" in text
    for secret in (token, "my plan", "Par - Gas", "sesame7", "Topic", "X-Plan", "italy@"):
        assert secret not in text


def test_an_audit_shows_neither_press_nor_votes(world: World) -> None:
    world.begun()
    world.order(
        "France",
        "DRAW\nPRESS TO Germany: canary one\n> canary two\ncanary three\nENDPRESS\n"
        "CONCEDE Germany\nPRESS TO Italy canary four\nA Par - Bur\ncanary five",
    )
    world.run(DEADLINE)
    text = audit(world)
    for secret in ("canary", "Germany", "Italy", "DRAW", "vote", "PRESS", "CONCEDE"):
        assert secret not in text


PRIVATE = (
    *("EXTEND 2d", "NO EXTEND", "PAUSE", "NO PAUSE", "RESUME", "NORESUME", "Extend: 2d"),
    *("DRAW Germany, France", "NODRAW", "VOTE NO DRAW", "DRAW Narnia", "DRAWW", "CONCED Italy"),
    *("WAIT", "NO WAIT", "PUBLISH", "REMIND 6h", "EMERGENCY", "ABSENCE 1 Dec to 4 Dec"),
    *("ADDRESS sly@players.example", "PASSWORD sesame7", "I AM ALSO sly@players.example"),
    *("TEST\nA Par - Pic\nENDTEST", "TEST\nA Par - Pic", "RECEIPTS", "STATUS beta"),
    *("PHASE: F1901M\nA Mar - Gas", "PHASE F1901M\nA Mar - Xyz", "phase fall 1901\nhold all"),
    *("SUBSTITUTE sly@players.example from 1 Dec to 4 Dec", "PRESS TO Italy\nA Par - Pic"),
    *("PREDICT", "EDIT Italy A Ven H", "SET press grey", "STATS P1", "OBSERVE beta"),
)
"""What a player may write for nobody else's eyes."""


def test_an_audit_shows_orders_and_no_other_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else a player wrote, its mail looks as if he had not written it."""
    monkeypatch.setattr("judge.kernel.limits.AUDITED", 2 * len(PRIVATE))
    world.begun()
    for line in PRIVATE:
        for text in (f"A Con - Bul\n{line}", line):
            world.mail("turkey@players.example", text, to=world.address("Turkey"))
    world.run()
    assert audited(world) == ["  This seat has sent no orders that can be shown."]
    world.run(world.due())
    assert audited(world) == ["  taken     A CON - BUL"] * len(PRIVATE)


def audited(world: World) -> list[str]:
    """What an audit tells of Turkey's letters."""
    text = audit(world, "AUDIT Turkey S1901M").partition("AUDIT OF TURKEY")[2]
    return re.findall(r"^(  (?!\|)\S.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("condition", ["IF: A BUR THEN", "If(A BUR) THEN", "IF A BUR THEN"])
def test_orders_under_conditions_for_later_are_sealed_until_the_game_is_over(
    world: World, condition: str
) -> None:
    world.begun()
    world.order("France", f"A Par - Bur\nPHASE F1901M\n{condition}\nA Mar - Gas\nENDIF")
    world.run(DEADLINE)
    text = audit(world)
    assert "A PAR - BUR" in text
    assert not re.search(r"gas|IF", text.partition("AUDIT OF")[2].partition("GAME")[0])


def test_only_the_game_master_may_audit_and_only_from_his_secret_address(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    for power in ("France", "Turkey"):
        assert "only the game master" in world.order(power, "AUDIT France").flat.lower()
    assert "only the game master" in world.say("gm@players.example", "AUDIT France").flat.lower()


@pytest.mark.parametrize("line", ["AUDIT", "AUDIT Narnia"])
def test_an_audit_of_nobody_is_refused(world: World, line: str) -> None:
    world.begun()
    assert "AUDIT" in audit(world, line)


def test_an_audit_stands_in_the_log_of_the_game(world: World) -> None:
    world.begun()
    audit(world)
    assert world.rows("SELECT who, facts FROM log WHERE what = 'gm.audit'") == [
        ("GM", '{"power":"France"}')
    ]


def test_a_late_mail_is_in_the_receipts_too(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    answer = world.order("France", "A Par - Bur", at=DEADLINE - 9 * MINUTE)
    assert "before the present phase began" in answer.flat
    assert "0 orders taken, 1 line not taken" in world.order("France", "RECEIPTS").flat
