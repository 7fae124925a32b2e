"""The doctor: all is well, or one sentence says what is not and how to mend it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Received
from click.testing import CliRunner, Result

from judge import resources
from judge.catalog import variant as catalog
from judge.cli import main
from judge.keeper import checks, doctor
from judge.kernel.errors import KeeperError
from judge.post import servers
from judge.report import render
from judge.run import batch, fence
from judge.spool import machine_clock, runs, spool
from judge.spool.machine_clock import Machine
from tests.game.world import START, World


@pytest.fixture(autouse=True)
def called(world: World) -> None:
    """Cron has called it."""
    runs.beat(spool.open_spool(world.home))


def examined(world: World) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["doctor", "--spool", str(world.home)])


def wrong(world: World) -> list[str]:
    """The lines of what is wrong; the exit status must fit them.

    That mails are left in out/ goes without saying: here they are meant to be. So does, where no
    mail has come in, that none has shown what our own servers write.
    """
    done = examined(world)
    lines = [line for line in done.output.splitlines() if not line.startswith("ok")]
    worst = max((2 if line.startswith("WRONG") else 1 for line in lines), default=0)
    assert min(done.exit_code, 2) == worst
    here = ("warn   Mail out: mails are left in ", "warn   Stamps: no mail has come in yet ")
    return [line for line in lines if not line.startswith(here)]


def test_all_is_well_with_a_judge_that_plays(played: World) -> None:
    done = examined(played)
    assert wrong(played) == []
    parts = [line.split(":")[0].split()[1] for line in done.output.splitlines()]
    assert parts[0] == "Spool"
    assert len(parts) == 1 + len(doctor.CHECKS)
    assert all(line.endswith(".") for line in done.output.splitlines())


def test_what_is_no_spool_is_said_to_be_none(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["doctor", "--spool", str(tmp_path)])
    assert done.exit_code == 3
    assert done.output.startswith("WRONG  Spool: ")
    assert done.output.count("\n") == 1


def test_a_spool_that_others_can_read_is_wrong(world: World) -> None:
    world.home.chmod(0o755)
    (line,) = wrong(world)
    assert f"can be read by others: 'chmod 700 {world.home}' mends it." in line


def test_a_wrong_setting_is_named(world: World) -> None:
    world.section("inbox", 'kind = "pop3"')
    assert wrong(world) == [
        "WRONG  Spool: judge.toml: kind = 'pop3' in [inbox] must be one of maildir, imap."
    ]


def test_files_of_another_user_are_wrong(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are after somebody ran the judge as root."""
    real = Path.lstat

    def lstat(path: Path) -> os.stat_result:
        found = real(path)
        if path.name != "judge.db":
            return found
        return os.stat_result([*found[:4], found.st_uid + 54_321, *found[5:10]])

    monkeypatch.setattr(Path, "lstat", lstat)
    (line,) = wrong(world)
    assert "judge.db belongs to user 5" in line
    assert "'chown -R " in line


def test_a_password_that_others_can_read_is_wrong(world: World) -> None:
    (world.home / "password").write_text("sekret")
    (world.home / "password").chmod(0o644)
    world.section("outbox", 'password_file = "password"')
    (line,) = wrong(world)
    assert "password can be read by others: 'chmod 600' mends it." in line


def test_a_database_that_is_damaged_is_wrong(world: World) -> None:
    (world.home / "judge.db").write_bytes(b"x" * 5000)
    (line,) = wrong(world)
    assert line.startswith("WRONG  Database: judge.db is damaged: keep it aside and ")
    assert line.endswith("(SQLite: file is not a database).")


