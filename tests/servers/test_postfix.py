"""Postfix as the way in (Maildir, pipe) and as the relay out."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from judge.kernel.mail import Attachment, Mail
from judge.mail import body, bounces, identity
from judge.mail.compose import bounce_address, compose, message_id
from judge.mail.connection import Server
from judge.mail.imap import ImapInbox
from judge.mail.inbox import MaildirInbox
from judge.mail.ours import Ours
from judge.mail.smtp import Smtp
from judge.mail.transport import SENT, Envelope, Sendmail
from tests.servers.stack import PASSWORD, Stack, python_of_nobody, wait

OURS = Ours("judge@judge.test", b"a secret of the tests", "The Judge", (), ("mail.judge.test",))
ORDERS = b"From: fr@example.org\r\nTo: judge@judge.test\r\nSubject: %b\r\n\r\nA Par - Bur\r\n"


def recent(moment: datetime) -> bool:
    return abs(datetime.now(UTC) - moment) < timedelta(minutes=5)


def test_a_delivered_mail_says_for_whom_and_when_we_took_it(postfix: Stack) -> None:
    seat = identity.seat_address(OURS, "alpha", "France", 1)
    postfix.send(ORDERS % b"maildir", seat)
    raw = wait(lambda: [raw for raw in postfix.box("judge") if b"Subject: maildir" in raw])[0]
    letter = body.read_letter(raw, datetime(2001, 1, 1, tzinfo=UTC), OURS)
    assert (letter.sender, letter.recipient) == ("fr@example.org", seat)
    assert recent(letter.received)
    assert [line.text for line in letter.lines] == ["A Par - Bur"]
    assert (letter.silence, letter.refusal) == ("", "")
    claimed = identity.claim(letter.recipient)
    assert claimed is not None
    assert identity.proves(claimed, OURS, "France", 1)


def test_a_delivered_mail_is_seen_by_imap(postfix: Stack) -> None:
    postfix.send(ORDERS % b"imap", "judge+alpha@judge.test")
    wait(lambda: any(b"Subject: imap" in raw for raw in postfix.box("judge")))
    with ImapInbox(
        Server("localhost", postfix.imaps, "judge", PASSWORD, cafile=postfix.cafile)
    ) as mails:
        (mail,) = [mail for mail in mails if b"Subject: imap" in mail.raw]
        mails.move_away(mail.key)
    assert recent(mail.received)
    assert body.read_letter(mail.raw, mail.received, OURS).recipient == "judge+alpha@judge.test"


def test_a_pipe_that_fails_keeps_the_mail_until_it_works(postfix: Stack) -> None:
    if not python_of_nobody():
        pytest.skip("user nobody can run no Python here")
    new = postfix.spool / "in" / "new"
    new.rename(new.with_name("away"))
    postfix.send(ORDERS % b"pipe", "pipe+alpha@judge.test")
    wait(lambda: "status=deferred" in postfix.log())
    assert "status=bounced" not in postfix.log()
    new.with_name("away").rename(new)
    (mail,) = wait(lambda: list(MaildirInbox(postfix.spool / "in")))
    pipe = Ours("pipe@judge.test", b"secret", hosts=("mail.judge.test",))
    letter = body.read_letter(mail.raw, mail.received, pipe)
    assert (letter.sender, letter.recipient) == ("fr@example.org", "pipe+alpha@judge.test")
    assert letter.received <= mail.received
    assert mail.raw.startswith(b"X-Judge-Arrived: ")
    assert mail.raw.count(b"Delivered-To:") == 1


LONG = f"<{'A' * 240}@outlook.example>"
MAIL = Mail(
    key="alpha.S1901M.1.France.results",
    to="en@judge.test",
    subject="alpha: Spring 1901 movement – résultats",
    text="A PAR - BUR succeeds.\n.\nFrom here on: A MÜN H\n" + "x" * 2000 + "\n",
    html="<p>A PAR - BUR</p>",
    thread="alpha.France",
    answers=LONG,
    attachments=(Attachment("alpha.ics", "text/calendar", b"BEGIN:VCALENDAR"),),
)


def test_our_mail_goes_through_a_relay_unharmed(postfix: Stack) -> None:
    raw = compose(MAIL, OURS, datetime.now(UTC))
    sender = bounce_address(OURS, MAIL.key)
    transport = Smtp(Server("127.0.0.1", postfix.smtp, security="none"))
    others = [Envelope(raw, f"{user}@judge.test", sender) for user in ("nosuch", "fr")]
    outcomes = list(transport.post([Envelope(raw, MAIL.to, sender), *others]))
    assert [outcome.verdict for outcome in outcomes] == ["sent", "refused", "sent"]
    assert "User unknown" in outcomes[1].reason
    (arrived,) = wait(lambda: postfix.box("en"))
    message = message_from_bytes(arrived)
    assert message["Return-Path"] == f"<{sender}>"
    assert message["Message-ID"] == message_id(MAIL.key, OURS)
    assert message["In-Reply-To"] == LONG
    sent = message_from_bytes(raw.replace(b"\r\n", b"\n"))
    assert message["References"] == sent["References"]
    assert [part.get_payload(decode=True) for part in message.walk()] == [
        part.get_payload(decode=True) for part in sent.walk()
    ]


def test_a_bounce_comes_back_to_the_address_that_names_the_mail(postfix: Stack) -> None:
    key = "alpha.S1901M.1.Italy.results"
    sender = bounce_address(OURS, key)
    # A mail that already passed a box loops: the pipe bounces it by a real delivery report.
    loop = b"Delivered-To: pipe+loop@judge.test\r\n" + ORDERS % b"loop"
    postfix.send(loop, "pipe+loop@judge.test", sender)
    raw = wait(lambda: [raw for raw in postfix.box("judge") if sender.encode() in raw])[0]
    letter = body.read_letter(raw, datetime.now(UTC), OURS)
    assert letter.recipient == sender
    assert identity.is_bounce(letter.recipient)
    assert letter.silence
    assert bounces.read(raw, letter.recipient) == bounces.Bounce(sender, hard=True, status="5.4.6")


def test_the_sendmail_command_queues_our_mail(postfix: Stack, tmp_path: Path) -> None:
    command = tmp_path / "sendmail"
    command.write_text(f'#!/bin/sh\nexec /usr/sbin/sendmail -C {postfix.base}/postfix "$@"\n')
    command.chmod(0o755)
    raw = compose(MAIL, OURS, datetime.now(UTC))
    sender = bounce_address(OURS, MAIL.key)
    assert list(Sendmail(command).post([Envelope(raw, "ru@judge.test", sender)])) == [SENT]
    (arrived,) = wait(lambda: postfix.box("ru"))
    assert message_from_bytes(arrived)["Message-ID"] == message_id(MAIL.key, OURS)
    assert message_from_bytes(arrived)["Return-Path"] == f"<{sender}>"
