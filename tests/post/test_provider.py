"""A judge of a mailbox at a provider: without + addresses, with a bound of mails a day."""

import base64
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from click.testing import CliRunner

from judge.cli import main
from judge.kernel.errors import KeeperError
from judge.mail.compose import bear_in_id
from judge.mail.connection import Server
from judge.mail.imap import ImapInbox
from judge.mail.inbox import Incoming, MaildirInbox
from judge.mail.smtp import Smtp
from judge.mail.transport import Envelope
from judge.post import servers
from judge.spool import config, spool
from tests.game.world import DAY, JUDGE, MINUTE, Sent, World, mailbox
from tests.servers.scripted import Script, mails, serving

FRANCE = "france@players.example"


@pytest.fixture
def plain(world: World) -> World:
    """A judge whose provider knows no address but the one, and a game that has begun."""
    toml = world.home / "judge.toml"
    toml.write_text(f'plus = "no"\n{toml.read_text()}')
    world.begun()
    return world


def answer(world: World, mail: Sent, lines: str, sender: str = FRANCE) -> list[Sent]:
    """Reply to a mail of the judge as mail programs do; what comes of it."""
    thread = f"{mail.head['References'] or ''} {mail.head['Message-ID']}"
    headers = (f"In-Reply-To: {mail.head['Message-ID']}", f"References: {thread}")
    world.mail(sender, lines, to=mail.reply_to, headers=headers)
    return world.run()


def started(world: World) -> Sent:
    """A mail of the judge to France."""
    return world.order("France", "STATUS")


def test_a_reply_is_its_players_by_the_mail_that_it_names(plain: World) -> None:
    mail = started(plain)
    assert mail.reply_to == JUDGE
    assert b"+" not in mail.raw.partition(b"\r\n\r\n")[0].partition(b"Delivered-To")[0]
    (told,) = answer(plain, mail, "A Par - Bur")
    assert plain.orders("France") == ["A PAR - BUR"]
    assert plain.address("France").partition("+")[2].partition("@")[0] in str(
        told.head["Message-ID"]
    )
    answer(plain, told, "A Par - Pic")
    assert plain.orders("France") == ["A PAR - PIC"]


def test_who_was_sent_the_thread_gives_no_orders_by_it(plain: World) -> None:
    mail = started(plain)
    for stranger in ("mallory@elsewhere.example", mailbox("Germany")):
        answer(plain, mail, "A Par - Bur", stranger)
        assert plain.orders("France") == []


def test_a_newcomer_confirms_by_a_reply(plain: World) -> None:
    toml = plain.home / "judge.toml"
    toml.write_text(toml.read_text().replace('confirm = "no"', 'confirm = "yes"'))
    plain.run()
    plain.mail("new@players.example", "REGISTER Nora in Europe/Oslo")
    (asked,) = plain.run()
    assert asked.reply_to == JUDGE
    assert plain.rows("SELECT name FROM people WHERE name = 'Nora'") == []
    answer(plain, asked, "Yes", "mallory@elsewhere.example")
    assert plain.rows("SELECT name FROM people WHERE name = 'Nora'") == []
    answer(plain, asked, "Yes", "new@players.example")
    assert plain.rows("SELECT name FROM people WHERE name = 'Nora'") == [("Nora",)]


REPORT = """\
From: Mail Delivery Subsystem <mailer-daemon@provider.example>
To: {judge}
Subject: Delivery Status Notification (Failure)
Return-Path: <>
Content-Type: multipart/report; boundary=b; report-type=delivery-status

--b
Content-Type: text/plain

Address not found
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; provider.example

Final-Recipient: rfc822; {to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
--b
Content-Type: message/rfc822

{head}

gone
--b--
"""


@pytest.mark.parametrize("has_plus", [True, False])
def test_what_comes_back_to_the_plain_address_is_known(world: World, has_plus: bool) -> None:
    if not has_plus:
        toml = world.home / "judge.toml"
        toml.write_text(f'plus = "no"\n{toml.read_text()}')
    world.begun()
    mail = started(world)
    head = f"Message-ID: {mail.head['Message-ID']}\nSubject: x"
    world.raw(REPORT.format(judge=JUDGE, to=FRANCE, head=head).encode())
    (told,) = world.run()
    assert told.to == "gm@players.example"
    assert "come back: 5.1.1" in told.flat


def test_more_mails_than_a_day_has_wait_and_results_go_first(world: World) -> None:
    world.section("outbox", 'kind = "maildir"', "a_day = 5")
    world.begun()
    done, sent = world.passed(world.due())
    (line,) = done.lines
    assert line.startswith("Mails wait for another day: ")
    report = [mail for mail in sent if mail.to == "keeper@judge.example"]
    assert "Mails wait for another day" in report[0].flat
    assert "as a_day = 5 in [outbox] of judge.toml wants" in report[0].flat
    assert "another day: 3, as" in report[0].flat
    assert len(sent) == 5 + len(report)
    left = world.rows("SELECT kind FROM outbox WHERE status = 'queued'")
    assert world.run() == []
    done, sent = world.passed(world.now + DAY + MINUTE)
    assert done.lines[0].startswith("No mail waits for another day any more; ")
    assert len([mail for mail in sent if mail.to != "keeper@judge.example"]) == len(left)


class Spam(MaildirInbox):
    """A folder of spam, of which what is wanted is taken."""

    def __init__(self, path: Path, wanted: Callable[[bytes], bool]) -> None:
        super().__init__(path)
        self.unwanted: list[str] = []
        self._wanted = wanted

    def __iter__(self) -> Iterator[Incoming]:
        """What is wanted."""
        return (mail for mail in super().__iter__() if self._wanted(mail.raw))


