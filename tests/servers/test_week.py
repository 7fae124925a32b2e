"""A keeper's week: real Postfix, Dovecot (LMTP and IMAP) and OpenDKIM, and all that happens to one.

Every step of his is a command that the handbook has. No mail is lost, and of each incident he is
told twice: when it begins and when it ends.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.store.database import MIGRATIONS
from judge.store.schema import VERSION
from tests.servers.stack import PASSWORD, Stack, wait

pytestmark = pytest.mark.xdist_group("servers")

PLAYERS = {"en": "Rome", "fr": "Carthage", "ge": "Greece", "it": "Egypt", "ru": "Persia"}
MASTER, KEEPER, JUDGE = "au", "judge", "lmtp@judge.test"
VERSIONS = MIGRATIONS / "versions"
NEW_TABLE = re.compile(r'op\.create_table\(\s*"(\w+)"')
TOML = """\
address = "lmtp@judge.test"
keeper = "judge@judge.test"
settle = 0
senders.confirm = "no"

[inbox]
kind = "imap"
host = "localhost"
port = {imaps}
user = "lmtp"
password_file = "password"
cafile = "{cafile}"

[outbox]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
security = "none"
"""


class Week:
    """The judge of that week, on a small disk of its own, and those who write to it."""

    def __init__(self, stack: Stack, home: Path) -> None:
        self.stack, self.home = stack, home
        self.sent = 0
        self.cron: list[str] = []
        self.start = {box: len(stack.box(box)) for box in (*PLAYERS, MASTER, KEEPER)}

    def say(self, *words: str, status: int = 0) -> str:
        """A command of the keeper's, with its exit status."""
        done = CliRunner().invoke(main, [*words, "--spool", str(self.home)])
        assert done.exit_code == status, done.output
        return done.output

    def pass_(self) -> Result:
        """What cron does each minute, and mails to the keeper if it says something."""
        done = CliRunner().invoke(main, ["run", "--spool", str(self.home)])
        if done.output:
            self.cron.append(done.output)
        return done

    def mail(self, box: str, text: str, to: str = JUDGE) -> None:
        """Somebody writes."""
        self.sent += 1
        head = f"From: {box}@judge.test\r\nTo: {to}\r\nMessage-ID: <{self.sent}@week.test>"
        self.stack.send(f"{head}\r\n\r\n{text}\r\n".encode(), to, f"{box}@judge.test")

    def mails(self, box: str) -> list[EmailMessage]:
        """What has come to somebody this week."""
        raws = self.stack.box(box)[self.start[box] :]
        return [message_from_bytes(raw, policy=policy.default) for raw in raws]

    def got(self, box: str, subject: str) -> list[EmailMessage]:
        """The mails whose subject has these words."""
        return [mail for mail in self.mails(box) if subject in str(mail["Subject"])]

    def until(self, box: str, subject: str) -> EmailMessage:
        """Let cron come until somebody has a mail, and return it."""
        found = wait(lambda: self.pass_() and self.got(box, subject))
        return found[-1]

    def seat(self, box: str) -> str:
        """The secret address that somebody was told last."""
        told = [str(mail["Reply-To"]).strip("<>") for mail in self.mails(box)]
        return next(one for one in reversed(told) if ".week" in one or "+week." in one)

    def drained(self) -> bool:
        """Whether all that was written has been taken and answered."""
        self.pass_()
        mine = "message_id LIKE '%@week.test>' AND status != 'new'"
        taken = self.rows(f"SELECT count(*) FROM letters WHERE {mine}")
        waits = self.rows("SELECT count(*) FROM outbox WHERE status = 'queued'")
        return taken == [(self.sent,)] and waits == [(0,)]

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """The rows of a plain SELECT."""
        with closing(sqlite3.connect(self.home / "judge.db")) as db:
            return db.execute(statement).fetchall()


@pytest.fixture
def week(dkim: Stack) -> Iterator[Week]:
    """The judge, founded; its disk holds 40 MB where root may mount one."""
    disk = dkim.base / "week"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(disk))
    mounted = os.geteuid() == 0 and subprocess.run(mount, check=False).returncode == 0
    try:
        if not mounted:
            pytest.skip("this user may not mount a small disk")
        home = disk / "spool"
        assert CliRunner().invoke(main, ["init", str(home)]).exit_code == 0
        toml = TOML.format(imaps=dkim.imaps, smtp=dkim.smtp, cafile=dkim.cafile)
        (home / "judge.toml").write_text(toml)
        (home / "password").write_text(PASSWORD)
        (home / "password").chmod(0o600)
        yield Week(dkim, home)
    finally:
        if mounted:
            subprocess.run(("umount", "--lazy", str(disk)), check=True)


def test_a_keepers_week(week: Week) -> None:
    set_up(week)
    play(week)
    lose_the_relay(week)
    fill_the_disk(week)
    upgrade(week)
    move_house(week)
    rotate_the_key(week)
    erase_a_player(week)
    assert week.say("audit").endswith("Nothing is wrong.\n")
    assert week.rows("SELECT DISTINCT status FROM outbox") == [("sent",)]
    assert all(len(set(one.splitlines())) == len(one.splitlines()) for one in week.cron)


def set_up(week: Week) -> None:
    """Monday: the doctor mails himself and writes what the servers are called."""
    told = week.say("doctor", "--send", "--write")
    assert "ok     Mail out: 127.0.0.1 would take mails to judge@judge.test and lmtp+" in told
    assert "ok     Round trip: a mail to the judge came in after" in told
    assert "mail.judge.test" in (week.home / "judge.toml").read_text()
    assert "WRONG" not in week.say("doctor")


