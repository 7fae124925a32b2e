"""A keeper's week: real Postfix, Dovecot (LMTP and IMAP) and OpenDKIM, and all that happens to one.

The judge is installed from its package, on two machines that are this one with a layer above.
Every step of the keeper's is a command that the handbook has. No mail is lost, and of each incident
he is told twice: when it begins and when it ends.
"""

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from judge import __version__
from tests.keeper import elsewhere
from tests.keeper.elsewhere import System
from tests.keeper.test_package import INSTALL, deb
from tests.servers.stack import PASSWORD, Found, Stack
from tests.servers.stack import wait as wait_for

__all__ = ["deb"]
pytestmark = pytest.mark.long

PLAYERS = {"en": "Rome", "fr": "Carthage", "ge": "Greece", "it": "Egypt", "ru": "Persia"}
MASTER, KEEPER, JUDGE = "au", "judge", "lmtp@judge.test"
ASK = """\
import json, sqlite3, sys
db = sqlite3.connect("/var/lib/judge/spool/judge.db", isolation_level=None)
print(json.dumps([db.execute(one).fetchall() for one in sys.argv[1:]][-1]))
"""
HOME = "var/lib/judge"
AS_JUDGE = ("setpriv", "--reuid=judge", "--regid=judge", "--init-groups")
MACHINE = f"""\
mkdir /{HOME} && mount -t tmpfs -o size=60m,mode=0755 tmpfs /{HOME}
printf '#!/bin/sh\\n: "$@"\\n' >/usr/local/bin/systemctl  # no systemd runs here to be told
chmod 755 /usr/local/bin/systemctl
{INSTALL}"""
"""A small disk of the judge's own, and the package."""
NEWER = "apt-get install --reinstall --yes -q ./*.deb </dev/null 2>&1"
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
cafile = "/tmp/here/cert.pem"

[outbox]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
security = "none"
"""


def wait(look: Callable[[], Found]) -> Found:
    """Return what ``look`` finds; each of its passes is a process of its own, on a busy machine."""
    return wait_for(look, 300)


class Week:
    """The judge of that week, on a small disk of its own, and those who write to it."""

    def __init__(self, stack: Stack, machine: System, next_one: System) -> None:
        self.stack, self.machine, self.next_one = stack, machine, next_one
        self.sent = 0
        self.cron: list[str] = []
        self.start = {box: len(stack.box(box)) for box in (*PLAYERS, MASTER, KEEPER)}

    @property
    def home(self) -> Path:
        """The spool, as seen from here."""
        return self.machine.root / HOME / "spool"

    def say(self, *words: str, status: int = 0) -> str:
        """A command of the keeper's in a shell of the judge's, with its exit status."""
        done = self.machine.call("su", "-", "judge", "-c", shlex.join(("judge", *words)))
        assert done.returncode == status, done.stdout
        return done.stdout

    def pass_(self) -> CompletedProcess[str]:
        """What the timer does each minute; what it says is mailed to the keeper."""
        done = self.machine.call(*AS_JUDGE, "/usr/bin/judge", "run", "--spool", f"/{HOME}/spool")
        if done.stdout:
            self.cron.append(done.stdout)
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
        found: list[EmailMessage] = wait(lambda: self._pass_until(box, subject))
        return found[-1]

    def _pass_until(self, box: str, subject: str) -> list[EmailMessage]:
        self.pass_()
        return self.got(box, subject)

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

    def rows(self, *statements: str) -> list[tuple[object, ...]]:
        """The rows of the last of some plain statements, which the machine's own Python runs."""
        done = self.machine.call(*AS_JUDGE, "/usr/bin/python3", "-c", ASK, *statements)
        assert done.returncode == 0, done.stdout
        return [tuple(row) for row in json.loads(done.stdout)]


