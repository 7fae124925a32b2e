"""Passes with much to do, and all that anybody can see of what came of them."""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from random import random
from typing import Any

from judge import cli
from judge.keeper import audit
from judge.mail import deliver
from judge.run import nightly as health
from judge.store import marks
from tests.campaign import effects
from tests.game.world import DAY, DEADLINE, MINUTE, START, World, mailbox

Seen = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is prepared in a spool, when passes come, and the mail that is piped in, if any.

    ``served``: mail comes by IMAP and leaves by SMTP. ``beside`` is what another process does in
    the same spool meanwhile.
    """

    name: str
    prepare: Callable[[World], None]
    now: datetime
    piped: bytes = b""
    served: bool = False
    beside: "Callable[[Path, datetime], None] | None" = None

    def begun(self, home: Path) -> Path:
        """The spool as it is before anything is disturbed."""
        world = World(home)
        self.prepare(world)
        return home

    def act(self, home: Path) -> int:
        """What is disturbed: the pipe's delivery, if there is one, else a pass; its exit status."""
        if self.piped:
            return delivered(home, self.now, self.piped)
        if self.beside is None:
            return passed(home, self.now)
        with _beside(home, partial(self.beside, home, self.now)):
            return passed(home, self.now)

    def again(self, home: Path, ended: int) -> int:
        """What cron and the MTA do afterwards; the status of the last pass."""
        with _alone(home):
            pass
        if self.piped and ended != deliver.OK:
            self.act(home)
        return passed(home, self.now)


def passed(home: Path, now: datetime) -> int:
    """A pass as cron calls it; its exit status."""
    try:
        cli.main(
            ["run", "--spool", str(home), "--pretend", "--now", now.isoformat()], prog_name="judge"
        )
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def delivered(home: Path, now: datetime, mail: bytes) -> int:
    """A mail delivered by the pipe; its exit status."""
    reader, writer = os.pipe()
    os.write(writer, mail)
    os.close(writer)
    try:
        deliver.deliver(str(home), reader, {}, (now - MINUTE).timestamp())
    except OSError:
        return deliver.TRY_LATER
    finally:
        os.close(reader)
    return deliver.OK


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Wait until nobody else is at work beside us, and keep others waiting."""
    with (home.parent / "beside").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _beside(home: Path, act: Callable[[], None]) -> Iterator[None]:
    """Let another process do something meanwhile; it goes on if we are killed."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        effects.disarm()
        with _alone(home), suppress(Exception):
            os.write(writer, b"begun")
            act()
        os._exit(0)
    os.close(writer)
    os.read(reader, 1)
    os.close(reader)
    yield
    os.waitpid(pid, 0)


def _deliver_soon(home: Path, now: datetime) -> None:
    """Somebody's mail is delivered."""
    time.sleep(random() / 10)
    delivered(home, now, HELP)


def _pass_soon(home: Path, now: datetime) -> None:
    """Cron comes again and again; who dies in between has a pass right behind him."""
    for _ in range(3):
        time.sleep(random() / 20)
        passed(home, now)


def _due(world: World) -> None:
    """A phase is due, orders and a stranger's mail wait."""
    world.begun("alpha", players=2)
    world.mail("austria@players.example", "A Bud - Ser", to=world.address("Austria"))
    world.mail("new@players.example", "REGISTER Newton\nOBSERVE alpha")


def _points(world: World) -> None:
    """Two games are due in one pass: one of secret points, with press, one of dice."""
    world.begun("alpha", variant="1936")
    world.begun("beta", variant="1930")
    world.mail(mailbox("Germany"), "A Mun - Aus\nDP 1: A AUS H", to=world.address("Germany"))
    text = "DP 2: A AUS S A MIL - TYR\nPRESS TO Germany\nhands off\nENDPRESS"
    world.mail(mailbox("Italy"), text, to=world.address("Italy"))
    world.mail(mailbox("France"), "nonsense without end", to=world.address("France"))


