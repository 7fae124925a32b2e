"""The keeper's tools with real servers."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.keeper import doctor
from judge.mail.connection import Server
from judge.mail.imap import ImapInbox
from judge.post import idle
from judge.run import batch
from judge.run import watch as watching
from judge.spool import machine_clock
from tests.game.world import World
from tests.keeper.watching import watched
from tests.servers.stack import PASSWORD, PATH, Stack, wait


@pytest.mark.parametrize("uidplus", [True, False])
def test_the_imap_server_says_what_time_it_is(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, *, uidplus: bool
) -> None:
    """Its probe leaves nothing behind that anybody would read."""
    with ImapInbox(Server("localhost", stack.imaps, "judge", PASSWORD, cafile=stack.cafile)) as box:
        client = box._client
        if not uidplus:
            monkeypatch.setattr(client, "has_capability", lambda name: False)
            real = client.append
            monkeypatch.setattr(client, "append", lambda *given: real(*given) and b"done")
        assert machine_clock.doubt_by_server(box.clock(), datetime.now(UTC)) == ""
        client.select_folder("Processed")
        assert client.search(["UNDELETED", "SUBJECT", "What time is it?"]) == []


# --- judge watch


SETTINGS = """\
address = "judge@judge.test"
keeper = "ru@judge.test"
hosts = ["mail.judge.test"]
settle = 0
outbox = {{kind = "maildir"}}
[inbox]
kind = "imap"
host = "localhost"
port = {port}
user = "judge"
password_file = "password"
cafile = "{cafile}"
"""


@pytest.fixture
def imap_world(tmp_path: Path, stack: Stack) -> Iterator[World]:
    """A judge whose mail comes by IMAP; its mailbox is empty before and after."""
    world = World(tmp_path / "spool")
    (world.home / "judge.toml").write_text(SETTINGS.format(port=stack.imaps, cafile=stack.cafile))
    (world.home / "password").write_text(PASSWORD)
    (world.home / "password").chmod(0o600)
    _empty(stack)
    yield world
    _empty(stack)


def _empty(stack: Stack) -> None:
    with IMAPClient("localhost", stack.imap, ssl=False) as client:
        client.login("judge", PASSWORD)
        for folder in ("INBOX", "Processed"):
            if not client.folder_exists(folder):
                continue
            client.select_folder(folder)
            client.delete_messages(client.search())
            client.expunge()


def drop(stack: Stack, number: int) -> None:
    """Lay a mail into the judge's mailbox, as a mail server does."""
    with IMAPClient("localhost", stack.imap, ssl=False) as client:
        client.login("judge", PASSWORD)
        letter = f"From: fr@judge.test\r\nMessage-ID: <{number}@x>\r\n\r\nLIST\r\n"
        client.append("INBOX", letter.encode())


