"""A mailbox at a provider, from end to end: Dovecot and Postfix stand in for him."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from imapclient import IMAPClient

from judge.cli import main
from judge.run import batch
from tests import names
from tests.game.world import World
from tests.names import Names, key_pair
from tests.servers.stack import PASSWORD, Stack, wait

TOML = """\
address = "judge@judge.test"
keeper = "en@judge.test"
plus = "{plus}"
settle = 0

[senders]
dkim = "verify"

[inbox]
kind = "imap"
host = "localhost"
port = {imaps}
user = "judge"
password_command = "echo {password}"
cafile = "{cafile}"
junk = "Junk"
sent = "Sent"

[outbox]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
security = "none"
a_day = 400
"""
COVERED = ("From", "To", "Subject", "Date", "Message-ID")


@pytest.fixture
def provider(postfix: Stack) -> Iterator[tuple[Stack, Any, Names]]:
    """The provider's servers, his folders as a mail program sees them, and name servers."""
    with IMAPClient("127.0.0.1", postfix.imap, ssl=False) as client, names.serving() as serving:
        client.login("judge", PASSWORD)
        for folder in ("Junk", "Sent", "Processed", "INBOX"):
            if not client.folder_exists(folder):
                client.create_folder(folder)
            client.select_folder(folder)
            client.delete_messages(client.search())
            client.expunge()
        serving.published["s._domainkey.judge.test"] = key_pair()[1]
        yield postfix, client, serving


def judge(stack: Stack, home: Path, plus: str) -> World:
    world = World(home)
    text = TOML.format(
        plus=plus, imaps=stack.imaps, smtp=stack.smtp, cafile=stack.cafile, password=PASSWORD
    )
    (world.home / "judge.toml").write_text(text)
    return world


def letter(sender: str, lines: str, *headers: str) -> bytes:
    head = (
        f"From: {sender}@judge.test", "To: judge@judge.test", "Subject: a game",
        f"Date: {formatdate()}", f"Message-ID: {make_msgid(domain='judge.test')}", *headers,
    )  # fmt: skip
    return "\r\n".join((*head, "", lines, "")).encode()


def signed(raw: bytes) -> bytes:
    return names.sign(raw, "judge.test", datetime.now(UTC), *COVERED)


def got(stack: Stack, box: str, subject: str) -> list[EmailMessage]:
    mails = [message_from_bytes(raw, policy=policy.default) for raw in stack.box(box)]
    return [mail for mail in mails if subject in str(mail["Subject"])]


def passing(world: World, stack: Stack, box: str, subject: str) -> list[EmailMessage]:
    """Do a pass and see whether a mail has arrived."""
    assert batch.run(world.home).lines == []
    return got(stack, box, subject)


@pytest.mark.parametrize("plus", ["yes", "no"])
def test_a_game_is_begun_and_played_by_a_mailbox_and_nothing_else(
    provider: tuple[Stack, Any, Names], tmp_path: Path, plus: str
) -> None:
    stack, client, _ = provider
    world = judge(stack, tmp_path / "spool", plus)
    name = f"mailbox{plus}"
    founding = signed(letter("ge", f"REGISTER Jonas in Europe/Berlin\nCREATE {name}"))
    stack.send(founding, "judge@judge.test")
    wait(lambda: passing(world, stack, "ge", f"{name} is created"))

    # A newcomer who signs nothing is asked, and says yes by a reply.
    stack.send(letter("it", f"JOIN {name} as Italy"), "judge@judge.test", "it@judge.test")
    before = len(got(stack, "it", ""))
    wait(lambda: passing(world, stack, "it", "") and len(got(stack, "it", "")) > before)
    asked = got(stack, "it", "")[-1]
    to = str(asked["Reply-To"]).strip("<>")
    assert ("+" in to) == (plus == "yes")
    thread = f"In-Reply-To: {asked['Message-ID']}"
    stack.send(letter("it", "Yes", thread), to, "it@judge.test")
    wait(lambda: passing(world, stack, "it", f"you have a seat in {name}"))

    # A player's mail that was taken for spam counts, the keeper hears of it on the next day, and
    # spam stays there.
    client.append("Junk", b"From: win@spam.example\r\nTo: judge@judge.test\r\n\r\nCREATE spam\r\n")
    client.append("Junk", signed(letter("ge", f"GAME {name}\nPASSWORD sesame7")))
    wait(lambda: passing(world, stack, "ge", "") and _count(client, "Junk") == 1)
    assert world.rows("SELECT value FROM marks WHERE name = 'spam'") == [("ge@judge.test",)]
    assert world.rows("SELECT name FROM games WHERE name = 'spam'") == []

    # What the provider keeps of our mails goes, others' stay.
    client.append("Sent", b"From: a@b.example\r\nSubject: by hand\r\n\r\nx\r\n")
    client.append("Sent", got(stack, "it", "seat")[-1].as_bytes())
    stack.send(signed(letter("ge", "LIST")), "judge@judge.test")
    wait(lambda: passing(world, stack, "ge", "") and _count(client, "Sent") == 1)


def _count(client: Any, folder: str) -> int:
    client.select_folder(folder)
    return len(client.search())


def test_the_doctor_tries_all_of_it_and_names_the_key(
    provider: tuple[Stack, Any, Names], tmp_path: Path
) -> None:
    stack, _, serving = provider
    world = judge(stack, tmp_path / "spool", "no")

    def say(*more: str) -> str:
        return CliRunner().invoke(main, ["doctor", "--spool", str(world.home), *more]).output

    said = say("--send")
    assert "WRONG" not in said
    assert "spam in Junk is looked at, copies in Sent are deleted" in said
    assert re.search(r"ok +Round trip: a mail to the judge came in", said)
    assert "hosts" not in said
    assert "DKIM signatures are verified here, name servers answer" in say()
    toml = world.home / "judge.toml"
    for key, value in (("junk", "None"), ("sent", "None"), ("password_command", "false")):
        text = toml.read_text()
        toml.write_text(re.sub(rf'{key} = ".*"', f'{key} = "{value}"', text))
        assert f"{key} in [inbox]" in say()
        toml.write_text(text)
    serving.silent = True
    assert "No name server answers" in say()
