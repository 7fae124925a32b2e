"""Three hosts of workers, two IMAP accounts and one way in by LMTP, killed at random.

They end where one pass over the same mails ends.
"""

import random
import re
import shutil
import smtplib
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice
from multiprocessing import Value
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.keeper.audit import audit
from judge.run import watch, worker
from judge.run.watch import Stop
from judge.store import outbox
from tests.game.world import MINUTE, Sent, World, mailbox
from tests.hosts.chaos import Herd
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.servers import sink
from tests.servers import stack as servers
from tests.servers.stack import PASSWORD, Stack, wait

GAMES = 40
PLAYERS = 2
CIRCLE = 10
"""Games of the same players: who mails more than twenty times an hour is answered later."""
ORDERS = {
    "Austria": "A VIE - BUD\nA BUD - SER\nF TRI - ALB",
    "England": "F LON - NTH\nnot an order",
}
OFTEN = 3
"""Austria orders in each game, England in one of so many."""
TWICE = 0.1
"""So often a mail comes into two mailboxes."""
BOXES = ("au", "en")
"""The IMAP accounts of two hosts."""
LMTP = "judge"
"""What comes for this one Dovecot delivers by LMTP into the third host's own Maildir."""
HOSTS = (*BOXES, LMTP)
EARLY = timedelta(minutes=10)
"""So long before the deadline all begins."""
AT_ONCE = 6
"""Mails that come between two deaths."""
SERVERS_DIE = (4, 12, 20)
"""After how many deaths the database and the mail server are killed as well."""
ENOUGH = GAMES // 3
"""When no more phases than these are open, nothing is killed any more."""
LONG = 30.0
"""Nor after so many seconds."""
PATIENCE = 1800.0
"""So many seconds the rest may take on a busy machine."""
IMAP = ('kind = "imap"', 'host = "localhost"', 'password_file = "password"')
QUICK_WAIT = 0.3
QUICK = {
    "TICK": {"take": 0.5, "play": 0.3, "post": 0.3, "sweep": 1.0, "ring": 0.3},
    **dict.fromkeys(("BUSY", "FIRST_WAIT"), QUICK_WAIT),
}
"""How long workers wait here for what."""
_MOMENT = re.compile(r"R\d{5,}|M\d+|\"received\":\"[^\"]*\"|Deadline: .*?\n\n", re.DOTALL)
"""What differs with the order in which mails are taken, with the time, and by LMTP's own stamp."""
PARTS = [part for role in worker.ROLES for part in worker.PARTS[role]]
"""The processes of a host."""

Job = tuple[int, str]
"""Which host, and what its process does."""


class Clock:
    """The time of all hosts: the deadline comes when the last mail has come, and not before."""

    def __init__(self, deadline: datetime) -> None:
        self._deadline, self._begun = deadline, time.monotonic()
        self._rung = Value("d", 0.0, lock=False)
        """When the deadline came; processes that are forked share it."""
        self._skipped = Value("d", 0.0, lock=False)
        """Seconds that were left out since."""

    def ring(self) -> None:
        """Let the deadline come, if it has not."""
        self._rung.value = self._rung.value or time.monotonic()

    def skip(self, some: timedelta) -> None:
        """Leave out some time."""
        self._skipped.value += some.total_seconds()

    def __call__(self) -> datetime:
        """What the time is."""
        now = time.monotonic() + self._skipped.value
        if self._rung.value:
            return self._deadline + timedelta(seconds=1 + now - self._rung.value)
        early = self._deadline - EARLY + timedelta(seconds=now - self._begun)
        return min(early, self._deadline - timedelta(seconds=1))


@pytest.fixture
def stack() -> Iterator[Stack]:
    """Dovecot with IMAP and LMTP."""
    if reason := servers.missing("dovecot", "openssl", "lmtp"):
        pytest.skip(reason)
    base = Path(tempfile.mkdtemp(prefix="judge-servers-"))
    base.chmod(0o755)
    try:
        with servers.running(base, relay=False) as running:
            yield running
    finally:
        shutil.rmtree(base)


