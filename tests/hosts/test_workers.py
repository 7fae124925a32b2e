"""Workers of several hosts side by side: nothing is lost, doubled, or closed too early."""

import os
import random
import re
import shutil
import signal
import smtplib
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from imapclient import IMAPClient
from sqlalchemy import text

from judge import batch
from judge.batch import rounds
from judge.batch.groups import act_on_each
from judge.batch.work import Pass
from judge.home import spool
from judge.keeper import persons, worker
from judge.keeper.audit import audit
from judge.keeper.watch import Stop
from judge.kernel.errors import BeyondError, BusyError, KeeperError
from judge.store import bell, games, outbox, people, server
from judge.store.database import open_alone
from judge.store.server import Turn
from tests.game.world import DEADLINE, MINUTE, START, Sent, World, mailbox
from tests.hosts.cluster import Cluster
from tests.hosts.world import HostedWorld
from tests.servers import stack as servers
from tests.servers.stack import PASSWORD, Stack, wait

pytestmark = pytest.mark.xdist_group("postgres")

SECOND = timedelta(seconds=1)
BESIDE = Turn(beside=True)


class Host:
    """One host's workers, whose rounds a test does one by one."""

    def __init__(self, world: HostedWorld, name: str = "one") -> None:
        """A host at work in a world; ``name`` is what it claims mails by."""
        self.world, self.name, self.now = world, name, START + MINUTE
        self.engine = server.connect.__wrapped__(world.url(), BESIDE)
        bell.hang(self.engine)

    def begin(self) -> Pass:
        """A round a second after the last one."""
        self.now += SECOND
        return rounds.begin(self.engine, spool.open_spool(self.world.home), self.name, self.now)

    def do(self, *roles: str) -> None:
        """Rounds that must go well; play is what is called where the bell has rung."""
        for role in roles:
            work = self.begin()
            if role == "play":
                rounds.ring(work)
                playing = rounds.begin_playing(work)
                for number in self.take_rung():
                    rounds.play(playing, number)
            else:
                rounds.ROUNDS[role](work)
            assert work.report.lines == []

    def take_rung(self) -> list[int | None]:
        """The games that the bell has rung for, in order; it has not any more."""
        with server.shared(self.engine).begin() as db:
            rung = bell.find_rung(db)
            db.execute(text(f"TRUNCATE {bell.SCHEMA}.procrastinate_jobs CASCADE"))
        return sorted(rung, key=lambda number: number or 0)

    def end(self) -> None:
        """Let the connections go."""
        self.engine.dispose()


@pytest.fixture
def host(hosted: HostedWorld) -> Iterator[Host]:
    """A host with two games."""
    for name in ("alpha", "beta"):
        hosted.begun(name)
    one = Host(hosted)
    yield one
    one.end()
    assert audit(hosted.home).faults == []


def order(world: World, power: str, lines: str, game: str = "alpha") -> str:
    """Mail orders to a seat's address."""
    return world.mail(mailbox(power), lines, to=world.address(power, game))