def test_a_database_of_another_schema_is_wrong(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '0027'")
    (line,) = wrong(world)
    assert "judge.db is of a judge before 1.0.0 (schema 0027)" in line


def test_damaged_pages_are_wrong(played: World) -> None:
    path = played.home / "judge.db"
    data = bytearray(path.read_bytes())
    for at in range(8192, len(data), 4096):  # the head of every page but the first two
        data[at + 3] ^= 0xFF
    path.write_bytes(data)
    assert any("Database: " in line for line in wrong(played))


def test_a_restored_judge_waits_for_the_keeper(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        fence.raise_around(db, START, START)
    (line,) = wrong(world)
    assert line.startswith("WRONG  Fence: This judge was restored from a backup")


def test_a_mailbox_that_can_not_be_reached_is_wrong(world: World) -> None:
    world.section("inbox", 'kind = "imap"', "port = 1", 'security = "none"')
    (line,) = wrong(world)
    assert line.startswith("WRONG  Mail in: The IMAP server localhost:1 can't be reached")


class Mailbox:
    """An IMAP server that answers: whether mail waits, and what it can't do."""

    def __init__(self, lacks: Sequence[str] = (), left: Sequence[int] = (), *, mail: bool) -> None:
        self.lacks = lambda: lacks
        self.find_left = lambda: left
        self.waiting = lambda: mail
        self.clock = lambda: None

    def __enter__(self) -> Self:
        """It lets us in."""
        return self

    def __exit__(self, *_error: object) -> None:
        """We are out."""


@pytest.mark.parametrize(
    ("lacks", "mail", "said"),
    [
        ([], True, "mail waits."),
        (["IDLE"], False, "no mail waits; it has no IDLE, which costs a little time."),
        (["IDLE", "MOVE"], True, "mail waits; it has no IDLE and MOVE, which costs a little time."),
    ],
)
def test_what_a_mailbox_can_not_do_is_said_where_there_is_such_a_thing(
    world: World, monkeypatch: pytest.MonkeyPatch, *, lacks: list[str], mail: bool, said: str
) -> None:
    world.section("inbox", 'kind = "imap"', 'host = "mail.example"')
    monkeypatch.setattr(servers, "open_imap", lambda _spool: Mailbox(lacks, mail=mail))
    assert f"ok     Mail in: mail.example lets us in, {said}\n" in examined(world).output


def test_mail_that_was_left_in_the_mailbox_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.section("inbox", 'kind = "imap"', 'host = "mail.example"')
    monkeypatch.setattr(servers, "open_imap", lambda _spool: Mailbox(left=(7, 9), mail=True))
    assert (
        "warn   Mail in: in the folder INBOX there is mail that the judge could not read or move "
        "(UID 7 and 9): move it out of there, and back to have it tried again.\n"
    ) in examined(world).output


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (('kind = "smtp"', "port = 1"), "The SMTP server localhost:1 can't be reached"),
        (('kind = "sendmail"', 'command = "/none"'), "/none can't be run: is there a mail server"),
    ],
)
def test_a_way_out_that_is_blocked_is_wrong(
    world: World, lines: tuple[str, ...], said: str
) -> None:
    world.section("outbox", *lines)
    (line,) = wrong(world)
    assert line.startswith(f"WRONG  Mail out: {said}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_outbox_that_can_not_be_written_is_wrong(world: World) -> None:
    (world.home / "out" / "new").chmod(0o500)
    (line,) = wrong(world)
    assert "out/new can't be written" in line


def test_a_keeper_who_is_the_judge_itself_is_wrong(world: World) -> None:
    path = world.home / "judge.toml"
    path.write_text(path.read_text().replace("keeper@judge", "JUDGE@judge"))
    (line,) = wrong(world)
    assert "'JUDGE@judge.example' is the judge's own address: give a person's." in line


def test_a_player_with_the_judges_address_is_wrong(world: World) -> None:
    world.begun()
    path = world.home / "judge.toml"
    path.write_text('aliases = ["france@players.example"]\n' + path.read_text())
    (line,) = wrong(world)
    assert "france@players.example is the judge's address and a player's, P2." in line


def test_a_clock_that_is_doubted_is_wrong(world: World) -> None:
    world.mail("new@players.example", "LIST", at=datetime.now(UTC) + timedelta(days=1))
    batch.run(world.home)
    (line,) = wrong(world)
    assert line.startswith("warn   Clock: a mail was stamped at ")
    assert "'judge resume' if it is." in line


def test_the_witnesses_of_the_clock_are_named(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no second witness yet." in examined(world).output
    monkeypatch.setattr(
        machine_clock, "look_at_machine", lambda: Machine("b", 1.0, datetime.now(UTC))
    )
    assert "UTC, by NTP." in examined(world).output


@pytest.mark.parametrize("known", [set(), {"Europe/Berlin"}])
def test_a_zone_database_that_is_missing_is_wrong(
    world: World, monkeypatch: pytest.MonkeyPatch, known: set[str]
) -> None:
    monkeypatch.setattr(checks, "available_timezones", lambda: known)
    monkeypatch.setattr(checks, "ZoneInfo", lambda _: UTC)
    (line,) = wrong(world)
    assert "warn   Zones: the zone database is missing or wrong" in line


def test_a_zone_that_is_no_longer_known_is_wrong(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begun()
    monkeypatch.setattr(checks, "is_zone", lambda _: False)
    (line,) = wrong(world)
    assert "'UTC' is no zone that this machine knows: update tzdata." in line


def test_a_full_disk_is_wrong(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.run.nightly.SMALL", 10**18)
    monkeypatch.setattr("judge.run.nightly.SMALL_SHARE", 1.1)
    (line,) = wrong(world)
    assert line.startswith("warn   Disk: The disk is nearly full: ")


def test_a_template_that_is_broken_is_wrong(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "templates"
    (home / "mail").mkdir(parents=True)
    (home / "mail" / "mine.txt.j2").write_text("Subject: x\n\n{% if %}")
    root = resources.root
    monkeypatch.setattr(resources, "root", lambda name: home if name == "templates" else root(name))
    render._build.cache_clear()
    try:
        (fault,) = render.template_faults("")
    finally:
        render._build.cache_clear()
        assert fault.startswith(f"{home}/mail/mine.txt.j2, line 3: Expected an expression")
    monkeypatch.undo()
    monkeypatch.setattr(render, "template_faults", lambda variant: [] if variant else [fault])
    (line,) = wrong(world)
    assert line.endswith("mails that need it wait until it is mended.")


def test_a_keepers_template_stands_for_ours_until_ours_is_newer(world: World) -> None:
    own = world.home / "templates" / "help"
    own.mkdir(parents=True)
    (own / "press.txt.j2").write_text("PRESS\n\nWe print on Saturdays.\n")
    assert "We print on Saturdays." in world.say("new@players.example", "HELP PRESS").text
    assert wrong(world) == []
    os.utime(own / "press.txt.j2", (1e9, 1e9))
    (line,) = wrong(world)
    assert line.startswith(f"warn   Templates: {own}/press.txt.j2: older than what they stand for")
    (own / "press.txt.j2").write_text("{% if %}")
    render._build.cache_clear()  # the next command is a process of its own
    assert any("press.txt.j2, line 1: " in line for line in wrong(world))
    render._build.cache_clear()


def test_a_variant_that_can_not_be_loaded_is_wrong(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = catalog.load

    def load(name: str) -> catalog.Variant:
        if name == "1936":
            raise KeyError("title")
        return real(name)

    monkeypatch.setattr(catalog, "load", load)
    (line,) = wrong(world)
    assert "warn   Variants: 1936 can't be loaded (KeyError: 'title')." in line


def test_a_game_whose_data_can_not_be_read_is_wrong(world: World) -> None:
    world.begun()
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE games SET state = X'7B7D'")
    (line,) = wrong(world)
    assert line.startswith("warn   Games: the data of alpha can't be read (")


def test_a_judge_that_nobody_calls_is_wrong(world: World) -> None:
    opened = spool.open_spool(world.home)
    runs.beat(opened)
    assert wrong(world) == []
    os.utime(opened.pulse, (1e9, 1e9))
    (line,) = wrong(world)
    assert line.endswith("the last one was at 2001-09-09 01:46 UTC: does cron still work?")


# --- what the servers make of our mails


class Looping:
    """An SMTP server that delivers what it takes into a spool, as a mail server at home does."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.lost = False

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Received
    ) -> str:
        """Deliver, below what this server writes on top."""
        stamp = f"{datetime.now(UTC):%a, %d %b %Y %H:%M:%S +0000}"
        top = (
            f"Delivered-To: {envelope.rcpt_tos[0]}\r\n"
            f"Authentication-Results: mx.new.example; dkim=none\r\n"
            f"Received: from localhost by mx.new.example with ESMTP; {stamp}\r\n"
        )
        if not self.lost:
            raw = envelope.content
            assert isinstance(raw, bytes)
            (self.home / "in" / "new" / "probe").write_bytes(top.encode() + raw)
        return "250 taken"


@pytest.fixture
def looping(world: World, free_port: int) -> Iterator[Looping]:
    handler = Looping(world.home)
    control = Controller(handler, hostname="127.0.0.1", port=free_port)
    control.start()
    world.section(
        "outbox", 'kind = "smtp"', 'host = "127.0.0.1"', f"port = {free_port}", 'security = "none"'
    )
    yield handler
    control.stop()


def test_a_mail_to_itself_shows_what_judge_toml_should_say(world: World, looping: Looping) -> None:
    done = CliRunner().invoke(main, ["doctor", "--spool", str(world.home), "--send"])
    assert done.exit_code == 1
    assert "ok     Round trip: a mail to the judge came in after 0 s.\n" in done.output
    told = 'hosts = ["mx.new.example"] and authserv = "mx.new.example"'
    assert f"warn   Stamps: judge.toml should say {told}: 'judge doctor" in done.output
    assert world.rows("SELECT status, reason FROM letters") == [
        ("silent", "it comes from the judge itself")
    ]
    (line,) = wrong(world)
    assert line.startswith('warn   Stamps: hosts = ["mx.judge.example"] in judge.toml is on no ')


def test_names_of_our_servers_that_no_mail_has_shown_yet_are_doubted(world: World) -> None:
    done = examined(world)
    doubt = "no mail has come in yet that shows whether hosts = "
    assert f'warn   Stamps: {doubt}["mx.judge.example"]' in done.output
    path = world.home / "judge.toml"
    path.write_text(path.read_text().replace('hosts = ["mx.judge.example"]', "hosts = []"))
    assert "ok     Stamps: no mail has come in yet; 'judge doctor --send'" in examined(world).output


def test_what_a_mail_to_itself_shows_is_written_into_judge_toml(
    world: World, looping: Looping
) -> None:
    path = world.home / "judge.toml"
    path.write_text(f"# mine\n{path.read_text()}")
    done = CliRunner().invoke(main, ["doctor", "--spool", str(world.home), "--send", "--write"])
    assert done.exit_code == 0
    text = path.read_text()
    assert text.startswith("# mine\n")
    assert 'hosts = ["mx.new.example"]' in text
    assert 'authserv = "mx.new.example"' in text
    assert "mx.judge.example" in (world.home / "judge.toml.before").read_text()
    assert wrong(world) == []
    typo = text.replace('authserv = "mx', 'authserv = "mcks')
    path.write_text(typo)
    (line,) = wrong(world)
    assert 'authserv = "mcks.new.example" in judge.toml is on none of' in line


def test_a_mail_to_itself_that_does_not_come_in_is_wrong(
    world: World, looping: Looping, monkeypatch: pytest.MonkeyPatch
) -> None:
    looping.lost = True
    monkeypatch.setattr(checks, "PROBE_PATIENCE", 0.1)
    done = CliRunner().invoke(main, ["doctor", "--spool", str(world.home), "--send"])
    assert done.exit_code == 2
    assert "did not come in within 0.1 seconds: see in your mail server's log" in done.output


def test_an_outbox_that_nobody_empties_is_a_warning(world: World) -> None:
    done = examined(world)
    assert done.exit_code == 1
    assert f"warn   Mail out: mails are left in {world.home}/out/new and go no further" in (
        done.output
    )
    done = CliRunner().invoke(main, ["doctor", "--spool", str(world.home), "--send"])
    assert "WRONG  Round trip: nothing is sent while kind in [outbox]" in done.output
    assert CliRunner().invoke(main, ["doctor", "--write"]).exit_code == 3


def test_a_sendmail_that_fails_is_wrong(world: World, tmp_path: Path) -> None:
    command = tmp_path / "sendmail"
    command.write_text("#!/bin/sh\ncat >$0.mail; echo no account >&2; exit 77\n")
    command.chmod(0o755)
    world.section("outbox", 'kind = "sendmail"', f'command = "{command}"')
    (line,) = wrong(world)
    assert line.startswith(f"WRONG  Mail out: {command} does not take a mail to judge+probe.")
    assert "(no account): mend that, or command in [outbox] of judge.toml." in line
    assert "Auto-Submitted: auto-generated" in (tmp_path / "sendmail.mail").read_text()


def test_the_doctor_speaks_to_programs(world: World) -> None:
    done = CliRunner().invoke(main, ["doctor", "--json", "--spool", str(world.home)])
    told = json.loads(done.output)
    assert (told["level"], done.exit_code) == (1, 1)
    assert {check["state"] for check in told["checks"]} == {"ok", "warn"}
    assert all(check["text"] for check in told["checks"])


FULL = """\
mount -t tmpfs -o size=3m tmpfs {disk} || exit 99
{judge} init {disk}/spool >/dev/null
head -c 4m /dev/zero >{disk}/filling 2>/dev/null
{judge} doctor --spool {disk}/spool; echo $?
{judge} run --spool {disk}/spool 2>&1; echo $?
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_disk_that_is_full_to_the_last_byte_is_called_full(tmp_path: Path) -> None:
    """SQLite says "disk I/O error", which is no reason to restore a backup."""
    script = FULL.format(disk=tmp_path, judge=f"{sys.executable} -m judge")
    command = ("unshare", "--mount", "sh", "-c", script)  # where the mount ends with the shell
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == 99 or not shutil.which("unshare"):
        pytest.skip("this root may not mount")
    full = "The disk is full: make room on the disk; then the next 'judge run' does what is left."
    assert done.stdout.splitlines() == [
        f"WRONG  Database: {full}",
        "2",
        f"Error: {full}",
        "74",
    ]


def test_files_of_another_user_are_told_in_one_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What then can't be read is no news."""

    def refused(_patient: checks.Patient) -> str:
        raise PermissionError(13, "Permission denied", str(world.home / "archive"))

    def foreign(_patient: checks.Patient) -> str:
        raise KeeperError("archive belongs to root: 'chown -R judge' mends it.")

    monkeypatch.setattr(checks, "check_files", foreign)
    monkeypatch.setattr(
        doctor, "CHECKS", (("Files", foreign, 2), ("Stamps", refused, 1), ("Disk", refused, 1))
    )
    (line,) = wrong(world)
    assert line.startswith("WRONG  Files: archive belongs to root")