def test_an_idle_run_asks_the_imap_server_but_not_the_database(
    imap_world: World, stack: Stack
) -> None:
    """Cron calls every minute: the answer is nearly always that there is nothing to do."""
    assert not idle.is_idle(imap_world.home, None)  # the first of the day has chores
    batch.run(imap_world.home)
    code = (
        "import sys; from judge.cli import main; "
        f"main(['run', '--spool', {str(imap_world.home)!r}], standalone_mode=False); "
        "print({'sqlalchemy', 'lark', 'jinja2', 'imapclient'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'imapclient'}\n"
    drop(stack, 1)
    assert not idle.is_idle(imap_world.home, None)
    (imap_world.home / "password").write_text("another")
    assert not idle.is_idle(imap_world.home, None)  # the pass says what is wrong


@pytest.fixture
def idling(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set whenever the watch has told its server that it idles."""
    event = threading.Event()
    real = IMAPClient.idle

    def idle(client: IMAPClient) -> None:
        real(client)
        event.set()

    monkeypatch.setattr(IMAPClient, "idle", idle)
    return event


def answered(world: World) -> set[str]:
    """The Message-IDs of the mails that were answered."""
    mails = (message_from_bytes(path.read_bytes()) for path in world.outbox())
    return {str(mail["In-Reply-To"]) for mail in mails}


def test_idle_wakes_the_judge_for_each_mail(
    imap_world: World, stack: Stack, idling: threading.Event
) -> None:
    """Mails before the watch, while it idles, and in quick succession."""
    drop(stack, 1)
    with watched(imap_world.home) as told:
        wait(lambda: answered(imap_world) == {"<1@x>"})
        wait(idling.is_set)
        drop(stack, 2)
        wait(lambda: "<2@x>" in answered(imap_world))
        for number in (3, 4, 5):
            drop(stack, number)
        wait(lambda: len(answered(imap_world)) == 5)
    assert told == []


def test_a_connection_is_made_anew_when_its_time_is_over(
    imap_world: World, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions: list[float] = []
    real = ImapInbox.__enter__

    def enter(box: ImapInbox) -> ImapInbox:
        sessions.append(time.monotonic())
        return real(box)

    monkeypatch.setattr(ImapInbox, "__enter__", enter)
    monkeypatch.setattr(watching, "SESSION", 1)
    with watched(imap_world.home) as told:
        wait(lambda: len(sessions) > 3)
        drop(stack, 1)
        wait(lambda: answered(imap_world))
    assert told == []


def test_a_server_that_cuts_the_connection_is_told_once_and_found_again(
    imap_world: World, stack: Stack, idling: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "FIRST_WAIT", 0.1)
    drop(stack, 1)
    kick = ("doveadm", "-c", f"{stack.base}/dovecot.conf", "kick", "judge")
    with watched(imap_world.home) as told:
        wait(lambda: answered(imap_world))
        wait(idling.is_set)
        subprocess.run(kick, check=True, capture_output=True, env={"PATH": PATH})
        wait(lambda: told)
        drop(stack, 2)
        wait(lambda: len(answered(imap_world)) == 2)
    assert len(told) == 1
    assert "The IMAP server localhost broke off while" in told[0]


def test_without_idle_the_watch_looks_now_and_then(
    imap_world: World, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = IMAPClient.has_capability
    monkeypatch.setattr(
        IMAPClient, "has_capability", lambda self, name: name != "IDLE" and real(self, name)
    )
    monkeypatch.setattr(watching, "LOOK", 0.5)
    with watched(imap_world.home) as told:
        drop(stack, 1)
        wait(lambda: answered(imap_world) == {"<1@x>"})
        drop(stack, 2)
        wait(lambda: "<2@x>" in answered(imap_world))
    assert told == []


def test_the_servers_clock_lets_a_phase_close(imap_world: World) -> None:
    """It is asked before the turn, and agrees."""
    imap_world.now = datetime.now(UTC).replace(year=datetime.now(UTC).year - 1)
    imap_world.begun("alpha", "moves=1d")
    with watched(imap_world.home) as told:
        wait(lambda: imap_world.game().number == 2)
    assert told == []
    assert imap_world.rows("SELECT * FROM marks WHERE name = 'clock-doubted'") == []


# --- judge doctor


def test_the_doctor_finds_real_servers_in_order(imap_world: World, postfix: Stack) -> None:
    drop(postfix, 1)
    port = f"port = {postfix.smtp}"
    imap_world.section("outbox", 'kind = "smtp"', 'host = "127.0.0.1"', port, 'security = "none"')
    said = {finding.part: finding for finding in doctor.examine(imap_world.home)}
    assert [part for part, finding in said.items() if not finding.ok] == ["Stamps", "Runs"]
    assert "no mail has come in yet that shows whether hosts = " in said["Stamps"].text
    assert said["Mail in"].text == "localhost lets us in, mail waits."
    assert re.fullmatch(
        r"127\.0\.0\.1 would take mails to \S+@judge\.test and judge\+probe\.\w{16}@judge\.test\.",
        said["Mail out"].text,
    )
    assert said["Clock"].text.endswith("by the IMAP server.")


def test_the_doctor_says_that_a_password_is_wrong(imap_world: World) -> None:
    (imap_world.home / "password").write_text("wr0ng")
    found = [finding for finding in doctor.examine(imap_world.home) if not finding.ok]
    assert [finding.part for finding in found] == ["Mail in", "Mail out", "Stamps", "Runs"]
    wrong, warned, *_ = found
    assert str(wrong).startswith("WRONG  Mail in: ")
    assert str(warned).startswith("warn   Mail out: mails are left in ")
    assert "The IMAP server localhost refuses user judge" in wrong.text
    assert "wr0ng" not in wrong.text