def _post(world: World) -> None:
    """Mails of all sorts at a quiet hour: commands, press, a bounce, a double, a torn one.

    It is the first pass of a day, and the keeper is told that his last backup is old.
    """
    world.begun("alpha")
    engine = world.engine()
    with engine.begin() as db:
        marks.put(db, health.CHECKED, START)
        marks.put(db, health.BACKUP, START - 30 * DAY)
    engine.dispose()
    to = world.address("France")
    for _ in range(2):
        world.mail(mailbox("France"), "A Par - Bur\nPASSWORD sesame7", to=to, message_id="<one@x>")
    world.mail(mailbox("France"), "PRESS TO Italy, Russia\nalliance?\nENDPRESS\nDRAW", to=to)
    world.mail("gm@players.example", "CREATE gamma 1926\nEXTEND 1 day", to=world.address("GM"))
    world.mail("new@players.example", "REGISTER Newton\nJOIN gamma")
    world.mail("<>", "Your mail could not be delivered", to="judge+=nobody@judge.example")
    world.raw(b"From: broken\n\n\xff\xfe")


def _idle(world: World) -> None:
    """A phase is due, and nobody wrote."""
    world.begun("alpha")


HELP = (
    b"From: austria@players.example\nTo: judge@judge.example\nMessage-ID: <piped@x>\n\n"
    + b"HELP\n" * 2000
)
SCENES = (
    Scene("due", _due, DEADLINE),
    Scene("points and dice", _points, DEADLINE),
    Scene("post", _post, DEADLINE - DAY),
    Scene("piped", _idle, DEADLINE, HELP),
    Scene("by IMAP and SMTP", _due, DEADLINE, served=True),
    Scene("beside a delivery", _due, DEADLINE, beside=_deliver_soon),
    Scene("beside a pass", _due, DEADLINE, beside=_pass_soon),
)


def copied(begun: Path, to: Path) -> Path:
    """A copy of a prepared spool."""
    shutil.copytree(begun, to)
    to.chmod(0o700)
    return to


KEEPER = "keeper@judge.example"
"""Is told of what was disturbed: he may get more mails than in a calm world, but none less."""
TABLES: Mapping[str, str] = {
    # An MTA whose delivery was killed delivers again: copies are journalled and change nothing.
    "letters": "SELECT message_id, status, reason FROM letters WHERE status <> 'repeated'"
    " ORDER BY message_id, digest",
    "outbox": f"SELECT key, status FROM outbox WHERE recipient <> '{KEEPER}' ORDER BY key",
    "turns": "SELECT game, number, orders, events FROM turns ORDER BY game, number",
    "games": "SELECT name, number, phase, deadline, state, status FROM games ORDER BY name",
    "people": "SELECT address, name FROM people ORDER BY id",
    "seats": "SELECT game, power, person, vote FROM seats ORDER BY game, power",
    "sheets": "SELECT game, number, power, entries FROM sheets ORDER BY game, number, power",
}


def seen(home: Path) -> Seen:
    """The mails sent, byte by byte, what is stored, and what still lies about."""
    with closing(sqlite3.connect(home / "judge.db")) as db:
        found: Seen = {
            table: [tuple(map(str, row)) for row in db.execute(statement)]
            for table, statement in TABLES.items()
        }
    sent = sorted((home / "out" / "new").iterdir())
    told = {path: is_for_keeper(path.read_bytes()) for path in sent}
    found["mails"] = {path.name: digest(path) for path in sent if not told[path]}
    found["to the keeper"] = {path.name: digest(path) for path in sent if told[path]}
    found["archive"] = sorted(path.name for path in (home / "archive").glob("*.eml"))
    found["new"] = [path.name for path in (home / "in" / "new").iterdir()]
    return found


def is_for_keeper(mail: bytes) -> bool:
    """Whether the keeper is told something."""
    return f"To: <{KEEPER}>".encode() in mail[:4000]


def digest(path: Path) -> str:
    """What is in a file, in short."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def unlike(calm: Seen, other: Seen) -> Iterator[str]:
    """In what the world differs from the calm one: lost, doubled or other mails, or what else."""
    for key in calm:
        if calm[key] == other[key]:
            continue
        if key not in ("mails", "to the keeper"):
            yield key
            continue
        lost, more = set(calm[key]) - set(other[key]), set(other[key]) - set(calm[key])
        changed = {n for n in {*calm[key]} & {*other[key]} if calm[key][n] != other[key][n]}
        for word, names in (("lost", lost), ("more", more), ("changed", changed)):
            if names and (word, key) != ("more", "to the keeper"):
                yield f"{key} {word}: {len(names)}"


def faults(home: Path) -> list[str]:
    """What ``judge audit`` finds wrong."""
    return [str(fault) for fault in audit.audit(home).faults]