@pytest.mark.long
def test_workers_that_are_killed_at_random_do_what_one_pass_does(
    mortal: Cluster, stack: Stack, tmp_path: Path
) -> None:
    """Mails come and a deadline comes while hosts, connections and servers die."""
    dice = random.Random(15)
    worker.refuse_bare()
    with sink.running(tmp_path / "sent") as smtp:
        alone, hosts = _prepare(stack, tmp_path, mortal.database(), smtp)
        clock = Clock(alone.due("game0"))
        herd = Herd[Job](partial(_work, hosts, clock), mortal, dice)
        try:
            _live_through(herd, stack, hosts, clock, _mails(stack, alone, clock, dice))
        finally:
            herd.end()
    alone.run(alone.due("game0") + MINUTE)
    assert audit(hosts[0].home).faults == []
    states = "SELECT status, count(*) FROM letters GROUP BY 1 ORDER BY 1"
    assert hosts[0].rows(states) == alone.rows(states)
    played = [_played(world) for world in (hosts[0], alone)]
    assert len(played[1]) == GAMES
    assert played[0] == played[1]
    asked = "SELECT name, phase, deadline, status FROM games ORDER BY 1"
    assert hosts[0].rows(asked) == alone.rows(asked)
    assert sum("A VIE - BUD" in turn for turn in played[0]) == GAMES, "no order is missed"
    mails: dict[str, list[bytes]] = {}
    for path in (tmp_path / "sent" / "new").iterdir():
        raw = sink.without_trace(path.read_bytes())
        mails.setdefault(str(Sent(raw).head["Message-ID"]), []).append(raw)
    assert all(len(set(raws)) == 1 for raws in mails.values())
    twice = sum(len(raws) - 1 for raws in mails.values())
    assert twice <= sum(herd.broken[job] for job in herd.broken if job[1] == "post"), (
        "a mail may leave twice that was under way when who sent it died, and no other"
    )
    assert _said(raws[0] for raws in mails.values()) == _said(
        path.read_bytes() for path in alone.outbox()
    )


def _prepare(stack: Stack, folder: Path, url: str, smtp: int) -> tuple[World, list[HostedWorld]]:
    """A judge with a file, and the hosts of another, each with its way in; the same games."""
    start = datetime.now(UTC).replace(microsecond=0)
    alone = World(folder / "alone")
    hosts = [HostedWorld(folder / box, url) for box in HOSTS]
    for world in (alone, *hosts):
        world.now = start
        toml = world.home / "judge.toml"
        toml.write_text(toml.read_text().replace("judge@judge.example", "judge@judge.test"))
    for box, host in zip(HOSTS, hosts, strict=True):
        way_out = ('kind = "smtp"', 'host = "127.0.0.1"', 'security = "none"', f"port = {smtp}")
        host.section("outbox", *way_out)
        if box in BOXES:
            ways = (f'user = "{box}"', f"port = {stack.imaps}", f'cafile = "{stack.cafile}"')
            host.section("inbox", *IMAP, *ways)
            (host.home / "password").write_text(PASSWORD)
            (host.home / "password").chmod(0o600)
        else:
            _let_deliver(stack, host.home / "in")
        host.run(start)  # from now on deadlines wait for its inbox
    for world in (alone, hosts[0]):
        for number in range(GAMES):
            world.begun(f"game{number}", players=PLAYERS, circle=_circle(number))
    return alone, hosts


def _let_deliver(stack: Stack, inbox: Path) -> None:
    """Let Dovecot deliver by LMTP into a host's own Maildir."""
    home = stack.base / "mail" / LMTP
    shutil.move(inbox, home)
    for path in (home, *home.iterdir()):
        servers.hand_over(path)
    inbox.symlink_to(home)


