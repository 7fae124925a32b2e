"""The whole judge between real servers: mail in by Postfix and IMAP, mail out by SMTP."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from judge.run import batch
from tests.game.world import World
from tests.servers.stack import PASSWORD, Stack, wait

TOML = """\
address = "judge@judge.test"
keeper = "au@judge.test"
hosts = ["mail.judge.test"]
settle = 0
senders.confirm = "no"

[inbox]
kind = "imap"
host = "localhost"
port = {imaps}
user = "judge"
password_file = "password"
cafile = "{cafile}"

[outbox]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
security = "none"
"""


@pytest.fixture
def judge(postfix: Stack, tmp_path: Path) -> World:
    """A judge that reads the box judge@judge.test and sends through Postfix."""
    world = World(tmp_path / "spool")
    text = TOML.format(imaps=postfix.imaps, smtp=postfix.smtp, cafile=postfix.cafile)
    (world.home / "judge.toml").write_text(text)
    (world.home / "password").write_text(PASSWORD)
    return world


def said(stack: Stack, box: str, subject: str) -> list[str]:
    """The texts of the mails in a box whose subject has these words."""
    mails = [message_from_bytes(raw, policy=policy.default) for raw in stack.box(box)]
    bodies = [mail.get_body(("plain",)) for mail in mails if subject in str(mail["Subject"])]
    return [str(body.get_content()) for body in bodies if body is not None]


def letter(sender: str, text: str) -> bytes:
    return f"From: {sender}@judge.test\r\nTo: judge@judge.test\r\n\r\n{text}\r\n".encode()


def test_a_player_writes_and_is_answered_through_real_servers(postfix: Stack, judge: World) -> None:
    postfix.send(letter("ge", "REGISTER Jonas in Europe/Berlin\nCREATE whole"), "judge@judge.test")
    wait(lambda: _pass(judge, postfix, "ge", "whole is created"))
    postfix.send(letter("it", "JOIN whole as Italy"), "judge@judge.test", "it@judge.test")
    wait(lambda: _pass(judge, postfix, "it", "you have a seat in whole"))
    (seat,) = [
        str(mail["Reply-To"]).strip("<>")
        for mail in (message_from_bytes(raw, policy=policy.default) for raw in postfix.box("it"))
        if "you have a seat in whole" in str(mail["Subject"])
    ]
    postfix.send(letter("tu", "A Ven H\nPASSWORD sesame7"), seat, "tu@judge.test")
    wait(lambda: _pass(judge, postfix, "it", "2 lines not taken"))
    answer = " ".join(said(postfix, "it", "2 lines not taken")[0].split())
    assert "Whole has not begun" in answer
    assert "This mail came from tu@judge.test, which is not an address of yours" in answer
    assert not judge.seat("Italy", "whole").password
    postfix.send(letter("it", "PASSWORD sesame7"), seat, "it@judge.test")
    wait(lambda: batch.run(judge.home) and judge.seat("Italy", "whole").password)
    assert said(postfix, "tu", "") == []
    assert {row[0] for row in judge.rows("SELECT status FROM outbox")} == {"sent"}


def _pass(judge: World, stack: Stack, box: str, subject: str) -> list[str]:
    """Do a pass and see whether the answer has arrived."""
    report = batch.run(judge.home)
    assert report.lines == []
    return said(stack, box, subject)


def test_a_server_that_is_down_is_said_in_one_sentence(postfix: Stack, judge: World) -> None:
    toml = judge.home / "judge.toml"
    toml.write_text(toml.read_text().replace(f"port = {postfix.imaps}", "port = 1"))
    report = batch.run(judge.home)
    assert report.failed
    (line,) = report.lines
    assert "The IMAP server localhost:1 can't be reached: " in line
