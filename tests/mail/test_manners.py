"""Whom the judge does not answer: what each header says, to a seat's address and to another."""

import pytest

from judge.kernel.mail import Letter
from judge.mail import body
from judge.mail.identity import seat_address
from tests.mail.our import ARRIVED, OURS

SEAT = seat_address(OURS, "alpha", "France", 1)

ROBOTS = (
    *("no-reply", "noreply", "do-not-reply", "donotreply", "no_reply", "comments-noreply"),
    *("noreply-photos", "no-reply+abc", "nicht-antworten", "ne-pas-repondre", "MAILER-DAEMON"),
    *("postmaster", "E500_SMTP_Mail_Service", "Symantec_AntiVirus_for_SMTP_Gateways", "ndr"),
    *("owner-dip", "dip-request", "dip-bounces", "bounces-17", "majordomo", "listserv", "vacation"),
    *("karl-confirm+17.abc", "boxtrapper", "notifications", "newsletter", "out-of-office"),
)
PERSONS = (
    *("fr", "bounceman", "norbert.reply", "newsome", "karl.listowner", "alertina", "danube"),
    *("noreen.plyman", "postmann", "verifyer", "antiochus", "requestor"),
)
AUTOMATIC = (
    *("Auto-Submitted: auto-replied (vacation)", "Auto-Submitted: auto-generated"),
    *("Return-Path: <>", "Precedence: auto_reply", "X-Vacation: yes", "X-Autoreply: yes"),
    *("X-Autorespond: away", "X-Auto-Reply: x", "X-Boxtrapper: 17", "X-Loop: judge@judge.test"),
    *("X-Failed-Recipients: a@b.test", "Content-Type: multipart/report; boundary=b"),
)
DOUBTFUL = (
    *("Precedence: bulk", "Precedence: List", "Precedence: junk", "X-Auto-Response-Suppress: All"),
    *("List-Unsubscribe: <mailto:x@y.test>", "List-Id: <dip.test>", "X-Mailman-Version: 2.1"),
    *("Mailing-List: list dip@test", "Subject: AUTO: Karl Braun is out (returning 12.11.2026)"),
    *("Subject: Automatic reply: [alpha] results", "Subject: Abwesenheitsnotiz: alpha"),
    *("Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_alpha?=", "Subject: Out of Office: alpha"),
    *("Subject: Undeliverable: alpha", "Subject: Returned mail: see transcript for details"),
    *("Subject: Delivery Failure", "Subject: Mail delivery failed: returning message to sender"),
    *("Subject: failure notice", "Subject: RE: alpha : non remis (delivery failed)"),
    *("Subject: Your email requires verification verify#17", "Subject: [AntiSpam UOL] alpha"),
)
BULK = (
    *("X-Spam-Flag: YES", "X-Spam-Status: Yes, score=9.1 required=5.0", "X-Bogosity: Spam, 0.99"),
    *("X-Spam-Level: *******", "X-MS-Exchange-Organization-SCL: 6", "Feedback-ID: 1:2:3:x"),
    *("X-Forefront-Antispam-Report: CIP:192.0.2.1;SCL:9;SFV:SPM", "X-Campaign: autumn"),
)
ORDINARY = (
    *(
        "Auto-Submitted: no",
        "X-Spam-Status: No, score=-1.1",
        "X-Spam-Level: **",
        "Precedence: normal",
    ),
    *("X-Spam-Flag: NO", "Subject: Re: AUTO: my orders", "Subject: Auto is broken, orders below"),
    *("Subject: Re: failure notice", "Subject: Out", "Subject: Warning: I attack", "Subject: AUTO"),
    *("X-MS-Exchange-Organization-SCL: -1", "X-Forefront-Antispam-Report: SCL:1;SFV:NSPM"),
    *("Subject: Delivery of Serbia", "Subject: Undelivered promises of Austria"),
)


def read(
    header: str, recipient: str = "judge@judge.test", sender: str = "fr@example.org"
) -> Letter:
    raw = f"{header}\nDelivered-To: {recipient}\nFrom: {sender}\n\nA Par - Bur\n"
    return body.read_letter(raw.lstrip("\n").encode(), ARRIVED, OURS)


@pytest.mark.parametrize("to", ["judge@judge.test", SEAT])
@pytest.mark.parametrize("robot", ROBOTS)
def test_a_robot_is_neither_obeyed_nor_answered(robot: str, to: str) -> None:
    assert read("", to, f"{robot}@example.org").silence == "its sender is a robot"


@pytest.mark.parametrize("person", PERSONS)
def test_a_person_whose_address_resembles_a_robots_is_answered(person: str) -> None:
    letter = read("", sender=f"{person}@example.org")
    assert (letter.silence, letter.unanswered, letter.bulk) == ("", "", "")


@pytest.mark.parametrize("to", ["judge@judge.test", SEAT])
@pytest.mark.parametrize("header", AUTOMATIC)
def test_what_no_person_sends_is_silenced_wherever_it_comes_to(header: str, to: str) -> None:
    assert read(header, to).silence


@pytest.mark.parametrize("header", DOUBTFUL)
def test_what_looks_automatic_is_obeyed_at_a_seats_secret_address_alone(header: str) -> None:
    elsewhere, seat = read(header), read(header, SEAT)
    assert elsewhere.silence
    assert not elsewhere.unanswered
    assert not seat.silence
    assert seat.unanswered == seat.bulk == elsewhere.silence


@pytest.mark.parametrize("header", BULK)
def test_mass_mail_is_only_marked(header: str) -> None:
    letter = read(header)
    assert (letter.silence, letter.unanswered) == ("", "")
    assert letter.bulk


@pytest.mark.parametrize("header", ORDINARY)
def test_an_ordinary_mail_bears_no_mark(header: str) -> None:
    letter = read(header)
    assert (letter.silence, letter.unanswered, letter.bulk) == ("", "", "")