def _circle(number: int) -> str:
    return str(number // CIRCLE)


def _mails(stack: Stack, alone: World, clock: Clock, dice: random.Random) -> Iterator[None]:
    """Each step lays a mail into one of the hosts' mailboxes, or two, and into the pass's."""
    given = [
        (number, power)
        for number in range(GAMES)
        for power in ORDERS
        if power == "Austria" or number % OFTEN == 0
    ]
    for number, power in dice.sample(given, len(given)):
        game = f"game{number}"
        to, name = alone.address(power, game), f"<{game}.{power}@x.example>"
        for box in dice.sample(HOSTS, 2 if dice.random() < TWICE else 1):
            sender = mailbox(power, _circle(number))
            alone.mail(sender, ORDERS[power], to=to, at=clock(), message_id=name)
            raw = (alone.home / "in" / "new" / f"{alone.count:05}.eml").read_bytes()
            _deliver(stack, box, to, raw)
        yield


def _deliver(stack: Stack, box: str, to: str, raw: bytes) -> None:
    """Lay a mail into a mailbox, as its server does."""
    if box == LMTP:
        with smtplib.LMTP("127.0.0.1", stack.lmtp) as link:
            link.sendmail("player@players.example", [to], raw)
        return
    with IMAPClient("localhost", stack.imap, ssl=False) as client:
        client.login(box, PASSWORD)
        client.append("INBOX", raw.replace(b"\n", b"\r\n"))


def _live_through(
    herd: Herd[Job], stack: Stack, hosts: Sequence[HostedWorld], clock: Clock, mails: Iterator[None]
) -> None:
    """Let mails and then the deadline come while all is killed; then go on to the end."""
    machines = [[(number, part) for part in PARTS] for number in range(len(hosts))]
    together = [*([job] for jobs in machines for job in jobs), *machines]
    for jobs in machines:
        herd.begin(jobs)
    end = time.monotonic() + LONG
    for blow in count(1):
        herd.strike(together, pause=0.8, cut=0.1)
        if blow in SERVERS_DIE:
            stack.kill_dovecot()
            herd.lose_database()
            stack.start_dovecot()
        if not list(islice(mails, AT_ONCE)):
            clock.ring()
            if time.monotonic() > end or _left(hosts[0])[1] <= ENOUGH:
                break
    wait(lambda: not any(_left(hosts[0])[:3]), PATIENCE)
    clock.skip(outbox.CLAIM)  # what somebody had claimed when he died is anybody's now
    wait(lambda: not any(_left(hosts[0])), PATIENCE)


def _left(host: HostedWorld) -> tuple[int, int, int, int]:
    """Mails that wait, phases that are open, mails that nobody sends, mails that are not sent."""
    time.sleep(0.3)
    with suppress(Exception):
        ((mails, phases, unclaimed, unsent),) = host.rows(
            "SELECT (SELECT count(*) FROM letters WHERE status = 'new'), "
            "(SELECT count(*) FROM games WHERE number = 1), "
            "(SELECT count(*) FROM outbox WHERE status = 'queued' AND until IS NULL), "
            "(SELECT count(*) FROM outbox WHERE status = 'queued')"
        )
        return mails, phases, unclaimed, unsent
    return GAMES, GAMES, GAMES, GAMES  # the database has just died


def _work(hosts: Sequence[HostedWorld], clock: Clock, job: Job) -> None:
    """What a worker's process does until it is killed."""
    for name, value in QUICK.items():
        setattr(worker, name, value)
    watch.LONGEST_WAIT = QUICK_WAIT
    number, part = job
    home = hosts[number].home
    one = worker.Worker(
        home, Stop(), partial(print, flush=True), role=part, slot=f".{part}", clock=clock
    )
    worker.serve(replace(one, wait=0.3))


def _played(world: World) -> list[str]:
    """The phases that were closed, each with its orders and all that came of them."""
    rows = world.rows(
        "SELECT games.name, turns.number, turns.revision, turns.phase, turns.orders, turns.events "
        "FROM turns JOIN games ON games.id = turns.game ORDER BY 1, 2, 3"
    )
    return [_MOMENT.sub("R", repr(row)) for row in rows]


def _said(raws: Iterable[bytes]) -> list[str]:
    """To whom what was mailed."""
    mails = [mail for mail in map(Sent, raws) if mail.to != "keeper@judge.example"]
    return sorted(f"{mail.to} {mail.subject} {_MOMENT.sub('R', mail.text)}" for mail in mails)
