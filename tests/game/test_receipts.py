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
        assert f"you have no receipt {world.receipt(1)}" in answer.flat.replace("You", "you")
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
    assert "line 2    taken     A PAR - BUR" in text
    assert "line 3    problem   A Mars - Xyz" in text


def test_an_audit_seals_the_orders_of_the_open_phase(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nA Mars - Xyz")
    text = audit(world)
    assert text.count("sealed until the phase is over") == 2
    assert not re.search(r"bur|mars|xyz", text, re.IGNORECASE)


def test_an_audit_shows_no_secret_address_no_subject_and_no_password(world: World) -> None:
    world.begun()
    to = world.address("France")
    world.raw(
        f"Received: from x by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"To: <{to}>\nDelivered-To: {to}\nFrom: {FRANCE}\n"
        "Subject: my plan is\n\tA Par - Gas\nX-Last: yes\n\n"
        "PASSWORD sesame7\nA Par - Bur\n".encode()
    )
    world.run()
    world.run(DEADLINE)
    text = audit(world)
    token = to.partition("@")[0].rpartition(".")[2]
    assert "| X-Last: yes" in text
    assert "| To: <judge@judge.example>" in text
    for secret in (token, "my plan", "Par - Gas", "sesame7"):
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
    assert "canary" not in text
    assert "Germany" not in text
    assert "DRAW" not in text
    assert "a vote" in text
    assert "PRESS" in text


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