def play(week: Week) -> None:
    """Tuesday: a game is made, begun and played."""
    week.mail(MASTER, "REGISTER Ruth\nCREATE week ancient-mediterranean")
    week.until(MASTER, "week")
    for box, power in PLAYERS.items():
        week.mail(box, f"REGISTER {box.title()}\nJOIN week as {power}")
        week.until(box, "week")
    for box in PLAYERS:
        week.until(box, "begins")
    play_phase(week)


def play_phase(week: Week) -> None:
    """A player orders, and the master has the phase end."""
    before = number(week)
    week.mail("en", "F Rom H\nA Rom H", week.seat("en"))
    week.mail(MASTER, "PROCESS", week.seat(MASTER))
    wait(lambda: week.pass_() and number(week) > before)
    wait(week.drained)


def number(week: Week) -> int:
    """How many phases the game has seen."""
    ((found,),) = week.rows("SELECT number FROM games WHERE name = 'week'")
    return int(str(found))


def change(week: Week, old: str, new: str) -> None:
    """Something in judge.toml becomes something else."""
    path = week.home / "judge.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def lose_the_relay(week: Week) -> None:
    """Wednesday: nothing leaves for an hour of passes; then all does, and the keeper knows."""
    week.cron.clear()
    known = len(week.mails(KEEPER))
    change(week, f"port = {week.stack.smtp}", "port = 1")
    week.mail("fr", "LIST")
    wait(lambda: week.pass_() and week.rows("SELECT 1 FROM outbox WHERE status = 'queued'"))
    assert {week.pass_().exit_code for _ in range(60)} == {75}
    assert "WRONG  Mail out: The SMTP server 127.0.0.1:1 can't be reached" in week.say(
        "doctor", status=2
    )
    assert week.say("health", status=2).startswith("does not work: Mail can't be sent since")
    change(week, "port = 1\n", f"port = {week.stack.smtp}\n")
    week.say("outbox", "retry", "M" + week.say("outbox", "list").split("\nM")[1].split()[0])
    wait(week.drained)
    assert [one.partition(":")[0].partition(";")[0] for one in week.cron] == [
        "Mail can't be sent",
        "Mail goes out again",
    ]
    titles = [str(mail["Subject"]) for mail in week.mails(KEEPER)[known:]]
    assert len(titles) == 2, titles


def fill_the_disk(week: Week) -> None:
    """Thursday: the disk is full; cron says so once, and once that it goes on."""
    week.cron.clear()
    filling = week.home.parent / "filling"
    subprocess.run(
        ("dd", "if=/dev/zero", f"of={filling}", "bs=4k"), check=False, stderr=subprocess.DEVNULL
    )
    week.mail("ge", "LIST")
    wait(lambda: week.pass_().exit_code == 74)
    assert {week.pass_().exit_code for _ in range(20)} == {74}
    assert "The disk is full" in week.say("doctor", status=2)
    filling.unlink()
    wait(week.drained)
    assert len(week.cron) == 2, week.cron
    assert week.cron[0].startswith("Error: The disk is full: make room on the disk; ")
    assert week.cron[1].startswith("The judge works again; it did not since ")


def upgrade(week: Week) -> None:
    """Friday morning: a version with another schema, whose tables are not there yet."""
    later = [path for path in sorted(VERSIONS.glob("0*.py")) if path.name > "0009"]
    tables = [name for path in later for name in NEW_TABLE.findall(path.read_text())]
    with closing(sqlite3.connect(week.home / "judge.db")) as db:
        for name in tables:
            db.execute(f"DROP TABLE {name}")
        db.execute("UPDATE alembic_version SET version_num = '0008'")
        db.commit()
    told = week.say("upgrade")
    assert f"The schema was 0008 and is {VERSION} now." in told
    play_phase(week)


def move_house(week: Week) -> None:
    """Friday: another machine; the old judge stays behind, and does nothing more."""
    file, old = week.home.parent / "move.tar.gz", week.home
    week.say("backup", str(file))
    week.home = old.parent / "moved"
    done = CliRunner().invoke(main, ["restore", str(file), str(week.home)])
    assert done.exit_code == 0, done.output
    assert week.pass_().exit_code == 78
    week.cron.clear()
    shutil.rmtree(old)
    assert "Nothing is wrong." in week.say("audit")
    assert "The judge goes on with its next run" in week.say("resume")
    play_phase(week)


def rotate_the_key(week: Week) -> None:
    """Saturday: a new secret; the old address works once more, and everybody has a new one."""
    old = week.seat("en")
    assert "The secret is a new one; 1 game told." in week.say("key", "rotate")
    wait(lambda: week.pass_() and week.seat("en") != old)
    week.mail("en", "A Rom H", old)
    wait(week.drained)
    assert len(week.got("en", "a new secret address")) == 1
    play_phase(week)


def erase_a_player(week: Week) -> None:
    """Sunday: the game is ended, and one of those who played wants to be forgotten."""
    assert week.say("game", "terminate", "week") == "Week is over.\n"
    week.until("it", "over")
    wait(week.drained)
    assert "it@judge.test is erased" in week.say("person", "erase", "it@judge.test")
    for table, column in (("people", "address"), ("outbox", "recipient"), ("readings", "sender")):
        found = week.rows(f"SELECT count(*) FROM {table} WHERE {column} = 'it@judge.test'")
        assert found == [(0,)]
    assert re.search(r"R\d+", week.say("trace", "week"))