@pytest.fixture
def beyond(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Why work at one game had to be done with the lock of all."""
    found: list[str] = []

    def act(*arguments: object) -> None:
        try:
            act_on_each(*arguments)  # type: ignore[arg-type]
        except BeyondError as error:
            found.append(str(error))
            raise

    monkeypatch.setattr(rounds, "act_on_each", act)
    return found


def test_rounds_do_what_a_pass_does(host: Host) -> None:
    world = host.world
    asked = [order(world, "France", "A PAR - BUR"), world.mail("new@x.example", "LIST")]
    host.do("take", "play", "post")
    sent = [Sent(path.read_bytes()) for path in world.outbox()]
    assert {mail.head["In-Reply-To"] for mail in sent} == set(asked)
    assert world.orders("France") == ["A PAR - BUR"]
    host.now = DEADLINE + MINUTE
    host.do("take", "play", "post", "sweep")
    assert [world.game(name).number for name in ("alpha", "beta")] == [2, 2]
    assert world.rows("SELECT DISTINCT status FROM outbox") == [("sent",)]


def test_ordinary_mails_and_phases_need_the_lock_of_their_game_alone(
    host: Host, beyond: list[str]
) -> None:
    """But for the first mail from an address, which is remembered."""
    for game in ("alpha", "beta"):
        order(host.world, "France", "A PAR - BUR", game)
    host.do("take", "play", "post")
    assert beyond == ["it writes known"]
    order(host.world, "France", "A PAR - PIC\nPRESS TO ALL\nhello\nENDPRESS\nVOTE DRAW")
    host.do("take", "play")
    host.now = DEADLINE + MINUTE
    host.do("take", "play", "post")
    assert beyond == ["it writes known"]
    assert host.world.game().number == 2


def test_a_mail_that_reaches_beyond_its_game_is_done_with_the_lock_of_all(
    host: Host, beyond: list[str]
) -> None:
    order(host.world, "France", "A PAR - PIC")
    host.do("take", "play")
    order(host.world, "France", "A PAR - BUR\nSET ZONE Asia/Tokyo")
    host.do("take", "play")
    assert beyond == ["it writes known", "it writes people"]
    assert host.world.orders("France") == ["A PAR - BUR"]
    zone = "SELECT zone FROM people WHERE address = 'france@players.example'"
    assert host.world.rows(zone) == [("Asia/Tokyo",)]


def test_who_works_at_one_game_can_write_no_other(host: Host) -> None:
    with server.within(host.engine, 1).begin() as db:
        assert games.get(db, 1).name == "alpha"
        with pytest.raises(BeyondError, match="about another game"):
            games.get(db, 2)
        with pytest.raises(BeyondError, match="about another game"):
            games.find_named(db, "beta")
        with pytest.raises(BeyondError, match="writes people"):
            people.change(db, people.get(db, 1))


def test_a_game_that_a_stopped_worker_holds_waits_and_its_mail_is_done_once(host: Host) -> None:
    """The stopped one goes on later: its transaction is gone, or it was the one that did it."""
    order(host.world, "France", "A PAR - PIC")
    host.do("take", "play", "post")
    order(host.world, "France", "A PAR - BUR")
    order(host.world, "France", "A PAR - BUR", "beta")
    host.do("take")
    zombie = server.connect.__wrapped__(host.world.url(), BESIDE)
    with server.within(zombie, 1).begin() as held:
        games.hold(held, 1)
        host.do("play")
        waits = host.world.rows("SELECT game FROM letters WHERE status = 'new'")
        assert waits == [(1,)]
    zombie.dispose()
    host.do("play", "play", "post")
    assert host.world.rows("SELECT status, count(*) FROM letters GROUP BY 1") == [("done", 3)]
    assert len(host.world.outbox()) == 3


def test_no_phase_closes_while_a_mail_waits_that_may_be_for_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names no game, or its head was not read: then nobody knows what it is for."""
    host.do("take", "play")
    host.now = DEADLINE + MINUTE
    host.world.mail("new@x.example", "LIST", at=DEADLINE - SECOND)
    with monkeypatch.context() as patch:
        patch.setattr(rounds, "read_heads", lambda _work: None)
        host.do("take", "play")
    assert host.world.game().number == 1
    host.do("take")
    with monkeypatch.context() as patch:
        patch.setattr(rounds, "_answer_mails", lambda _work, _number: None)
        host.do("play")
    assert host.world.game().number == 1
    host.do("play")
    assert host.world.game().number == 2


def test_a_mail_that_one_host_sends_is_left_alone_by_another_for_five_minutes(host: Host) -> None:
    order(host.world, "France", "A PAR - BUR")
    host.do("take", "play")
    with server.shared(host.engine).begin() as db:
        ((post, _),) = outbox.find_due(db, host.now, 20)
        outbox.claim(db, [post.key], "another that was killed", host.now)
    host.do("post")
    assert host.world.outbox() == {}
    host.now += 5 * MINUTE
    host.do("post")
    assert len(host.world.outbox()) == 1


def test_an_inbox_has_one_reader_at_a_time_and_a_pass_none_beside_it(host: Host) -> None:
    url = host.world.url()
    take = Turn(beside=True, lease="take imap:judge")
    reader = server.connect.__wrapped__(url, take)
    with reader.connect():
        for turn in (take, server.ALONE):
            with pytest.raises(BusyError, match="on another host"):
                open_alone(url, turn=turn)
        assert batch.run(host.world.home, host.now).busy
        open_alone(url, turn=replace(take, lease="take imap:other")).dispose()
        persons.ban(host.world.home, "somebody@x.example", host.now)
    reader.dispose()
    open_alone(url, turn=take).dispose()


def test_workers_want_a_database_that_hosts_share(tmp_path: Path) -> None:
    world = World(tmp_path / "file")
    with pytest.raises(KeeperError, match="say 'judge watch'"):
        worker.work(world.home, worker.ROLES, 1, Stop(), print)


# --- all of it at once

PLAYERS = 2
HOSTS = ("au", "en", "judge")
"""Their mailboxes; mail for the last comes by LMTP."""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'judge'"
CHAOS = 6.0
"""Seconds in which things are killed."""
ORDERS = {
    "Austria": "A VIE - BUD\nA BUD - SER\nF TRI - ALB",
    "England": "F LON - NTH\nnot an order",
}
OFTEN = 3
"""Austria orders in each game, England in one of so many."""
SETTINGS = (
    'kind = "imap"',
    'host = "localhost"',
    'password_file = "password"',
)
QUICK = {
    "TICK": {"take": 0.5, "play": 0.3, "post": 0.3, "sweep": 1.0, "ring": 0.3},
    **dict.fromkeys(("BUSY", "FIRST_WAIT", "LONGEST_WAIT"), 0.3),
}
"""How long workers wait here for what."""
_RECEIPT = re.compile(r"R\d{5,}|M\d+|\"received\":\"[^\"]*\"")
"""What differs with the order in which mails are taken, and by LMTP's own stamp."""


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


def deliver(stack: Stack, box: str, to: str, raw: bytes) -> None:
    """Lay a mail into a mailbox, as its server does."""
    if box == "judge":
        with smtplib.LMTP("127.0.0.1", stack.lmtp) as link:
            link.sendmail("player@players.example", [to], raw)
        return
    with IMAPClient("localhost", stack.imap, ssl=False) as client:
        client.login(box, PASSWORD)
        client.append("INBOX", raw.replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("many", [20, pytest.param(60, marks=pytest.mark.long)])
def test_workers_that_are_killed_at_random_do_what_one_pass_does(
    postgres: Cluster, stack: Stack, tmp_path: Path, many: int
) -> None:
    """Workers, connections, the mail server and the database die.

    The deadline has just come, and the mails that came before it lie unread in three mailboxes.
    """
    dice = random.Random(15)
    alone, hosts = _prepare(stack, tmp_path, postgres.database(), many)
    for number in range(many):
        for power, lines in ORDERS.items():
            if power == "Austria" or number % OFTEN == 0:
                _drop(stack, alone, f"game{number}", power, lines, dice)
    deadline = alone.due("game0")
    begun = time.monotonic()

    def clock() -> datetime:
        return deadline + timedelta(seconds=1 + time.monotonic() - begun)

    _disturb(postgres, stack, hosts, clock, dice)
    alone.run(deadline + MINUTE)

    assert audit(hosts[0].home).faults == []
    states = "SELECT status, count(*) FROM letters GROUP BY 1 ORDER BY 1"
    assert hosts[0].rows(states) == alone.rows(states)
    turns = (
        "SELECT games.name, turns.number, turns.revision, turns.phase, turns.orders, turns.events "
        "FROM turns JOIN games ON games.id = turns.game ORDER BY 1, 2, 3"
    )
    played = [
        [_RECEIPT.sub("R", repr(row)) for row in each.rows(turns)] for each in (hosts[0], alone)
    ]
    assert len(played[1]) == many
    assert played[0] == played[1]
    mails: dict[str, list[bytes]] = {}
    for host in hosts:
        for path in host.outbox():
            mails.setdefault(path.name, []).append(path.read_bytes())
    assert all(len(set(raws)) == 1 for raws in mails.values())
    twice = sum(len(raws) - 1 for raws in mails.values())
    assert twice <= 40, "only what one that was killed had claimed"
    said = _said(raws[0] for raws in mails.values())
    assert said == _said(path.read_bytes() for path in alone.outbox())


def _prepare(stack: Stack, folder: Path, url: str, many: int) -> tuple[World, list[HostedWorld]]:
    """A judge with a file, and the hosts of another, each with its mailbox; the same games."""
    start = datetime.now(UTC).replace(microsecond=0)
    alone = World(folder / "alone")
    hosts = [HostedWorld(folder / box, url) for box in HOSTS]
    for world in (alone, *hosts):
        world.now = start
        toml = world.home / "judge.toml"
        toml.write_text(toml.read_text().replace("judge@judge.example", "judge@judge.test"))
    for box, host in zip(HOSTS, hosts, strict=True):
        ways = (f'user = "{box}"', f"port = {stack.imaps}", f'cafile = "{stack.cafile}"')
        host.section("inbox", *SETTINGS, *ways)
        (host.home / "password").write_text(PASSWORD)
        (host.home / "password").chmod(0o600)
        host.run(start)  # from now on deadlines wait for its inbox
    for world in (alone, hosts[0]):
        for number in range(many):
            world.begun(f"game{number}", players=PLAYERS)
    return alone, hosts


def _drop(
    stack: Stack, alone: World, game: str, power: str, lines: str, dice: random.Random
) -> None:
    """A mail into one of the mailboxes, or the same into two, and into the pass's."""
    to, name = alone.address(power, game), f"<{game}.{power}@x.example>"
    boxes = dice.sample(HOSTS, 2 if dice.random() < 0.1 else 1)
    for box in boxes:
        alone.mail(mailbox(power), lines, to=to, message_id=name)
        raw = (alone.home / "in" / "new" / f"{alone.count:05}.eml").read_bytes()
        deliver(stack, box, to, raw)


def _disturb(
    postgres: Cluster,
    stack: Stack,
    hosts: Sequence[HostedWorld],
    clock: Callable[[], datetime],
    dice: random.Random,
) -> None:
    """Let all work while they, their connections and the servers are killed; then to the end."""
    parts = [part for role in worker.ROLES for part in worker.PARTS[role]]
    jobs = [(host, part) for host in hosts for part in parts]
    running = {_start(host, role, clock): (host, role) for host, role in jobs}
    end = time.monotonic() + CHAOS
    servers_die = iter((end - 0.7 * CHAOS, end - 0.3 * CHAOS, end + CHAOS))
    next_death = next(servers_die)
    try:
        while time.monotonic() < end:
            time.sleep(dice.uniform(0.02, 0.3))
            if dice.random() < 0.2:
                postgres.execute(CUT)
            victim = dice.choice(list(running))
            os.kill(victim, signal.SIGKILL)
            os.waitpid(victim, 0)
            host, role = running.pop(victim)
            running[_start(host, role, clock)] = host, role
            if time.monotonic() > next_death:
                next_death = next(servers_die)
                stack.kill_dovecot()
                postgres.stop("immediate")
                postgres.start()
                stack.start_dovecot()
        wait(partial(_is_done, hosts[0]), 900)
    finally:
        for child in running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _is_done(host: HostedWorld) -> bool:
    """Whether all games have gone on and nothing waits."""
    time.sleep(0.3)
    with suppress(Exception):
        ((open_, phases, unsent),) = host.rows(
            "SELECT (SELECT count(*) FROM letters WHERE status = 'new'), "
            "(SELECT count(*) FROM games WHERE number = 1), "
            "(SELECT count(*) FROM outbox WHERE status = 'queued' AND until IS NULL)"
        )
        return (open_, phases, unsent) == (0, 0, 0)
    return False


def _start(host: HostedWorld, role: str, clock: Callable[[], datetime]) -> int:
    """A worker in a process of its own."""
    child = os.fork()
    if child:
        return child
    try:
        for name, value in QUICK.items():
            setattr(worker, name, value)
        one = worker.Worker(host.home, role, f".{role}", Stop(), lambda _line: None, clock)
        worker.serve(replace(one, wait=0.3))
    finally:
        os._exit(1)


def _said(raws: Iterator[bytes]) -> list[str]:
    """To whom what was mailed."""
    mails = [mail for mail in map(Sent, raws) if mail.to != "keeper@judge.example"]
    return sorted(f"{mail.to} {mail.subject} {_RECEIPT.sub('R', mail.text)}" for mail in mails)