@pytest.fixture
def week(dkim: Stack, deb: Path, tmp_path: Path) -> Iterator[Week]:
    """Two machines with the package; the judge of the first one is told of its servers."""
    asides = [tmp_path / name for name in ("tried", "first", "second")]
    for aside in asides:
        aside.mkdir()
    elsewhere.need(asides[0])
    with (
        elsewhere.staying(asides[1], deb, dkim.cafile) as first,
        elsewhere.staying(asides[2], deb, dkim.cafile) as second,
    ):
        for machine in (first, second):
            machine.do(MACHINE.format(deb=deb.name))
        found = Week(dkim, first, second)
        (found.home / "judge.toml").write_text(TOML.format(imaps=dkim.imaps, smtp=dkim.smtp))
        first.call(*AS_JUDGE, "tee", f"/{HOME}/spool/password", typed=PASSWORD)
        (found.home / "password").chmod(0o600)
        yield found


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
    assert [one for one in week.cron if len(set(one.splitlines())) < one.count("\n")] == []


def set_up(week: Week) -> None:
    """Monday: the timer's first pass; the doctor mails himself and writes the servers' names."""
    week.pass_()
    told = week.say("doctor", "--send", "--write")
    assert "ok     Mail out: 127.0.0.1 would take mails to judge@judge.test and lmtp+" in told
    assert "ok     Round trip: a mail to the judge came in after" in told
    assert "mail.judge.test" in (week.home / "judge.toml").read_text()
    told = week.say("doctor")
    assert "ok     Maps: they can be drawn." in told
    assert "WRONG" not in told


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
    shown = [part.get_content_type() for part in week.got("en", "results")[-1].walk()]
    assert "image/png" in shown


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
    """Wednesday: nothing leaves for twenty passes; then all does, and the keeper knows."""
    week.cron.clear()
    known = len(week.mails(KEEPER))
    change(week, f"port = {week.stack.smtp}", "port = 1")
    week.mail("fr", "LIST")
    wait(lambda: week.pass_() and week.rows("SELECT 1 FROM outbox WHERE status = 'queued'"))
    assert {week.pass_().returncode for _ in range(20)} == {75}
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
    week.machine.call("dd", "if=/dev/zero", f"of=/{HOME}/filling", "bs=4k")
    week.mail("ge", "LIST")
    wait(lambda: week.pass_().returncode == 74)
    assert {week.pass_().returncode for _ in range(10)} == {74}
    assert "The disk is full" in week.say("doctor", status=2)
    filling.unlink()
    wait(week.drained)
    assert len(week.cron) == 2, week.cron
    assert week.cron[0].startswith("Error: The disk is full: make room on the disk; ")
    assert week.cron[1].startswith("The judge works again; it had not since ")


def upgrade(week: Week) -> None:
    """Friday morning: the package once more, whose version is the same."""
    told = week.machine.do(NEWER)
    assert f"This judge is {__version__} already: nothing has to be done." in told
    play_phase(week)


def move_house(week: Week) -> None:
    """Friday: another machine; the old judge stays behind, and does nothing more."""
    file = f"/{HOME}/move.tar.gz"
    week.machine.do("systemctl disable --now judge.timer judge-watch.service")
    week.say("backup", file)
    old, week.machine = week.machine, week.next_one
    shutil.copy(old.root / file[1:], week.machine.root / file[1:])
    week.machine.do(f"rm -r /{HOME}/spool\njudge restore --user judge {file} /{HOME}/spool")
    assert week.pass_().returncode == 78
    week.cron.clear()
    assert "Nothing is wrong." in week.say("audit")
    assert "The judge goes on with its next run" in week.say("resume")
    assert "WRONG" not in week.say("doctor")
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
    assert week.say("game", "terminate", "week").startswith("Week is over; ")
    week.until("it", "over")
    wait(week.drained)
    assert "it@judge.test is erased" in week.say("person", "erase", "it@judge.test")
    for table, column in (("people", "address"), ("outbox", "recipient"), ("readings", "sender")):
        found = week.rows(f"SELECT count(*) FROM {table} WHERE {column} = 'it@judge.test'")
        assert found == [(0,)]
    assert re.search(r"R\d+", week.say("trace", "week"))