def test_spam_that_bears_a_players_name_is_told_of_once_a_day(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many passes find some."""
    world.begun()
    world.section("inbox", 'kind = "maildir"', 'junk = "Junk"')
    for name in ("cur", "new", "tmp"):
        (world.home / "junk" / name).mkdir(parents=True)
    monkeypatch.setattr(servers, "open_imap", lambda _, wanted: Spam(world.home / "junk", wanted))
    told: list[Sent] = []
    for number in range(3):
        raw = f"From: {FRANCE}\r\nSubject: pills\r\n\r\nx {number}\r\n".encode()
        (world.home / "junk" / "new" / str(number)).write_bytes(raw)
        told += [mail for mail in world.run() if mail.to == "keeper@judge.example"]
    assert told == []
    for _ in range(2):
        told += [mail for mail in world.run(world.now + DAY) if mail.to == "keeper@judge.example"]
    (mail,) = told
    assert (
        f"lay in the folder Junk and counts like any other: tell your provider that what {FRANCE} "
        in mail.flat
    )
    assert not list((world.home / "junk" / "new").iterdir())


# --- passwords


def opened(world: World, *lines: str) -> spool.Spool:
    world.section("inbox", 'kind = "imap"', 'user = "judge"', 'security = "none"', *lines)
    return spool.open_spool(world.home)


def test_a_password_may_come_from_a_command(world: World) -> None:
    this_spool = opened(world, 'host = "localhost"', "password_command = \"printf 'sesame\\\\nx'\"")
    assert servers._find_server(this_spool, "inbox").password == "sesame"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("false", "it exits with 1"),
        ("sh -c 'echo no key >&2; exit 3'", "no key"),
        ("true", "it prints nothing"),
        ("/none", "No such file or directory"),
        ("it's", "No closing quotation"),
    ],
)
def test_a_command_that_gives_none_is_named_with_its_key(
    world: World, command: str, why: str
) -> None:
    this_spool = opened(world, 'host = "localhost"', f'token_command = "{command}"')
    with pytest.raises(KeeperError, match=r"token_command in \[inbox\] does not work: " + why):
        servers._find_server(this_spool, "inbox")


def test_one_way_to_a_password_is_enough() -> None:
    both = {"token_command": "x", "password_file": "y"}
    with pytest.raises(KeeperError, match=r"password_file and token_command in \[inbox\]: one is"):
        config.load({"inbox": both})


def test_a_token_logs_in_by_xoauth2(free_port: int) -> None:
    said: list[bytes] = []

    def answer(name: str, _uids: object) -> bytes | None:
        said.append(name.encode())
        return b"TAG NO bad token\r\n" if name == "AUTHENTICATE" else None

    with serving(Script(mails(1), answer)) as script:
        box = ImapInbox(
            Server(
                "127.0.0.1", script.port, "judge", "t0ken", security="none", login="token_command"
            )
        )
        with pytest.raises(KeeperError, match=r"see user and token_command in \[inbox\]"), box:
            pass
    assert b"AUTHENTICATE" in said
    assert b"LOGIN" not in said
    assert free_port


def test_the_part_of_an_address_moves_into_the_message_id(world: World) -> None:
    ours = world.house().ours
    raw = (
        b"Date: x\r\nReply-To: <judge+alpha.france.abc@judge.example>\r\n"
        b"Message-ID: <t@judge.example>\r\n\r\nx"
    )
    assert bear_in_id(raw, ours) == (
        b"Date: x\r\nReply-To: <judge@judge.example>\r\n"
        b"Message-ID: <alpha.france.abc.t@judge.example>\r\n\r\nx"
    )
    assert bear_in_id(b"Reply-To: <a@b>\r\n\r\nReply-To: <a+b@c>", ours).endswith(b"<a+b@c>")


def test_the_recipe_makes_a_judge_of_a_mailbox(world: World, tmp_path: Path) -> None:
    """What it prints is a judge.toml, and all that it needs."""
    said = CliRunner().invoke(main, ["recipe", "mailbox", "--spool", str(world.home)]).output
    (tmp_path / "judge.toml").write_text(said)
    settings = config.read(tmp_path / "judge.toml")
    assert config.find_missing_keys(settings) == ()
    assert config.load(settings).senders.dkim == "verify"


class TokenServer:
    """A server that takes no login but XOAUTH2."""

    said = ""

    async def auth_XOAUTH2(self, _server: object, words: list[str]) -> AuthResult:  # noqa: N802
        """Take one token."""
        self.said = base64.b64decode(words[1]).decode()
        return AuthResult(success="Bearer t0ken" in self.said, handled=False)


@pytest.mark.parametrize(("token", "works"), [("t0ken", True), ("old", False)])
def test_mail_leaves_by_a_token(free_port: int, token: str, works: bool) -> None:
    handler = TokenServer()
    more: dict[str, Any] = {
        "auth_require_tls": False,
        "decode_data": False,
        "auth_exclude_mechanism": ["PLAIN"],
    }
    controller = Controller(handler, hostname="127.0.0.1", port=free_port, **more)
    controller.start()
    way = Smtp(
        Server("127.0.0.1", free_port, "judge", token, security="none", login="token_command")
    )
    try:
        with (
            nullcontext()
            if works
            else pytest.raises(KeeperError, match=r"see user and token_command in \[outbox\]")
        ):
            way.check(Envelope(b"\r\n", JUDGE, JUDGE), "keeper@x.example")
    finally:
        controller.stop()
    assert handler.said == f"user=judge\1auth=Bearer {token}\1\1"
